-- A mailbox may answer the senders of its mails (MBX-08).
alter table mailbox add column answers_senders boolean not null default false;
grant select (answers_senders) on mailbox to reader, reader_price;
-- The Message-ID of the mail that this one answers.
alter table mail add column in_reply_to text;
-- One mail is answered once, and one sender a few times a day.
create unique index mail_answer on mail (tenant_id, recipient, message_id) where kind = 'answer';
