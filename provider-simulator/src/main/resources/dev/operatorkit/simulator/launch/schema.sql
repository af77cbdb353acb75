-- One row for each launch URL; it becomes a game session when the URL is opened.
create table if not exists launch (
    id varchar(64) primary key,
    operator varchar(255) not null,
    slug varchar(510) not null,
    ip varchar(64) not null,
    lang varchar(2),
    -- Both absent in a demo, which has neither money nor a player.
    currency varchar(10),
    token varchar,
    created_at timestamp(9) with time zone not null,
    opened_at timestamp(9) with time zone,
    account_id varchar,
    display_name varchar,
    balance_minor bigint,
    check ((currency is null) = (token is null))
);

-- The time of the balance by the wallet's clock.
alter table launch add column if not exists balance_at timestamp(9) with time zone;

create index if not exists launch_newest on launch (created_at desc);
