-- A supplier who is there twice is merged into another one (ADM-22): all that points to him follows, he stays as an inactive record that
-- says where he went. It moves payments, so that it governs control (AUTH-37) and is done by somebody who has logged in.
alter table supplier add column merged_into_id bigint,
  add constraint supplier_merged_into foreign key (tenant_id, merged_into_id) references supplier (tenant_id, id) on delete restrict,
  add constraint supplier_merged_is_inactive check (merged_into_id is null or not active);
create index on supplier (tenant_id, merged_into_id) where merged_into_id is not null;
grant select (merged_into_id) on supplier to reader, reader_price;

do $$
declare
  registered text := pg_get_functiondef('app.controls()'::regprocedure);
  row_of_suppliers text := '(''supplier_approver'', ''supplier_approver'', ''rows''';
begin
  if strpos(registered, row_of_suppliers) = 0 then
    raise exception 'the register does not know suppliers';
  end if;
  execute replace(registered, row_of_suppliers,
    '(''supplier'', ''merged_into_id'', ''columns'', ''{merged_into_id}'', false, ''{}'', ''supplier'', ''id''),
    ' || row_of_suppliers);
end
$$;

-- Asked when it is wanted and again when it is carried out.
create function app.guard_merging() returns trigger language plpgsql security definer set search_path to '' as $$
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
  -- One request may order once of a supplier.
  select p.name into shared from public.procurement_supplier_order one
    join public.procurement_supplier_order other on other.tenant_id = one.tenant_id and other.procurement_id = one.procurement_id
      and other.marketplace_id is not distinct from one.marketplace_id and other.supplier_id = new.merged_into_id
    join public.procurement p on p.tenant_id = one.tenant_id and p.id = one.procurement_id
    where one.tenant_id = new.tenant_id and one.supplier_id = new.id order by p.id limit 1;
  if shared is not null then
    raise exception 'suppliers_share_request' using errcode = '55000', column = 'merged_into_id', detail = jsonb_build_object('name', shared);
  end if;
  return new;
end
$$;
create trigger guard_merging before update of merged_into_id on supplier for each row
  when (current_user = 'writer' and new.merged_into_id is distinct from old.merged_into_id) execute function app.guard_merging();
create trigger guard_merging_of_new before insert on supplier for each row
  when (current_user = 'writer' and new.merged_into_id is not null) execute function app.guard_merging();

-- The columns of all tables that point to a supplier, as the catalogue has them.
create function app.columns_of_suppliers() returns table (table_name regclass, column_name name)
language sql stable set search_path to '' as $$
  select c.conrelid::regclass, a.attname from pg_catalog.pg_constraint c
  join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey) and a.attname <> 'tenant_id'
  where c.contype = 'f' and c.confrelid = 'public.supplier'::regclass order by 1, 2
$$;

create function app.deactivate_merged() returns trigger language plpgsql set search_path to '' as $$
begin
  new.active := false;
  return new;
end
$$;
-- Named behind the register, which keeps the row as it is while the change waits.
create trigger keep_merged_inactive before update of merged_into_id on supplier for each row
  when (new.merged_into_id is not null) execute function app.deactivate_merged();

create function app.move_to_merged() returns trigger language plpgsql security definer set search_path to '' as $$
declare
  pointing record;
  place tid;
begin
  perform app.void_bank_change(new.tenant_id, new.id, '{merged_into_id}');
  -- Who may choose the other one is neither widened nor narrowed.
  for pointing in select c.table_name, c.column_name, format('tenant_id = $1 and %I = $2', c.column_name)
      -- A merge changes no number under which anything of the other one is booked.
      || case when c.table_name = 'public.supplier_client'::regclass then ' and (external_id is null or not exists (
        select from public.supplier s where s.tenant_id = $1 and s.id = $3 and s.external_id is not null))' else '' end as matching
    from app.columns_of_suppliers() c where c.table_name <> all ('{public.permission_supplier,public.supplier_department}'::regclass[])
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
create trigger move_to_merged after update of merged_into_id on supplier for each row
  when (old.merged_into_id is null and new.merged_into_id is not null) execute function app.move_to_merged();

-- What has left was told to the books as it was, and is taken back as it was (EXP-24): the record of a merged supplier is no other party.
create or replace function app.keep_exported_parties() returns trigger language plpgsql set search_path to '' as $$
begin
  if app.was_exported(old.tenant_id, old.id) and (new.client_id is distinct from old.client_id or not exists (
      select from public.supplier s where s.tenant_id = old.tenant_id and s.id = old.supplier_id and s.merged_into_id = new.supplier_id)) then
    raise exception 'exported_party_fixed' using errcode = '55000',
      column = case when new.client_id is distinct from old.client_id then 'client_id' else 'supplier_id' end;
  end if;
  return new;
end
$$;
