-- An invoice deducted by a final invoice can be neither discarded nor changed in amount by anyone, until the final
-- invoice is reopened.
create or replace function app.keep_taken_off() returns trigger language plpgsql set search_path to '' as $$
declare
  final text := app.taken_off_by(old);
begin
  if final is not null then
    raise exception 'prepayment_taken_off' using errcode = '55000', detail = jsonb_build_object('number', final);
  end if;
  return new;
end
$$;
