-- The tables of the PostgreSQL folder, for H2: no collations (it compares strings exactly), no partial or BRIN indexes.

create table accounts (
    id           varchar                     not null,
    display_name varchar                     not null,
    currency     varchar                     not null,
    balance      bigint                      not null,
    version      bigint                      not null,
    updated_at   timestamp(6) with time zone not null,
    constraint accounts_pk primary key (id),
    constraint accounts_balance_never_below_zero check (balance >= 0)
);

-- One row for each transaction the provider made (IDM-3). Never updated.
create table ledger (
    transaction_id           varchar                     not null,
    account_id               varchar                     not null,
    account_version          bigint                      not null,
    kind                     varchar                     not null,
    game_round_id            varchar                     not null,
    reference_transaction_id varchar,
    operator_transaction_id  varchar                     not null,
    currency                 varchar                     not null,
    amount                   bigint                      not null,
    balance_before           bigint                      not null,
    balance_after            bigint                      not null,
    reason                   varchar,
    fingerprint              varbinary                   not null,
    created_at               timestamp(6) with time zone not null,
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
create unique index ledger_one_settlement on ledger (reference_transaction_id);

-- By time.
create index ledger_time on ledger (created_at);

create table rounds (
    account_id    varchar                     not null,
    game_round_id varchar                     not null,
    debit_id      varchar                     not null,
    state         varchar                     not null,
    opened_at     timestamp(6) with time zone not null,
    constraint rounds_pk primary key (account_id, game_round_id), -- one debit for each round (RND-1, D-51)
    constraint rounds_state check (state in ('BET', 'SETTLED', 'REVERTED'))
);

create index rounds_open on rounds (state, opened_at);

-- What the back office moved: same chain as the ledger, other hands.
create table adjustments (
    account_id      varchar                     not null,
    account_version bigint                      not null,
    amount          bigint                      not null,
    balance_before  bigint                      not null,
    balance_after   bigint                      not null,
    made_by         varchar                     not null,
    why             varchar                     not null,
    created_at      timestamp(6) with time zone not null,
    constraint adjustments_pk primary key (account_id, account_version),
    constraint adjustments_balance_never_below_zero check (balance_before >= 0 and balance_after >= 0),
    constraint adjustments_add_up check (balance_after - balance_before = amount)
);

-- Tokens themselves are not kept: who reads this table cannot play in somebody's name.
create table sessions (
    token_hash varbinary                   not null,
    account_id varchar                     not null,
    born_at    timestamp(6) with time zone not null,
    expires_at timestamp(6) with time zone not null,
    constraint sessions_pk primary key (token_hash)
);

create index sessions_by_account on sessions (account_id, born_at);

-- How often the provider repeated a transaction. Informative: counted in memory, written now and then.
create table replays (
    transaction_id varchar                     not null,
    seen           bigint                      not null,
    last_seen_at   timestamp(6) with time zone not null,
    constraint replays_pk primary key (transaction_id)
);
