-- The columns readable by administrators only, by table: the only list of them. Login data are readable by
-- administrators and auditors only.
create or replace function app.control_columns(in_table text) returns text[] language sql immutable parallel safe return
  case in_table
    when 'lb_user' then '{roles,approval_limit,priority_approval_limit,notification_mail_interval_minutes,token_issued_at,token_expires_at,token_maker_id}'
    when 'task_group' then '{roles,approval_limit,priority_approval_limit}'
    when 'audit_log' then '{means}'
    when 'timeline_entry' then '{means}'
    else '{}'
  end::text[];
grant execute on function app.control_columns(text) to reader, reader_price, writer;
