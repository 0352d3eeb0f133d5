-- Ten random letters that group the audit rows of one save (AUD-06).
create or replace function app.audit_group() returns text language plpgsql volatile as $$
declare
  letters text := nullif(current_setting('app.audit_group', true), '');
begin
  if letters is null then
    select string_agg(chr(97 + (get_byte(bytes, place) % 26)), '')
      into letters
      from (select uuid_send(gen_random_uuid()) as bytes) random, generate_series(6, 15) as place;
    perform set_config('app.audit_group', letters, true);
  end if;
  return letters;
end
$$;
