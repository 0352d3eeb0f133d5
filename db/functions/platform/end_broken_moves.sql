-- Lets people write again in tenants whose move broke off: nobody holds its lock any more. The mover marks a tenant as
-- moved in the session that holds the lock, and only where it is still `moving`.
create or replace function app.end_broken_moves() returns void
language sql volatile set search_path = ''
begin atomic
  update public.tenant set status = 'active'
    where status = 'moving' and pg_try_advisory_xact_lock(app.move_key(id));
end;
