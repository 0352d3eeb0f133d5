create or replace function app.count_documents_under_setting() returns trigger language plpgsql set search_path to '' as $$
declare
  setting constant public.configuration := case when tg_op = 'DELETE' then old else new end;
begin
  if setting.client_id is null
    and (tg_op <> 'UPDATE' or (old.value, old.lb_user_id) is distinct from (new.value, new.lb_user_id)) then
    perform app.note_reached_setting(setting.key);
  end if;
  return null;
end
$$;
