-- A row that each unit of work locks first, so that one of them writes at a time.
create table id_locks (
    slot bigint not null,
    constraint id_locks_pk primary key (slot)
);
insert into id_locks (slot) values (0);
