-- Waiting times follow one rule on the dashboard and at the end of the month (DASH-04, DASH-07): stored with each
-- step, computed for older steps.
create or replace function app.looked_up_wait(in_tenant bigint, in_timeline bigint, in_created timestamptz, in_completed timestamptz)
returns timestamptz language sql stable set search_path = '' as $$
  select greatest(in_created, max(o.completed_at)) from public.timeline_entry o
    where o.tenant_id = in_tenant and o.timeline_id = in_timeline and o.status in ('approved', 'declined', 'canceled')
      and o.completed_at < in_completed
$$;
