-- The newest proof of each kind, and every version of the product since its first start here (ARC-07).
create or replace function app.operation_proofs()
returns table (kind text, proven_at timestamptz, is_passed boolean, figures jsonb)
language sql stable security definer set search_path = '' as $$
  (select distinct on (p.kind) p.kind, p.proven_at, p.is_passed, p.figures
     from public.operation_proof p order by p.kind, p.proven_at desc)
  union all
  select 'version', v.first_at, true, jsonb_build_object('version', v.version) from app.product_version v
$$;
grant execute on function app.operation_proofs() to writer;
