-- What is at stake is an amount, which the audit shows to readers with prices only (ROLE-07).
create or replace trigger audit after insert or delete or update on contract_due_reminder
  for each row execute function app.write_audit('{}', '{at_stake}', '{}', 'contract');
