-- What proves who did what is written by triggers and by functions that ask themselves whether it may be (AUTH-30, APPR-18, AUTH-37):
-- the role by which the product changes data neither adds to it nor changes it.

-- What writes them passes row-level security: it stays in the tenant of its transaction all the same.
create function app.stay_in_tenant() returns trigger language plpgsql as $$
begin
  if new.tenant_id <> app.tenant_id() then
    raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
  end if;
  return new;
end
$$;
do $$
declare
  proof text;
begin
  foreach proof in array array['approval_record', 'control_change', 'document_hand', 'supplier_bank_change'] loop
    execute format('create trigger stay_in_tenant before insert or update on %I for each row execute function app.stay_in_tenant()', proof);
  end loop;
end
$$;

-- Hands on documents: their trigger alone (APPR-17).
revoke insert, update, delete on document_hand from writer;

-- Approvals: with the person, the human and the time of this transaction.
create function app.keep_approval(in_kind text, in_id bigint, in_state text, in_covered jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.approval_record (tenant_id, procurement_id, invoice_id, contract_id, state, covered, made_by_id, actor_id)
    values (app.tenant_id(), case in_kind when 'procurement' then in_id end, case in_kind when 'invoice' then in_id end,
      case in_kind when 'contract' then in_id end, in_state, in_covered, nullif(app.user_id(), 0), nullif(app.actor_id(), 0))
$$;
grant execute on function app.keep_approval(text, bigint, text, jsonb) to writer;
revoke insert on approval_record from writer;

-- Changes of what governs control: their trigger, and the decision of an administrator about one that waits.
alter function app.hold_control() security definer;
-- Answers the code of the refusal, or null.
create function app.decide_control(in_id bigint, in_state text) returns text
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
revoke insert, update, delete on control_change from writer;
-- Whom it concerns is told by a job, which proves nothing.
grant update (told) on control_change to writer;

-- Accounts of suppliers: their trigger, the decision of a second person, and what was confirmed with an invoice.
alter function app.hold_bank_change() security definer set search_path = '';
-- Answers the code of the refusal, or null.
create function app.decide_bank_change(in_id bigint, in_state text) returns text
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
create function app.note_bank_change(in_supplier bigint, in_iban text, in_bic text, in_proposed_by bigint, in_invoice bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.supplier_bank_change set state = 'replaced', decided_by_id = app.user_id(), decided_at = now()
    where tenant_id = app.tenant_id() and supplier_id = in_supplier and state = 'pending' and iban is not distinct from in_iban;
  insert into public.supplier_bank_change (tenant_id, supplier_id, iban, bic, former_iban, former_bic, state, proposed_by_id,
      decided_by_id, decided_at, source_invoice_id)
    select s.tenant_id, s.id, in_iban, in_bic, s.iban, s.bic, 'confirmed', in_proposed_by, app.user_id(), now(), in_invoice
    from public.supplier s where s.tenant_id = app.tenant_id() and s.id = in_supplier;
end
$$;
grant execute on function app.decide_bank_change(bigint, text), app.note_bank_change(bigint, text, text, bigint, bigint) to writer;
revoke insert, update, delete on supplier_bank_change from writer;
