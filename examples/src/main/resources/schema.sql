-- Tables of the Spring Boot example, for PostgreSQL. Those of the ledger are created by the SDK.
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
