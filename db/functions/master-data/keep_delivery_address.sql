-- VAL-26: whoever writes a company or takes a delivery address away leaves the company with one. Looked at in the end,
-- because the addresses of a new company follow it. Whoever loads data as owner of the database answers for it himself.
create or replace function app.keep_delivery_address() returns trigger
language plpgsql set search_path = '' as $$
declare
  company bigint := case tg_table_name when 'client' then to_jsonb(new) ->> 'id' else to_jsonb(old) ->> 'client_id' end;
begin
  -- Two people who take away the last two addresses wait for each other.
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
