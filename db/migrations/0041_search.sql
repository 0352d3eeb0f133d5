-- One way to compare what is searched for with what is there: without regard to case, accents and signs, and with umlauts
-- written either way. `src/base/search.ts` says the same in the browser; a test holds the two together (OVW-05, LIST-02).

-- Letters and digits alone, in lower case and without accents, one blank between words.
create function app.folded(given text) returns text
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

-- What a search looks into: a line for each text, so that it can tell where one begins and ends, and a blank before each
-- word. Texts with ae, oe or ue follow once more with a, o and u, as umlauts are read.
create function app.search_text(variadic texts text[]) returns text
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

-- What people type of PO-000057: PO-57, and any part of 57.
create function app.number_words(formatted text) returns text language sql immutable parallel safe
return (
  select concat_ws(' ', kind || digits, (select string_agg(substr(digits, place), ' ') from generate_series(1, length(digits)) as place))
  from (select substring(formatted from '^\D*') as kind, ltrim(substring(formatted from '\d+$'), '0') as digits) as parts);

-- The names in all languages of a translated name (I18N-07).
create function app.names_in(translations jsonb) returns text language sql immutable parallel safe
return jsonb_path_query_array(translations, '$[*].name')::text;

grant execute on function app.folded(text), app.search_text(text[]), app.number_words(text), app.names_in(jsonb)
  to reader, reader_price, writer, gate;

do $$
declare
  searched record;
begin
  for searched in
    select * from (values
      ('client', 'name'),
      ('client_address', 'address_name, address, city'),
      ('cost_center', 'number, name, app.names_in(translations)'),
      ('department', 'name, app.names_in(translations), code'),
      ('financial_dimension', 'code, name'),
      -- Whoever looks for a person by his domain would find all; a whole address is looked for in its own column.
      ('lb_user', 'name, split_part(email, ''@'', 1)'),
      ('ledger_account', 'number, name'),
      ('location', 'number, name'),
      ('permission', 'name'),
      ('posting_key', 'number, name'),
      ('product_group', 'name, app.names_in(translations)'),
      ('profit_center', 'number, name'),
      ('supplier', 'name, supplier_number, external_id, city'),
      ('tax_group', 'code, name'),
      ('tax_item_group', 'code, name')
    ) as listed (table_name, texts)
  loop
    execute format('alter table %I add column search_text text generated always as (app.search_text(%s)) stored',
      searched.table_name, searched.texts);
    execute format('create index %I on %I using gin (tenant_id, search_text gin_trgm_ops)',
      searched.table_name || '_search_text', searched.table_name);
    execute format('grant select (search_text) on %I to reader, reader_price', searched.table_name);
    execute format('drop trigger audit on %I', searched.table_name);
    execute format(
      'create trigger audit after insert or update or delete on %I for each row execute function app.write_audit(%L, %L, %L, %L)',
      searched.table_name,
      case searched.table_name when 'lb_user' then '{api_token_hash,token_version}' else '{}' end,
      case searched.table_name when 'lb_user' then '{approval_limit}' else '{}' end,
      case searched.table_name when 'lb_user' then '{token_version,search_text}' else '{search_text}' end,
      case searched.table_name when 'client_address' then 'client' else searched.table_name end);
  end loop;
end
$$;
drop index supplier_search;

create or replace view task_group with (security_invoker = true) as
  select tenant_id, id, name, roles, app.approval_limit_of(id) as approval_limit, priority_approval_limit, active, created_at,
    updated_at, search_text
  from lb_user where is_group;
grant select (search_text) on task_group to reader, reader_price;

alter table product alter column search_text set expression as (app.search_text(name, alias, item_number, supplier_text));
alter table contract alter column search_text set expression as (
  app.search_text(app.number_words(contract_number_formatted), contract_number_formatted, name, external_contract_number, notes));
alter table document alter column search_text set expression as (
  app.search_text(app.number_words(number), head_text, lines_text));
-- What a document is called; the index of the whole text narrows a search for it.
alter table document add column heading_text text generated always as (
  app.search_text(app.number_words(number), number, name)) stored;
grant select (heading_text) on document to reader, reader_price;
