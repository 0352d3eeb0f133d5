-- Turns the count of a past minute into a row.
create or replace function app.note_count(in_count public.security_count) returns void
language sql security definer set search_path = '' as $$
  insert into public.security_log (tenant_id, kind, lb_user_id, actor_id, times)
    select in_count.tenant_id, in_count.kind, nullif(in_count.lb_user_id, 0), nullif(in_count.lb_user_id, 0), in_count.times - app.most_refusals()
    where in_count.times > app.most_refusals()
$$;
