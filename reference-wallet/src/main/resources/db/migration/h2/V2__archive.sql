-- The tables of the PostgreSQL folder, for H2.

create table ledger_archive (
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
    constraint ledger_archive_pk primary key (transaction_id)
);

create unique index ledger_archive_chain on ledger_archive (account_id, account_version);
create unique index ledger_archive_one_settlement on ledger_archive (reference_transaction_id);

create table rounds_archive (
    account_id    varchar                     not null,
    game_round_id varchar                     not null,
    debit_id      varchar                     not null,
    state         varchar                     not null,
    opened_at     timestamp(6) with time zone not null
);

create index rounds_archive_key on rounds_archive (account_id, game_round_id);
