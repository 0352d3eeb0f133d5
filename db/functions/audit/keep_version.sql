-- Versions are immutable; they are deleted with the tenant only, whose deletion fires no triggers (OP-02).
create or replace function app.keep_version() returns trigger language plpgsql as $$
begin
  raise exception 'version % is kept', old.number using errcode = '55000';
end
$$;
