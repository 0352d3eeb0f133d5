-- Two suppliers of whom one request orders are merged as well (ADM-22): what is not ordered yet becomes one order, what is over stays as
-- it was ordered. Only where a request still runs and one of the two has got his order, nobody could say what is ordered of whom.

-- The requests that have an order of each of the two, by the same way.
create function app.shared_orders(in_tenant bigint, in_supplier bigint, in_other bigint)
returns table (procurement_id bigint, marketplace_id bigint, order_id bigint, other_id bigint, is_untouched boolean, is_over boolean)
language sql stable set search_path to '' as $$
  select one.procurement_id, one.marketplace_id, one.id, other.id,
    one.state = 'open' and other.state = 'open' and not exists (select from public.procurement_order_letter l
      where l.tenant_id = in_tenant and l.supplier_order_id in (one.id, other.id)),
    p.status in ('declined', 'completed')
  from public.procurement_supplier_order one
  join public.procurement_supplier_order other on other.tenant_id = in_tenant and other.procurement_id = one.procurement_id
    and other.marketplace_id is not distinct from one.marketplace_id and other.supplier_id = in_other
  join public.procurement p on p.tenant_id = in_tenant and p.id = one.procurement_id
  where one.tenant_id = in_tenant and one.supplier_id = in_supplier
$$;

create or replace function app.guard_merging() returns trigger language plpgsql security definer set search_path to '' as $$
declare
  shared text;
begin
  if tg_op = 'INSERT' or app.means() in ('token', 'job', 'mail_link') or old.merged_into_id is not null then
    raise exception 'permission denied for table supplier' using errcode = '42501';
  end if;
  if new.merged_into_id = new.id or exists (select from public.supplier s
      where s.tenant_id = new.tenant_id and s.id = new.merged_into_id and not s.active) then
    raise exception 'not_selectable' using errcode = '55000', column = 'merged_into_id';
  end if;
  select p.name into shared from app.shared_orders(new.tenant_id, new.id, new.merged_into_id) o
    join public.procurement p on p.tenant_id = new.tenant_id and p.id = o.procurement_id
    where not o.is_untouched and not o.is_over order by p.id limit 1;
  if shared is not null then
    raise exception 'suppliers_share_request' using errcode = '55000', column = 'merged_into_id', detail = jsonb_build_object('name', shared);
  end if;
  return new;
end
$$;

create or replace function app.move_to_merged() returns trigger language plpgsql security definer set search_path to '' as $$
declare
  pointing record;
  place tid;
begin
  perform app.void_bank_change(new.tenant_id, new.id, '{merged_into_id}');
  delete from public.procurement_supplier_order o using app.shared_orders(new.tenant_id, new.id, new.merged_into_id) s
    where o.tenant_id = new.tenant_id and o.id = s.order_id and s.is_untouched;
  for pointing in select c.table_name, c.column_name, format('tenant_id = $1 and %I = $2', c.column_name)
      || case c.table_name
        -- A merge changes no number under which anything of the other one is booked.
        when 'public.supplier_client'::regclass then ' and (external_id is null or not exists (
          select from public.supplier s where s.tenant_id = $1 and s.id = $3 and s.external_id is not null))'
        -- Lines stay with their order.
        when 'public.procurement_line'::regclass then ' and not exists (select from app.shared_orders($1, $2, $3) s
          where s.procurement_id = procurement_line.procurement_id and s.marketplace_id is not distinct from procurement_line.marketplace_id)'
        -- Whoever could choose the one chooses the other one; whom everybody may choose stays open to everybody.
        when 'public.permission_supplier'::regclass then ' and exists (select from public.permission_supplier o where o.tenant_id = $1 and o.supplier_id = $3)'
        when 'public.supplier_department'::regclass then ' and exists (select from public.supplier_department o where o.tenant_id = $1 and o.supplier_id = $3)'
        else '' end as matching
    from app.columns_of_suppliers() c
  loop
    begin
      execute format('update %s set %I = $3 where %s', pointing.table_name, pointing.column_name, pointing.matching)
        using new.tenant_id, new.id, new.merged_into_id;
    exception when unique_violation then
      -- Of some of it the other one has the like already: that stays as history.
      for place in execute format('select ctid from %s where %s', pointing.table_name, pointing.matching)
        using new.tenant_id, new.id, new.merged_into_id
      loop
        begin
          execute format('update %s set %I = $1 where ctid = $2', pointing.table_name, pointing.column_name) using new.merged_into_id, place;
        exception when unique_violation then
          null;
        end;
      end loop;
    end;
  end loop;
  return null;
end
$$;
