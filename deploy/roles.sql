-- The rights of the wallet's three users of PostgreSQL (docs/running-the-wallet.md, Database users). Once, as a superuser:
--   createuser -P wallet_owner && createuser -P wallet && createuser -P wallet_archive && createdb -O wallet_owner wallet
-- then, and before each upgrade, as the owner:
--   bin/wallet migrate --db jdbc:postgresql://HOST/wallet --db-user wallet_owner --db-password-file F
--   psql -v ON_ERROR_STOP=1 -h HOST -U wallet_owner -f deploy/roles.sql wallet
-- The wallet runs with --db-user wallet, and so do `bin/wallet audit`, `people` and `restored`; `bin/wallet archive` with --db-user wallet_archive.

-- In one transaction, so that a running wallet never lacks a right.
begin;

revoke all on all tables in schema public from public, wallet, wallet_archive;
revoke create on schema public from public; -- was granted before PostgreSQL 15
grant usage on schema public to wallet, wallet_archive;

grant select on flyway_schema_history to wallet, wallet_archive;

-- The wallet: adds rows to the first group of tables, and never changes them.
grant select, insert on ledger, adjustments, adjustment_references, trail to wallet;
grant select, insert, update on accounts, rounds, sessions, people, adjustment_requests, history, unmatched_credits to wallet;
grant select, insert, delete on approval_amounts to wallet;
grant select on ledger_archive, rounds_archive to wallet;

-- bin/wallet archive: moves closed rounds.
grant select, delete on ledger, rounds to wallet_archive;
grant select, insert on ledger_archive, rounds_archive to wallet_archive;

commit;
