-- Whether an operator may resend a mail: letters to suppliers are resent with their document by the responsible
-- person, and the text of login mails is deleted.
create or replace function app.may_resend(in_mail public.mail) returns boolean
language sql immutable set search_path = '' as $$
  select in_mail.state = 'failed' and in_mail.text_body is not null and in_mail.job_id is null
    and in_mail.kind not in ('order', 'change', 'cancellation', 'termination')
$$;
