-- The searched form of texts: a line for each, so that beginnings and ends are known, and a blank before each word.
-- If they contain ae, oe or ue, all follow again with a, o and u, like folded umlauts.
create or replace function app.search_text(variadic texts text[]) returns text
language plpgsql immutable parallel safe as $$
declare
  lines text := E'\n';
  each text;
  with_plain_vowels text;
begin
  foreach each in array texts loop
    each := app.folded(each);
    if each <> '' then
      lines := lines || ' ' || each || E' \n';
    end if;
  end loop;
  with_plain_vowels := regexp_replace(lines, '([aou])e', '\1', 'g');
  return case when with_plain_vowels = lines then lines else lines || with_plain_vowels end;
end
$$;
grant execute on function app.search_text(text[]) to gate, reader, reader_price, writer;
