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
-- Entry.judgement() as a column, since the whole verdict in the index would double its size.
alter table exchange add column if not exists judgement varchar(16) generated always as (
    case
        when direction = 'TO_WALLET' and position('contract violation' in verdict) > 0 then 'VIOLATION'
        when status = 409 then 'REFUSED'
        when direction = 'TO_WALLET' and status = 200 then 'GOOD'
        when direction = 'FROM_OPERATOR' and status between 200 and 399
            and position('made by the fault' in verdict) = 0 then 'GOOD'
        else 'FAILED'
    end);
drop index if exists exchange_filters;
drop index if exists exchange_round;
drop index if exists exchange_status;
drop index if exists exchange_filter;
drop index if exists exchange_search;
drop index if exists exchange_player;
-- False for what was refused before it was authenticated: it has a share of its own.
alter table exchange add column if not exists authenticated boolean default true not null;
create index if not exists exchange_share on exchange (authenticated, id);
-- The exchange that this one repeats or alters by hand, or 0.
alter table exchange add column if not exists original bigint default 0 not null;
-- What a text is searched in, in lower case; of exchanges of earlier versions only the verdict.
alter table exchange add column if not exists text varchar;
update exchange set text = lower(verdict) where text is null;
