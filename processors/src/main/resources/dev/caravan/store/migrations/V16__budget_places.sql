-- Budgets that hold over all servers of this database: a place for each call that a window of time allows. Who takes a place moves the
-- moment from which it is free again, so that no place is used twice within a window.

create table caravan.budget_places (
    budget    text not null,
    place     int  not null,
    -- of the call that has it or had it last
    holder    text not null default '',
    free_from timestamptz not null default '-infinity',
    primary key (budget, place)
)
-- rows are changed in their page all the time; no index but that of the key, or each change would leave an entry behind
with (fillfactor = 50);
