-- Whether the register of controls references the person or group: as an approver, member, substitute, or for a
-- clearing.
create or replace function app.is_chosen(in_tenant bigint, in_person bigint) returns boolean
language plpgsql stable security definer set search_path to '' as $$
declare
  place record;
  is_found boolean;
begin
  for place in
    select distinct p.relation, p.column_name from app.columns_of_people() p
    join app.controls() c on c.table_name = p.relation and p.column_name = any (c.columns)
  loop
    execute format('select exists (select from public.%I where tenant_id = $1 and %I = $2)', place.relation, place.column_name)
      into is_found using in_tenant, in_person;
    if is_found then
      return true;
    end if;
  end loop;
  return false;
end
$$;
grant execute on function app.is_chosen(bigint, bigint) to writer;
