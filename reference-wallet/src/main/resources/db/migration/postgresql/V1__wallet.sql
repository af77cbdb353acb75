-- Identifiers are compared byte by byte, whatever the database's locale says: collation "C" (fault matrix J8).

create table accounts (
    id           text collate "C" not null,
    display_name text             not null,
    currency     text             not null,
    balance      bigint           not null,
    version      bigint           not null,
    updated_at   timestamptz      not null,
    constraint accounts_pk primary key (id),
    constraint accounts_balance_never_below_zero check (balance >= 0)
) with (fillfactor = 50); -- half of each page is kept free, so that new balances stay on their page (HOT updates)

-- One row for each transaction the provider made (IDM-3). Never updated.
create table ledger (
    transaction_id           text collate "C" not null,
    account_id               text collate "C" not null,
    account_version          bigint           not null,
    kind                     text             not null,
    game_round_id            text collate "C" not null,
    reference_transaction_id text collate "C",
    operator_transaction_id  text             not null,
    currency                 text             not null,
    amount                   bigint           not null,
    balance_before           bigint           not null,
    balance_after            bigint           not null,
    reason                   text,
    fingerprint              bytea            not null,
    created_at               timestamptz      not null,
    constraint ledger_pk primary key (transaction_id),
    constraint ledger_kind check (kind in ('DEBIT', 'CREDIT', 'ROLLBACK')),
    constraint ledger_amount_never_negative check (amount >= 0),
    constraint ledger_balance_never_below_zero check (balance_before >= 0 and balance_after >= 0),
    constraint ledger_adds_up check (balance_after - balance_before = case kind when 'DEBIT' then -amount else amount end),
    constraint ledger_settlement_names_its_debit check ((reference_transaction_id is null) = (kind = 'DEBIT'))
);

-- Every account's entries form one chain: version 1, 2, 3, … without a fork.
create unique index ledger_chain on ledger (account_id, account_version);

-- One settlement for each debit (RND-4).
create unique index ledger_one_settlement on ledger (reference_transaction_id) where reference_transaction_id is not null;

-- By time: tiny, and enough for rows that are written in the order of their time.
create index ledger_time on ledger using brin (created_at);

create table rounds (
    account_id    text collate "C" not null,
    game_round_id text collate "C" not null,
    debit_id      text collate "C" not null,
    state         text             not null,
    opened_at     timestamptz      not null,
    constraint rounds_pk primary key (account_id, game_round_id), -- one debit for each round (RND-1, D-51)
    constraint rounds_state check (state in ('BET', 'SETTLED', 'REVERTED'))
) with (fillfactor = 80);

create index rounds_open on rounds (opened_at) where state = 'BET';

-- What the back office moved: same chain as the ledger, other hands.
create table adjustments (
    account_id      text collate "C" not null,
    account_version bigint           not null,
    amount          bigint           not null,
    balance_before  bigint           not null,
    balance_after   bigint           not null,
    made_by         text             not null,
    why             text             not null,
    created_at      timestamptz      not null,
    constraint adjustments_pk primary key (account_id, account_version),
    constraint adjustments_balance_never_below_zero check (balance_before >= 0 and balance_after >= 0),
    constraint adjustments_add_up check (balance_after - balance_before = amount)
);

-- Tokens themselves are not kept: who reads this table cannot play in somebody's name.
create table sessions (
    token_hash bytea            not null,
    account_id text collate "C" not null,
    born_at    timestamptz      not null,
    expires_at timestamptz      not null,
    constraint sessions_pk primary key (token_hash)
);

create index sessions_by_account on sessions (account_id, born_at);

-- How often the provider repeated a transaction. Informative: counted in memory, written now and then.
create table replays (
    transaction_id text collate "C" not null,
    seen           bigint           not null,
    last_seen_at   timestamptz      not null,
    constraint replays_pk primary key (transaction_id)
);
