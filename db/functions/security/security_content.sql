-- The bytes of a row covered by its digest. A migration that adds a column appends it here, and only if it is not
-- null.
create or replace function app.security_content(r public.security_log) returns bytea language sql stable parallel safe
  return convert_to(jsonb_build_array(r.tenant_id, r.id, r.kind, r.lb_user_id, r.actor_id, r.means, r.what, r.target_id, r.code, r.device,
    r.network, r.times, (extract(epoch from r.created_at) * 1000000)::bigint)::text, 'UTF8');
