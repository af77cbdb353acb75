-- The tables of the PostgreSQL folder, for H2, which compares ids exactly.

-- One row for each transaction of the provider (IDM-3). Never updated.
create table ${prefix}ledger (
    transaction_id           varchar not null primary key,
    account_id               varchar not null,
    account_version          bigint not null,
    kind                     varchar not null,
    game_round_id            varchar not null,
    reference_transaction_id varchar,
    operator_transaction_id  varchar not null,
    currency                 varchar not null,
    amount                   bigint not null,
    balance_before           bigint not null,
    balance_after            bigint not null,
    reason                   varchar,
    fingerprint              varbinary not null,
    created_at               timestamp(6) with time zone not null,
    check (kind in ('DEBIT', 'CREDIT', 'ROLLBACK')),
    check (amount >= 0),
    check (balance_before >= 0 and balance_after >= 0),
    check (balance_after - balance_before = case kind when 'DEBIT' then -amount else amount end),
    check ((reference_transaction_id is null) = (kind = 'DEBIT'))
);

-- The entries of an account form one chain: version 1, 2, 3, … without a fork.
create unique index ${index}ledger_chain on ${prefix}ledger (account_id, account_version);

-- One settlement for each debit (RND-4).
create unique index ${index}ledger_settlement on ${prefix}ledger (reference_transaction_id);

-- By time.
create index ${index}ledger_time on ${prefix}ledger (created_at);

-- One debit for each round of an account (RND-1, D-51).
create table ${prefix}rounds (
    account_id    varchar not null,
    game_round_id varchar not null,
    debit_id      varchar not null,
    state         varchar not null,
    opened_at     timestamp(6) with time zone not null,
    primary key (account_id, game_round_id),
    check (state in ('BET', 'SETTLED', 'REVERTED'))
);

create index ${index}rounds_by_state on ${prefix}rounds (state, opened_at);

-- Where closed rounds go when they are too old to be repeated. Their ids still count as used.
create table ${prefix}ledger_archive (
    transaction_id           varchar not null primary key,
    account_id               varchar not null,
    account_version          bigint not null,
    kind                     varchar not null,
    game_round_id            varchar not null,
    reference_transaction_id varchar,
    operator_transaction_id  varchar not null,
    currency                 varchar not null,
    amount                   bigint not null,
    balance_before           bigint not null,
    balance_after            bigint not null,
    reason                   varchar,
    fingerprint              varbinary not null,
    created_at               timestamp(6) with time zone not null
);
create index ${index}ledger_archive_settlement on ${prefix}ledger_archive (reference_transaction_id);
create table ${prefix}rounds_archive (
    account_id    varchar not null,
    game_round_id varchar not null,
    debit_id      varchar not null,
    state         varchar not null,
    opened_at     timestamp(6) with time zone not null
);
create index ${index}rounds_archive_key on ${prefix}rounds_archive (account_id, game_round_id);

-- What the operator moved himself: deposits, withdrawals and corrections, in the chain of the ledger's entries.
create table ${prefix}postings (
    reference       varchar not null primary key,
    account_id      varchar not null,
    account_version bigint not null,
    currency        varchar not null,
    amount          bigint not null,
    balance_before  bigint not null,
    balance_after   bigint not null,
    created_at      timestamp(6) with time zone not null,
    check (balance_after - balance_before = amount)
);

create unique index ${index}postings_chain on ${prefix}postings (account_id, account_version);

-- The version and the time of accounts whose table has no such columns.
create table ${prefix}account_versions (
    account_id varchar not null primary key,
    version    bigint not null,
    updated_at timestamp(6) with time zone not null
);

-- A row that each unit of work locks first, so that one of them writes at a time.
create table ${prefix}id_locks (
    slot bigint not null primary key
);
insert into ${prefix}id_locks (slot) values (0);
