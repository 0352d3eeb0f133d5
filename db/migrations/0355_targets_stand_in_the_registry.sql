-- Which targets there are says `src/features/export-target/targets.ts` alone (EXP-01): a target is added without a migration.
alter table invoice_export_run drop constraint invoice_export_run_target_check;
alter table invoice_export_run add constraint invoice_export_run_target_check check (target ~ '^[a-z0-9-]{1,30}$');
alter table accounting_sign_in drop constraint accounting_sign_in_system_check;
alter table accounting_sign_in add constraint accounting_sign_in_system_check check (system ~ '^[a-z0-9-]{1,30}$');
-- Whether each company is connected or the tenant says the registry too.
alter table accounting_connection drop constraint accounting_connection_system_check;
alter table accounting_connection drop constraint accounting_connection_check;
alter table accounting_connection drop constraint accounting_connection_check1;
alter table accounting_connection add constraint accounting_connection_system_check check (system ~ '^[a-z0-9-]{1,30}$');
alter table accounting_connection add constraint accounting_connection_company_check
  check (client_id is not null or datev_client_id is null);
