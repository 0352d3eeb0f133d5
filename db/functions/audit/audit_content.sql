-- The bytes of a row covered by its link, independent of session settings. A migration that adds a column to
-- audit_log appends it here, and only if it is not null, so that older rows keep their bytes. The transaction number
-- is left out, because a restored row may get another one.
create or replace function app.audit_content(r public.audit_log) returns bytea language sql stable parallel safe
  return convert_to((jsonb_build_array(r.tenant_id, r.id, r.type, r."table", r.relation_table, r.foreign_key, r.lb_user_id,
    to_jsonb(r.affected_properties), r.data_before, r.data_after, r.amounts_before, r.amounts_after, r.info, r.random_id,
    r.procurement_id, r.invoice_id, r.contract_id, r.relation_key, (extract(epoch from r.created_at) * 1000000)::bigint)
    || case when r.means is null then '[]' else jsonb_build_array(r.means) end)::text, 'UTF8');
