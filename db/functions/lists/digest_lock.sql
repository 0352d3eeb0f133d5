-- A digest that waits already is not queued again, which rewrote its entry for each notification and let those who have
-- something to tell the same person wait for each other. Whoever relies on the entry shares this lock until his end, and
-- the digest takes it alone before it looks: it finds what is told by then, and later notifications queue a new one.
create or replace function app.digest_lock(in_person bigint) returns bigint
language sql stable return hashtextextended(format('digest %s %s', app.tenant_id(), in_person), 3);
grant execute on function app.digest_lock(bigint) to writer;
