-- Finds the open rounds for the back office. From PostgreSQL 16 on an index of this kind lets a row change in place (HOT) although
-- it covers the column that changes. It keeps the least and the greatest state of 16 pages: BET is less than the others.
create index concurrently rounds_by_state on rounds using brin (state, opened_at) with (pages_per_range = 16);
