-- Returns the code of the refusal, or null.
create or replace function app.decide_bank_change(in_id bigint, in_state text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  change public.supplier_bank_change;
begin
  if not app.has_role('user-can-insert-supplier') or app.is_acting() or in_state not in ('confirmed', 'rejected') then
    raise exception 'permission denied for table supplier_bank_change' using errcode = '42501';
  end if;
  select * into change from public.supplier_bank_change where tenant_id = app.tenant_id() and id = in_id for no key update;
  if change.state is distinct from 'pending' then
    return 'record_changed';
  elsif in_state = 'confirmed' and (app.actor_id() is not distinct from change.proposed_by_id
      or app.made_lately(app.tenant_id(), app.actor_id(), change.proposed_by_id)) then
    return 'second_person_required';
  end if;
  update public.supplier_bank_change set state = in_state, decided_by_id = app.user_id(), decided_at = now()
    where tenant_id = app.tenant_id() and id = in_id;
  return null;
end
$$;
grant execute on function app.decide_bank_change(bigint, text) to writer;
