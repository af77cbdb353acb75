-- For MariaDB 10.11 or newer and MySQL 8. Ids are compared exactly, also trailing blanks, which utf8mb4_bin ignores: MariaDB and MySQL have
-- different names for such a collation, and each takes the comment of the other for one. Times are UTC.

-- One row for each transaction of the provider (IDM-3). Never updated.
create table ${prefix}ledger (
    transaction_id           varchar(256) not null primary key,
    account_id               varchar(256) not null,
    account_version          bigint not null,
    kind                     varchar(8) not null,
    game_round_id            varchar(256) not null,
    reference_transaction_id varchar(256),
    operator_transaction_id  varchar(36) not null,
    currency                 varchar(10) not null,
    amount                   bigint not null,
    balance_before           bigint not null,
    balance_after            bigint not null,
    reason                   varchar(1024),
    fingerprint              binary(32) not null,
    created_at               datetime(6) not null,
    check (kind in ('DEBIT', 'CREDIT', 'ROLLBACK')),
    check (amount >= 0),
    check (balance_before >= 0 and balance_after >= 0),
    check (balance_after - balance_before = case kind when 'DEBIT' then -amount else amount end),
    check ((reference_transaction_id is null) = (kind = 'DEBIT'))
) engine InnoDB character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

-- The entries of an account form one chain: version 1, 2, 3, … without a fork.
create unique index ${index}ledger_chain on ${prefix}ledger (account_id, account_version);

-- One settlement for each debit (RND-4).
create unique index ${index}ledger_settlement on ${prefix}ledger (reference_transaction_id);

-- By time.
create index ${index}ledger_time on ${prefix}ledger (created_at);

-- One debit for each round of an account (RND-1, D-51).
create table ${prefix}rounds (
    account_id    varchar(256) not null,
    game_round_id varchar(256) not null,
    debit_id      varchar(256) not null,
    state         varchar(8) not null,
    opened_at     datetime(6) not null,
    primary key (account_id, game_round_id),
    check (state in ('BET', 'SETTLED', 'REVERTED'))
) engine InnoDB character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create index ${index}rounds_by_state on ${prefix}rounds (state, opened_at);

-- Where closed rounds go when they are too old to be repeated. Their ids still count as used.
create table ${prefix}ledger_archive (
    transaction_id           varchar(256) not null primary key,
    account_id               varchar(256) not null,
    account_version          bigint not null,
    kind                     varchar(8) not null,
    game_round_id            varchar(256) not null,
    reference_transaction_id varchar(256),
    operator_transaction_id  varchar(36) not null,
    currency                 varchar(10) not null,
    amount                   bigint not null,
    balance_before           bigint not null,
    balance_after            bigint not null,
    reason                   varchar(1024),
    fingerprint              binary(32) not null,
    created_at               datetime(6) not null
) engine InnoDB character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;
create index ${index}ledger_archive_settlement on ${prefix}ledger_archive (reference_transaction_id);
create table ${prefix}rounds_archive (
    account_id    varchar(256) not null,
    game_round_id varchar(256) not null,
    debit_id      varchar(256) not null,
    state         varchar(8) not null,
    opened_at     datetime(6) not null
) engine InnoDB character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;
create index ${index}rounds_archive_key on ${prefix}rounds_archive (account_id, game_round_id);

-- What the operator moved himself: deposits, withdrawals and corrections, in the chain of the ledger's entries.
create table ${prefix}postings (
    reference       varchar(256) not null primary key,
    account_id      varchar(256) not null,
    account_version bigint not null,
    currency        varchar(10) not null,
    amount          bigint not null,
    balance_before  bigint not null,
    balance_after   bigint not null,
    created_at      datetime(6) not null,
    check (balance_after - balance_before = amount)
) engine InnoDB character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

create unique index ${index}postings_chain on ${prefix}postings (account_id, account_version);

-- The version and the time of accounts whose table has no such columns.
create table ${prefix}account_versions (
    account_id varchar(256) not null primary key,
    version    bigint not null,
    updated_at datetime(6) not null
) engine InnoDB character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;

-- Rows that stand for ids while units of work lock them: 65,536, so that two ids rarely share one.
create table ${prefix}id_locks (
    slot bigint not null primary key
) engine InnoDB character set utf8mb4 /*M! collate utf8mb4_nopad_bin */ /*!80017 collate utf8mb4_0900_bin */;
insert into ${prefix}id_locks (slot)
with d as (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9 union all select 10 union all select 11 union all select 12 union all select 13 union all select 14 union all select 15)
select a.n + 16 * b.n + 256 * c.n + 4096 * e.n from d a, d b, d c, d e;
