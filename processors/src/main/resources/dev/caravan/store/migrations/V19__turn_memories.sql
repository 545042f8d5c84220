-- What turns are about, so that they are found by meaning. A memory goes with its turn; whose it is, the turn's conversation says.

create table caravan.turn_memories (
    turn_id    text primary key references caravan.turns (id) on delete cascade,
    -- whose vectors compare
    encoder    text        not null,
    -- 384 components of -127 to 127, a byte each; none where the person wants it forgotten, or it only looks back itself
    vector     bytea,
    made_at    timestamptz not null default now()
);
