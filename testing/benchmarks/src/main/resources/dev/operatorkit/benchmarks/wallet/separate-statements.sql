-- A debit as a conventional wallet does it: separate statements in one transaction.
\set player random(1, 10000)
\set number random(1, 9000000000000000000)
begin;
select balance, version from accounts where id = 'player-' || :player for update \gset account_
select transaction_id from ledger where transaction_id = 'debit-' || :number;
select debit_id, state from rounds where account_id = 'player-' || :player and game_round_id = 'round-' || :number;
insert into rounds (account_id, game_round_id, debit_id, state, opened_at) values ('player-' || :player, 'round-' || :number, 'debit-' || :number, 'BET', now());
insert into ledger (transaction_id, account_id, account_version, kind, game_round_id, operator_transaction_id, currency, amount, balance_before, balance_after, reason, fingerprint, created_at) values ('debit-' || :number, 'player-' || :player, cast(:account_version as bigint) + 1, 'DEBIT', 'round-' || :number, 'operator-' || :number, 'EUR', 1, cast(:account_balance as bigint), cast(:account_balance as bigint) - 1, 'bet', '\x0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef', now());
update accounts set balance = cast(:account_balance as bigint) - 1, version = cast(:account_version as bigint) + 1, updated_at = now() where id = 'player-' || :player;
commit;
