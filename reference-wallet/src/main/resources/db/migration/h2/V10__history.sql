-- The tables of the PostgreSQL folder, for H2.
create table history (
    id          integer                     not null,
    place       varchar                     not null,
    beat        bigint                      not null,
    doubted     boolean                     not null,
    restored_to timestamp(6) with time zone,
    told_at     timestamp(6) with time zone,
    constraint history_pk primary key (id),
    constraint history_one_row check (id = 1)
);

create table unmatched_credits (
    transaction_id           varchar                     not null,
    account_id               varchar                     not null,
    game_round_id            varchar                     not null,
    reference_transaction_id varchar                     not null,
    amount                   varchar                     not null,
    first_seen_at            timestamp(6) with time zone not null,
    last_seen_at             timestamp(6) with time zone not null,
    constraint unmatched_credits_pk primary key (transaction_id)
);
