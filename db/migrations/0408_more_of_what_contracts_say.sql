-- Notice to the 15th or the end of a month, to a day of each year, and with another period after the first term (CON-35).
alter table contract
  drop constraint contract_termination_to_check,
  add constraint contract_termination_to_check check (termination_to in ('none', 'day', 'year_end', 'half_year_end', 'quarter_end', 'month_end', 'mid_or_month_end', 'yearly_day', 'week_end')),
  -- Its year does not count.
  add column termination_day date,
  add column later_notice_period integer check (later_notice_period between 0 and 999),
  add column later_notice_period_unit_type text check (later_notice_period_unit_type in ('month', 'quarter', 'semester', 'year', 'week', 'day'));
grant select (termination_day, later_notice_period, later_notice_period_unit_type) on contract to reader, reader_price;
alter table contract_term
  drop constraint contract_term_termination_to_check,
  add constraint contract_term_termination_to_check check (termination_to in ('none', 'day', 'year_end', 'half_year_end', 'quarter_end', 'month_end', 'mid_or_month_end', 'yearly_day', 'week_end')),
  -- Its year does not count.
  add column termination_day date,
  add column later_notice_period integer check (later_notice_period between 0 and 999),
  add column later_notice_period_unit_type text check (later_notice_period_unit_type in ('month', 'quarter', 'semester', 'year', 'week', 'day'));
grant select (termination_day, later_notice_period, later_notice_period_unit_type) on contract_term to reader, reader_price;

-- Options to extend, changes of price and objections to them are typed deadlines with reminders (CON-35).
alter table contract_reminder
  drop constraint contract_reminder_type_check,
  add constraint contract_reminder_type_check check (type in ('contract_end', 'cancellation_notice', 'invoice_missing', 'custom',
    'extension_option', 'price_change', 'price_objection'));
alter table contract_due_reminder
  drop constraint contract_due_reminder_type_check,
  add constraint contract_due_reminder_type_check check (type in ('contract_end', 'cancellation_notice', 'invoice_missing',
    'custom', 'extension_option', 'price_change', 'price_objection', 'termination_unconfirmed', 'deadline_missed',
    'contract_renewed'));
