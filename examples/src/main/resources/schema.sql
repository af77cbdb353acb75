-- Tables of the Spring Boot example, for PostgreSQL. Constraints enforce the rules of the ledger.
create table if not exists account (
    id text primary key,
    display_name text not null,
    currency varchar(16) not null,
    balance bigint not null check (balance >= 0),
    version bigint not null,
    updated_at timestamptz not null,
    revision integer not null default 0 -- of the JPA entity
);
create table if not exists session (
    token text primary key,
    account_id text not null references account,
    expires_at timestamptz not null
);
create table if not exists game_round (
    account_id text not null references account,
    game_round_id text not null,
    debit_id text not null,
    state varchar(8) not null,
    primary key (account_id, game_round_id)
);
create table if not exists movement (
    transaction_id text primary key,
    kind varchar(8) not null,
    account_id text not null references account,
    game_round_id text not null,
    reference_id text unique,
    operator_id text not null unique,
    currency varchar(16) not null,
    amount bigint not null check (amount >= 0),
    balance_after bigint not null check (balance_after >= 0),
    account_version bigint not null,
    reason text,
    fingerprint bytea not null,
    created_at timestamptz not null,
    unique (account_id, account_version)
);
-- Entries that the provider does not send, such as deposits: in one chain with the movements, by account_version.
create table if not exists account_entry (
    reference text primary key,
    account_id text not null references account,
    account_version bigint not null,
    change bigint not null,
    balance_before bigint not null,
    balance_after bigint not null check (balance_after = balance_before + change),
    created_at timestamptz not null,
    unique (account_id, account_version)
);
-- What other systems are told. Read it by account and version: ids are not committed in their order.
create table if not exists outbox (
    id bigint generated always as identity primary key,
    account_id text not null,
    account_version bigint not null,
    event text not null
);
create table if not exists payment (
    id text primary key,
    account_id text not null,
    cents bigint not null
);
