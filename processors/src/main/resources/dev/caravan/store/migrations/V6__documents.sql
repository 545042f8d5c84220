-- Documents of the workspaces. Every row belongs to a workspace and a tenant of it.

create table caravan.documents (
    workspace text        not null,
    tenant    text        not null,
    id        text        not null,
    version   text        not null,
    source    text        not null,
    profile   jsonb       not null,
    added_at  timestamptz not null default now(),
    primary key (workspace, tenant, id)
);

-- boxes are x, y, width and height in points from the top left corner of the page
create table caravan.document_blocks (
    workspace text    not null,
    tenant    text    not null,
    document  text    not null,
    number    integer not null,
    page      integer not null,
    kind      text    not null,
    text      text    not null,
    box       real[]  not null,
    cells     jsonb,
    primary key (workspace, tenant, document, number),
    foreign key (workspace, tenant, document) references caravan.documents on delete cascade
);
