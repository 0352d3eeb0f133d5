-- Whoever ordered hears of a confirmation that differs from the order (PROC-36, PUN-10).
alter table notification drop constraint notification_kind_check,
  add constraint notification_kind_check check (
    kind in ('task_incoming', 'task_taken', 'question', 'reminder', 'declined', 'cancelled', 'confirmation_differs'));

-- What a shop said to an order, kept before the request is written to: whoever goes on after a break knows it (PUN-10).
alter table procurement_order_letter add column shop_answer jsonb;
-- It is for the one who goes on, not for the audit.
drop trigger audit on procurement_order_letter;
create trigger audit after insert or delete or update on procurement_order_letter
  for each row execute function app.write_audit('{shop_answer}', '{content}', '{}', 'procurement');
