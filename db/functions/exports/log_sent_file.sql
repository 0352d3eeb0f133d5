-- Every file that left by a scheduled export: the way, never the place.
create or replace function app.log_sent_file() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.log_security(e.tenant_id, 'file_sent', e.lb_user_id, null,
      jsonb_build_object('what', coalesce(d.kind, 'mail'), 'target_id', e.id, 'means', 'job'))
    from public.scheduled_export e
    left join public.export_destination d on d.tenant_id = e.tenant_id and d.id = e.export_destination_id
    where e.tenant_id = new.tenant_id and e.id = new.scheduled_export_id;
  return null;
end
$$;
