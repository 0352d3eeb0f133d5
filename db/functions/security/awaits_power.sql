-- Whether a waiting change would give this person or group a right, a limit or a decision.
create or replace function app.awaits_power(in_person jsonb) returns boolean language sql stable set search_path to '' as $$
  select exists (select from public.control_change c where c.tenant_id = (in_person ->> 'tenant_id')::bigint and c.state = 'pending'
    and c.control <> 'email'
    and (c.table_name = 'lb_user' and c.row_key ->> 'id' = in_person ->> 'id' or exists (
      select from jsonb_each_text(c.after) a
      where a.value = in_person ->> 'id' and a.key ~ '^(lb_user|substitute|user_[a-z_]+)_id$')))
$$;
