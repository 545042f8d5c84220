-- What each turn cost, by the day (UTC) on which it was stored: quotas of a day are held against it. Outlives its conversation, so that
-- deleting one gives nothing back.

create table caravan.spent (
    turn_id text primary key,
    tenant  text not null,
    owner   text not null,
    day     date not null,
    dollars numeric not null,
    rows    bigint not null
);

create index spent_of_day on caravan.spent (day, tenant, owner);
