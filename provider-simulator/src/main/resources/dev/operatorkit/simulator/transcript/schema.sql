create table if not exists exchange (
    id             bigint primary key,
    at             bigint not null,
    wall_at        bigint not null,
    direction      varchar(16) not null,
    operator       varchar(255) not null,
    kind           varchar(64) not null,
    player         varchar,
    round          varchar,
    transaction_id varchar,
    attempt        integer not null,
    status         integer not null,
    verdict        varchar(1024) not null,
    fault          varchar(64),
    micros         bigint not null,
    request        varbinary(2000000) not null,
    response       varbinary(2000000) not null,
    signed         varbinary(2000000) not null
);
-- Tables of earlier versions were too narrow for the longest token and for ids outside the BMP (D-36).
alter table exchange alter column player set data type varchar;
alter table exchange alter column round set data type varchar;
alter table exchange alter column transaction_id set data type varchar;
create index if not exists exchange_round on exchange (round, id);
create index if not exists exchange_status on exchange (status, id);
-- Holds all that a search asks, so that none looks at the rows, which bring their messages along.
create index if not exists exchange_filter on exchange
    (id, at, direction, operator, kind, player, round, transaction_id, attempt, status, verdict);
drop index if exists exchange_search;
drop index if exists exchange_player;
-- False for what was refused before it was authenticated: it has a share of its own.
alter table exchange add column if not exists authenticated boolean default true not null;
create index if not exists exchange_share on exchange (authenticated, id);
-- The exchange that this one repeats or alters by hand, or 0.
alter table exchange add column if not exists original bigint default 0 not null;
