-- The column of the PostgreSQL folder, for H2.
alter table adjustment_requests add column game_round_id varchar;
