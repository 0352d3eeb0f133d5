-- The trigrams of a text do not tell its beginning from the beginning of a word: in a catalogue in which every second product has "mm",
-- looking for those that are called so read all of them (PROC-07). Here each text begins with a letter more, and so do the trigrams.
alter table product add column starts_text text
  generated always as (replace(app.search_text(name, alias, item_number, supplier_text), E'\n ', E'\n q')) stored;
create index product_starts on product using gin (tenant_id, starts_text gin_trgm_ops);
grant select (starts_text) on product to reader, reader_price;
create or replace trigger audit after insert or update or delete on product
  for each row execute function app.write_audit('{}', '{price_netto,price_brutto}', '{search_text,starts_text,supplier_text}', 'product');
