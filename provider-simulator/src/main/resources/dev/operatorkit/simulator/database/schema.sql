create table if not exists simulator_state (
    name varchar(300) primary key,
    content varchar(65536) not null
);
