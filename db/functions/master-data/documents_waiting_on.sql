-- For people and task groups only open tasks count; without any they delay nothing. With companies given, only their
-- documents count.
create or replace function app.documents_waiting_on(in_table text, in_ids bigint[], in_clients bigint[]) returns table (kind text, document_id bigint)
language plpgsql stable set search_path to '' as $$
declare
  held record;
begin
  if in_table in ('lb_user', 'task_group') then
    return query select d.kind, d.id from public.document d
      where d.tenant_id = app.tenant_id() and d.assignee_ids && in_ids and d.status = any (app.open_statuses(d.kind))
        and d.kind = any (app.kinds_on())
        and (in_clients is null or d.client_id = any (in_clients));
    return;
  end if;
  for held in
    select h.kind, string_agg(format('select h.%I from public.%I h where h.tenant_id = $1 and h.%I = any ($2)',
      h.document_column, h.relation, h.held_column), ' union ') as holding
    from app.documents_hold(in_table) h where h.kind = any (app.kinds_on()) group by h.kind
  loop
    return query execute format(
      'select d.kind, d.id from public.document d
       where d.tenant_id = $1 and d.kind = %L and d.status = any ($3)
         and ($4::bigint[] is null or d.client_id = any ($4)) and d.id in (%s)', held.kind, held.holding)
      using app.tenant_id(), in_ids, app.open_statuses(held.kind), in_clients;
  end loop;
end
$$;
grant execute on function app.documents_waiting_on(text, bigint[], bigint[]) to reader, reader_price, writer;
