-- Whoever sees all orders is not asked of each movement whether he sees its order: that was more than half of a list of a month end
-- (DASH-07). A draft has no movement, so that nothing of one is shown.
drop policy visible on order_movement;
create policy visible on order_movement for select to reader, reader_price
  using (tenant_id = (select app.tenant_id()) and ((select app.sees_all('procurement')) or exists (
    select from procurement d where d.tenant_id = order_movement.tenant_id and d.id = order_movement.procurement_id)));
drop policy module_on on order_movement;
create policy module_on on order_movement as restrictive for select to reader, reader_price
  using ((select app.is_on('procurement')));

-- How long a step waited follows one rule, on the dashboard and at the end of the month (DASH-04, DASH-07): it is written with the step,
-- and looked up for steps of before.
create function app.looked_up_wait(in_tenant bigint, in_timeline bigint, in_created timestamptz, in_completed timestamptz)
returns timestamptz language sql stable set search_path = '' as $$
  select greatest(in_created, max(o.completed_at)) from public.timeline_entry o
    where o.tenant_id = in_tenant and o.timeline_id = in_timeline and o.status in ('approved', 'declined', 'canceled')
      and o.completed_at < in_completed
$$;
revoke execute on function app.looked_up_wait(bigint, bigint, timestamptz, timestamptz) from public;

drop function app.own_steps_done(timestamptz, timestamptz, text[]);
create function app.own_steps_done(in_from timestamptz, in_to timestamptz, in_types text[])
returns table (type text, waited interval)
language sql stable security definer set search_path = '' set enable_bitmapscan = off as $$
  select e.type, e.completed_at - coalesce(e.waited_since, app.looked_up_wait(e.tenant_id, e.timeline_id, e.created_at, e.completed_at))
    from public.timeline_entry e
    where e.tenant_id = app.tenant_id() and e.lb_user_id = app.user_id() and e.status in ('approved', 'declined')
      and e.completed_at >= in_from and e.completed_at < in_to and e.type = any (in_types)
      and case when e.procurement_id is not null then 'procurement' when e.invoice_id is not null then 'invoice' else 'contract' end
        = any ((select app.kinds_on())::text[])
$$;
revoke execute on function app.own_steps_done(timestamptz, timestamptz, text[]) from public;
grant execute on function app.own_steps_done(timestamptz, timestamptz, text[]) to reader, reader_price;

drop function app.steps_done(timestamptz, timestamptz, text[], text[]);
create function app.steps_done(in_from timestamptz, in_to timestamptz, in_types text[])
returns table (id bigint, waited interval)
language sql stable security definer rows 20000 set search_path = '' as $$
  select e.id, e.completed_at - coalesce(e.waited_since, app.looked_up_wait(e.tenant_id, e.timeline_id, e.created_at, e.completed_at))
    from public.timeline_entry e
    where e.tenant_id = app.tenant_id() and e.completed_at >= in_from and e.completed_at < in_to
      and e.type = any (in_types) and e.status in ('approved', 'declined')
$$;
revoke execute on function app.steps_done(timestamptz, timestamptz, text[]) from public;
grant execute on function app.steps_done(timestamptz, timestamptz, text[]) to reader, reader_price;

-- What is open on a day is read from the index alone, in numbers that are added fast.
alter table order_movement add column net_cents bigint generated always as ((net * 100)::bigint) stored;
grant select (net_cents) on order_movement to reader_price;
drop index order_movement_tenant_id_settled_on_idx;
create index order_movement_tenant_id_settled_on_idx on order_movement (tenant_id, settled_on, day)
  include (procurement_id, line, kind, currency, net_cents);

-- The one rule of a line's figures, for amounts as they are kept and for hundredths of them.
drop function app.line_figures(numeric, numeric, numeric, numeric);
create function app.line_figures(ordered anyelement, came anyelement, ended anyelement, charged anyelement)
returns table (invoiced anyelement, beyond anyelement, received anyelement, committed anyelement, released anyelement, is_settled boolean)
language sql immutable parallel safe as $$
  select i.invoiced, charged - i.invoiced, r.received, e.committed, ordered - i.invoiced - e.committed,
    e.committed = 0 and r.received = i.invoiced and (charged = i.invoiced or ordered = ended and ordered <> 0)
  from (select least(greatest(charged, 0), greatest(ordered, 0)) as invoiced) i
  cross join lateral (select greatest(0, ordered - ended - i.invoiced) as committed) e
  cross join lateral (select least(came, greatest(ordered - ended, i.invoiced)) as received) r
$$;
revoke execute on function app.line_figures(anyelement, anyelement, anyelement, anyelement) from public;
grant execute on function app.line_figures(anyelement, anyelement, anyelement, anyelement) to reader, reader_price, writer;
