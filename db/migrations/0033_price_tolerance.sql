-- By how many percent the prices that suppliers confirm may raise an order above what was approved, before its
-- approval is asked for again (PROC-36, TASK-07).
alter table client add column price_tolerance_percent numeric(5, 2) not null default 0
  check (price_tolerance_percent between 0 and 100);
call app.permission_wall('client');
create or replace trigger guard_four_eyes before update on client for each row
  execute function app.guard_four_eyes('bank_change_second_person', 'min_approval', 'self_approval', 'when_limit_exceeded',
    'when_budget_exceeded', 'substitute_limit', 'price_tolerance_percent');

-- What is done is past, also behind the start of a withdrawn request (TL-09).
alter table timeline_entry disable trigger user;
update timeline_entry set text_type = 'past' where text_type = 'future' and completed_at is not null;
alter table timeline_entry enable trigger user;
