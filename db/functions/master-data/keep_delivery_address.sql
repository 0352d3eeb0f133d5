-- VAL-26: every company keeps at least one delivery address. Deferred, because the addresses of a new company follow
-- it. The database's owner may load data without this check.
create or replace function app.keep_delivery_address() returns trigger
language plpgsql set search_path = '' as $$
declare
  company bigint := case tg_table_name when 'client' then to_jsonb(new) ->> 'id' else to_jsonb(old) ->> 'client_id' end;
begin
  -- Two concurrent deletions of the last two addresses wait for each other.
  perform from public.client c where c.tenant_id = app.tenant_id() and c.id = company for no key update;
  if found and not exists (
    select from public.client_address a where a.tenant_id = app.tenant_id() and a.client_id = company
  ) then
    raise exception 'validation_failed' using errcode = '23514', column = 'client_addresses',
      detail = '{"rule": "rows_required", "count": 1}';
  end if;
  return null;
end
$$;
