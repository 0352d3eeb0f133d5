-- Records an approval with the person, the actor and the time of this transaction.
create or replace function app.keep_approval(in_kind text, in_id bigint, in_state text, in_covered jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.approval_record (tenant_id, procurement_id, invoice_id, contract_id, state, covered, made_by_id, actor_id)
    values (app.tenant_id(), case in_kind when 'procurement' then in_id end, case in_kind when 'invoice' then in_id end,
      case in_kind when 'contract' then in_id end, in_state, in_covered, nullif(app.user_id(), 0), nullif(app.actor_id(), 0))
$$;
grant execute on function app.keep_approval(text, bigint, text, jsonb) to writer;
