-- What names a supplier to the bank and to the books names one supplier alone (ADM-23): VAT id and account among the active suppliers of
-- a tenant, who all are suppliers of each of its companies; the number of the creditor, and that of the vendor, in each company.
create index supplier_of_vat_number on supplier (tenant_id, vat_number);
create index supplier_of_tax_number on supplier (tenant_id, tax_number);
create index supplier_of_account on supplier (tenant_id, iban);
-- 70010 is 700100 where creditors have a digit more.
create index supplier_of_creditor on supplier (tenant_id, rtrim(external_id, '0'));
create index supplier_client_of_creditor on supplier_client (tenant_id, rtrim(external_id, '0'));
create index supplier_client_of_vendor on supplier_client (tenant_id, vendor_account);

-- The name of another active supplier whom a value names; null where it is free. What stood twice before stays, and is listed.
create function app.named_by(in_tenant bigint, in_supplier bigint, in_column text, in_value text, in_client bigint default null) returns text
language sql stable set search_path to '' as $$
  -- Each candidate by its own index: a condition for all columns at once reads all suppliers.
  select o.name from (
    select s.id from public.supplier s where in_column = 'vat_number' and s.tenant_id = in_tenant and s.vat_number = in_value
    union all select s.id from public.supplier s where in_column = 'iban' and s.tenant_id = in_tenant and s.iban = in_value
    union all select k.supplier_id from public.supplier_client k
      where in_column = 'vendor_account' and k.tenant_id = in_tenant and k.client_id = in_client and k.vendor_account = in_value
    union all select s.id from public.supplier s
      where in_column = 'external_id' and s.tenant_id = in_tenant and rtrim(s.external_id, '0') = rtrim(in_value, '0')
    union all select k.supplier_id from public.supplier_client k
      where in_column = 'external_id' and k.tenant_id = in_tenant and rtrim(k.external_id, '0') = rtrim(in_value, '0')) candidate
  join public.supplier o on o.tenant_id = in_tenant and o.id = candidate.id
  where o.active and o.id <> in_supplier
    -- The number counts in the company, or in each that has no number of its own for the supplier.
    and (in_column <> 'external_id' or exists (
      select from public.client c
      left join public.supplier_client k on k.tenant_id = c.tenant_id and k.client_id = c.id and k.supplier_id = o.id
      where c.tenant_id = in_tenant
        and case when in_client is not null then c.id = in_client else not exists (select from public.supplier_client m
          where m.tenant_id = in_tenant and m.supplier_id = in_supplier and m.client_id = c.id and m.external_id is not null) end
        and rpad(coalesce(k.external_id, o.external_id), c.ledger_account_length + 1, '0') = rpad(in_value, c.ledger_account_length + 1, '0')))
  order by o.id limit 1
$$;

-- Refuses a value that names somebody else, with his name. Those who give one take turns.
create function app.keep_named(in_row jsonb, in_supplier bigint, in_column text, in_client bigint) returns void
language plpgsql set search_path to '' as $$
declare
  tenant constant bigint := (in_row ->> 'tenant_id')::bigint;
  other text;
begin
  if in_row ->> in_column is not null then
    perform pg_advisory_xact_lock(hashtextextended('names of suppliers', tenant));
    other := app.named_by(tenant, in_supplier, in_column, in_row ->> in_column, in_client);
    if other is not null then
      raise exception 'supplier_named' using errcode = '55000', column = in_column,
        detail = jsonb_build_object('name', other, 'value', in_row ->> in_column);
    end if;
  end if;
end
$$;
create function app.keep_names_of_supplier() returns trigger language plpgsql security definer set search_path to '' as $$
declare
  was constant jsonb := case when tg_op = 'UPDATE' and old.active then to_jsonb(old) else '{}' end;
  wanted text;
begin
  foreach wanted in array tg_argv loop
    if new.active and was ->> wanted is distinct from to_jsonb(new) ->> wanted then
      perform app.keep_named(to_jsonb(new), new.id, wanted, null);
    end if;
  end loop;
  return new;
end
$$;
-- What is wanted is looked at before it waits (guard), an account when it becomes his (keep): until then it is told where else it stands.
create trigger guard_names before insert or update of external_id, vat_number, active on supplier for each row
  when (current_user = 'writer') execute function app.keep_names_of_supplier('external_id', 'vat_number');
create trigger keep_account before insert or update of iban, active on supplier for each row
  when (current_user = 'writer') execute function app.keep_names_of_supplier('iban');

create function app.keep_names_in_company() returns trigger language plpgsql security definer set search_path to '' as $$
declare
  was constant jsonb := case when tg_op = 'UPDATE' and old.client_id = new.client_id and old.supplier_id = new.supplier_id then to_jsonb(old) else '{}' end;
  wanted text;
