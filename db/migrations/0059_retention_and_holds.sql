-- What has come or left is kept until the end of its retention, which a tenant may extend but never shorten, and for as
-- long as a hold lies on its document (ARC-01 to ARC-03).

-- Why a document is held beyond its retention; null where nothing holds it. Who set it and when stands in its timeline.
alter table procurement add column legal_hold text check (length(legal_hold) between 1 and 2000);
alter table invoice add column legal_hold text check (length(legal_hold) between 1 and 2000);
alter table contract add column legal_hold text check (length(legal_hold) between 1 and 2000);
grant select (legal_hold) on procurement, invoice, contract to reader, reader_price;

-- For how many years beyond the one in which it came something is kept: as the law says, or longer by the tenant's will.
create function app.retention_years(in_tenant bigint, in_class text) returns integer
language sql stable security definer set search_path = '' as $$
  select greatest(legal.years, (
    select c.value::integer from public.configuration c
    where c.tenant_id = in_tenant and c.client_id is null and c.key = legal.key and c.value ~ '^\d{1,2}$'))
  from (values ('invoice', 8, 'retention_years_invoice'), ('order', 6, 'retention_years_order')) legal (class, years, key)
  where legal.class = in_class
$$;

-- The last day on which a file of these documents, or one of them itself, must be there; null where nothing says so, as
-- for a draft. It is counted anew each time, so that whoever extends the retention extends that of everything.
create function app.kept_until_of(in_tenant bigint, in_created timestamptz, in_stored date,
  in_procurement bigint, in_invoice bigint, in_contract bigint) returns date
language sql stable security definer set search_path = '' as $$
  select greatest(in_stored, case when k.class is not null then app.end_of_retention(
    (in_created at time zone app.time_zone_of(in_tenant))::date, app.retention_years(in_tenant, k.class)) end)
  from (select case
    when in_invoice is not null then 'invoice'
    when exists (select from public.procurement p where p.tenant_id = in_tenant and p.id = in_procurement and p.status <> 'draft')
      or exists (select from public.contract c where c.tenant_id = in_tenant and c.id = in_contract and c.status <> 'draft')
    then 'order' end as class) k
$$;

create function app.kept_until(in_created timestamptz, in_stored date,
  in_procurement bigint, in_invoice bigint, in_contract bigint) returns date
language sql stable security definer set search_path = ''
return app.kept_until_of(app.tenant_id(), in_created, in_stored, in_procurement, in_invoice, in_contract);
grant execute on function app.kept_until(timestamptz, date, bigint, bigint, bigint) to reader, reader_price, writer;

create function app.is_held(in_tenant bigint, in_procurement bigint, in_invoice bigint, in_contract bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.invoice d where d.tenant_id = in_tenant and d.id = in_invoice and d.legal_hold is not null)
    or exists (select from public.procurement d where d.tenant_id = in_tenant and d.id = in_procurement and d.legal_hold is not null)
    or exists (select from public.contract d where d.tenant_id = in_tenant and d.id = in_contract and d.legal_hold is not null)
$$;

-- A view is made of its originals once more whenever it is wanted.
create function app.is_kept(in_file public.file) returns boolean
language sql stable security definer set search_path = ''
return in_file.received_by is distinct from 'view' and (coalesce(app.kept_until_of(in_file.tenant_id, in_file.created_at, in_file.retain_until,
    in_file.procurement_id, in_file.invoice_id, in_file.contract_id) >= current_date, false)
  or app.is_held(in_file.tenant_id, in_file.procurement_id, in_file.invoice_id, in_file.contract_id));

-- Bytes, hash, time and way of receipt stay as they are, the retention only ever grows, and what is held stays with its
-- document: whoever asks, the tenant's removal as a whole included.
create or replace function app.keep_original() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not app.is_kept(old) then
    return null;
  end if;
  if tg_op = 'UPDATE'
      and (new.tenant_id, new.id, new.name, new.mime, new.size, new.sha256, new.received_by, new.created_at)
        is not distinct from (old.tenant_id, old.id, old.name, old.mime, old.size, old.sha256, old.received_by, old.created_at)
      and app.is_kept(new)
      and (old.retain_until is null or new.retain_until >= old.retain_until)
      and app.kept_until_of(new.tenant_id, new.created_at, new.retain_until, new.procurement_id, new.invoice_id, new.contract_id)
        >= app.kept_until_of(old.tenant_id, old.created_at, old.retain_until, old.procurement_id, old.invoice_id, old.contract_id)
      and app.is_held(new.tenant_id, new.procurement_id, new.invoice_id, new.contract_id)
        >= app.is_held(old.tenant_id, old.procurement_id, old.invoice_id, old.contract_id) then
    return null;
  end if;
  raise exception 'file % is kept', old.id using errcode = '55000';
end
$$;
drop trigger keep_original on file;
create trigger keep_original after update or delete on file for each row
  when (old.retain_until is not null or num_nonnulls(old.procurement_id, old.invoice_id, old.contract_id) > 0)
  execute function app.keep_original();

-- The pieces of a file that is removed go with it; by then it is not there any more.
create or replace function app.keep_original_bytes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.file f where f.tenant_id = old.tenant_id and f.id = old.file_id and app.is_kept(f)) then
    raise exception 'file % is kept', old.file_id using errcode = '55000';
  end if;
  return null;
end
$$;

create function app.keep_held() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'the document % is held', old.id using errcode = '55000';
end
$$;
create trigger keep_held after delete on procurement for each row when (old.legal_hold is not null) execute function app.keep_held();
create trigger keep_held after delete on invoice for each row when (old.legal_hold is not null) execute function app.keep_held();
create trigger keep_held after delete on contract for each row when (old.legal_hold is not null) execute function app.keep_held();

-- The mail as it left, byte for byte, where somebody outside gets it (ARC-01).
alter table mail add column file_id uuid,
  add foreign key (tenant_id, file_id) references file (tenant_id, id) on delete restrict;
create index on mail (tenant_id, file_id) where file_id is not null;

-- A letter as large as a file may be grows by a third inside its mail.
alter table file drop constraint file_size_check, add constraint file_size_check
  check (size between 0 and case received_by when 'export' then 268435456 when 'mail' then 16777216 else 10485760 end);
