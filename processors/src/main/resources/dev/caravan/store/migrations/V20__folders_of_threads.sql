-- Conversations that a person puts together under a name; none for those that stand by themselves.
alter table caravan.threads add column folder text not null default '';
