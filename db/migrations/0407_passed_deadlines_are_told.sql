-- A passed deadline and a renewal are told, and reminders come again with more recipients (CON-33, CON-34).
alter table contract_due_reminder
  drop constraint contract_due_reminder_type_check,
  add constraint contract_due_reminder_type_check check (type in ('contract_end', 'cancellation_notice', 'invoice_missing',
    'custom', 'termination_unconfirmed', 'deadline_missed', 'contract_renewed')),
  -- The deadline or end it is about, which the contract itself moves on.
  add column meant date,
  -- The end that follows without a decision, and what the contract costs until then, in the currency of the company.
  add column until date,
  add column at_stake numeric(14,2),
  -- It also goes to the substitute of the reminded person and to the person responsible for the company.
  add column is_wide boolean not null default false;
grant select (meant, until, is_wide) on contract_due_reminder to reader, reader_price;
grant select (at_stake) on contract_due_reminder to reader_price;

update contract_due_reminder d set meant = case d.type when 'cancellation_notice' then k.termination_deadline
    when 'contract_end' then k.end_date else k.terminated_on end
  from contract k
  where k.tenant_id = d.tenant_id and k.id = d.contract_id and d.acknowledged_at is null
    and d.type in ('cancellation_notice', 'contract_end', 'termination_unconfirmed');

-- function app.reminded_people
-- function app.moving_contract
