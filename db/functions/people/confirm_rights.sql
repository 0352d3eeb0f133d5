-- Confirms all rights as they are now (ADM-21): null if the matrix is no longer the one that the person saw, else whether
-- the review is complete. Complete it is with a second administrator who confirms the same matrix, or at once where nobody
-- else could confirm; a repeated confirmation changes nothing. Never while acting as another (AUTH-29).
create or replace function app.confirm_rights(in_sha256 text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  tenant constant bigint := app.tenant_id();
  actor constant bigint := app.actor_id();
  matrix constant jsonb := app.rights_matrix();
  own_name text;
  waiting public.rights_review;
begin
  if actor is distinct from app.user_id() or not app.administers(tenant, actor) then
    raise exception 'permission denied for table rights_review' using errcode = '42501';
  end if;
  if encode(sha256(convert_to(matrix::text, 'UTF8')), 'hex') is distinct from in_sha256 then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('rights review', tenant));
  select name into strict own_name from public.lb_user where tenant_id = tenant and id = actor;
  if exists (select from public.rights_review r where r.tenant_id = tenant and r.is_complete and r.sha256 = in_sha256
      and actor in (r.confirmed_by_id, r.second_by_id) and coalesce(r.second_at, r.confirmed_at) > now() - interval '1 day') then
    return true;
  end if;
  select * into waiting from public.rights_review r where r.tenant_id = tenant and not r.is_complete;
  if waiting.sha256 = in_sha256 and not app.may_confirm(tenant, actor, waiting.confirmed_by_id) then
    return false;
  end if;
  if waiting.sha256 = in_sha256 then
    update public.rights_review set second_by_id = actor, second_by = own_name, second_at = clock_timestamp()
      where tenant_id = tenant and id = waiting.id;
    return true;
  end if;
  delete from public.rights_review where tenant_id = tenant and id = waiting.id;
  insert into public.rights_review (tenant_id, matrix, sha256, confirmed_by_id, confirmed_by, is_alone)
    values (tenant, matrix, in_sha256, actor, own_name, not app.is_watched(tenant, actor));
  return not app.is_watched(tenant, actor);
end
$$;
grant execute on function app.confirm_rights(text) to writer;
