-- Accounts: who may come in, and to whom conversations belong. Of passwords, sessions and tokens only hashes are kept.

create table caravan.users (
    id                   text primary key,
    name                 text        not null unique,
    tenant               text        not null,
    roles                text        not null,
    password             text        not null,
    -- a password that somebody else chose: nothing but a change of it is let through
    password_to_change   boolean     not null,
    disabled             boolean     not null default false,
    created_at           timestamptz not null default now()
);

create table caravan.sessions (
    hash       text primary key,
    user_id    text        not null references caravan.users (id) on delete cascade,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
);

create index sessions_by_user on caravan.sessions (user_id);

create table caravan.tokens (
    id         text primary key,
    hash       text        not null unique,
    user_id    text        not null references caravan.users (id) on delete cascade,
    name       text        not null,
    scopes     text        not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
);

create index tokens_by_user on caravan.tokens (user_id);

-- of names that nobody has as well, so that a lock tells nothing
create table caravan.login_failures (
    name         text primary key,
    failures     integer     not null,
    locked_until timestamptz not null,
    last_at      timestamptz not null
);

-- without references: it outlasts whom and what it tells of
create table caravan.audit (
    id      bigint generated always as identity primary key,
    at      timestamptz not null default now(),
    tenant  text        not null,
    user_id text        not null,
    name    text        not null,
    via     text        not null,
    action  text        not null,
    object  text        not null,
    status  integer     not null,
    address text        not null
);

create index audit_by_time on caravan.audit (at desc, id desc);

alter table caravan.threads
    add column tenant text not null default 'everybody',
    add column owner text not null default 'everybody';

drop index caravan.threads_by_update;

create index threads_by_owner on caravan.threads (tenant, owner, updated_at desc, id);

alter table caravan.shares add column expires_at timestamptz not null default now() + interval '30 days';
