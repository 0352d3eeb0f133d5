-- What a name looks like: without signs that nobody sees, and with the Latin letters that Cyrillic and Greek ones are taken for.
create function app.look_alike(in_name text) returns text language sql immutable parallel safe strict set search_path to '' as $$
  select btrim(translate(
    lower(normalize(regexp_replace(in_name,
      '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]',
      '', 'g'), NFKC) collate app.german),
    'авеёіїјкмнорстухѕԁһӏԛԝαβγεζηικμνορτυχ',
    'abeëiïjkmhopctyxsdhlqwabyeznikmvoptux'))
$$;
grant execute on function app.look_alike(text) to operator;

-- The same name is refused by its own key. No tenant is founded or renamed so that its name can be taken for that of another one, in whatever way (OP-01, VAL-40).
create function app.keep_tenant_names_apart() returns trigger language plpgsql security definer set search_path to '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('names of tenants'));
  if exists (select from public.tenant t where t.id <> new.id and t.name <> new.name
      and app.look_alike(t.name) = app.look_alike(new.name)) then
    raise exception 'unique_violation' using errcode = '23505', column = 'name';
  end if;
  return new;
end
$$;
create trigger names_apart before insert or update of name on tenant for each row execute function app.keep_tenant_names_apart();

-- A time zone that the database does not know is refused before days are counted by it (SET-02).
create function app.keep_time_zone() returns trigger language plpgsql set search_path to '' as $$
begin
  perform now() at time zone new.value;
  return new;
exception when invalid_parameter_value then
  raise exception 'validation_failed' using errcode = '22023', column = 'timezone', detail = '{"rule": "time_zone"}';
end
$$;
create trigger known_time_zone before insert or update of value, key on configuration for each row
  when (new.key = 'timezone' and new.value is not null) execute function app.keep_time_zone();
