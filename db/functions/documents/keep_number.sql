-- Numbers never change once assigned (NUM-05). The argument names the column.
create or replace function app.keep_number() returns trigger language plpgsql as $$
declare
  before text := to_jsonb(old) ->> tg_argv[0];
begin
  if before is not null and before is distinct from to_jsonb(new) ->> tg_argv[0] then
    raise exception 'a document number never changes'
      using errcode = '23514', constraint = tg_table_name || '_' || tg_argv[0] || '_fixed';
  end if;
  return new;
end
$$;
