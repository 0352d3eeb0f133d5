-- What belongs to one company or department alone keeps it from being deleted (ROLE-18).
-- function app.keep_narrowed
create trigger keep_narrowed before delete on client for each row when (current_user = 'writer')
  execute function app.keep_narrowed('department_client', 'department_id', 'cost_center_client', 'cost_center_id',
    'supplier_client', 'supplier_id', 'client_ledger_account', 'ledger_account_id', 'client_posting_key', 'posting_key_id',
    'client_profit_center', 'profit_center_id', 'client_marketplace', 'marketplace_id');
create trigger keep_narrowed before delete on department for each row when (current_user = 'writer')
  execute function app.keep_narrowed('supplier_department', 'supplier_id');
