-- The ids under which adjustments were requested, such as those of payments: a repeated request is applied once.
create table adjustment_references (
    reference       text collate "C" not null,
    account_id      text collate "C" not null,
    account_version bigint           not null,
    constraint adjustment_references_pk primary key (reference)
);
