-- Tables as many platforms have them, for PostgreSQL: decimal amounts, UUIDs, ids and reasons of 255 characters. What they cannot
-- hold is declared in NumericWalletStoreTest.
create table if not exists wallet_account (
    account_id uuid primary key,
    currency char(3) not null,
    balance numeric(19, 4) not null check (balance >= 0),
    version bigint not null,
    updated_at timestamp(3) with time zone not null
);
create table if not exists wallet_round (
    account_id uuid not null references wallet_account,
    round_id varchar(255) not null,
    bet_id varchar(255) not null,
    state varchar(8) not null,
    primary key (account_id, round_id)
);
create table if not exists wallet_entry (
    entry_id uuid primary key,
    transaction_id varchar(255) not null unique,
    kind varchar(8) not null,
    account_id uuid not null references wallet_account,
    round_id varchar(255) not null,
    bet_id varchar(255) unique, -- of a settlement, so that a bet has at most one
    currency char(3) not null,
    amount numeric(19, 4) not null check (amount >= 0),
    balance_after numeric(19, 4) not null check (balance_after >= 0),
    account_version bigint not null,
    reason varchar(255),
    body_hash bytea not null,
    created_at timestamp(3) with time zone not null,
    unique (account_id, account_version)
);
