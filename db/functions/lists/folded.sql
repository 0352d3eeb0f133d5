-- Letters and digits only, in lower case and without accents, one blank between words.
create or replace function app.folded(given text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  plain text := given;
begin
  if octet_length(plain) > length(plain) then
    plain := lower(regexp_replace(normalize(plain, NFKD), '[\u0300-\u036f]', '', 'g') collate pg_c_utf8);
    plain := replace(replace(replace(translate(plain, 'øłđıς', 'oldiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  else
    plain := lower(plain);
  end if;
  return btrim(regexp_replace(
    plain, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u1680\u2190-\u2bff\u3000-\u303f\ufeff]+',
    ' ', 'g'));
end
$$;
grant execute on function app.folded(text) to gate, reader, reader_price, writer;
