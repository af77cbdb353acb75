create table if not exists campaign (
    operator varchar(255) not null,
    code varchar(510) not null,
    name varchar(2048) not null, -- 1,024 characters, of which H2 counts those outside the basic plane twice
    amount_minor bigint not null check (amount_minor > 0),
    currency varchar(10) not null,
    -- Slugs parted by the line feed, which no id can hold.
    game_slugs varchar not null,
    start_date timestamp(9) with time zone not null,
    end_date timestamp(9) with time zone not null,
    max_rounds integer check (max_rounds > 0),
    created_at timestamp(9) with time zone not null,
    disabled_at timestamp(9) with time zone,
    primary key (operator, code)
);

create index if not exists campaign_newest on campaign (operator, created_at desc, code);

create table if not exists bonus_code (
    operator varchar(255) not null,
    code varchar(510) not null,
    campaign_code varchar(510) not null,
    user_id varchar(510) not null,
    currency varchar(10) not null,
    max_rounds integer check (max_rounds > 0),
    rounds_taken integer default 0 not null check (rounds_taken >= 0),
    created_at timestamp(9) with time zone not null,
    primary key (operator, code),
    foreign key (operator, campaign_code) references campaign (operator, code)
);

create index if not exists bonus_code_of_player on bonus_code (operator, user_id);
