-- Refuses a time zone unknown to the database before days are computed with it (SET-02).
create or replace function app.keep_time_zone() returns trigger language plpgsql set search_path to '' as $$
begin
  perform now() at time zone new.value;
  return new;
exception when invalid_parameter_value then
  raise exception 'validation_failed' using errcode = '22023', column = 'timezone', detail = '{"rule": "time_zone"}';
end
$$;
