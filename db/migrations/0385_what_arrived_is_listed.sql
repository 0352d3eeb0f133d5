-- Everything that came in, each with what became of it (REC-13): a file that was brought or sent, or a mail that held none.
create table invoice_arrival (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  way text not null check (way in ('upload', 'api', 'mailbox', 'address', 'scanner')),
  -- As the sender calls the file, or what a mail without one is about; empty where he says nothing.
  name text not null check (length(name) <= 255),
  sender text check (length(sender) <= 255),
  subject text check (length(subject) <= 255),
  -- The file out of which it was unpacked.
  unpacked_from text check (length(unpacked_from) <= 255),
  mailbox_id bigint,
  mailbox_mail_id bigint,
  client_id bigint,
  brought_by_id bigint,
  fate text not null check (fate in ('invoice', 'document', 'duplicate', 'open')),
  -- Why it is no invoice; a text of each stands in `invoice.inbox.reason`.
  reason text check (length(reason) <= 40),
  invoice_id bigint,
  file_id uuid,
  created_at timestamptz not null default now(),
  dismissed_by_id bigint,
  dismissed_at timestamptz,
  -- Nothing is done until it is an invoice, belongs to one, or a person has dismissed it.
  is_done boolean not null generated always as (fate <> 'open' or dismissed_at is not null) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, mailbox_id) references mailbox (tenant_id, id) on delete set null (mailbox_id),
  foreign key (tenant_id, mailbox_mail_id) references mailbox_mail (tenant_id, id) on delete set null (mailbox_mail_id),
  foreign key (tenant_id, client_id) references client (tenant_id, id) on delete set null (client_id),
  foreign key (tenant_id, brought_by_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, dismissed_by_id) references lb_user (tenant_id, id) on delete restrict,
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete set null (file_id),
  constraint invoice_arrival_fate_has_invoice check ((fate in ('invoice', 'document')) <= (invoice_id is not null)),
  constraint invoice_arrival_dismissed_by_somebody check ((dismissed_at is null) = (dismissed_by_id is null))
);
create index on invoice_arrival (tenant_id, created_at);
create index invoice_arrival_open_idx on invoice_arrival (tenant_id, id desc) where not is_done;
-- What is kept of strangers is summed up before more is.
create index invoice_arrival_kept_idx on invoice_arrival (tenant_id, file_id) where invoice_id is null;
create index on invoice_arrival (tenant_id, invoice_id) where invoice_id is not null;
create index on invoice_arrival (tenant_id, file_id) where file_id is not null;
create index on invoice_arrival (tenant_id, mailbox_id) where mailbox_id is not null;
create index on invoice_arrival (tenant_id, mailbox_mail_id) where mailbox_mail_id is not null;
create index on invoice_arrival (tenant_id, client_id) where client_id is not null;
create index on invoice_arrival (tenant_id, brought_by_id) where brought_by_id is not null;
create index on invoice_arrival (tenant_id, dismissed_by_id) where dismissed_by_id is not null;

-- What belongs to an invoice is for whoever sees that; what does not yet, for whoever brought it or sees the invoices of its place.
call app.wall('invoice_arrival', audited => false, visible =>
  'invoice_id is not null and exists (select from invoice d where d.tenant_id = invoice_arrival.tenant_id and d.id = invoice_arrival.invoice_id)
   or invoice_id is null and ((select app.sees_all(''invoice'')) or client_id = (select app.scope_client(''invoice''))
     or brought_by_id = (select app.user_id()))');
create policy module_on on invoice_arrival as restrictive for select to reader, reader_price using (app.is_on('invoice'));
-- Amounts may stand in it.
create policy file_of_arrival on file for select to reader_price
  using (tenant_id = (select app.tenant_id()) and (select app.has_role('user-price')) and exists (
    select from invoice_arrival a where a.tenant_id = file.tenant_id and a.file_id = file.id and a.invoice_id is null));
-- function app.forget_arrived_file
create trigger forget_arrived_file after update of file_id or delete on invoice_arrival for each row
  when (old.file_id is not null) execute function app.forget_arrived_file();

insert into invoice_arrival (tenant_id, way, name, mailbox_id, client_id, brought_by_id, fate, invoice_id, file_id, created_at)
select f.tenant_id, case when f.received_by = 'mailbox' and i.mailbox_id is null then 'address' else f.received_by end,
  f.name, i.mailbox_id, i.client_id, case when f.received_by = 'upload' then f.created_by_id end,
  case when i.file_id = f.id then 'invoice' else 'document' end, i.id, f.id, f.created_at
from file f join invoice i on i.tenant_id = f.tenant_id and i.id = f.invoice_id
where f.received_by in ('mailbox', 'scanner') or f.received_by = 'upload' and i.file_id = f.id;
insert into invoice_arrival (tenant_id, way, name, sender, subject, mailbox_id, mailbox_mail_id, fate, reason, created_at)
select tenant_id, case when mailbox_id is null then 'address' else 'mailbox' end, coalesce(subject, ''), sender, subject,
  mailbox_id, id, 'open', failure, created_at
from mailbox_mail where state = 'refused';
