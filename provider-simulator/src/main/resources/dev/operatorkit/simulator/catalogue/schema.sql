-- What each operator's catalogue says otherwise than the common one.
create table if not exists game_switch (
    operator varchar(255) not null,
    slug varchar(510) not null,
    available boolean not null,
    primary key (operator, slug)
);

-- The newest catalogue each operator was shown: its time must outlive a restart.
create table if not exists catalogue_version (
    operator varchar(255) primary key,
    etag varchar(64) not null,
    modified_at timestamp(9) with time zone not null
);
