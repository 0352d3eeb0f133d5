create or replace function app.keep_names_of_supplier() returns trigger language plpgsql security definer set search_path to '' as $$
declare
  was constant jsonb := case when tg_op = 'UPDATE' and old.active then to_jsonb(old) else '{}' end;
  wanted text;
begin
  foreach wanted in array tg_argv loop
    if new.active and was ->> wanted is distinct from to_jsonb(new) ->> wanted then
      perform app.keep_named(to_jsonb(new), new.id, wanted, null);
    end if;
  end loop;
  return new;
end
$$;
