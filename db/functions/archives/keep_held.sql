create or replace function app.keep_held() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'the document % is held', old.id using errcode = '55000';
end
$$;
