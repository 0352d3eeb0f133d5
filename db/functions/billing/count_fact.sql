-- Arguments: the kind of the fact, the kind of its document, the column with the document's id.
create or replace function app.count_fact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.billable_event (tenant_id, kind, source_kind, source_id, day)
    values (new.tenant_id, tg_argv[0], tg_argv[1], (to_jsonb(new) ->> tg_argv[2])::bigint,
      app.day_of_tenant(new.tenant_id, now()))
    on conflict do nothing;
  return null;
end
$$;
