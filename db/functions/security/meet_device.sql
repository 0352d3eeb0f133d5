-- Remembers a device, for the login only; true if the person has logged in before, but never with this device. An
-- insert without effect means a known device.
create or replace function app.meet_device(in_tenant bigint, in_person bigint, in_device text, in_now timestamptz) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.known_device (tenant_id, lb_user_id, device, first_seen_at, last_seen_at)
    values (in_tenant, in_person, in_device, in_now, in_now) on conflict (tenant_id, lb_user_id, device) do nothing;
  if found then
    return exists (select from public.known_device k
      where k.tenant_id = in_tenant and k.lb_user_id = in_person and k.device <> in_device);
  end if;
  update public.known_device k set last_seen_at = in_now
    where k.tenant_id = in_tenant and k.lb_user_id = in_person and k.device = in_device;
  return false;
end
$$;
grant execute on function app.meet_device(bigint, bigint, text, timestamptz) to gate;
