-- The round that an adjustment is about, null where none is named: its settlement may pay what the request asks for.
alter table adjustment_requests add column game_round_id text collate "C";
