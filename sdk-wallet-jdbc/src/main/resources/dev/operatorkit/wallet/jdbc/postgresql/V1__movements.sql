-- Ids are compared byte by byte, in any locale of the database: collation "C".

-- One row for each transaction of the provider (IDM-3). Never updated.
create table ${prefix}ledger (
    transaction_id           text collate "C" not null primary key,
    account_id               text collate "C" not null,
    account_version          bigint not null,
    kind                     text not null,
    game_round_id            text collate "C" not null,
    reference_transaction_id text collate "C",
    operator_transaction_id  text not null,
    currency                 text not null,
    amount                   bigint not null,
    balance_before           bigint not null,
    balance_after            bigint not null,
    reason                   text,
    fingerprint              bytea not null,
    created_at               timestamptz not null,
    check (kind in ('DEBIT', 'CREDIT', 'ROLLBACK')),
    check (amount >= 0),
    check (balance_before >= 0 and balance_after >= 0),
    check (balance_after - balance_before = case kind when 'DEBIT' then -amount else amount end),
    check ((reference_transaction_id is null) = (kind = 'DEBIT'))
);

-- The entries of an account form one chain: version 1, 2, 3, … without a fork.
create unique index ${index}ledger_chain on ${prefix}ledger (account_id, account_version);

-- One settlement for each debit (RND-4).
create unique index ${index}ledger_settlement on ${prefix}ledger (reference_transaction_id) where reference_transaction_id is not null;

-- By time.
create index ${index}ledger_time on ${prefix}ledger using brin (created_at);

-- One debit for each round of an account (RND-1, D-51).
create table ${prefix}rounds (
    account_id    text collate "C" not null,
    game_round_id text collate "C" not null,
    debit_id      text collate "C" not null,
    state         text not null,
    opened_at     timestamptz not null,
    primary key (account_id, game_round_id),
    check (state in ('BET', 'SETTLED', 'REVERTED'))
) with (fillfactor = 80);

create index ${index}rounds_by_state on ${prefix}rounds using brin (state, opened_at) with (pages_per_range = 16);

-- Where closed rounds go when they are too old to be repeated. Their ids still count as used.
create table ${prefix}ledger_archive (like ${prefix}ledger including constraints, primary key (transaction_id));
create index ${index}ledger_archive_settlement on ${prefix}ledger_archive (reference_transaction_id);
create table ${prefix}rounds_archive (like ${prefix}rounds including constraints);
create index ${index}rounds_archive_key on ${prefix}rounds_archive (account_id, game_round_id);

-- What the operator moved himself: deposits, withdrawals and corrections, in the chain of the ledger's entries.
create table ${prefix}postings (
    reference       text collate "C" not null primary key,
    account_id      text collate "C" not null,
    account_version bigint not null,
    currency        text not null,
    amount          bigint not null,
    balance_before  bigint not null,
    balance_after   bigint not null,
    created_at      timestamptz not null,
    check (balance_after - balance_before = amount)
);

create unique index ${index}postings_chain on ${prefix}postings (account_id, account_version);

-- The version and the time of accounts whose table has no such columns.
create table ${prefix}account_versions (
    account_id text collate "C" not null primary key,
    version    bigint not null,
    updated_at timestamptz not null
) with (fillfactor = 50);
