-- The kinds visible to the person to this extent: `all`, `client`, `department` (ROLE-04), or only `involved` ones
-- (ROLE-05).
create or replace function app.kinds_seen(extent text) returns text[] language sql stable parallel safe
return array(
  select kind from unnest(array['procurement', 'invoice', 'contract']) as kind
  where case extent when 'involved' then app.sees_involved(kind)
    else coalesce(current_setting('app.' || kind || '_scope', true), '') = extent end);
grant execute on function app.kinds_seen(text) to reader, reader_price;
