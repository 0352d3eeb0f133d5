create or replace function app.reading_key(in_what bytea) returns bytea
  language sql stable set search_path = ''
  as $$ select sha256(convert_to(coalesce(app.tenant_id()::text, '') || ' ', 'UTF8') || in_what) $$;
