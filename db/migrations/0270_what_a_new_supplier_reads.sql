-- What is asked of a new supplier is found by indexes, however many there are (ADM-23). A plan that was made while a table was small
-- stays until the end of the connection, also while an import fills the table.

create or replace function app.named_by(in_tenant bigint, in_supplier bigint, in_column text, in_value text, in_client bigint default null) returns text
language sql stable set search_path to '' set enable_seqscan to off as $$
  select o.name from public.supplier o
  -- Each candidate by its own index: a condition for all columns at once, or a join, reads all suppliers.
  where o.tenant_id = in_tenant and o.active and o.id <> in_supplier and o.id = any (array(
      select s.id from public.supplier s where in_column = 'vat_number' and s.tenant_id = in_tenant and s.vat_number = in_value
      union all select s.id from public.supplier s where in_column = 'iban' and s.tenant_id = in_tenant and s.iban = in_value
      union all select k.supplier_id from public.supplier_client k
        where in_column = 'vendor_account' and k.tenant_id = in_tenant and k.client_id = in_client and k.vendor_account = in_value
      union all select s.id from public.supplier s
        where in_column = 'external_id' and s.tenant_id = in_tenant and rtrim(s.external_id, '0') = rtrim(in_value, '0')
      union all select k.supplier_id from public.supplier_client k
        where in_column = 'external_id' and k.tenant_id = in_tenant and rtrim(k.external_id, '0') = rtrim(in_value, '0')))
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

-- The register compares names of tables, and what is asked from there compares as these do unless it is told otherwise; the indexes
-- do not. Behind a policy no index of `rtrim` is used, as nobody knows of that function that it tells nothing of other rows.
create or replace function app.stands_elsewhere(in_tenant bigint, in_supplier bigint, in_column text, in_value text) returns boolean
language sql stable set search_path to '' set enable_seqscan to off as $$
  select case in_column
    when 'vat_number' then exists (select from public.supplier o
      where o.tenant_id = in_tenant and o.id <> in_supplier and o.vat_number = in_value collate "default")
    when 'vendor_account' then exists (select from public.supplier_client k
      where k.tenant_id = in_tenant and k.supplier_id <> in_supplier and k.vendor_account = in_value collate "default")
    else exists (select from public.supplier o
        where o.tenant_id = in_tenant and o.id <> in_supplier and rtrim(o.external_id, '0') = rtrim(in_value, '0') collate "default")
      or exists (select from public.supplier_client k
        where k.tenant_id = in_tenant and k.supplier_id <> in_supplier and rtrim(k.external_id, '0') = rtrim(in_value, '0') collate "default") end
$$;

create or replace function app.note_twins() returns trigger language plpgsql security definer
  set search_path to '' set enable_seqscan to off as $$
declare
  named jsonb;
begin
  if exists (
    select from public.supplier o where o.tenant_id = new.tenant_id and o.id <> new.id and o.merged_into_id is null and o.vat_number = new.vat_number
    union all select from public.supplier o where o.tenant_id = new.tenant_id and o.id <> new.id and o.merged_into_id is null and o.tax_number = new.tax_number
    union all select from public.supplier o where o.tenant_id = new.tenant_id and o.id <> new.id and o.merged_into_id is null and o.iban = new.iban
    union all select from public.supplier_bank_change b
      where b.tenant_id = new.tenant_id and b.iban = new.iban and b.supplier_id <> new.id and b.state = 'pending') then
    perform set_config('app.twins', (coalesce(nullif(current_setting('app.twins', true), ''), '0')::integer + 1)::text, true);
    -- An import tells the first of them by their names.
    named := coalesce(nullif(current_setting('app.twin_names', true), ''), '[]')::jsonb;
    if jsonb_array_length(named) < 10 then
      perform set_config('app.twin_names', (named || to_jsonb(new.name))::text, true);
    end if;
  end if;
  return new;
end
$$;
