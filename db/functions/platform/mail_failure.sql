-- The cause of a failed mail, as the code of the mail server or our own: the message may quote anything.
create or replace function app.mail_failure(in_error text) returns text
language sql immutable set search_path = '' as $$
  select case
    when in_error = 'the recipient is blocked or inactive' then 'recipient_blocked'
    when in_error = 'the process ended while sending' then 'interrupted'
    when in_error = 'all attempts of the queue are used up' then 'attempts_used'
    else coalesce(
      (select nullif(concat_ws(' ', found[1], found[2]), '')
        from regexp_match(in_error, '(?:^|[ :(])([45]\d\d)(?:[ -]([45]\.\d{1,3}\.\d{1,3})(?!\S))?(?=[ -]|$)') as found),
      substring(in_error from '\m(ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)\M'),
      'unknown')
  end
$$;
