-- The people of the back office. A name is never reused, so that it names one person in every entry of the trail.
create table people (
    name                 text collate "C" not null,
    password_hash        text             not null,
    must_change_password boolean          not null,
    cashier              boolean          not null,
    approver             boolean          not null,
    administrator        boolean          not null,
    enabled              boolean          not null,
    version              bigint           not null, -- raised by every change, which ends the person's logins
    created_by           text             not null,
    created_at           timestamptz      not null,
    constraint people_pk primary key (name)
);

-- What people did in the back office, and what it refused. Never updated or deleted by the wallet.
create table trail (
    entry_id   bigint generated always as identity,
    created_at timestamptz      not null,
    person     text collate "C" not null, -- empty before a login
    address    text             not null,
    action     text             not null,
    subject    text collate "C" not null,
    detail     text             not null,
    done       boolean          not null,
    constraint trail_pk primary key (entry_id)
);

create index trail_by_person on trail (person, entry_id);
create index trail_by_subject on trail (subject, entry_id);

-- Up to this amount a person adjusts balances without another, in the minor units of the currency.
create table approval_amounts (
    currency text collate "C" not null,
    amount   bigint           not null,
    constraint approval_amounts_pk primary key (currency)
);

-- Adjustments that wait for a second person, and what became of them. No foreign key: it would lock the account.
create table adjustment_requests (
    request_id   bigint generated always as identity,
    account_id   text collate "C" not null,
    amount       bigint           not null,
    currency     text             not null,
    reference    text collate "C" not null,
    why          text             not null,
    balance      bigint           not null,
    requested_by text             not null,
    requested_at timestamptz      not null,
    state        text             not null,
    decided_by   text,
    decided_at   timestamptz,
    decision     text,
    constraint adjustment_requests_pk primary key (request_id),
    constraint adjustment_requests_second_person check (state <> 'APPLIED' or decided_by <> requested_by)
);

create index adjustment_requests_by_state on adjustment_requests (state, request_id);
create index adjustment_requests_by_reference on adjustment_requests (reference);

-- Null for an entry that one person made, and for those of earlier versions.
alter table adjustments add column approved_by text;