begin
  if exists (select from public.supplier s where s.tenant_id = new.tenant_id and s.id = new.supplier_id and s.active) then
    foreach wanted in array '{external_id,vendor_account}'::text[] loop
      if was ->> wanted is distinct from to_jsonb(new) ->> wanted then
        perform app.keep_named(to_jsonb(new), new.supplier_id, wanted, new.client_id);
      end if;
    end loop;
  end if;
  return new;
end
$$;
create trigger guard_names before insert or update of supplier_id, client_id, external_id, vendor_account on supplier_client for each row
  when (current_user = 'writer') execute function app.keep_names_in_company();

-- They are changed by two (AUTH-37). A first one that nobody has moves no payment, so that it needs nobody; one that an inactive
-- supplier has, or that takes the place of another in a company, does.
create function app.stands_elsewhere(in_tenant bigint, in_supplier bigint, in_column text, in_value text) returns boolean
language sql stable set search_path to '' as $$
  select case in_column
    when 'vat_number' then exists (select from public.supplier o where o.tenant_id = in_tenant and o.id <> in_supplier and o.vat_number = in_value)
    when 'vendor_account' then exists (select from public.supplier_client k
      where k.tenant_id = in_tenant and k.supplier_id <> in_supplier and k.vendor_account = in_value)
    else exists (select from public.supplier o
        where o.tenant_id = in_tenant and o.id <> in_supplier and rtrim(o.external_id, '0') = rtrim(in_value, '0'))
      or exists (select from public.supplier_client k
        where k.tenant_id = in_tenant and k.supplier_id <> in_supplier and rtrim(k.external_id, '0') = rtrim(in_value, '0')) end
$$;
create function app.governs_names(in_table text, in_control text, in_old jsonb, in_new jsonb) returns boolean
language sql stable set search_path to '' as $$
  select case in_table when 'supplier' then in_control = 'merged_into_id' or in_old ->> in_control is not null
      or app.stands_elsewhere((in_new ->> 'tenant_id')::bigint, (in_new ->> 'id')::bigint, in_control, in_new ->> in_control)
    else (in_old ->> 'supplier_id', in_old ->> 'client_id', in_old ->> 'external_id', in_old ->> 'vendor_account')
        is distinct from (in_new ->> 'supplier_id', in_new ->> 'client_id', in_new ->> 'external_id', in_new ->> 'vendor_account')
      and (coalesce(in_old ->> 'external_id', in_old ->> 'vendor_account') is not null
        or exists (select from public.supplier s where s.tenant_id = (in_new ->> 'tenant_id')::bigint
          and s.id = (in_new ->> 'supplier_id')::bigint and s.external_id <> in_new ->> 'external_id')
        or app.stands_elsewhere((in_new ->> 'tenant_id')::bigint, (in_new ->> 'supplier_id')::bigint, 'external_id', in_new ->> 'external_id')
        or app.stands_elsewhere((in_new ->> 'tenant_id')::bigint, (in_new ->> 'supplier_id')::bigint, 'vendor_account', in_new ->> 'vendor_account')) end
$$;

do $$
declare
  body text := pg_get_functiondef('app.governs(text, text, jsonb, jsonb)'::regprocedure);
  known text := 'select case when in_table <> ''lb_user'' then true';
  registered text := pg_get_functiondef('app.controls()'::regprocedure);
  row_of_suppliers text := '(''supplier_approver'', ''supplier_approver'', ''rows''';
begin
  if strpos(body, known) = 0 or strpos(registered, row_of_suppliers) = 0 then
    raise exception 'the register does not know suppliers';
  end if;
  execute replace(body, known, 'select case when in_table in (''supplier'', ''supplier_client'') then app.governs_names(in_table, in_control, in_old, in_new)
    when in_table <> ''lb_user'' then true');
  execute replace(registered, row_of_suppliers, '(''supplier'', ''external_id'', ''columns'', ''{external_id}'', true, ''{"external_id": null}'', ''supplier'', ''id''),
    (''supplier'', ''vat_number'', ''columns'', ''{vat_number}'', true, ''{"vat_number": null}'', ''supplier'', ''id''),
    (''supplier_client'', ''supplier_client'', ''rows'', ''{supplier_id,client_id,external_id,client_number,vendor_account}'', true, ''{}'', ''supplier'', ''supplier_id''),
    ' || row_of_suppliers);
end
$$;
create trigger hold_control before insert or update or delete on supplier for each row
  when (current_user = 'writer') execute function app.hold_control();
create trigger hold_control before insert or update or delete on supplier_client for each row
  when (current_user = 'writer') execute function app.hold_control();
