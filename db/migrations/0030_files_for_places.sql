-- A file of master data knows the kind of place that it was brought for: a picture, a document, or the signature of a
-- person, which nobody else reads or uses (ADM-13, ADM-14, PROF-01).
alter table file add column purpose text check (purpose in ('image', 'signature', 'document'));

alter table file disable trigger user;
alter table lb_user disable trigger user;

-- One file could be the signature of several people, or a logo as well: from now on each signature is a file of its own.
do $$
declare
  person record;
  copied uuid;
begin
  for person in
    select u.tenant_id, u.id, u.signature_file_id as file_id from lb_user u
    where u.signature_file_id is not null and (
      exists (select from lb_user o where o.tenant_id = u.tenant_id and o.signature_file_id = u.signature_file_id and o.id < u.id)
      or exists (select from client c where c.tenant_id = u.tenant_id and u.signature_file_id in (c.logo_file_id, c.letterhead_file_id))
      or exists (select from product p where p.tenant_id = u.tenant_id and p.image_file_id = u.signature_file_id)
      or exists (select from product_file p where p.tenant_id = u.tenant_id and p.file_id = u.signature_file_id))
  loop
    insert into file (tenant_id, name, mime, size, sha256, created_by_id, received_by, is_master_data, created_at)
      select tenant_id, name, mime, size, sha256, person.id, received_by, true, created_at
      from file where tenant_id = person.tenant_id and id = person.file_id
      returning id into copied;
    insert into file_chunk (tenant_id, file_id, chunk_no, bytes)
      select tenant_id, copied, chunk_no, bytes from file_chunk
      where tenant_id = person.tenant_id and file_id = person.file_id;
    update lb_user set signature_file_id = copied where tenant_id = person.tenant_id and id = person.id;
  end loop;
end
$$;
update file f set purpose = 'signature', is_master_data = true
  where exists (select from lb_user u where u.tenant_id = f.tenant_id and u.signature_file_id = f.id);
update file set purpose = case mime when 'application/pdf' then 'document' else 'image' end
  where is_master_data and purpose is null;

alter table file enable trigger user;
alter table lb_user enable trigger user;
create index on lb_user (tenant_id, signature_file_id) where signature_file_id is not null;

-- A signature is seen by its person, by whoever brought it, and by administrators, who keep those of others (ROLE-14).
call app.wall('file', visible =>
  '(not shows_amounts or (select app.has_role(''user-price'')))
   and (procurement_id is not null and exists (select from procurement d where d.tenant_id = file.tenant_id and d.id = file.procurement_id)
     or invoice_id is not null and exists (select from invoice d where d.tenant_id = file.tenant_id and d.id = file.invoice_id)
     or contract_id is not null and exists (select from contract d where d.tenant_id = file.tenant_id and d.id = file.contract_id)
     or is_master_data and (purpose is distinct from ''signature'' or (select app.is_admin())
       or exists (select from lb_user u where u.tenant_id = file.tenant_id and u.id = (select app.user_id()) and u.signature_file_id = file.id))
     or num_nonnulls(procurement_id, invoice_id, contract_id) = 0 and created_by_id = (select app.user_id()))');

-- Refuses a file that was not brought for this kind of place, in the words for one that is not there. A signature is that
-- of the person who brought it, or whom an administrator brings it for, and of nobody else. Only the product itself is
-- held to it, which writes as writer: a restored backup is as it was.
create function app.check_file_purpose() returns trigger language plpgsql set search_path = '' as $$
declare
  chosen uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
begin
  if current_user = 'writer' and not exists (
    select from public.file f
    where f.tenant_id = new.tenant_id and f.id = chosen and f.purpose = tg_argv[1]
      and (f.purpose <> 'signature' or f.created_by_id in (new.id, app.user_id())
        and not exists (select from public.lb_user o
          where o.tenant_id = new.tenant_id and o.signature_file_id = chosen and o.id <> new.id)))
  then
    raise exception 'foreign_key_violation' using errcode = '23503', column = tg_argv[0];
  end if;
  return null;
end
$$;

do $$
declare
  place record;
begin
  for place in
    select * from (values
      ('lb_user', 'signature_file_id', 'signature'),
      ('client', 'logo_file_id', 'image'),
      ('client', 'letterhead_file_id', 'image'),
      ('product', 'image_file_id', 'image'),
      ('product_file', 'file_id', 'document')) as places (named, field, purpose)
  loop
    execute format(
      'create trigger %2$I after insert on public.%1$I for each row when (new.%3$I is not null)
         execute function app.check_file_purpose(%3$L, %4$L)',
      place.named, 'purpose_of_' || place.field, place.field, place.purpose);
    execute format(
      'create trigger %2$I after update of %3$I on public.%1$I for each row
         when (new.%3$I is not null and new.%3$I is distinct from old.%3$I)
         execute function app.check_file_purpose(%3$L, %4$L)',
      place.named, 'purpose_of_new_' || place.field, place.field, place.purpose);
  end loop;
end
$$;

-- AUTH-24: whoever logs out ends the access tokens of his session at once, which happens at the gate.
grant update (token_version) on lb_user to gate;
