-- One row: the server and timeline that the movements were made on, a number that each check of a wallet raises, whether one of them
-- misses something, and what a person said then.
create table history (
    id          integer     not null,
    place       text        not null,
    beat        bigint      not null,
    doubted     boolean     not null,
    restored_to timestamptz,
    told_at     timestamptz,
    constraint history_pk primary key (id),
    constraint history_one_row check (id = 1)
);

-- Credits that a restored database refused since it does not know their bet. A person decides about them.
create table unmatched_credits (
    transaction_id           text collate "C" not null,
    account_id               text collate "C" not null,
    game_round_id            text collate "C" not null,
    reference_transaction_id text collate "C" not null,
    amount                   text             not null,
    first_seen_at            timestamptz      not null,
    last_seen_at             timestamptz      not null,
    constraint unmatched_credits_pk primary key (transaction_id)
);
