-- Throughput times of a month cover the steps done in it (DASH-07). Steps and their waits are found outside the wall
-- of documents, which would check every step a person ever did; visibility is checked only for these.
create or replace function app.steps_done(in_from timestamptz, in_to timestamptz, in_types text[])
returns table (id bigint, waited interval)
language sql stable security definer rows 20000 set search_path = '' as $$
  select e.id, e.completed_at - coalesce(e.waited_since, app.looked_up_wait(e.tenant_id, e.timeline_id, e.created_at, e.completed_at))
    from public.timeline_entry e
    where e.tenant_id = app.tenant_id() and e.completed_at >= in_from and e.completed_at < in_to
      and e.type = any (in_types) and e.status in ('approved', 'declined')
$$;
grant execute on function app.steps_done(timestamptz, timestamptz, text[]) to reader, reader_price;
