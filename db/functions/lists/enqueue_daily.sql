-- Queues a job for every tenant whose local time has reached this hour and that has not had it that day. May be
-- called at any frequency, and after any pause.
create or replace function app.enqueue_daily(in_kind text, in_hour integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  member record;
  here timestamp;
  new_job bigint;
begin
  for member in
    select t.id, coalesce(c.value, 'Europe/Berlin') as zone
    from public.tenant t
    left join public.configuration c on c.tenant_id = t.id and c.key = 'timezone' and c.client_id is null
    where t.status = 'active'
  loop
    begin
      here := now() at time zone member.zone;
    exception when invalid_parameter_value then
      here := now() at time zone 'Europe/Berlin';
    end;
    continue when extract(hour from here) < in_hour or exists (
      select from public.job j where j.tenant_id = member.id and j.kind = in_kind and j.created_at > now() - interval '2 days'
        and j.input ->> 'day' = here::date::text);
    insert into public.job (tenant_id, kind, input)
      values (member.id, in_kind, json_build_object('day', here::date)) returning id into new_job;
    perform app.queue_job(member.id, new_job, in_kind, null);
  end loop;
end
$$;
grant execute on function app.enqueue_daily(text, integer) to gate;
