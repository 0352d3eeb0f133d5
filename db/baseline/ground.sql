-- What everything else stands on: extensions, schemas, roles and what they may enter.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists btree_gist;

-- Under row-level security an operator that is not leakproof cannot use an index. These functions reveal
-- nothing about their arguments but the result; the product asserts this at start (TECH-02, OVW-05).
alter function pg_catalog.texticlike(text, text) leakproof;
alter function pg_catalog.textlike(text, text) leakproof;
alter function pg_catalog.arraycontains(anyarray, anyarray) leakproof;
alter function pg_catalog.arrayoverlap(anyarray, anyarray) leakproof;

create schema if not exists app;
-- What auditors see in place of the tables of the same names.
create schema audited;
create collation app.german (provider = icu, locale = 'de');
create domain app.german_text as text collate app.german;

-- Roles belong to the cluster, not to this database, and may be there already.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['reader', 'reader_price', 'reader_bank', 'reader_price_bank', 'reader_admin', 'auditor',
    'writer', 'operator', 'gate'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I nologin', wanted);
    end if;
  end loop;
  if not exists (select from pg_roles where rolname = 'kontor_web') then
    create role kontor_web login noinherit;
  end if;
end
$$;
grant reader to reader_bank with inherit true, set false;
grant reader_price to reader_price_bank with inherit true, set false;
grant reader_price_bank to reader_admin with inherit true, set false;
-- An auditor sees master data as the bookkeeping has them (ARC-04).
grant reader_price, reader_price_bank to auditor with inherit true, set false;
grant reader, reader_price, reader_bank, reader_price_bank, reader_admin, auditor, writer, operator, gate
  to kontor_web with inherit false, set true;
-- Messages of the database are told apart by their English words (ERR-07).
grant set on parameter lc_messages to kontor_web;

grant usage on schema app to reader, reader_price, writer, operator, gate, kontor_web;
grant usage on schema audited to auditor;
revoke create on schema public from public;
-- Every function is closed unless its file opens it.
alter default privileges revoke execute on functions from public;
