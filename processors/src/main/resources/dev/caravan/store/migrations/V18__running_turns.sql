-- What servers tell each other of the turns that they work on: that they still do, what happened in them, and what is wished of them.

-- unlogged: of no use when the database was restarted after a crash, as the servers write what holds again
create unlogged table caravan.running_turns (
    turn_id     text primary key,
    -- how often the turn had been gone on with
    run         int         not null,
    thread_id   text        not null,
    tenant      text        not null,
    owner       text        not null,
    -- whether its state is stored on the way, so that it can pause
    kept        boolean     not null,
    -- until when its server counts as working on it
    alive_until timestamptz not null,
    ended       boolean     not null default false,
    cancel      boolean     not null default false,
    pause       boolean     not null default false,
    -- whether somebody listens on another server
    awaited     boolean     not null default false
);

create index running_turns_by_end on caravan.running_turns (alive_until);

create unlogged table caravan.turn_events (
    turn_id text not null references caravan.running_turns (turn_id) on delete cascade,
    run     int  not null,
    number  int  not null,
    event   text not null,
    -- JSON as it was sent
    data    text not null,
    primary key (turn_id, run, number)
);
