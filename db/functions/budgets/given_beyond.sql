-- The cost centers to which a credit note gives more than the corrected invoice has taken there, alone or with its
-- other credit notes.
create or replace function app.given_beyond(i public.invoice, in_with_others boolean) returns setof bigint
language sql stable set search_path to '' as $$
  select g.cost_center_id
  from (select cost_center_id, sum(net) as net from app.own_parts(i) group by 1) g
  where i.corrects_invoice_id is not null and g.cost_center_id is not null and g.net < 0 and -g.net > coalesce((
    select sum(c.net) from app.corrected_parts(i) c where c.cost_center_id = g.cost_center_id), 0) + coalesce((
    select sum(c.net)
    from public.invoice o cross join lateral app.own_parts(o) c
    where in_with_others and o.tenant_id = i.tenant_id and c.cost_center_id = g.cost_center_id
      and o.corrects_invoice_id = i.corrects_invoice_id and o.id <> i.id and o.total_brutto < 0
      and o.status not in ('declined', 'declined-exported')), 0)
$$;
grant execute on function app.given_beyond(invoice, boolean) to writer;
