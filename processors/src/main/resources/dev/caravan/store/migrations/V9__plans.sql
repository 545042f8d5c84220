-- Plans of conversations: what is left to do, what was done, and which queries it took.

create table caravan.plans (
    thread_id text primary key references caravan.threads (id) on delete cascade,
    -- the turn that worked on it last
    turn_id   text        not null,
    state     jsonb       not null,
    saved_at  timestamptz not null default now()
);

-- one row for each task that ended
create table caravan.plan_memory (
    thread_id text        not null references caravan.threads (id) on delete cascade,
    entry     int         not null,
    turn_id   text        not null,
    todo_key  text        not null,
    status    text        not null,
    memory    jsonb       not null,
    saved_at  timestamptz not null default now(),
    primary key (thread_id, entry)
);

create table caravan.query_metadata (
    thread_id       text        not null references caravan.threads (id) on delete cascade,
    turn_id         text        not null,
    query_type      text        not null,
    question        text        not null,
    query           text        not null,
    summary         text        not null,
    how_to_retrieve text        not null,
    executed_at     timestamptz not null default now(),
    primary key (thread_id, turn_id)
);
