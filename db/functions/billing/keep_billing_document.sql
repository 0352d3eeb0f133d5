-- Only the decided document can be finished, never a second one.
create or replace function app.keep_billing_document() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.document_id is distinct from old.document_id or new.month <> old.month then
    raise exception 'which document a billing has is decided once' using errcode = '23514';
  end if;
  return new;
end
$$;
