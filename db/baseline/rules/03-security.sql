call app.wall('control_change', visible => '(select app.is_admin())', amounts => '{before,after,used}', ignored => '{told}');
create trigger guard_four_eyes before insert or update or delete on control_change for each row
  execute function app.guard_four_eyes();
create trigger note_budget_used before insert on control_change for each row when (new.table_name = 'budget')
  execute function app.note_budget_used();
create trigger security after insert or update of state on control_change for each row execute function app.log_control_change();
create trigger stay_in_tenant before insert or update on control_change for each row execute function app.stay_in_tenant();
create trigger told_of after insert or update of state on control_change for each row execute function app.tell_of_controls();
revoke insert, update, delete on control_change from writer;
grant update (told) on control_change to writer;

call app.wall('security_log', visible => '(select app.is_admin())', audited => false);
-- Of other tenants operators see that something happened, and not to whom (TECH-04).
create policy operator_wall on security_log for select to operator using ((select app.is_operator()));
create trigger keep before update or delete on security_log for each row execute function app.keep_security_log();
create trigger keep_all before truncate on security_log for each statement execute function app.keep_security_log();
revoke insert, update, delete on security_log from writer;
revoke select (sealed_in) on security_log from reader, reader_price;
grant select (tenant_id, id, created_at, kind, means, code, times) on security_log to operator;

call app.wall('security_count', audited => false, readable => false);
revoke insert, update, delete on security_count from writer;
