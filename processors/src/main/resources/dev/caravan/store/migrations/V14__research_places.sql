-- How researches share the work over all servers of this database: a stage needs a place, and who has waited longest gets the next one.

create table caravan.research_places (
    place      int primary key,
    turn_id    text,
    -- a server that ended within a stage gives its place back when this is over
    held_until timestamptz
);

insert into caravan.research_places (place) select generate_series(1, 100);

create table caravan.research_waiting (
    turn_id text primary key,
    since   timestamptz not null,
    -- who has not asked for a while waits no more
    seen_at timestamptz not null
);
