-- A version never changes; it goes with the tenant alone, whose deletion fires no triggers (OP-02).
create or replace function app.keep_version() returns trigger language plpgsql as $$
begin
  raise exception 'version % is kept', old.number using errcode = '55000';
end
$$;
