-- A product group may name a cost center that belongs to other companies only: auditors of one company read it as empty, as
-- they do in people (ARC-09, PROC-39).
create view audited.product_group with (security_invoker) as
  select g.tenant_id, g.id, g.name, g.translations, g.description, g.active, g.user_select_product_id, g.created_at, g.updated_at,
    g.search_text, g.ledger_account_id,
    (select c.id from public.cost_center c where c.tenant_id = g.tenant_id and c.id = g.cost_center_id) as cost_center_id,
    g.tax
  from public.product_group g;
grant select on audited.product_group to auditor;
