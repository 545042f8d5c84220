-- A conversation is also found by what was asked and answered in it, where a client sends that in place of an id.

create index turns_by_question on caravan.turns (md5(question));
