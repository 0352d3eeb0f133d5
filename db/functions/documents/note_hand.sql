-- A comment is no involvement, though later entries are renumbered; neither is deleting a document's entries with it.
create or replace function app.note_hand() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  followed text[] := array['updated_at', 'entry_no', 'size', 'text_type'];
begin
  if tg_table_name = 'timeline_entry' and changed ->> 'type' = 'comment'
     or tg_op = 'UPDATE' and to_jsonb(old) - followed = changed - followed then
    return null;
  end if;
  insert into public.document_hand (tenant_id, procurement_id, invoice_id, contract_id, lb_user_id, actor_id)
    select app.tenant_id(), d.procurement_id, d.invoice_id, d.contract_id, app.user_id(), app.actor_id()
    from (
      select id as procurement_id, null::bigint as invoice_id, null::bigint as contract_id from public.procurement
        where tenant_id = app.tenant_id() and id = app.document_of(changed, tg_table_name, 'procurement')
      union all
      select null, id, null from public.invoice
        where tenant_id = app.tenant_id() and id = app.document_of(changed, tg_table_name, 'invoice')
      union all
      select null, null, id from public.contract
        where tenant_id = app.tenant_id() and id = app.document_of(changed, tg_table_name, 'contract')
    ) d limit 1
    on conflict do nothing;
  return null;
end
$$;
