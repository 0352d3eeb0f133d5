create or replace function app.touch() returns trigger language plpgsql as $$
begin
  -- The day of a leaving stays (ARC-08).
  if coalesce(current_setting('app.pseudonymising', true), '') <> 'on' then
    new.updated_at := clock_timestamp();
  end if;
  return new;
end
$$;
