-- Only single sign-on needs an active issuer: without one nobody but administrators and auditors could log in (AUTH-32).
-- Checked when proposed and again when a second administrator confirms, since the other one may have changed meanwhile.
create or replace function app.keep_sign_on() returns trigger language plpgsql set search_path to '' as $$
declare
  whole constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  tenant constant bigint := (whole ->> 'tenant_id')::bigint;
begin
  -- `hold_control` refuses a change while acting as another.
  if tg_op <> 'DELETE' and app.is_acting() then
    return new;
  end if;
  -- Of two transactions, one that chooses it and one that takes the issuer away, the second sees the first.
  perform pg_advisory_xact_lock(hashtextextended('single sign-on', tenant));
  if (tg_table_name = 'configuration' or app.is_sign_on_only(tenant))
      and not exists (select from public.sign_on_issuer i where i.tenant_id = tenant and i.active
        and (tg_table_name = 'configuration' or i.id <> (whole ->> 'id')::bigint)) then
    raise exception 'sign_on_needs_issuer' using errcode = '55000',
      column = case when tg_table_name = 'configuration' then 'sign_on_only' else 'active' end;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
