-- One row is one round: its one debit and, once decided, its one settlement (RND-4 holds by construction).
create table if not exists game_round (
    round_id      varchar(255) primary key,
    operator      varchar(255) not null,
    state         varchar(16) not null,
    debit_id      varchar(255) not null,
    player        varchar not null,
    game          varchar not null,
    token         varchar not null,
    currency      varchar(10) not null,
    stake         bigint not null,
    campaign      varchar,
    free_value    bigint,
    -- The code that a free round was taken from (D-57).
    bonus_code    varchar,
    settlement    varchar(16),
    settlement_id varchar(255),
    payout        bigint,
    body          varbinary(65536),
    attempts      integer not null,
    opened_at     bigint not null,
    changed_at    bigint not null,
    first_at      bigint,
    next_at       bigint,
    balance       bigint,
    -- The time at which the balance arrived; other changes of a round do not make it newer.
    balance_at    bigint,
    detail        varchar(2048) not null
);
-- The time of the balance by the wallet's clock: a repeated settlement gets the balance of its first time.
alter table game_round add column if not exists balance_updated bigint;
create index if not exists game_round_due on game_round (operator, next_at);
create index if not exists game_round_state on game_round (state, changed_at);
create index if not exists game_round_player on game_round (player, opened_at);

-- The attempts for a round and their results; unlike the transcript it stays as long as the round does.
create table if not exists round_attempt (
    id             bigint generated always as identity primary key,
    round_id       varchar(255) not null,
    number         integer not null,
    at             bigint not null,
    kind           varchar(16) not null,
    transaction_id varchar(255),
    verdict        varchar(1024) not null
);
create index if not exists round_attempt_round on round_attempt (round_id, id);
