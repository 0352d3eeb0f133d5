-- Free texts of the audit (types info and checkbox); rows about changes come only from the trigger (AUD-01).
create or replace function app.note_audit(in_type text, in_table text, in_relation text, in_record bigint, in_info text) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_id bigint;
  via text;
begin
  if app.actor_id() is distinct from app.user_id() then
    select ' via ' || name into via from public.lb_user where tenant_id = app.tenant_id() and id = app.user_id();
  end if;
  if in_type not in ('info', 'checkbox') or in_relation = 'pseudonym' or app.tenant_id() is null then
    raise exception 'permission denied for table audit_log' using errcode = '42501';
  end if;
  insert into public.audit_log (tenant_id, type, "table", relation_table, foreign_key, lb_user_id, info, random_id, procurement_id, invoice_id, contract_id)
    values (app.tenant_id(), in_type, in_table, in_relation, in_record, app.actor_id(), in_info || coalesce(via, ''), app.audit_group(),
            case when in_table = 'procurement' then in_record end, case when in_table = 'invoice' then in_record end,
            case when in_table = 'contract' then in_record end)
    returning id into new_id;
  return new_id;
end
$$;
grant execute on function app.note_audit(text, text, text, bigint, text) to writer;
