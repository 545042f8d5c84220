-- Answers whose query an editor has verified: the same question is answered by that query for everybody of the tenant.

create table caravan.verified (
    id          text primary key,
    tenant      text        not null,
    workspace   text        not null,
    question    text        not null,
    -- the question as it is compared
    wording     text        not null,
    -- what was fixed with it, as JSON with sorted names
    choices     text        not null,
    statement   text        not null,
    -- the answer's words and the rows that they are about
    document    jsonb       not null,
    verified_by text        not null,
    verified_at timestamptz not null default now(),
    unique (tenant, workspace, wording, choices)
);
