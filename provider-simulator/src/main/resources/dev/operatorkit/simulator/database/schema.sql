create table if not exists simulator_state (
    name varchar(64) primary key,
    content varchar(255) not null
);
