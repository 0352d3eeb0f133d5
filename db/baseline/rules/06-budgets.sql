call app.wall('budget', amounts => '{value}', parent => 'cost_center',
  visible => 'exists (select from cost_center c where c.tenant_id = budget.tenant_id and c.id = budget.cost_center_id)');
create trigger hold_control before insert or update or delete on budget for each row
  when (current_user = 'writer') execute function app.hold_control();

alter table budget_amount enable row level security, force row level security;
create policy tenant_wall on budget_amount for all to writer
  using (tenant_id = (select app.tenant_id())) with check (tenant_id = (select app.tenant_id()));
grant select on budget_amount to writer;
