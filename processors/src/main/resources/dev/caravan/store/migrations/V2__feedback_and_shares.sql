-- What people think of an answer, and which answers they show to others.

create table caravan.feedback (
    turn_id    text primary key references caravan.turns (id) on delete cascade,
    rating     text        not null check (rating in ('up', 'down')),
    comment    text        not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);

-- whoever has the token may read the one turn; it says nothing about others
create table caravan.shares (
    token      text primary key,
    turn_id    text        not null unique references caravan.turns (id) on delete cascade,
    created_at timestamptz not null default now()
);
