-- How long the person's own done steps had waited: from the end of the previous step, or from their creation,
-- whichever is later. As in `app.steps_done`, steps are found outside the wall, and visibility is checked only for
-- these. There is no index by completion, to keep approving cheap; the block range index by time would read
-- everyone's steps, so bitmap scans are off.
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
