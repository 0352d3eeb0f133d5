-- Archiving a tenant ends all its sessions; people have to log in again after it is restored (OP-03), and at its new
-- place after it moved (TECH-18). Jobs dropped from the queue meanwhile are queued again where the tenant becomes
-- active; those still in it continue.
create or replace function app.move_tenant() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status in ('archived', 'moved') then
    update public.refresh_token set revoked_at = now() where tenant_id = new.id and revoked_at is null;
    update public.lb_user set token_version = token_version + 1 where tenant_id = new.id and not is_group;
    return null;
  elsif new.status <> 'active' then
    return null;
  end if;
  perform app.queue_job(j.tenant_id, j.id, j.kind, null)
    from public.job j
    where j.tenant_id = new.id and j.state in ('queued', 'running') and not exists (
      select from graphile_worker._private_jobs q
      where (q.payload ->> 'job_id')::bigint = j.id and (q.payload ->> 'tenant_id')::bigint = new.id);
  perform graphile_worker.add_job('mail', app.with_cause(json_build_object('tenant_id', m.tenant_id, 'mail_id', m.id)), max_attempts => 100)
    from public.mail m
    where m.tenant_id = new.id and m.state in ('queued', 'sending') and not exists (
      select from graphile_worker._private_jobs q
      where (q.payload ->> 'mail_id')::bigint = m.id and (q.payload ->> 'tenant_id')::bigint = new.id);
  perform graphile_worker.add_job(
      'digest', app.with_cause(json_build_object('tenant_id', new.id, 'person_id', n.lb_user_id)), max_attempts => 100,
      job_key => format('digest %s %s', new.id, n.lb_user_id), job_key_mode => 'preserve_run_at')
    from (select distinct lb_user_id from public.notification where tenant_id = new.id and sent_at is null) n;
  return null;
end
$$;
