-- How it is coming along is nothing for the audit.
call app.wall('archive', readable => false, ignored => '{progress,lease,leased_until,breakdowns}');
create policy at_the_gate on archive to gate using (true) with check (true);
create policy operator_wall on archive to operator using ((select app.is_operator())) with check ((select app.is_operator()));
create trigger queued after insert on archive for each row execute function app.queue_archive();
grant select, insert, update on archive to operator;
grant select, update on archive to gate;

call app.wall('archive_member', audited => false, readable => false);

call app.wall('archive_piece', audited => false, readable => false);

alter table deletion enable row level security, force row level security;
create policy at_the_gate on deletion to gate using (true) with check (true);
create trigger audit after insert on deletion for each row execute function app.write_audit('{}', '{}', '{}', 'deletion');
grant select on deletion to gate;
grant update (worked_at, problem) on deletion to gate;
