-- How long the person's own finished steps had waited for him: from the end of the step before it, or from when it was added, whichever
-- is later. As with those of a month (`app.steps_done`), the steps are found beside the wall, and whether he still sees their documents is asked
-- of those alone. No index says when a step was done, for approving it is to touch none; that of the blocks of a time would read the
-- steps of everybody, and is off.
create or replace function app.own_steps_done(in_from timestamptz, in_to timestamptz, in_types text[])
returns table (type text, waited interval)
language sql stable security definer set search_path = '' set enable_bitmapscan = off as $$
  select e.type, e.completed_at - coalesce(e.waited_since, app.looked_up_wait(e.tenant_id, e.timeline_id, e.created_at, e.completed_at))
    from public.timeline_entry e
    where e.tenant_id = app.tenant_id() and e.lb_user_id = app.user_id() and e.status in ('approved', 'declined')
      and e.completed_at >= in_from and e.completed_at < in_to and e.type = any (in_types)
      and case when e.procurement_id is not null then 'procurement' when e.invoice_id is not null then 'invoice' else 'contract' end
        = any ((select app.kinds_on())::text[])
$$;
grant execute on function app.own_steps_done(timestamptz, timestamptz, text[]) to reader, reader_price;
