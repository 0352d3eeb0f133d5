-- Refuses a file uploaded for another purpose, with the same error as for a missing one. A signature belongs to the
-- uploading person, or to the person for whom an administrator uploads it. Applies only to the product itself, which
-- writes as writer: a restored backup is unchanged.
create or replace function app.check_file_purpose() returns trigger language plpgsql set search_path = '' as $$
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
