-- Open tasks move at once when a person's absence starts or ends or a substitute becomes unavailable, not only at
-- night.
create or replace function app.settle_tasks() returns trigger language plpgsql as $$
begin
  if app.tenant_id() is not null and exists (
    select from after_change a join before_change b on b.tenant_id = a.tenant_id and b.id = a.id
    where (a.substitute_id, a.absence_from, a.absence_to, a.active, a.blocked)
      is distinct from (b.substitute_id, b.absence_from, b.absence_to, b.active, b.blocked)
  ) then
    perform app.enqueue('settle_tasks', '{}');
  end if;
  return null;
end
$$;
