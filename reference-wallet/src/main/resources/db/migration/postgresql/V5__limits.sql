-- The limits of a player, null where there is none, and for accounts with a limit what was staked and lost on one day (UTC).
-- They are columns of the row that every movement locks: a table joined to it would be read as it was before the lock.
alter table accounts add column stake_limit bigint;
alter table accounts add column loss_limit bigint;
alter table accounts add column excluded_until date;
alter table accounts add column limits_day date;
alter table accounts add column day_staked bigint;
alter table accounts add column day_lost bigint;

-- Who changed which limits, and why. Never updated.
create table limit_changes (
    account_id     text collate "C" not null,
    change_number  bigint           not null,
    stake_limit    bigint,
    loss_limit     bigint,
    excluded_until date,
    made_by        text             not null,
    why            text             not null,
    created_at     timestamptz      not null,
    constraint limit_changes_pk primary key (account_id, change_number)
);
