-- Inserts transactions :from to :to with old dates: debits of 1, each settled by a credit of 1, so no balance changes. Their ids are
-- spread like random UUIDs. The indexes stay in place, so that they fill row by row, as under the wallet.
insert into ledger (transaction_id, account_id, account_version, kind, game_round_id, reference_transaction_id,
    operator_transaction_id, currency, amount, balance_before, balance_after, reason, fingerprint, created_at)
select md5('transaction' || n)::uuid, a.id, a.version + 1 + n / 10000, case when n / 10000 % 2 = 0 then 'DEBIT' else 'CREDIT' end,
    md5('round' || n / 20000 || '-' || n % 10000)::uuid,
    case when n / 10000 % 2 = 1 then md5('transaction' || n - 10000)::uuid end,
    gen_random_uuid(), 'EUR', 1, a.balance - n / 10000 % 2, a.balance - 1 + n / 10000 % 2, 'bet',
    '\x0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef', now() - interval '1 day'
from generate_series(:from, :to) n join accounts a on a.id = 'player-' || n % 10000 + 1;
insert into rounds (account_id, game_round_id, debit_id, state, opened_at)
select 'player-' || n % 10000 + 1, md5('round' || n / 20000 || '-' || n % 10000)::uuid, md5('transaction' || n)::uuid, 'SETTLED',
    now() - interval '1 day'
from generate_series(:from, :to) n where n / 10000 % 2 = 0;
