-- The list of scripts that ran before Flyway kept its own.

drop table if exists caravan.schema_version;
