-- Does a short part of a deletion, unless another worker is doing so, and returns whether more remains.
create or replace function app.work_deletion(in_deletion bigint, in_milliseconds integer) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  wanted text;
begin
  select kind into wanted from public.deletion where id = in_deletion and state = 'running' for update skip locked;
  if wanted is null then
    return false;
  elsif wanted = 'tenant' then
    perform app.remove_tenant_rows(in_deletion, in_milliseconds);
  else
    perform app.remove_documents_of(in_deletion, in_milliseconds);
  end if;
  return exists (select from public.deletion where id = in_deletion and state = 'running');
end
$$;
grant execute on function app.work_deletion(bigint, integer) to gate;
