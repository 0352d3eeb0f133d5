-- Master data may name cost centers, departments, suppliers and people that belong to other companies only: auditors of
-- one company read these references as empty, as in people and product groups (ARC-09).
-- function app.audited_view
-- It was written by hand, with its columns in another order.
drop view audited.lb_user;
do $$
declare
  table_name text;
begin
  foreach table_name in array '{buyer_reference,client,configuration,department,lb_user,marketplace,product,product_group,supplier}'::text[] loop
    call app.audited_view(table_name);
  end loop;
end
$$;
-- Without its cost center it would allow any.
create policy only_audited on d365_allowed_combination as restrictive for select to auditor
  using (cost_center_id is null or exists (select from cost_center c
    where c.tenant_id = d365_allowed_combination.tenant_id and c.id = d365_allowed_combination.cost_center_id));
