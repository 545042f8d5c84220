-- Users who log in at an issuer of OpenID Connect: known by issuer and subject, never by name. Users of this server have neither.

alter table caravan.users
    add column issuer  text not null default '',
    add column subject text not null default '';

create unique index users_by_subject on caravan.users (issuer, subject) where issuer <> '';
