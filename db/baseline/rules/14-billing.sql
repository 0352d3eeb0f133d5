alter table tenant_additional_item enable row level security, force row level security;
create policy operator_wall on tenant_additional_item to operator
  using ((select app.is_operator())) with check ((select app.is_operator()));
-- The product itself reads in a tenant what it is billed; nobody of the tenant does.
create policy tenant_wall on tenant_additional_item for select to writer using (tenant_id = (select app.tenant_id()));
create trigger audit after insert or update or delete on tenant_additional_item
  for each row execute function app.write_audit('{}', '{net_amount}', '{}', 'tenant');
grant select, insert, update, delete on tenant_additional_item to operator;
grant select on tenant_additional_item to writer;

alter table tenant_tiered_price enable row level security, force row level security;
create policy operator_wall on tenant_tiered_price to operator
  using ((select app.is_operator())) with check ((select app.is_operator()));
create policy tenant_wall on tenant_tiered_price for select to writer using (tenant_id = (select app.tenant_id()));
create trigger audit after insert or update or delete on tenant_tiered_price
  for each row execute function app.write_audit('{}', '{base_price,unit_price}', '{}', 'tenant');
grant select, insert, update, delete on tenant_tiered_price to operator;
grant select on tenant_tiered_price to writer;

call app.wall('billable_event', audited => false, readable => false);
revoke insert, update, delete on billable_event from writer;

call app.wall('billing', audited => false, readable => false);
create policy at_the_gate on billing to gate using (true) with check (true);
create policy operator_wall on billing to operator using ((select app.is_operator())) with check ((select app.is_operator()));
create trigger keep_deleting before insert or update on billing for each row execute function app.keep_deleting();
create trigger keep_document before update of document_id, month on billing for each row
  when (old.document_id is not null) execute function app.keep_billing_document();
revoke insert, update, delete on billing from writer;
grant select, insert, update on billing to operator, gate;

call app.wall('billing_step', audited => false, readable => false);
create policy at_the_gate on billing_step to gate using (true) with check (true);
create policy operator_wall on billing_step for select to operator using ((select app.is_operator()));
create trigger use_mandate after insert or update of outcome on billing_step for each row
  when (new.step = 'debit' and new.outcome = 'done') execute function app.use_mandate();
revoke insert, update, delete on billing_step from writer;
grant select on billing_step to operator;
grant select, insert, update on billing_step to gate;

call app.wall('direct_debit', audited => false, readable => false);
-- Whoever cancels an invoice sees whether it is collected.
create policy at_the_gate on direct_debit for select to gate using (true);
create policy operator_wall on direct_debit to operator using ((select app.is_operator())) with check ((select app.is_operator()));
revoke insert, update, delete on direct_debit from writer;
grant select, insert, update on direct_debit to operator;
grant select (tenant_id, billing_id, state) on direct_debit to gate;
