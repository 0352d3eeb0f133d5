-- Whoever made a document hears of it when it is declined or cancelled (TASK-06, TASK-08).
alter table notification drop constraint notification_kind_check,
  add constraint notification_kind_check
  check (kind in ('task_incoming', 'task_taken', 'question', 'reminder', 'declined', 'cancelled'));

-- What takes goods back names its receipt; that nothing else does is for the rules to say (PROC-18).
alter table goods_receipt drop constraint goods_receipt_counter_takes_back,
  add constraint goods_receipt_counter_takes_back check (quantity > 0 or reverses_id is not null) not valid;
