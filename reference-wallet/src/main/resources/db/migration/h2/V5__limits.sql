-- The columns of the PostgreSQL folder, for H2.
alter table accounts add column stake_limit bigint;
alter table accounts add column loss_limit bigint;
alter table accounts add column excluded_until date;
alter table accounts add column limits_day date;
alter table accounts add column day_staked bigint;
alter table accounts add column day_lost bigint;
