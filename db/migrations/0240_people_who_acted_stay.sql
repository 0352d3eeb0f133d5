-- Whoever acted is not deleted, and nobody with tasks, limits or acts becomes a group, nor a group a person (ADM-23).

-- The columns that point to people: what they did or have to do where they forbid a deletion or name who did something, else whom
-- somebody has chosen or what goes with the person.
create function app.columns_of_people()
returns table (relation text, column_name text, is_act boolean)
language sql stable set search_path to '' as $$
  select c.relname::text, a.attname::text,
    f.confdeltype = 'r' or f.confdeltype = 'n' and a.attname ~ '(_by|actor|maker)_id$'
  from pg_catalog.pg_constraint f
  join pg_catalog.pg_class c on c.oid = f.conrelid
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[array_length(f.conkey, 1)]
  where f.contype = 'f' and f.confrelid = 'public.lb_user'::regclass
  union all
  -- Logs outlive the rows that they tell of, so that no key holds them.
  values ('audit_log', 'lb_user_id', true), ('auditor_access', 'lb_user_id', true), ('auditor_access', 'actor_id', true),
    ('transaction', 'lb_user_id', true)
$$;

-- Whether any of these columns names the person or group.
create function app.is_named(in_tenant bigint, in_person bigint, in_acts_only boolean) returns boolean
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
  -- Entries and exits of his own are no acts.
  return exists (select from public.security_log s where s.tenant_id = in_tenant and s.actor_id = in_person
    and s.kind in ('passkey_made', 'passkey_removed', 'token_made', 'token_revoked', 'acting_began', 'address_changed',
      'rights_changed', 'control_changed'));
end
$$;

-- Asked before a change waits for a second administrator, and once more when it is carried out. Whole tenants go as before.
create function app.keep_people() returns trigger language plpgsql security definer set search_path to '' as $$
begin
  if tg_op = 'DELETE' then
    if app.is_named(old.tenant_id, old.id, true)
        and not app.is_removing(old.tenant_id) and exists (select from public.tenant t where t.id = old.tenant_id) then
      raise exception 'foreign_key_violation' using errcode = '23503';
    end if;
    return old;
  end if;
  if num_nonnulls(old.approval_limit, old.priority_approval_limit) > 0 or app.is_named(old.tenant_id, old.id, false) then
    raise exception 'not_convertible' using errcode = '23514', column = 'is_group';
  end if;
  return new;
end
$$;
create trigger acts_keep_person before delete on lb_user for each row execute function app.keep_people();
create trigger acts_keep_kind before update of is_group on lb_user for each row
  when (old.is_group is distinct from new.is_group) execute function app.keep_people();

-- A group that its last member leaves has no task any more, as with whoever is deactivated.
create function app.settle_tasks_of_groups() returns trigger language plpgsql set search_path to '' as $$
begin
  perform app.enqueue('settle_tasks', '{}');
  return null;
end
$$;
create trigger settle_tasks after delete on task_group_user for each statement
  when (current_user = 'writer') execute function app.settle_tasks_of_groups();
