-- Refuses a file that was not brought for this kind of place, in the words for one that is not there. A signature is that
-- of the person who brought it, or whom an administrator brings it for, and of nobody else. Only the product itself is
-- held to it, which writes as writer: a restored backup is as it was.
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
