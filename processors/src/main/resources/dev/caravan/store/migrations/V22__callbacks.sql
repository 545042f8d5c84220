-- Who is told when a turn is over, or asks the person. What is to be told is found by the turn that was stored.

create table caravan.callbacks (
    turn_id     text primary key,
    thread_id   text        not null,
    url         text        not null,
    asked_at    timestamptz not null default now(),
    -- how long the turn had taken when it was last told; null before
    told        bigint,
    -- until when a server tells it
    taken_until timestamptz,
    -- how often a server has tried since it was last told
    rounds      int         not null default 0
);
