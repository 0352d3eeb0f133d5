-- By what means an act was done stands in the timeline and in the audit (AUTH-30), beside the person and the human behind him, who is
-- with an API token whoever made it. Null where the owner of the database wrote, and for what was before.

alter table audit_log add column means text check (length(means) <= 20);
alter table audit_log alter column means set default app.means();

alter table timeline_entry
  add column means text check (length(means) <= 20),
  -- As far as everybody who sees the entry may know it: that nobody sat at a page. How people log in is for administrators.
  add column way text check (way in ('token', 'mail_link', 'job'));

-- How people log in is read by administrators and auditors alone.
create or replace function app.control_columns(in_table text) returns text[] language sql immutable parallel safe return
  case in_table
    when 'lb_user' then '{roles,approval_limit,priority_approval_limit,notification_mail_interval_minutes,token_issued_at,token_expires_at,token_maker_id}'
    when 'task_group' then '{roles,approval_limit,priority_approval_limit}'
    when 'audit_log' then '{means}'
    when 'timeline_entry' then '{means}'
    else '{}'
  end::text[];
call app.narrow('audit_log');
call app.narrow('timeline_entry');
grant select (means) on audit_log to auditor;
grant select (means) on timeline_entry to auditor;
grant select (way) on timeline_entry to reader, reader_price;

-- What waits has none yet. The product says by what means it is there; what else writes leaves what it says.
create function app.keep_means() returns trigger language plpgsql as $$
begin
  new.means := case when new.completed_at is not null then coalesce(app.means(), new.means) end;
  new.way := case when new.means in ('token', 'mail_link', 'job') then new.means end;
  return new;
end
$$;
create trigger keep_means before insert on timeline_entry
  for each row when (new.completed_at is not null) execute function app.keep_means();
create trigger keep_means_of_end before update on timeline_entry for each row
  when ((new.completed_at, new.means, new.way) is distinct from (old.completed_at, old.means, old.way)) execute function app.keep_means();

-- The audit of an entry has means of its own, and would tell those of the entry to everybody who sees the document.
create or replace trigger audit after insert or update or delete on timeline_entry for each row
  execute function app.write_audit('{}', '{message_amounts}', '{waited_since,means,way}', 'procurement');

-- A row that says nothing of its means keeps the bytes that it had before.
create or replace function app.audit_content(r public.audit_log) returns bytea language sql stable parallel safe
  return convert_to((jsonb_build_array(r.tenant_id, r.id, r.type, r."table", r.relation_table, r.foreign_key, r.lb_user_id,
    to_jsonb(r.affected_properties), r.data_before, r.data_after, r.amounts_before, r.amounts_after, r.info, r.random_id,
    r.procurement_id, r.invoice_id, r.contract_id, r.relation_key, (extract(epoch from r.created_at) * 1000000)::bigint)
    || case when r.means is null then '[]' else jsonb_build_array(r.means) end)::text, 'UTF8');
