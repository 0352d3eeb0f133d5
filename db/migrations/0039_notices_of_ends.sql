-- Whoever made a document hears of it when it is declined or cancelled (TASK-06, TASK-08).
alter table notification drop constraint notification_kind_check,
  add constraint notification_kind_check
  check (kind in ('task_incoming', 'task_taken', 'question', 'reminder', 'declined', 'cancelled'));
