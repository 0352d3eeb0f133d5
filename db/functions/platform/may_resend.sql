-- Whether an operator may send a mail again: letters to suppliers are sent again with their document, by whoever answers for them,
-- and what opened a door has been forgotten.
create or replace function app.may_resend(in_mail public.mail) returns boolean
language sql immutable set search_path = '' as $$
  select in_mail.state = 'failed' and in_mail.text_body is not null and in_mail.job_id is null
    and in_mail.kind not in ('order', 'change', 'cancellation', 'termination')
$$;
