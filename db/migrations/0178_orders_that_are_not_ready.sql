-- A letter is not sent while its order lacks something or is not what was approved (PROC-43, APPR-18).
alter table procurement_order_letter drop constraint procurement_order_letter_failure_check;
alter table procurement_order_letter add constraint procurement_order_letter_failure_check
  check (failure in ('order_changed', 'order_not_ready', 'request_cancelled', 'mail_refused', 'shop_refused', 'interrupted'));
