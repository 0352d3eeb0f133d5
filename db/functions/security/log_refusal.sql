-- Logs a refusal, for the server only, which knows the person; the tenant must exist. Limited, so that it cannot fill
-- the disk.
create or replace function app.log_refusal(in_tenant bigint, in_kind text, in_person bigint, in_actor bigint, in_means text, in_what text,
  in_code text, in_device text, in_address text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  this_minute constant timestamptz := date_trunc('minute', clock_timestamp());
  former public.security_count;
  now_counted integer := 1;
begin
  if in_kind not in ('login_failed', 'token_refused', 'refused') then
    raise exception 'permission denied for table security_log' using errcode = '42501';
  end if;
  if not exists (select from public.tenant t where t.id = in_tenant) then
    return;
  end if;
  loop
    insert into public.security_count (tenant_id, kind, lb_user_id, minute, times)
      values (in_tenant, in_kind, coalesce(in_person, 0), this_minute, 1) on conflict (tenant_id, kind, lb_user_id) do nothing;
    exit when found;
    select * into former from public.security_count c
      where (c.tenant_id, c.kind, c.lb_user_id) = (in_tenant, in_kind, coalesce(in_person, 0)) for update;
    -- It may just have been settled.
    continue when not found;
    if former.minute <> this_minute then
      perform app.note_count(former);
    else
      now_counted := former.times + 1;
    end if;
    update public.security_count c set minute = this_minute, times = now_counted
      where (c.tenant_id, c.kind, c.lb_user_id) = (in_tenant, in_kind, coalesce(in_person, 0));
    exit;
  end loop;
  if now_counted <= app.most_refusals() then
    insert into public.security_log (tenant_id, kind, lb_user_id, actor_id, means, what, code, device, network)
      values (in_tenant, in_kind, in_person, in_actor, in_means, left(in_what, 200), in_code, left(in_device, 100), app.network_of(in_address));
  end if;
end
$$;
grant execute on function app.log_refusal(bigint, text, bigint, bigint, text, text, text, text, text) to gate;
