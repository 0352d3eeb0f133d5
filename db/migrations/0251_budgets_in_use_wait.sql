-- A budget that is set below its use, moved to another time, account or cost center, deactivated or deleted while something is
-- counted in it waits for a second administrator (AUTH-37), and the change says how much was counted.
alter table control_change add column used numeric(14, 2);
grant select (used) on control_change to reader_price;
drop trigger audit on control_change;
create trigger audit after insert or delete or update on control_change for each row
  execute function app.write_audit('{}', '{before,after,used}', '{told}', 'control_change');

-- What documents take of a budget (BUD-04), whoever asks.
create function app.budget_used(in_cost_center bigint, in_budget bigint, in_start date) returns numeric
language sql stable set search_path to '' as $$
  select coalesce((select u.consumed from app.budget_use(array[in_cost_center], in_start, null) u where u.budget_id = in_budget), 0)
$$;
revoke execute on function app.budget_used(bigint, bigint, date) from public;
grant execute on function app.budget_used(bigint, bigint, date) to writer;

-- Whether a change of a budget leaves less than what is used of it, or takes its use out of it.
create function app.undercuts_budget(in_old jsonb, in_new jsonb, in_used numeric) returns boolean
language sql immutable set search_path to '' as $$
  select in_used > 0 and (in_new is null or (in_new ->> 'value')::numeric < least(in_used, (in_old ->> 'value')::numeric)
    or (in_new - '{value,name,updated_at}'::text[]) <> (in_old - '{value,name,updated_at}'::text[]))
$$;
grant execute on function app.undercuts_budget(jsonb, jsonb, numeric) to writer;

do $$
declare
  named text;
  body text;
  known text;
  added text;
begin
  for named, known, added in values
    ('app.controls()', '  union all values' || chr(10) || '    (''lb_user'', ''email''',
      '  union all select ''budget'', ''value'', ''columns'', ''{value,cost_center_id,ledger_account_id,start,end,not_allocated,active}'','
        || ' false, ''{}'', ''cost_center'', ''cost_center_id''' || chr(10)
        || '  union all select ''budget'', ''budget'', ''deletion'', ''{name,value,cost_center_id,start}'', false, ''{}'', ''cost_center'','
        || ' ''cost_center_id''' || chr(10)),
    ('app.governs(text, text, jsonb, jsonb)', 'when in_table <> ''lb_user'' then true',
      'when in_table = ''budget'' then app.undercuts_budget(in_old, in_new,
      app.budget_used((in_old ->> ''cost_center_id'')::bigint, (in_old ->> ''id'')::bigint, (in_old ->> ''start'')::date))
    ')
  loop
    body := pg_get_functiondef(named::regprocedure);
    if strpos(body, known) = 0 then
      raise exception 'the register is another one: %', named;
    end if;
    execute replace(body, known, added || known);
  end loop;
end
$$;
create trigger hold_control before insert or update or delete on budget for each row
  when (current_user = 'writer') execute function app.hold_control();

-- Says of which budget a change is, and how much is counted in it.
create function app.note_budget_used() returns trigger language plpgsql set search_path to '' as $$
begin
  new.used := app.budget_used((new.before ->> 'cost_center_id')::bigint, (new.row_key ->> 'id')::bigint, (new.before ->> 'start')::date);
  select left(concat_ws(' ', c.number, c.name) || ', ' || b.name, 300) into new.of_name from public.budget b
    join public.cost_center c on c.tenant_id = b.tenant_id and c.id = b.cost_center_id
    where b.tenant_id = new.tenant_id and b.id = (new.row_key ->> 'id')::bigint;
  return new;
end
$$;
create trigger note_budget_used before insert on control_change for each row when (new.table_name = 'budget')
  execute function app.note_budget_used();
