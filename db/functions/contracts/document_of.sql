-- The document of this kind that a changed row belongs to. A document belongs to itself only, not to a linked one:
-- its visibility is separate.
create or replace function app.document_of(row_data jsonb, table_name text, kind text) returns bigint
language sql immutable
return case
  when table_name = kind then (row_data ->> 'id')::bigint
  when table_name not in ('procurement', 'invoice', 'contract') then (row_data ->> (kind || '_id'))::bigint
end;
