-- The table of the PostgreSQL folder, for H2.
create table adjustment_references (
    reference       varchar not null,
    account_id      varchar not null,
    account_version bigint  not null,
    constraint adjustment_references_pk primary key (reference)
);
