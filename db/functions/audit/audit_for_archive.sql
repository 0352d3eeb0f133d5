-- After `app.enter_for_archive`: reads rows as an auditor of this company and period.
create or replace function app.audit_for_archive(in_client bigint, in_from date, in_until date) returns void
language sql set search_path to '' as $$
  select
    set_config('app.client_id', in_client::text, true),
    set_config('app.auditor_client', in_client::text, true),
    set_config('app.auditor_from', coalesce(in_from, '-infinity')::text, true),
    set_config('app.auditor_until', coalesce(in_until, 'infinity')::text, true)
$$;
grant execute on function app.audit_for_archive(bigint, date, date) to gate;
