-- Vectors of the passages of documents by what the passages say, so that an index that is built anew computes none again.

create table caravan.passage_vectors (
    workspace text  not null,
    tenant    text  not null,
    document  text  not null,
    -- SHA-256 of the text
    passage   bytea not null,
    -- of which encoder it is
    encoder   text  not null,
    -- components of 4 bytes each
    vector    bytea not null,
    primary key (workspace, tenant, document, passage)
);
