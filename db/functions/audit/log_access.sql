-- Logs a request of the current auditor.
create or replace function app.log_access(in_kind text, in_operation text, in_table text, in_target text, in_request uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if app.auditor_client() is null then
    raise exception 'permission denied for table auditor_access' using errcode = '42501';
  end if;
  insert into public.auditor_access (tenant_id, lb_user_id, actor_id, kind, operation, target_table, target_id, request_id)
    values (app.tenant_id(), app.user_id(), coalesce(app.actor_id(), app.user_id()), in_kind, in_operation, in_table, in_target, in_request);
end
$$;
grant execute on function app.log_access(text, text, text, text, uuid) to auditor;
