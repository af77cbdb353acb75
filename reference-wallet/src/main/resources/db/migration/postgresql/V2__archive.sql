-- Where closed rounds go when they are too old to be retried. Their ids still count as used for as long as they are here.

create table ledger_archive (like ledger including all);

create table rounds_archive (like rounds including constraints);
create index rounds_archive_key on rounds_archive (account_id, game_round_id);
