-- The columns and the table of the PostgreSQL folder, for H2.
alter table accounts add column stake_limit bigint;
alter table accounts add column loss_limit bigint;
alter table accounts add column excluded_until date;
alter table accounts add column limits_day date;
alter table accounts add column day_staked bigint;
alter table accounts add column day_lost bigint;

create table limit_changes (
    account_id     varchar                     not null,
    change_number  bigint                      not null,
    stake_limit    bigint,
    loss_limit     bigint,
    excluded_until date,
    made_by        varchar                     not null,
    why            varchar                     not null,
    created_at     timestamp(6) with time zone not null,
    constraint limit_changes_pk primary key (account_id, change_number)
);
