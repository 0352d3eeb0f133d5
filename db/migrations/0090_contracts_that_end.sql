-- A contract that was given notice of may end when both agree, and its reminder stands where somebody typed it
-- (CON-10, CON-25). The end that was typed instead of a duration stays while renewals move the end on (CON-15).
alter table contract
  add column agreed_end date,
  add column first_end date,
  add column notice_form text check (notice_form in ('letter', 'email', 'fax', 'portal', 'in_person')),
  add column is_reminder_typed boolean not null default false;
grant select (agreed_end, first_end, notice_form, is_reminder_typed) on contract to reader, reader_price;
-- For which of its days somebody was reminded of a contract: once for each (CON-25).
alter table contract add column reminded_for date;
grant select (reminded_for) on contract to reader, reader_price;
create index contract_reminders on contract (tenant_id, reminder_date) where reminded_for is distinct from reminder_date;
