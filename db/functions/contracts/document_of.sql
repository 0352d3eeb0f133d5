-- The document of this kind that a changed row belongs to. A document belongs to itself alone, not to another
-- one it is linked to: who sees that does not see this.
create or replace function app.document_of(row_data jsonb, table_name text, kind text) returns bigint
language sql immutable
return case
  when table_name = kind then (row_data ->> 'id')::bigint
  when table_name not in ('procurement', 'invoice', 'contract') then (row_data ->> (kind || '_id'))::bigint
end;
