-- Conversations. Ids are random texts given by the product; times are those of the server that answered.

create table caravan.threads (
    id         text primary key,
    workspace  text        not null,
    title      text        not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
);

create index threads_by_update on caravan.threads (updated_at desc, id);

create table caravan.turns (
    id         text primary key,
    thread_id  text        not null references caravan.threads (id) on delete cascade,
    started_at timestamptz not null,
    question   text        not null,
    asked      text        not null,
    answer     text        not null,
    outcome    text        not null,
    -- everything of the answer as the client got it, with evidence and trace
    document   jsonb       not null
);

create index turns_by_thread on caravan.turns (thread_id, started_at, id);
