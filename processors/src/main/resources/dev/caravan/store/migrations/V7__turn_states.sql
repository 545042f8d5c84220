-- Turns that wait for a person, or whose work is to outlast a server: what is asked, and all that is needed to go on.

create table caravan.turn_states (
    turn_id     text primary key,
    thread_id   text        not null references caravan.threads (id) on delete cascade,
    -- null while the turn works
    form        jsonb,
    snapshot    jsonb       not null,
    -- how often the turn had been gone on with: a reply to an earlier question is told from one to this
    asked       int         not null,
    -- how long whoever goes on with it may take
    seconds     int         not null,
    -- until when it is somebody's; null while it waits
    taken_until timestamptz,
    saved_at    timestamptz not null default now()
);

create index turn_states_by_thread on caravan.turn_states (thread_id);
