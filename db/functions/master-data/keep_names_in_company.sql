create or replace function app.keep_names_in_company() returns trigger language plpgsql security definer set search_path to '' as $$
declare
  was constant jsonb := case when tg_op = 'UPDATE' and old.client_id = new.client_id and old.supplier_id = new.supplier_id then to_jsonb(old) else '{}' end;
  wanted text;
begin
  if exists (select from public.supplier s where s.tenant_id = new.tenant_id and s.id = new.supplier_id and s.active) then
    foreach wanted in array '{external_id,vendor_account}'::text[] loop
      if was ->> wanted is distinct from to_jsonb(new) ->> wanted then
        perform app.keep_named(to_jsonb(new), new.supplier_id, wanted, new.client_id);
      end if;
    end loop;
  end if;
  return new;
end
$$;
