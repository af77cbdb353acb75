create table if not exists simulator_state (
    name varchar(64) primary key,
    content varchar(255) not null
);
-- Wide enough for the settings of an operator, also in a folder of an earlier version.
alter table simulator_state alter column name set data type varchar(300);
alter table simulator_state alter column content set data type varchar(65536);
