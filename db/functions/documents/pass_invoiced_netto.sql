-- Invoices decide whether an order is completely invoiced, unless a person has set that (PROC-21).
create or replace function app.pass_invoiced_netto()
returns trigger
language plpgsql
set search_path to '' as $$
declare
  tenants bigint[];
  orders bigint[];
begin
  if tg_table_name = 'invoice' then
    select array_agg(distinct c.tenant_id), array_agg(distinct o.id) into tenants, orders
    from changed c cross join lateral (
      select app.orders_of_invoices(c.tenant_id, array(select app.with_corrections(c.tenant_id, array[c.id]))) as id
      union
      select c.procurement_id where c.procurement_id is not null
      union
      select l.procurement_id from public.invoice_line i
        join public.procurement_line l on l.tenant_id = c.tenant_id and l.id = i.procurement_line_id
        where i.tenant_id = c.tenant_id and i.invoice_id = c.id
    ) o;
  else
    select array_agg(distinct c.tenant_id), array_agg(distinct o.id) into tenants, orders
    from changed c cross join lateral (
      select l.procurement_id as id from public.procurement_line l
        where l.tenant_id = c.tenant_id and l.id = c.procurement_line_id
      union
      select i.procurement_id from public.invoice i
        where i.tenant_id = c.tenant_id and i.id = c.invoice_id and i.procurement_id is not null
    ) o
    where c.procurement_line_id is not null;
  end if;
  if orders is null then
    return null;
  end if;
  -- Locks several orders in a fixed order.
  perform from public.procurement p where p.tenant_id = any (tenants) and p.id = any (orders) order by p.id for no key update;
  update public.procurement p set
    open_value = p.total_netto - touched.net,
    completely_invoiced = case
      when p.type <> 'single_invoice' then p.completely_invoiced
      when touched.net > 0 and touched.net >= p.total_netto then true
      -- An order completed by invoices is open again without them. A credit note alone reopens nothing, since no
      -- invoice is to follow, but it does not keep an order completed by others; a manual setting stays.
      when touched.charged < p.total_netto and (p.open_value <= 0 or touched.net < touched.charged and not exists (
        select from public.timeline_entry e
        where e.tenant_id = p.tenant_id and e.procurement_id = p.id and e.message_code = 'document_edited'
          and e.message_values ->> 'fields' = 'completely_invoiced')) then false
      else p.completely_invoiced end
    from (
      select o.tenant_id, o.id, i.net, i.charged
      from public.procurement o cross join lateral app.invoiced_of(o.tenant_id, o.id, o.currency,
        app.known_rate(o.tenant_id, o.client_id, o.currency, o.exchange_rate)) i
      where o.tenant_id = any (tenants) and o.id = any (orders)
    ) touched
    where p.tenant_id = touched.tenant_id and p.id = touched.id and p.open_value is distinct from p.total_netto - touched.net;
  return null;
end
$$;
