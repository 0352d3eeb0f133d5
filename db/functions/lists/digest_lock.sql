-- A waiting digest is not queued again: rewriting its entry for each notification made concurrent notifications of
-- one person wait for each other. A transaction that relies on the entry holds this lock shared until its end, and
-- the digest takes it exclusively before reading: it finds everything noted by then, and later notifications queue a
-- new one.
create or replace function app.digest_lock(in_person bigint) returns bigint
language sql stable return hashtextextended(format('digest %s %s', app.tenant_id(), in_person), 3);
grant execute on function app.digest_lock(bigint) to writer;
