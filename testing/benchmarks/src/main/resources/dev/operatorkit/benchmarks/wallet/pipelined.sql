-- The same statements in one round trip. No wallet could use it: it writes before it knows what the reads found.
-- Ids are random and as long as a UUID: 36 digits.
\set player random(1, :players)
\set t1 random(100000000000000000, 999999999999999999)
\set t2 random(100000000000000000, 999999999999999999)
\set r1 random(100000000000000000, 999999999999999999)
\set r2 random(100000000000000000, 999999999999999999)
\set o1 random(100000000000000000, 999999999999999999)
\set o2 random(100000000000000000, 999999999999999999)
\startpipeline
begin;
select balance, version from accounts where id = 'player-' || :player for update;
select transaction_id from ledger where transaction_id = cast(:t1 as text) || :t2;
select debit_id, state from rounds where account_id = 'player-' || :player and game_round_id = cast(:r1 as text) || :r2;
insert into rounds (account_id, game_round_id, debit_id, state, opened_at) values ('player-' || :player, cast(:r1 as text) || :r2, cast(:t1 as text) || :t2, 'BET', now());
insert into ledger (transaction_id, account_id, account_version, kind, game_round_id, operator_transaction_id, currency, amount, balance_before, balance_after, reason, fingerprint, created_at) select cast(:t1 as text) || :t2, id, version + 1, 'DEBIT', cast(:r1 as text) || :r2, cast(:o1 as text) || :o2, 'EUR', 1, balance, balance - 1, 'bet', '\x0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef', now() from accounts where id = 'player-' || :player;
update accounts set balance = balance - 1, version = version + 1, updated_at = now() where id = 'player-' || :player;
commit;
\endpipeline
