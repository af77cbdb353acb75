-- The tables of the PostgreSQL folder, for H2.
create table people (
    name                 varchar                     not null,
    password_hash        varchar                     not null,
    must_change_password boolean                     not null,
    cashier              boolean                     not null,
    approver             boolean                     not null,
    administrator        boolean                     not null,
    enabled              boolean                     not null,
    version              bigint                      not null,
    created_by           varchar                     not null,
    created_at           timestamp(6) with time zone not null,
    constraint people_pk primary key (name)
);

create table trail (
    entry_id             bigint generated always as identity,
    created_at           timestamp(6) with time zone not null,
    person               varchar                     not null,
    address              varchar                     not null,
    action               varchar                     not null,
    subject              varchar                     not null,
    detail               varchar                     not null,
    done                 boolean                     not null,
    constraint trail_pk primary key (entry_id)
);

create index trail_by_person on trail (person, entry_id);
create index trail_by_subject on trail (subject, entry_id);

create table approval_amounts (
    currency             varchar                     not null,
    amount               bigint                      not null,
    constraint approval_amounts_pk primary key (currency)
);

create table adjustment_requests (
    request_id           bigint generated always as identity,
    account_id           varchar                     not null,
    amount               bigint                      not null,
    currency             varchar                     not null,
    reference            varchar                     not null,
    why                  varchar                     not null,
    balance              bigint                      not null,
    requested_by         varchar                     not null,
    requested_at         timestamp(6) with time zone not null,
    state                varchar                     not null,
    decided_by           varchar,
    decided_at           timestamp(6) with time zone,
    decision             varchar,
    constraint adjustment_requests_pk primary key (request_id),
    constraint adjustment_requests_second_person check (state <> 'APPLIED' or decided_by <> requested_by)
);

create index adjustment_requests_by_state on adjustment_requests (state, request_id);
create index adjustment_requests_by_reference on adjustment_requests (reference);

alter table adjustments add column approved_by varchar;
