-- A mail that was put aside is kept with its note as it came, so that whoever looks after it finds it there (TECH-20). The copy goes when
-- the mail is imported after all, or its note is forgotten.
alter table mailbox_mail
  add column file_id uuid,
  add foreign key (tenant_id, file_id) references file (tenant_id, id) on delete set null (file_id),
  add constraint mailbox_mail_original_of_refused check (file_id is null or state = 'refused');
create index on mailbox_mail (tenant_id, file_id) where file_id is not null;
grant select (file_id) on mailbox_mail to reader, reader_price;

create policy original_of_mail on file for select to reader, reader_price
  using (tenant_id = (select app.tenant_id()) and received_by = 'mailbox'
    and exists (select from mailbox_mail m where m.tenant_id = file.tenant_id and m.file_id = file.id));

create function app.forget_original_of_mail() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from public.file where tenant_id = old.tenant_id and id = old.file_id;
  return null;
end
$$;
create trigger forget_original after delete on mailbox_mail for each row when (old.file_id is not null)
  execute function app.forget_original_of_mail();
create trigger forget_former_original after update of file_id on mailbox_mail for each row
  when (old.file_id is not null and old.file_id is distinct from new.file_id) execute function app.forget_original_of_mail();
