-- Codes, numbers, names of groups and e-mails that must be unique are so without regard to case, as table view and CSV
-- judge them (SHEET-05, VAL-28, VAL-30, VAL-32). Numbers of digits alone keep the keys they have.

-- An exclusion of equals is a unique key that can fold case and still be looked at once the statement is done, so that
-- two rows of one save swap what is unique.
alter table cost_center drop constraint cost_center_tenant_id_number_key,
  add constraint cost_center_tenant_id_number_key
    exclude (tenant_id with =, lower(number) with =) deferrable;
-- Lists are ordered by the number as it is written.
create index on cost_center (tenant_id, number);
alter table permission drop constraint permission_tenant_id_name_key,
  add constraint permission_tenant_id_name_key
    exclude (tenant_id with =, lower(name) with =) deferrable;
alter table tax_group drop constraint tax_group_tenant_id_client_id_code_key,
  add constraint tax_group_tenant_id_client_id_code_key
    exclude (tenant_id with =, client_id with =, lower(code) with =) deferrable;
alter table tax_item_group drop constraint tax_item_group_tenant_id_client_id_code_key,
  add constraint tax_item_group_tenant_id_client_id_code_key
    exclude (tenant_id with =, client_id with =, lower(code) with =) deferrable;
alter table financial_dimension drop constraint financial_dimension_tenant_id_client_id_dimension_type_code_key,
  add constraint financial_dimension_tenant_id_client_id_dimension_type_code_key
    exclude (tenant_id with =, client_id with =, dimension_type with =, lower(code) with =) deferrable;

drop index lb_user_email_key;
alter table lb_user add constraint lb_user_email_key
  exclude (tenant_id with =, lower(email) with =) deferrable;
-- Task groups are written through their view, one by one, so that a swap is only done at the end.
drop index lb_user_group_name_key;
alter table lb_user add constraint lb_user_group_name_key
  exclude (tenant_id with =, lower(name) with =) where (is_group) deferrable initially deferred;

-- No text without a limit (VAL-05): 4000 characters where no other limit is given, 255 for names.
alter table configuration add check (length(value) <= 4000);
alter table marketplace add check (length(identity) between 1 and 255);
