-- Since when a step that is done had waited is written when it is done: it was looked for in the other steps of its document, once for
-- each step of a year (DASH-04). Those that were done before keep being looked up.
alter table timeline_entry add column waited_since timestamptz;
-- It follows from the times of the steps, which the audit has.
create or replace trigger audit after insert or delete or update on timeline_entry
  for each row execute function app.write_audit('{}', '{message_amounts}', '{waited_since}', 'procurement');

-- How long finished steps had waited for somebody is a figure of himself, not of their documents: they count whether or not he still
-- sees those, of modules that are on (GEN-10). Whether he does was a third of what it took.
drop function app.own_steps_done(timestamptz, timestamptz, text[]);
create function app.own_steps_done(in_from timestamptz, in_to timestamptz, in_types text[])
returns table (type text, waited interval)
language sql stable security definer set search_path = '' set enable_bitmapscan = off as $$
  select e.type, e.completed_at - coalesce(e.waited_since, greatest(e.created_at, (
      select max(o.completed_at) from public.timeline_entry o
      where o.tenant_id = e.tenant_id and o.timeline_id = e.timeline_id and o.status in ('approved', 'declined', 'canceled')
        and o.completed_at < e.completed_at)))
    from public.timeline_entry e
    where e.tenant_id = app.tenant_id() and e.lb_user_id = app.user_id() and e.status in ('approved', 'declined')
      and e.completed_at >= in_from and e.completed_at < in_to and e.type = any (in_types)
      and case when e.procurement_id is not null then 'procurement' when e.invoice_id is not null then 'invoice' else 'contract' end
        = any ((select app.kinds_on())::text[])
$$;
revoke execute on function app.own_steps_done(timestamptz, timestamptz, text[]) from public;
grant execute on function app.own_steps_done(timestamptz, timestamptz, text[]) to reader, reader_price;
