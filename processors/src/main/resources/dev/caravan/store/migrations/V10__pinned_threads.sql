-- Conversations that a person wants at hand stand before the others.
alter table caravan.threads add column pinned boolean not null default false;
