-- Replaced by rounds_by_state. Its condition on the state made every settlement move the row of its round.
drop index concurrently if exists rounds_open;
