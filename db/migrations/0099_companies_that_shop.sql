-- Companies for which nobody shops at marketplaces (SET-06, PUN-15).
alter table client add column punchout_enabled boolean not null default true;
grant select (punchout_enabled) on client to reader, reader_price;
