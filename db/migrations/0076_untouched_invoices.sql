-- Invoices in which nothing is in doubt may pass their check by themselves, where a company wants it (INV-24).
alter table client add column touchless_invoices boolean not null default false;
call app.permission_wall('client');
create or replace trigger guard_four_eyes before update on client for each row
  execute function app.guard_four_eyes('bank_change_second_person', 'min_approval', 'self_approval', 'when_limit_exceeded',
    'when_budget_exceeded', 'substitute_limit', 'price_tolerance_percent', 'touchless_invoices');

-- Whether it did; the share of such invoices is shown.
alter table invoice add column is_untouched boolean not null default false;
grant select (is_untouched) on invoice to reader, reader_price;
