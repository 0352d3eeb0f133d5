-- A complete review never changes; one that waits is completed, or makes room for another (ADM-21).
create or replace function app.keep_review() returns trigger language plpgsql as $$
begin
  if old.is_complete then
    raise exception 'review % is kept', old.id using errcode = '55000';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
