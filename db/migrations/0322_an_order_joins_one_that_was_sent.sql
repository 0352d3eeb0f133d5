-- A running request that has ordered from one of two merged suppliers keeps that order, with the lines that were still to be ordered from
-- the other one (ADM-22): what a letter does not tell yet is a change of its order, as if somebody had added the lines. Only where both
-- were told something, nobody could say what stands in which letter.
drop function app.shared_orders(bigint, bigint, bigint);
create function app.is_untold(in_order public.procurement_supplier_order) returns boolean language sql stable set search_path to '' as $$
  select in_order.state = 'open' and not exists (select from public.procurement_order_letter l
    where l.tenant_id = in_order.tenant_id and l.supplier_order_id = in_order.id)
$$;
revoke execute on function app.is_untold(public.procurement_supplier_order) from public;

-- The requests that have an order of each of the two, by the same way; `joining_id` is the order that can go into the other one.
create function app.shared_orders(in_tenant bigint, in_supplier bigint, in_other bigint)
returns table (procurement_id bigint, marketplace_id bigint, joining_id bigint, is_over boolean)
language sql stable set search_path to '' as $$
  with shared as (
    select one.procurement_id, one.marketplace_id, one.id, other.id as other_id, app.is_untold(one) as is_untold,
      app.is_untold(other) as is_other_untold, p.status in ('declined', 'completed') as is_over
    from public.procurement_supplier_order one
    join public.procurement_supplier_order other on other.tenant_id = in_tenant and other.procurement_id = one.procurement_id
      and other.marketplace_id is not distinct from one.marketplace_id and other.supplier_id = in_other
    join public.procurement p on p.tenant_id = in_tenant and p.id = one.procurement_id
    where one.tenant_id = in_tenant and one.supplier_id = in_supplier)
  -- A shop takes no lines into an order that it has got.
  select s.procurement_id, s.marketplace_id, case
      when s.is_untold and s.is_other_untold or s.is_untold and s.marketplace_id is null then s.id
      when s.is_other_untold and s.marketplace_id is null then s.other_id end, s.is_over
  from shared s
$$;

do $$
declare
  guard text := pg_get_functiondef('app.guard_merging()'::regprocedure);
  moving text := pg_get_functiondef('app.move_to_merged()'::regprocedure);
begin
  if strpos(guard, 'select p.name into shared from') = 0 or strpos(guard, 'where not o.is_untouched and not o.is_over') = 0
    or strpos(moving, 'o.id = s.order_id and s.is_untouched') = 0 then
    raise exception 'merging is another one';
  end if;
  execute replace(replace(guard, 'select p.name into shared from',
    'select concat_ws('' '', coalesce(p.order_number_formatted, p.draft_number_formatted), p.name) into shared from'),
    'where not o.is_untouched and not o.is_over', 'where o.joining_id is null and not o.is_over');
  execute replace(moving, 'o.id = s.order_id and s.is_untouched', 'o.id = s.joining_id and not s.is_over');
end
$$;
