-- The budget use of an order waiting for its invoices, in its own currency.
create or replace function app.worth_of_order(in_tenant bigint, in_id bigint) returns numeric
language sql stable as $$
  select case
    when p.status in ('completed', 'declined') then (
      select coalesce(sum(l.total_netto * app.came_of(p.status, l.kind, l.quantity, l.quantity_received)), 0)
      from public.procurement_line l where l.tenant_id = in_tenant and l.procurement_id = in_id)
    when not app.counts_in_budgets('procurement', p.status) then 0
    else p.total_netto end
  from public.procurement p where p.tenant_id = in_tenant and p.id = in_id
$$;
