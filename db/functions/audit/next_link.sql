create or replace function app.next_link(previous bytea, start bytea, content bytea) returns bytea
language sql immutable parallel safe
  return sha256(coalesce(previous, start, ''::bytea) || content);
