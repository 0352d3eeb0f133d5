-- Bytes, hash, time and channel of receipt are immutable, the retention can only be extended, and a held file stays
-- with its document, even if the whole tenant is deleted. Only an operator's deletion, after handing over the
-- archive, removes received or sent files.
create or replace function app.keep_original() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not app.is_kept(old) or app.is_removing(old.tenant_id) then
    return null;
  end if;
  if tg_op = 'UPDATE'
      and (new.tenant_id, new.id, new.name, new.mime, new.size, new.sha256, new.received_by, new.created_at)
        is not distinct from (old.tenant_id, old.id, old.name, old.mime, old.size, old.sha256, old.received_by, old.created_at)
      and app.is_kept(new)
      and (old.retain_until is null or new.retain_until >= old.retain_until)
      and app.kept_until_of(new.tenant_id, new.created_at, new.retain_until, new.procurement_id, new.invoice_id, new.contract_id)
        >= app.kept_until_of(old.tenant_id, old.created_at, old.retain_until, old.procurement_id, old.invoice_id, old.contract_id)
      and app.is_held(new.tenant_id, new.procurement_id, new.invoice_id, new.contract_id)
        >= app.is_held(old.tenant_id, old.procurement_id, old.invoice_id, old.contract_id) then
    return null;
  end if;
  raise exception 'file % is kept', old.id using errcode = '55000';
end
$$;
