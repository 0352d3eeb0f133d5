-- Whether any of these columns references the person or group.
create or replace function app.is_named(in_tenant bigint, in_person bigint, in_acts_only boolean) returns boolean
language plpgsql stable security definer set search_path to '' as $$
declare
  place record;
  is_found boolean;
begin
  for place in
    select p.relation, p.column_name from app.columns_of_people() p
    where p.is_act or not in_acts_only and exists (select from app.controls() c where c.table_name = p.relation)
    order by p.is_act desc, p.relation = 'audit_log', p.relation, p.column_name
  loop
    execute format('select exists (select from public.%I where tenant_id = $1 and %I = $2)', place.relation, place.column_name)
      into is_found using in_tenant, in_person;
    if is_found then
      return true;
    end if;
  end loop;
  -- The person's own logins and logouts are no acts.
  return exists (select from public.security_log s where s.tenant_id = in_tenant and s.actor_id = in_person
    and s.kind in ('passkey_made', 'passkey_removed', 'token_made', 'token_revoked', 'acting_began', 'address_changed',
      'rights_changed', 'control_changed'));
end
$$;
