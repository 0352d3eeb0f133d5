-- Rules of the declared entities that one row alone cannot keep, and what imports leave behind.

-- Two rows of one save may swap what is unique: it is looked at once the statement is done.
alter table cost_center drop constraint cost_center_tenant_id_number_key,
  add constraint cost_center_tenant_id_number_key unique (tenant_id, number) deferrable;
alter table ledger_account drop constraint ledger_account_tenant_id_number_key,
  add constraint ledger_account_tenant_id_number_key unique (tenant_id, number) deferrable;
alter table posting_key drop constraint posting_key_tenant_id_number_key,
  add constraint posting_key_tenant_id_number_key unique (tenant_id, number) deferrable;
alter table profit_center drop constraint profit_center_tenant_id_number_key,
  add constraint profit_center_tenant_id_number_key unique (tenant_id, number) deferrable;
alter table permission drop constraint permission_tenant_id_name_key,
  add constraint permission_tenant_id_name_key unique (tenant_id, name) deferrable;
alter table tax_group drop constraint tax_group_tenant_id_client_id_code_key,
  add constraint tax_group_tenant_id_client_id_code_key unique (tenant_id, client_id, code) deferrable;
alter table tax_item_group drop constraint tax_item_group_tenant_id_client_id_code_key,
  add constraint tax_item_group_tenant_id_client_id_code_key unique (tenant_id, client_id, code) deferrable;
alter table financial_dimension drop constraint financial_dimension_tenant_id_client_id_dimension_type_code_key,
  add constraint financial_dimension_tenant_id_client_id_dimension_type_code_key
    unique (tenant_id, client_id, dimension_type, code) deferrable;

-- VAL-26: whoever writes a company or takes a delivery address away leaves the company with one. Looked at in the end,
-- because the addresses of a new company follow it. Whoever loads data as owner of the database answers for it himself.
create function app.keep_delivery_address() returns trigger
language plpgsql set search_path = '' as $$
declare
  company bigint := case tg_table_name when 'client' then to_jsonb(new) ->> 'id' else to_jsonb(old) ->> 'client_id' end;
begin
  -- Two people who take away the last two addresses wait for each other.
  perform from public.client c where c.tenant_id = app.tenant_id() and c.id = company for no key update;
  if found and not exists (
    select from public.client_address a where a.tenant_id = app.tenant_id() and a.client_id = company
  ) then
    raise exception 'validation_failed' using errcode = '23514', column = 'client_addresses',
      detail = '{"rule": "rows_required", "count": 1}';
  end if;
  return null;
end
$$;
create constraint trigger keep_delivery_address after insert on client deferrable initially deferred
  for each row when (current_user = 'writer') execute function app.keep_delivery_address();
create constraint trigger keep_delivery_address after delete or update of client_id on client_address
  deferrable initially deferred
  for each row when (current_user = 'writer') execute function app.keep_delivery_address();

-- A job of somebody as whom an administrator acts is that administrator's doing (AUTH-22).
alter table job add column actor_id bigint,
  add foreign key (tenant_id, actor_id) references lb_user (tenant_id, id) on delete set null (actor_id);
create index on job (tenant_id, actor_id) where actor_id is not null;
call app.wall('job', visible => 'lb_user_id = (select app.user_id()) or (select app.is_admin())',
  secrets => '{input,actor_id}', audited => false);

create or replace function app.enqueue(in_kind text, in_input jsonb, in_run_at timestamptz default null) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  new_job bigint;
begin
  if app.tenant_id() is null then
    raise exception 'a job needs a tenant' using errcode = '42501';
  end if;
  insert into public.job (tenant_id, kind, input, lb_user_id, actor_id)
    values (app.tenant_id(), in_kind, in_input, app.user_id(), nullif(app.actor_id(), app.user_id()))
    returning id into new_job;
  perform app.queue_job(app.tenant_id(), new_job, in_kind, in_run_at);
  return new_job;
end
$$;

-- What an import was given and what it reported lasts as long as its job.
create or replace function app.clean_up() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.login_request where created_at < now() - interval '1 day';
  delete from public.login_token where expires_at < now() - interval '1 day';
  delete from public.refresh_token where expires_at < now() - interval '1 day';
  delete from public.passkey_challenge where expires_at < now();
  delete from public.command_log where created_at < now() - interval '7 days';
  delete from public.transaction where created_at < now() - interval '90 days';
  delete from public.record_lock where locked_at < now() - interval '1 day';
  delete from public.job where finished_at < now() - interval '30 days';
  delete from public.file where received_by = 'import' and created_at < now() - interval '30 days';
  -- A cart from which lines came explains where they came from.
  delete from public.punchout_cart c
    where c.updated_at < now() - interval '30 days' and c.state <> 'returned'
      and not exists (select from public.procurement_line l where l.tenant_id = c.tenant_id and l.punchout_cart_id = c.id);
  call app.clean_up_uploads();
end
$$;
