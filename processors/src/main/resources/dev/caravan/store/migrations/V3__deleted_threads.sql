-- Which conversations were deleted lately: an answer that was under way then must not bring its conversation back.

create table caravan.deleted_threads (
    id         text primary key,
    deleted_at timestamptz not null default now()
);
