-- Departments and cost centers decide in their companies who approves (AUTH-37).
create trigger hold_control before insert or delete or update on department_client
  for each row when (current_user = 'writer') execute function app.hold_control();
create trigger hold_control before insert or delete or update on cost_center_client
  for each row when (current_user = 'writer') execute function app.hold_control();
