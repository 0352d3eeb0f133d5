-- The links of rows in order; the first one follows `start`, which is null for the first row of a tenant.
create or replace aggregate app.chain(start bytea, content bytea) (sfunc = app.next_link, stype = bytea);
