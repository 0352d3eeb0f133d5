-- People may read their own mail settings.
create or replace function app.own_mail_interval(in_person bigint) returns integer
language sql stable security definer set search_path = '' as $$
  select notification_mail_interval_minutes from public.lb_user
    where tenant_id = app.tenant_id() and id = in_person and id = app.user_id()
$$;
grant execute on function app.own_mail_interval(bigint) to reader, reader_price;
