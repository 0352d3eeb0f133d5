-- Returns the code of the refusal, or null.
create or replace function app.decide_control(in_id bigint, in_state text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  change public.control_change;
begin
  if not app.is_admin() or app.is_acting() or in_state not in ('confirmed', 'rejected') then
    raise exception 'permission denied for table control_change' using errcode = '42501';
  end if;
  select * into change from public.control_change where tenant_id = app.tenant_id() and id = in_id for no key update;
  if change.state is distinct from 'pending' then
    return 'record_changed';
  elsif in_state = 'confirmed' and not app.may_confirm(app.tenant_id(), app.actor_id(), change.proposed_by_id) then
    return 'second_administrator_required';
  end if;
  update public.control_change set state = in_state, decided_by_id = app.actor_id(), decided_at = now()
    where tenant_id = app.tenant_id() and id = in_id;
  return null;
end
$$;
grant execute on function app.decide_control(bigint, text) to writer;
