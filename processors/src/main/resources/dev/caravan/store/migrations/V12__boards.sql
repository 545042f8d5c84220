-- Boards: answers that are kept as tiles, run again against the data, and shown to others.

create table caravan.boards (
    id              text primary key,
    tenant          text        not null,
    owner           text        not null,
    title           text        not null,
    -- whoever has the token may look at the board until then
    token           text unique,
    expires_at      timestamptz,
    -- 0: by hand alone
    refresh_minutes integer     not null default 0,
    refresh_at      timestamptz,
    created_at      timestamptz not null default now(),
    updated_at      timestamptz not null default now()
);

create index boards_by_owner on caravan.boards (tenant, owner, updated_at desc, id);
create index boards_by_refresh on caravan.boards (refresh_at) where refresh_at is not null;

-- a copy of what the answer showed, which outlives its conversation
create table caravan.tiles (
    id           text primary key,
    board_id     text        not null references caravan.boards (id) on delete cascade,
    position     integer     not null,
    title        text        not null,
    kind         text        not null check (kind in ('number', 'chart', 'table', 'text')),
    wide         boolean     not null default false,
    workspace    text        not null,
    question     text        not null,
    -- empty where there is nothing to be run again
    statement    text        not null,
    document     jsonb       not null,
    refreshed_at timestamptz not null,
    -- why it could not be run again, the last time; empty where it could
    problem      text        not null default ''
);

create index tiles_by_board on caravan.tiles (board_id, position, id);
