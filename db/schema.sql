-- The database of db/baseline, db/functions and db/migrations, printed by "npm run db:schema" for reviews.
-- It changes through files in db/functions and db/migrations only.

-- Roles

create role auditor nologin inherit;
create role gate nologin inherit;
create role kontor_web login noinherit;
create role operator nologin inherit;
create role reader nologin inherit;
create role reader_admin nologin inherit;
create role reader_bank nologin inherit;
create role reader_price nologin inherit;
create role reader_price_bank nologin inherit;
create role writer nologin inherit;

-- Memberships

grant reader_price to auditor with inherit true, set false, admin false;
grant reader_price_bank to auditor with inherit true, set false, admin false;
grant auditor to kontor_web with inherit false, set true, admin false;
grant gate to kontor_web with inherit false, set true, admin false;
grant operator to kontor_web with inherit false, set true, admin false;
grant reader to kontor_web with inherit false, set true, admin false;
grant reader_admin to kontor_web with inherit false, set true, admin false;
grant reader_bank to kontor_web with inherit false, set true, admin false;
grant reader_price to kontor_web with inherit false, set true, admin false;
grant reader_price_bank to kontor_web with inherit false, set true, admin false;
grant writer to kontor_web with inherit false, set true, admin false;
grant reader_price_bank to reader_admin with inherit true, set false, admin false;
grant reader to reader_bank with inherit true, set false, admin false;
grant reader_price to reader_price_bank with inherit true, set false, admin false;

-- Settings

grant set on parameter lc_messages to kontor_web;

-- Extensions

create extension btree_gin schema public;
create extension btree_gist schema public;
create extension pg_trgm schema public;

-- Functions of PostgreSQL that the baseline declares leakproof

alter function texticlike(text,text) leakproof;
alter function textlike(text,text) leakproof;

-- Schemas

grant usage on schema app to gate;
grant usage on schema app to kontor_web;
grant usage on schema app to operator;
grant usage on schema app to reader;
grant usage on schema app to reader_price;
grant usage on schema app to writer;
grant usage on schema audited to auditor;
grant usage on schema public to public;

-- Default privileges

alter default privileges on functions: nobody;

-- Collations

create collation app.german (provider = icu, locale = 'de', deterministic = true);

-- Types and domains

create domain app.german_text as text collate app.german;

-- Tables

create table accounting_connection (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  system text not null,
  client_id bigint,
  state text default 'active'::text not null,
  problem text,
  datev_client_id text,
  ledger_folder text,
  basics jsonb,
  refresh_token bytea,
  access_token bytea,
  access_until timestamp with time zone,
  connected_until timestamp with time zone,
  connected_by_id bigint,
  connected_at timestamp with time zone default now() not null,
  warned_at timestamp with time zone,
  constraint accounting_connection_pkey PRIMARY KEY (tenant_id, id),
  constraint accounting_connection_tenant_id_system_client_id_key UNIQUE NULLS NOT DISTINCT (tenant_id, system, client_id),
  constraint accounting_connection_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE CASCADE,
  constraint accounting_connection_tenant_id_connected_by_id_fkey FOREIGN KEY (tenant_id, connected_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (connected_by_id),
  constraint accounting_connection_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint accounting_connection_company_check CHECK (((client_id IS NOT NULL) OR (datev_client_id IS NULL))),
  constraint accounting_connection_datev_client_id_check CHECK ((datev_client_id ~ '^[0-9]{1,7}-[0-9]{1,5}$'::text)),
  constraint accounting_connection_ledger_folder_check CHECK ((length(ledger_folder) <= 255)),
  constraint accounting_connection_problem_check CHECK ((length(problem) <= 100)),
  constraint accounting_connection_state_check CHECK ((state = ANY (ARRAY['active'::text, 'inactive'::text]))),
  constraint accounting_connection_system_check CHECK ((system ~ '^[a-z0-9-]{1,30}$'::text))
);
alter table accounting_connection enable row level security, force row level security;
CREATE INDEX accounting_connection_tenant_id_client_id_idx ON public.accounting_connection USING btree (tenant_id, client_id);
CREATE INDEX accounting_connection_tenant_id_connected_by_id_idx ON public.accounting_connection USING btree (tenant_id, connected_by_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.accounting_connection FOR EACH ROW EXECUTE FUNCTION app.write_audit('{refresh_token,access_token}', '{}', '{access_until,warned_at,basics}', 'accounting_connection');
create policy module_on on accounting_connection as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on accounting_connection for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on accounting_connection for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ( SELECT app.is_admin() AS is_admin)));
grant delete, insert, select, update on accounting_connection to writer;
grant select (tenant_id, id, system, client_id, state, problem, datev_client_id, ledger_folder, basics, access_until, connected_until, connected_by_id, connected_at, warned_at) on accounting_connection to reader_price;
grant select (tenant_id, id, system, client_id, state, problem, datev_client_id, ledger_folder, basics, access_until, connected_until, connected_by_id, connected_at, warned_at) on accounting_connection to reader;

create table accounting_sign_in (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  state_digest bytea not null,
  system text not null,
  client_id bigint,
  datev_client_id text,
  lb_user_id bigint not null,
  verifier bytea not null,
  expires_at timestamp with time zone not null,
  constraint accounting_sign_in_pkey PRIMARY KEY (tenant_id, id),
  constraint accounting_sign_in_tenant_id_state_digest_key UNIQUE (tenant_id, state_digest),
  constraint accounting_sign_in_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE CASCADE,
  constraint accounting_sign_in_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint accounting_sign_in_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE,
  constraint accounting_sign_in_datev_client_id_check CHECK ((datev_client_id ~ '^[0-9]{1,7}-[0-9]{1,5}$'::text)),
  constraint accounting_sign_in_state_digest_check CHECK ((length(state_digest) = 32)),
  constraint accounting_sign_in_system_check CHECK ((system ~ '^[a-z0-9-]{1,30}$'::text))
);
alter table accounting_sign_in enable row level security, force row level security;
CREATE INDEX accounting_sign_in_expires_at_idx ON public.accounting_sign_in USING btree (expires_at);
CREATE INDEX accounting_sign_in_tenant_id_client_id_idx ON public.accounting_sign_in USING btree (tenant_id, client_id);
CREATE INDEX accounting_sign_in_tenant_id_lb_user_id_idx ON public.accounting_sign_in USING btree (tenant_id, lb_user_id);
create policy module_on on accounting_sign_in as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on accounting_sign_in for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant delete, insert, select, update on accounting_sign_in to writer;

create table approval_link (
  tenant_id bigint not null,
  id uuid default uuidv7() not null,
  lb_user_id bigint not null,
  timeline_entry_id bigint not null,
  content_version integer not null,
  token_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint approval_link_pkey PRIMARY KEY (tenant_id, id),
  constraint approval_link_token_hash_key UNIQUE (token_hash),
  constraint approval_link_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint approval_link_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE,
  constraint approval_link_tenant_id_timeline_entry_id_fkey FOREIGN KEY (tenant_id, timeline_entry_id) REFERENCES timeline_entry(tenant_id, id) ON DELETE CASCADE,
  constraint approval_link_content_version_check CHECK ((content_version > 0))
);
alter table approval_link enable row level security, force row level security;
CREATE INDEX approval_link_expires_at_idx ON public.approval_link USING btree (expires_at);
CREATE INDEX approval_link_tenant_id_lb_user_id_idx ON public.approval_link USING btree (tenant_id, lb_user_id);
CREATE INDEX approval_link_tenant_id_timeline_entry_id_idx ON public.approval_link USING btree (tenant_id, timeline_entry_id);
create policy at_the_gate on approval_link for select to gate
  using (true);
create policy tenant_wall on approval_link for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant select on approval_link to gate;
grant delete, insert, select, update on approval_link to writer;

create table approval_record (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  procurement_id bigint,
  invoice_id bigint,
  contract_id bigint,
  state text not null,
  covered jsonb not null,
  made_by_id bigint,
  actor_id bigint,
  made_at timestamp with time zone default now() not null,
  constraint approval_record_pkey PRIMARY KEY (tenant_id, id),
  constraint approval_record_tenant_id_actor_id_fkey FOREIGN KEY (tenant_id, actor_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint approval_record_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contract(tenant_id, id) ON DELETE CASCADE,
  constraint approval_record_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint approval_record_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoice(tenant_id, id) ON DELETE CASCADE,
  constraint approval_record_tenant_id_made_by_id_fkey FOREIGN KEY (tenant_id, made_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint approval_record_tenant_id_procurement_id_fkey FOREIGN KEY (tenant_id, procurement_id) REFERENCES procurement(tenant_id, id) ON DELETE CASCADE,
  constraint approval_record_covered_check CHECK ((jsonb_typeof(covered) = 'object'::text)),
  constraint approval_record_of_one_document CHECK ((num_nonnulls(procurement_id, invoice_id, contract_id) = 1)),
  constraint approval_record_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'approved'::text, 'unneeded'::text])))
);
alter table approval_record enable row level security, force row level security;
CREATE INDEX approval_record_tenant_id_actor_id_idx ON public.approval_record USING btree (tenant_id, actor_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX approval_record_tenant_id_contract_id_id_idx ON public.approval_record USING btree (tenant_id, contract_id, id) WHERE (contract_id IS NOT NULL);
CREATE INDEX approval_record_tenant_id_invoice_id_id_idx ON public.approval_record USING btree (tenant_id, invoice_id, id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX approval_record_tenant_id_made_by_id_idx ON public.approval_record USING btree (tenant_id, made_by_id) WHERE (made_by_id IS NOT NULL);
CREATE INDEX approval_record_tenant_id_procurement_id_id_idx ON public.approval_record USING btree (tenant_id, procurement_id, id) WHERE (procurement_id IS NOT NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.approval_record FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{covered}', '{}', 'approval_record');
CREATE TRIGGER stay_in_tenant BEFORE INSERT OR UPDATE ON public.approval_record FOR EACH ROW EXECUTE FUNCTION app.stay_in_tenant();
create policy tenant_wall on approval_record for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant select on approval_record to writer;

create table archive (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  client_id bigint,
  from_day date,
  to_day date,
  state text default 'waiting'::text not null,
  problem text,
  progress integer default 0 not null,
  requested_by text not null,
  created_at timestamp with time zone default now() not null,
  made_at timestamp with time zone,
  finished_at timestamp with time zone,
  sha256 text,
  size bigint,
  members integer,
  downloads integer default 0 not null,
  downloaded_at timestamp with time zone,
  downloaded_by text,
  lease integer default 0 not null,
  leased_until timestamp with time zone,
  guid uuid default gen_random_uuid() not null,
  breakdowns integer default 0 not null,
  constraint archive_pkey PRIMARY KEY (tenant_id, id),
  constraint archive_tenant_id_guid_key UNIQUE (tenant_id, guid),
  constraint archive_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE CASCADE,
  constraint archive_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint archive_check CHECK ((to_day >= from_day)),
  constraint archive_check1 CHECK (((state = ANY (ARRAY['done'::text, 'expired'::text])) <= ((made_at IS NOT NULL) AND (sha256 IS NOT NULL) AND (size IS NOT NULL)))),
  constraint archive_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  constraint archive_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint archive_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'packing'::text, 'done'::text, 'failed'::text, 'expired'::text])))
);
alter table archive enable row level security, force row level security;
CREATE INDEX archive_by_guid ON public.archive USING btree (guid);
CREATE INDEX archive_by_hash ON public.archive USING btree (tenant_id, sha256) WHERE (sha256 IS NOT NULL);
CREATE INDEX archive_due ON public.archive USING btree (created_at) WHERE (state = ANY (ARRAY['waiting'::text, 'packing'::text]));
CREATE UNIQUE INDEX archive_in_progress ON public.archive USING btree (tenant_id) WHERE (state = ANY (ARRAY['waiting'::text, 'packing'::text]));
CREATE INDEX archive_tenant_id_client_id_idx ON public.archive USING btree (tenant_id, client_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.archive FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{progress,lease,leased_until,breakdowns}', 'archive');
CREATE TRIGGER queued AFTER INSERT ON public.archive FOR EACH ROW EXECUTE FUNCTION app.queue_archive();
create policy at_the_gate on archive for all to gate
  using (true)
  with check (true);
create policy operator_wall on archive for all to operator
  using (( SELECT app.is_operator() AS is_operator))
  with check (( SELECT app.is_operator() AS is_operator));
create policy tenant_wall on archive for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant select, update on archive to gate;
grant insert, select, update on archive to operator;
grant delete, insert, select, update on archive to writer;

create table archive_member (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  archive_id bigint not null,
  path text not null,
  file_id uuid,
  is_original boolean default false not null,
  size bigint,
  packed_size bigint,
  crc32 bigint,
  sha256 bytea,
  is_copied boolean default false not null,
  constraint archive_member_pkey PRIMARY KEY (tenant_id, id),
  constraint archive_member_tenant_id_archive_id_path_key UNIQUE (tenant_id, archive_id, path),
  constraint archive_member_tenant_id_archive_id_fkey FOREIGN KEY (tenant_id, archive_id) REFERENCES archive(tenant_id, id) ON DELETE CASCADE,
  constraint archive_member_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id) ON DELETE SET NULL (file_id),
  constraint archive_member_path_check CHECK (((length(path) >= 1) AND (length(path) <= 1000)))
);
alter table archive_member enable row level security, force row level security;
CREATE INDEX archive_member_tenant_id_archive_id_id_idx ON public.archive_member USING btree (tenant_id, archive_id, id);
CREATE INDEX archive_member_tenant_id_file_id_idx ON public.archive_member USING btree (tenant_id, file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX archive_member_unpacked ON public.archive_member USING btree (tenant_id, archive_id, id) WHERE (sha256 IS NULL);
create policy tenant_wall on archive_member for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant delete, insert, select, update on archive_member to writer;

create table archive_piece (
  tenant_id bigint not null,
  archive_member_id bigint not null,
  piece_no integer not null,
  bytes bytea not null,
  is_packed boolean default false not null,
  constraint archive_piece_pkey PRIMARY KEY (tenant_id, archive_member_id, piece_no),
  constraint archive_piece_tenant_id_archive_member_id_fkey FOREIGN KEY (tenant_id, archive_member_id) REFERENCES archive_member(tenant_id, id) ON DELETE CASCADE
);
alter table archive_piece enable row level security, force row level security;
create policy tenant_wall on archive_piece for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant delete, insert, select, update on archive_piece to writer;

create table audit_closing (
  id bigint generated always as identity not null,
  deleted_tenant_id bigint not null,
  name text not null,
  "position" bigint not null,
  link bytea,
  unsealed bigint not null,
  actor_id bigint,
  closed_at timestamp with time zone default clock_timestamp() not null,
  constraint audit_closing_pkey PRIMARY KEY (id)
);
alter table audit_closing enable row level security, force row level security;
create policy at_the_gate on audit_closing for select to gate
  using (true);
grant select on audit_closing to gate;

create table audit_link (
  tenant_id bigint not null,
  "position" bigint not null,
  audit_log_id bigint not null,
  link bytea not null,
  constraint audit_link_pkey PRIMARY KEY (tenant_id, "position"),
  constraint audit_link_tenant_id_audit_log_id_key UNIQUE (tenant_id, audit_log_id),
  constraint audit_link_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
alter table audit_link enable row level security, force row level security;
create policy at_the_gate on audit_link for select to gate
  using (true);
create policy tenant_wall on audit_link for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant select on audit_link to gate;
grant select on audit_link to writer;

create table audit_log (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  type text not null,
  "table" text not null,
  relation_table text,
  foreign_key bigint,
  lb_user_id bigint,
  affected_properties text[] default '{}'::text[] not null,
  data_before jsonb,
  data_after jsonb,
  amounts_before jsonb,
  amounts_after jsonb,
  info text,
  random_id text not null,
  procurement_id bigint,
  invoice_id bigint,
  xact xid8 default pg_current_xact_id() not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  contract_id bigint,
  relation_key bigint,
  means text default app.means(),
  constraint audit_log_pkey PRIMARY KEY (tenant_id, id),
  constraint audit_log_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint audit_log_info_check CHECK ((length(info) <= 1000)),
  constraint audit_log_means_check CHECK ((length(means) <= 20)),
  constraint audit_log_type_check CHECK ((type = ANY (ARRAY['insert'::text, 'update'::text, 'delete'::text, 'info'::text, 'checkbox'::text])))
);
alter table audit_log enable row level security, force row level security;
CREATE INDEX audit_log_of_settings ON public.audit_log USING btree (tenant_id, id) WHERE ("table" = ANY (ARRAY['configuration'::text, 'tenant'::text, 'client'::text, 'lb_user'::text, 'task_group_user'::text, 'department_approver'::text, 'cost_center_approver'::text, 'supplier_approver'::text, 'permission'::text, 'permission_user'::text, 'permission_client'::text, 'permission_department'::text, 'permission_cost_center'::text, 'permission_supplier'::text, 'permission_product_group'::text, 'mailbox'::text, 'marketplace'::text, 'client_marketplace'::text, 'accounting_connection'::text, 'process_text'::text]));
CREATE INDEX audit_log_tenant_id_contract_id_id_idx ON public.audit_log USING btree (tenant_id, contract_id, id) WHERE (contract_id IS NOT NULL);
CREATE INDEX audit_log_tenant_id_invoice_id_id_idx ON public.audit_log USING btree (tenant_id, invoice_id, id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX audit_log_tenant_id_procurement_id_id_idx ON public.audit_log USING btree (tenant_id, procurement_id, id) WHERE (procurement_id IS NOT NULL);
CREATE INDEX audit_log_tenant_id_relation_table_relation_key_id_idx ON public.audit_log USING btree (tenant_id, relation_table, relation_key, id) WHERE (relation_key IS NOT NULL);
CREATE INDEX audit_log_tenant_id_table_foreign_key_id_idx ON public.audit_log USING btree (tenant_id, "table", foreign_key, id);
CREATE INDEX audit_log_xact_idx ON public.audit_log USING btree (xact);
CREATE TRIGGER webhooks AFTER INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION app.note_webhook_events();
create policy module_on on audit_log as restrictive for select to reader, reader_price
  using ((((procurement_id IS NULL) OR app.is_on('procurement'::text)) AND ((invoice_id IS NULL) OR app.is_on('invoice'::text)) AND ((contract_id IS NULL) OR app.is_on('contract'::text)) AND app.is_on(COALESCE(app.module_of("table"), ''::text))));
create policy narrowed on audit_log as restrictive for select to reader, reader_price
  using (
CASE "table"
    WHEN 'lb_user'::text THEN (( SELECT app.is_admin() AS is_admin) OR (NOT (affected_properties && app.control_columns('lb_user'::text))))
    WHEN 'supplier'::text THEN (( SELECT app.handles_bank() AS handles_bank) OR (NOT (affected_properties && app.bank_columns('supplier'::text))))
    WHEN 'supplier_bank_change'::text THEN ( SELECT app.handles_bank() AS handles_bank)
    ELSE true
END);
create policy tenant_wall on audit_log for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on audit_log for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (((procurement_id IS NOT NULL) AND ((EXISTS ( SELECT
   FROM procurement d
  WHERE ((d.tenant_id = audit_log.tenant_id) AND (d.id = audit_log.procurement_id)))) OR (( SELECT app.is_admin() AS is_admin) AND app.is_gone('procurement'::text, procurement_id)))) OR ((invoice_id IS NOT NULL) AND ((EXISTS ( SELECT
   FROM invoice d
  WHERE ((d.tenant_id = audit_log.tenant_id) AND (d.id = audit_log.invoice_id)))) OR (( SELECT app.is_admin() AS is_admin) AND app.is_gone('invoice'::text, invoice_id)))) OR ((contract_id IS NOT NULL) AND ((EXISTS ( SELECT
   FROM contract d
  WHERE ((d.tenant_id = audit_log.tenant_id) AND (d.id = audit_log.contract_id)))) OR (( SELECT app.is_admin() AS is_admin) AND app.is_gone('contract'::text, contract_id)))) OR ((num_nonnulls(procurement_id, invoice_id, contract_id) = 0) AND (( SELECT app.is_admin() AS is_admin) OR app.sees_record("table", foreign_key))))));
grant select on audit_log to writer;
grant select (means) on audit_log to auditor;
grant select (means) on audit_log to reader_admin;
grant select (tenant_id, id, type, "table", relation_table, foreign_key, lb_user_id, affected_properties, data_before, data_after, amounts_before, amounts_after, info, random_id, procurement_id, invoice_id, created_at, contract_id, relation_key) on audit_log to reader_price;
grant select (tenant_id, id, type, "table", relation_table, foreign_key, lb_user_id, affected_properties, data_before, data_after, info, random_id, procurement_id, invoice_id, created_at, contract_id, relation_key) on audit_log to reader;

create table audit_seal (
  cluster bigint not null,
  sealed_before xid8 not null,
  constraint audit_seal_pkey PRIMARY KEY (cluster)
);
alter table audit_seal enable row level security, force row level security;

create table auditor_access (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  lb_user_id bigint not null,
  actor_id bigint not null,
  kind text not null,
  operation text not null,
  target_table text,
  target_id text,
  request_id uuid not null,
  constraint auditor_access_pkey PRIMARY KEY (tenant_id, id),
  constraint auditor_access_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint auditor_access_kind_check CHECK ((kind = ANY (ARRAY['query'::text, 'document'::text, 'file'::text, 'export'::text, 'call'::text]))),
  constraint auditor_access_operation_check CHECK (((length(operation) >= 1) AND (length(operation) <= 200))),
  constraint auditor_access_target_id_check CHECK ((length(target_id) <= 64)),
  constraint auditor_access_target_table_check CHECK ((length(target_table) <= 63))
);
alter table auditor_access enable row level security, force row level security;
CREATE INDEX auditor_access_tenant_id_lb_user_id_id_idx ON public.auditor_access USING btree (tenant_id, lb_user_id, id);
CREATE INDEX auditor_access_tenant_id_request_id_idx ON public.auditor_access USING btree (tenant_id, request_id);
create policy tenant_wall on auditor_access for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on auditor_access for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ( SELECT app.is_admin() AS is_admin)));
grant select on auditor_access to writer;
grant select (tenant_id, id, created_at, lb_user_id, actor_id, kind, operation, target_table, target_id, request_id) on auditor_access to reader_price;
grant select (tenant_id, id, created_at, lb_user_id, actor_id, kind, operation, target_table, target_id, request_id) on auditor_access to reader;

create table billable_event (
  tenant_id bigint not null,
  kind text not null,
  source_kind text not null,
  source_id bigint not null,
  day date not null,
  constraint billable_event_pkey PRIMARY KEY (tenant_id, kind, source_kind, source_id),
  constraint billable_event_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint billable_event_kind_check CHECK ((kind = ANY (ARRAY['document'::text, 'procurement'::text, 'invoice'::text, 'recognition'::text]))),
  constraint billable_event_source_kind_check CHECK ((source_kind = ANY (ARRAY['procurement'::text, 'invoice'::text, 'contract'::text])))
);
alter table billable_event enable row level security, force row level security;
CREATE INDEX billable_event_tenant_id_day_kind_idx ON public.billable_event USING btree (tenant_id, day, kind);
create policy tenant_wall on billable_event for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant select on billable_event to writer;

create table billing (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  month date not null,
  state text default 'open'::text not null,
  is_automatic boolean not null,
  bill jsonb not null,
  net numeric(14,2) not null,
  gross numeric(14,2) not null,
  ordered jsonb not null,
  mail_to text,
  debit jsonb,
  document_id text,
  document_number text,
  provider_net numeric(14,2),
  provider_gross numeric(14,2),
  problem text,
  retried_after bigint default 0 not null,
  due_at timestamp with time zone default now() not null,
  leased_until timestamp with time zone,
  lease integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  announcement jsonb,
  debit_way text generated always as (
CASE
    WHEN (debit IS NULL) THEN 'bank'::text
    ELSE 'provider'::text
END) stored,
  kind text default 'invoice'::text not null,
  credits_id bigint,
  constraint billing_pkey PRIMARY KEY (tenant_id, id),
  constraint billing_tenant_id_id_debit_way_key UNIQUE (tenant_id, id, debit_way),
  constraint billing_credits FOREIGN KEY (tenant_id, credits_id) REFERENCES billing(tenant_id, id) ON DELETE CASCADE,
  constraint billing_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint billing_credit CHECK (((kind = 'credit'::text) = (credits_id IS NOT NULL))),
  constraint billing_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit'::text]))),
  constraint billing_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint billing_state_check CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'refused'::text, 'cancelling'::text, 'cancelled'::text])))
);
alter table billing enable row level security, force row level security;
CREATE INDEX billing_due ON public.billing USING btree (tenant_id, due_at) WHERE (state = ANY (ARRAY['open'::text, 'cancelling'::text]));
CREATE UNIQUE INDEX billing_of_month ON public.billing USING btree (tenant_id, month) WHERE ((kind = 'invoice'::text) AND (state <> 'cancelled'::text));
CREATE INDEX billing_tenant_id_credits_id_idx ON public.billing USING btree (tenant_id, credits_id) WHERE (credits_id IS NOT NULL);
CREATE INDEX billing_tenant_id_month_id_idx ON public.billing USING btree (tenant_id, month, id DESC);
CREATE TRIGGER keep_cancelled BEFORE UPDATE OF state ON public.billing FOR EACH ROW WHEN (((old.state = 'cancelled'::text) AND (new.state <> old.state))) EXECUTE FUNCTION app.keep_billing_kind();
CREATE TRIGGER keep_deleting BEFORE INSERT OR UPDATE ON public.billing FOR EACH ROW EXECUTE FUNCTION app.keep_deleting();
CREATE TRIGGER keep_document BEFORE UPDATE OF document_id, month ON public.billing FOR EACH ROW WHEN ((old.document_id IS NOT NULL)) EXECUTE FUNCTION app.keep_billing_document();
CREATE TRIGGER keep_kind BEFORE UPDATE OF kind, credits_id ON public.billing FOR EACH ROW WHEN (((new.kind <> old.kind) OR (new.credits_id IS DISTINCT FROM old.credits_id))) EXECUTE FUNCTION app.keep_billing_kind();
CREATE TRIGGER touch BEFORE UPDATE ON public.billing FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy at_the_gate on billing for all to gate
  using (true)
  with check (true);
create policy operator_wall on billing for all to operator
  using (( SELECT app.is_operator() AS is_operator))
  with check (( SELECT app.is_operator() AS is_operator));
create policy tenant_wall on billing for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant insert, select, update on billing to gate;
grant insert, select, update on billing to operator;
grant select on billing to writer;

create table billing_step (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  billing_id bigint not null,
  step text not null,
  outcome text default 'begun'::text not null,
  message text,
  begun_at timestamp with time zone not null,
  retry_at timestamp with time zone,
  constraint billing_step_pkey PRIMARY KEY (tenant_id, id),
  constraint billing_step_tenant_id_billing_id_fkey FOREIGN KEY (tenant_id, billing_id) REFERENCES billing(tenant_id, id) ON DELETE CASCADE,
  constraint billing_step_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint billing_step_outcome_check CHECK ((outcome = ANY (ARRAY['begun'::text, 'done'::text, 'unknown'::text, 'later'::text, 'refused'::text]))),
  constraint billing_step_step_check CHECK ((step = ANY (ARRAY['draft'::text, 'finish'::text, 'mail'::text, 'debit'::text, 'cancel'::text])))
);
alter table billing_step enable row level security, force row level security;
CREATE INDEX billing_step_tenant_id_billing_id_id_idx ON public.billing_step USING btree (tenant_id, billing_id, id);
CREATE TRIGGER use_mandate AFTER INSERT OR UPDATE OF outcome ON public.billing_step FOR EACH ROW WHEN (((new.step = 'debit'::text) AND (new.outcome = 'done'::text))) EXECUTE FUNCTION app.use_mandate();
create policy at_the_gate on billing_step for all to gate
  using (true)
  with check (true);
create policy operator_wall on billing_step for select to operator
  using (( SELECT app.is_operator() AS is_operator));
create policy tenant_wall on billing_step for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant insert, select, update on billing_step to gate;
grant select on billing_step to operator;
grant select on billing_step to writer;

create table budget (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  cost_center_id bigint not null,
  ledger_account_id bigint,
  name text collate app.german not null,
  value numeric(14,2) not null,
  start date not null,
  "end" date not null,
  not_allocated boolean default false not null,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint budget_pkey PRIMARY KEY (tenant_id, id),
  constraint budget_tenant_id_cost_center_id_fkey FOREIGN KEY (tenant_id, cost_center_id) REFERENCES cost_center(tenant_id, id) ON DELETE CASCADE,
  constraint budget_tenant_id_ledger_account_id_fkey FOREIGN KEY (tenant_id, ledger_account_id) REFERENCES ledger_account(tenant_id, id) ON DELETE RESTRICT,
  constraint budget_end_after_start CHECK (("end" >= start)),
  constraint budget_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 255))),
  constraint budget_one_scope CHECK ((NOT (not_allocated AND (ledger_account_id IS NOT NULL)))),
  constraint budget_no_overlap EXCLUDE USING gist (tenant_id WITH =, cost_center_id WITH =, COALESCE(ledger_account_id, (0)::bigint) WITH =, ((not_allocated)::integer) WITH =, daterange(start, "end", '[]'::text) WITH &&) WHERE (active)
);
alter table budget enable row level security, force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.budget FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{value}', '{}', 'cost_center');
CREATE TRIGGER hold_control BEFORE INSERT OR DELETE OR UPDATE ON public.budget FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.hold_control();
CREATE TRIGGER touch BEFORE UPDATE ON public.budget FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy tenant_wall on budget for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on budget for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM cost_center c
  WHERE ((c.tenant_id = budget.tenant_id) AND (c.id = budget.cost_center_id))))));
grant delete, insert, select, update on budget to writer;
grant select (tenant_id, id, cost_center_id, ledger_account_id, name, value, start, "end", not_allocated, active, created_at, updated_at) on budget to reader_price;
grant select (tenant_id, id, cost_center_id, ledger_account_id, name, start, "end", not_allocated, active, created_at, updated_at) on budget to reader;

create table budget_amount (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  procurement_id bigint,
  invoice_id bigint,
  cost_center_id bigint not null,
  ledger_account_id bigint,
  day date not null,
  is_decided boolean not null,
  net numeric not null,
  committed numeric not null,
  constraint budget_amount_pkey PRIMARY KEY (tenant_id, id),
  constraint budget_amount_tenant_id_procurement_id_invoice_id_cost_cent_key UNIQUE NULLS NOT DISTINCT (tenant_id, procurement_id, invoice_id, cost_center_id, ledger_account_id),
  constraint budget_amount_tenant_id_cost_center_id_fkey FOREIGN KEY (tenant_id, cost_center_id) REFERENCES cost_center(tenant_id, id) ON DELETE RESTRICT,
  constraint budget_amount_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint budget_amount_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoice(tenant_id, id) ON DELETE CASCADE,
  constraint budget_amount_tenant_id_ledger_account_id_fkey FOREIGN KEY (tenant_id, ledger_account_id) REFERENCES ledger_account(tenant_id, id) ON DELETE RESTRICT,
  constraint budget_amount_tenant_id_procurement_id_fkey FOREIGN KEY (tenant_id, procurement_id) REFERENCES procurement(tenant_id, id) ON DELETE CASCADE
);
alter table budget_amount enable row level security, force row level security;
CREATE INDEX budget_amount_counted ON public.budget_amount USING btree (tenant_id, cost_center_id, day) INCLUDE (ledger_account_id, procurement_id, invoice_id, is_decided, net, committed);
CREATE INDEX budget_amount_tenant_id_invoice_id_idx ON public.budget_amount USING btree (tenant_id, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX budget_amount_tenant_id_ledger_account_id_idx ON public.budget_amount USING btree (tenant_id, ledger_account_id) WHERE (ledger_account_id IS NOT NULL);
create policy tenant_wall on budget_amount for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant select on budget_amount to writer;

create table buyer_reference (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  code text not null,
  client_id bigint not null,
  department_id bigint,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[code])) stored,
  constraint buyer_reference_pkey PRIMARY KEY (tenant_id, id),
  constraint buyer_reference_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE RESTRICT,
  constraint buyer_reference_tenant_id_department_id_fkey FOREIGN KEY (tenant_id, department_id) REFERENCES department(tenant_id, id) ON DELETE RESTRICT,
  constraint buyer_reference_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint buyer_reference_code_check CHECK (((TRIM(BOTH FROM code) <> ''::text) AND (length(code) <= 100))),
  constraint buyer_reference_tenant_id_code_key EXCLUDE USING btree (tenant_id WITH =, lower(code) WITH =) DEFERRABLE
);
alter table buyer_reference enable row level security, force row level security;
CREATE INDEX buyer_reference_search_text ON public.buyer_reference USING gin (tenant_id, search_text gin_trgm_ops);
CREATE INDEX buyer_reference_tenant_id_client_id_idx ON public.buyer_reference USING btree (tenant_id, client_id);
CREATE INDEX buyer_reference_tenant_id_department_id_idx ON public.buyer_reference USING btree (tenant_id, department_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.buyer_reference FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{search_text}', 'buyer_reference');
CREATE TRIGGER touch BEFORE UPDATE ON public.buyer_reference FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy module_on on buyer_reference as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on buyer_reference for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on buyer_reference for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM client p
  WHERE ((p.tenant_id = buyer_reference.tenant_id) AND (p.id = buyer_reference.client_id))))));
grant delete, insert, select, update on buyer_reference to writer;
grant select (tenant_id, id, code, client_id, department_id, active, created_at, updated_at, search_text) on buyer_reference to reader_price;
grant select (tenant_id, id, code, client_id, department_id, active, created_at, updated_at, search_text) on buyer_reference to reader;

create table client (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  name text collate app.german not null,
  active boolean default true not null,
  client_number text,
  consultant_number text,
  email text,
  currency text default 'EUR'::text not null,
  ledger_account_length integer default 4 not null,
  vat_number text,
  tax_number text,
  legal_form text,
  registered_seat text,
  register_court text,
  register_number text,
  managing_directors text,
  min_approval integer default 1 not null,
  default_product_tax numeric(4,2),
  default_product_unit text,
  default_product_currency text,
  billing_name text,
  billing_address text,
  billing_address_complement text,
  billing_zipcode text,
  billing_city text,
  billing_country text,
  country text default 'DE'::text not null,
  federal_state text,
  responsible_id bigint,
  logo_file_id uuid,
  letterhead_file_id uuid,
  legal_footer text,
  einvoice_email text,
  purchase_terms text,
  amount_basis text default 'net'::text not null,
  self_approval text default 'never'::text not null,
  when_limit_exceeded text default 'confirm'::text not null,
  when_budget_exceeded text default 'confirm'::text not null,
  tax_tolerance numeric(6,2) default 0.02 not null,
  match_price_tolerance numeric(6,2) default 0 not null,
  match_quantity_tolerance numeric(6,2) default 0 not null,
  bank_change_second_person boolean default true not null,
  internal_lead_days integer default 14 not null,
  notice_transit_days integer default 3 not null,
  user_clearing_id bigint,
  user_select_product_id bigint,
  user_send_order_id bigint,
  user_consignee_id bigint,
  user_invoice_manual_check_id bigint,
  user_invoice_clearing_id bigint,
  can_delete_document_directly boolean default false not null,
  required_fields jsonb default '{}'::jsonb not null,
  fiscal_year_start text default '01-01'::text not null,
  payables_ledger boolean default false not null,
  receivables_ledger boolean default false not null,
  datev_lock boolean default false not null,
  datev_closed_until date,
  datev_kost_length integer default 8 not null,
  datev_kost2 text default 'none'::text not null,
  datev_collective_account text,
  d365_legal_entity text,
  d365_journal_name text,
  d365_document text default 'journal'::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  substitute_limit text default 'lower'::text not null,
  price_tolerance_percent numeric(5,2) default 0 not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[name])) stored,
  match_price_tolerance_amount numeric(10,2) default 0 not null,
  match_quantity_tolerance_amount numeric(10,3) default 0 not null,
  touchless_invoices boolean default false not null,
  datev_service_date boolean default false not null,
  d365_procurement_category text,
  punchout_enabled boolean default true not null,
  separate_check boolean default true not null,
  separate_signature boolean default true not null,
  match_freight_tolerance_amount numeric(10,2) default 0 not null,
  automatic_export text default 'off'::text not null,
  automatic_export_hour integer default 6 not null,
  accrual_account text,
  default_ledger_account_id bigint,
  price_tolerance_amount numeric(12,2),
  over_delivery_percent numeric(5,2) default 0 not null,
  contracts_in_budgets boolean default false not null,
  constraint client_pkey PRIMARY KEY (tenant_id, id),
  constraint client_tenant_id_default_ledger_account_id_fkey FOREIGN KEY (tenant_id, default_ledger_account_id) REFERENCES ledger_account(tenant_id, id) ON DELETE SET NULL (default_ledger_account_id),
  constraint client_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint client_tenant_id_letterhead_file_id_fkey FOREIGN KEY (tenant_id, letterhead_file_id) REFERENCES file(tenant_id, id) ON DELETE SET NULL (letterhead_file_id),
  constraint client_tenant_id_logo_file_id_fkey FOREIGN KEY (tenant_id, logo_file_id) REFERENCES file(tenant_id, id) ON DELETE SET NULL (logo_file_id),
  constraint client_tenant_id_responsible_id_fkey FOREIGN KEY (tenant_id, responsible_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (responsible_id),
  constraint client_tenant_id_user_clearing_id_fkey FOREIGN KEY (tenant_id, user_clearing_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (user_clearing_id),
  constraint client_tenant_id_user_consignee_id_fkey FOREIGN KEY (tenant_id, user_consignee_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (user_consignee_id),
  constraint client_tenant_id_user_invoice_clearing_id_fkey FOREIGN KEY (tenant_id, user_invoice_clearing_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (user_invoice_clearing_id),
  constraint client_tenant_id_user_invoice_manual_check_id_fkey FOREIGN KEY (tenant_id, user_invoice_manual_check_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (user_invoice_manual_check_id),
  constraint client_tenant_id_user_select_product_id_fkey FOREIGN KEY (tenant_id, user_select_product_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (user_select_product_id),
  constraint client_tenant_id_user_send_order_id_fkey FOREIGN KEY (tenant_id, user_send_order_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (user_send_order_id),
  constraint client_accrual_account_check CHECK ((accrual_account ~ '^[0-9]{1,9}$'::text)),
  constraint client_amount_basis_check CHECK ((amount_basis = ANY (ARRAY['net'::text, 'gross'::text]))),
  constraint client_automatic_export_check CHECK ((automatic_export = ANY (ARRAY['off'::text, 'daily'::text, 'approval'::text]))),
  constraint client_automatic_export_hour_check CHECK (((automatic_export_hour >= 0) AND (automatic_export_hour <= 23))),
  constraint client_client_number_check CHECK ((client_number ~ '^\d{1,9}$'::text)),
  constraint client_consultant_number_check CHECK ((consultant_number ~ '^\d{1,9}$'::text)),
  constraint client_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint client_d365_document_check CHECK ((d365_document = ANY (ARRAY['journal'::text, 'pending'::text]))),
  constraint client_d365_procurement_category_check CHECK ((length(d365_procurement_category) <= 255)),
  constraint client_datev_kost2_check CHECK ((datev_kost2 = ANY (ARRAY['none'::text, 'profit_center'::text, 'project'::text, 'employee'::text]))),
  constraint client_datev_kost_length_check CHECK (((datev_kost_length >= 4) AND (datev_kost_length <= 36))),
  constraint client_default_product_currency_check CHECK ((default_product_currency ~ '^[A-Z]{3}$'::text)),
  constraint client_default_product_tax_check CHECK (((default_product_tax >= (0)::numeric) AND (default_product_tax <= 99.99))),
  constraint client_default_product_unit_check CHECK ((length(default_product_unit) <= 30)),
  constraint client_email_check CHECK (((length(email) <= 254) AND (email ~ '^[^@\s]+@[^@\s]+$'::text))),
  constraint client_federal_state_check CHECK ((federal_state = ANY (ARRAY['BW'::text, 'BY'::text, 'BE'::text, 'BB'::text, 'HB'::text, 'HH'::text, 'HE'::text, 'MV'::text, 'NI'::text, 'NW'::text, 'RP'::text, 'SL'::text, 'SN'::text, 'ST'::text, 'SH'::text, 'TH'::text]))),
  constraint client_fiscal_year_start_check CHECK ((fiscal_year_start ~ '^\d\d-\d\d$'::text)),
  constraint client_internal_lead_days_check CHECK (((internal_lead_days >= 0) AND (internal_lead_days <= 365))),
  constraint client_ledger_account_length_check CHECK (((ledger_account_length >= 4) AND (ledger_account_length <= 8))),
  constraint client_legal_footer_check CHECK ((length(legal_footer) <= 4000)),
  constraint client_match_freight_tolerance_amount_check CHECK ((match_freight_tolerance_amount >= (0)::numeric)),
  constraint client_match_price_tolerance_amount_check CHECK ((match_price_tolerance_amount >= (0)::numeric)),
  constraint client_match_quantity_tolerance_amount_check CHECK ((match_quantity_tolerance_amount >= (0)::numeric)),
  constraint client_min_approval_check CHECK (((min_approval >= 0) AND (min_approval <= 20))),
  constraint client_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 50))),
  constraint client_notice_transit_days_check CHECK (((notice_transit_days >= 0) AND (notice_transit_days <= 30))),
  constraint client_over_delivery_percent_check CHECK (((over_delivery_percent >= (0)::numeric) AND (over_delivery_percent <= (100)::numeric))),
  constraint client_price_tolerance_amount_check CHECK ((price_tolerance_amount >= (0)::numeric)),
  constraint client_price_tolerance_percent_check CHECK (((price_tolerance_percent >= (0)::numeric) AND (price_tolerance_percent <= (100)::numeric))),
  constraint client_purchase_terms_check CHECK ((length(purchase_terms) <= 4000)),
  constraint client_self_approval_check CHECK ((self_approval = ANY (ARRAY['never'::text, 'below_limit'::text, 'allowed'::text]))),
  constraint client_substitute_limit_check CHECK ((substitute_limit = ANY (ARRAY['lower'::text, 'substitute'::text, 'represented'::text]))),
  constraint client_tax_number_check CHECK ((length(tax_number) <= 30)),
  constraint client_vat_number_check CHECK ((length(vat_number) <= 15)),
  constraint client_when_budget_exceeded_check CHECK ((when_budget_exceeded = ANY (ARRAY['confirm'::text, 'additional_approval'::text, 'block'::text]))),
  constraint client_when_limit_exceeded_check CHECK ((when_limit_exceeded = ANY (ARRAY['confirm'::text, 'block'::text])))
);
alter table client enable row level security, force row level security;
CREATE INDEX client_search_text ON public.client USING gin (tenant_id, search_text gin_trgm_ops);
CREATE INDEX client_tenant_id_name_idx ON public.client USING btree (tenant_id, name);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.client FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'client');
CREATE TRIGGER count_documents_waiting AFTER UPDATE ON public.client REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION app.count_documents_waiting();
CREATE TRIGGER fixed_currency BEFORE UPDATE OF currency ON public.client FOR EACH ROW WHEN (((old.currency IS DISTINCT FROM new.currency) AND (CURRENT_USER = 'writer'::name))) EXECUTE FUNCTION app.keep_currency();
CREATE TRIGGER hold_control BEFORE INSERT OR DELETE OR UPDATE ON public.client FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.hold_control();
CREATE CONSTRAINT TRIGGER keep_delivery_address AFTER INSERT ON public.client DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.keep_delivery_address();
CREATE TRIGGER keep_narrowed BEFORE DELETE ON public.client FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.keep_narrowed('department_client', 'department_id', 'cost_center_client', 'cost_center_id', 'supplier_client', 'supplier_id', 'client_ledger_account', 'ledger_account_id', 'client_posting_key', 'posting_key_id', 'client_profit_center', 'profit_center_id', 'client_marketplace', 'marketplace_id');
CREATE TRIGGER note_automatic_export AFTER INSERT OR UPDATE OF automatic_export ON public.client FOR EACH ROW EXECUTE FUNCTION app.note_automatic_export();
CREATE TRIGGER own_currency AFTER UPDATE OF currency ON public.client FOR EACH ROW WHEN ((old.currency IS DISTINCT FROM new.currency)) EXECUTE FUNCTION app.own_currency_of_company();
CREATE TRIGGER purpose_of_letterhead_file_id AFTER INSERT ON public.client FOR EACH ROW WHEN ((new.letterhead_file_id IS NOT NULL)) EXECUTE FUNCTION app.check_file_purpose('letterhead_file_id', 'image');
CREATE TRIGGER purpose_of_logo_file_id AFTER INSERT ON public.client FOR EACH ROW WHEN ((new.logo_file_id IS NOT NULL)) EXECUTE FUNCTION app.check_file_purpose('logo_file_id', 'image');
CREATE TRIGGER purpose_of_new_letterhead_file_id AFTER UPDATE OF letterhead_file_id ON public.client FOR EACH ROW WHEN (((new.letterhead_file_id IS NOT NULL) AND (new.letterhead_file_id IS DISTINCT FROM old.letterhead_file_id))) EXECUTE FUNCTION app.check_file_purpose('letterhead_file_id', 'image');
CREATE TRIGGER purpose_of_new_logo_file_id AFTER UPDATE OF logo_file_id ON public.client FOR EACH ROW WHEN (((new.logo_file_id IS NOT NULL) AND (new.logo_file_id IS DISTINCT FROM old.logo_file_id))) EXECUTE FUNCTION app.check_file_purpose('logo_file_id', 'image');
CREATE TRIGGER roll_over_contracts AFTER UPDATE ON public.client REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION app.roll_over_contracts();
CREATE TRIGGER touch BEFORE UPDATE ON public.client FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy audited on client for select to auditor
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (id = ( SELECT app.auditor_client() AS auditor_client))));
create policy only_audited on client as restrictive for select to auditor
  using ((id = ( SELECT app.auditor_client() AS auditor_client)));
create policy operator_wall on client for select to operator
  using (( SELECT app.is_operator() AS is_operator));
create policy tenant_wall on client for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on client for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (( SELECT app.is_admin() AS is_admin) OR (id <> ALL (( SELECT app.hidden_rows('client'::text) AS hidden_rows)::bigint[])))));
grant delete, insert, select, update on client to writer;
grant select (tenant_id, id, name) on client to operator;
grant select (tenant_id, id, name, active, client_number, consultant_number, email, currency, ledger_account_length, vat_number, tax_number, legal_form, registered_seat, register_court, register_number, managing_directors, min_approval, default_product_tax, default_product_unit, default_product_currency, billing_name, billing_address, billing_address_complement, billing_zipcode, billing_city, billing_country, country, federal_state, responsible_id, logo_file_id, letterhead_file_id, legal_footer, einvoice_email, purchase_terms, amount_basis, self_approval, when_limit_exceeded, when_budget_exceeded, tax_tolerance, match_price_tolerance, match_quantity_tolerance, bank_change_second_person, internal_lead_days, notice_transit_days, user_clearing_id, user_select_product_id, user_send_order_id, user_consignee_id, user_invoice_manual_check_id, user_invoice_clearing_id, can_delete_document_directly, required_fields, fiscal_year_start, payables_ledger, receivables_ledger, datev_lock, datev_closed_until, datev_kost_length, datev_kost2, datev_collective_account, d365_legal_entity, d365_journal_name, d365_document, created_at, updated_at, substitute_limit, price_tolerance_percent, search_text, match_price_tolerance_amount, match_quantity_tolerance_amount, touchless_invoices, datev_service_date, d365_procurement_category, punchout_enabled, separate_check, separate_signature, match_freight_tolerance_amount, automatic_export, automatic_export_hour, accrual_account, default_ledger_account_id, price_tolerance_amount, over_delivery_percent, contracts_in_budgets) on client to reader_price;
grant select (tenant_id, id, name, active, client_number, consultant_number, email, currency, ledger_account_length, vat_number, tax_number, legal_form, registered_seat, register_court, register_number, managing_directors, min_approval, default_product_tax, default_product_unit, default_product_currency, billing_name, billing_address, billing_address_complement, billing_zipcode, billing_city, billing_country, country, federal_state, responsible_id, logo_file_id, letterhead_file_id, legal_footer, einvoice_email, purchase_terms, amount_basis, self_approval, when_limit_exceeded, when_budget_exceeded, tax_tolerance, match_price_tolerance, match_quantity_tolerance, bank_change_second_person, internal_lead_days, notice_transit_days, user_clearing_id, user_select_product_id, user_send_order_id, user_consignee_id, user_invoice_manual_check_id, user_invoice_clearing_id, can_delete_document_directly, required_fields, fiscal_year_start, payables_ledger, receivables_ledger, datev_lock, datev_closed_until, datev_kost_length, datev_kost2, datev_collective_account, d365_legal_entity, d365_journal_name, d365_document, created_at, updated_at, substitute_limit, price_tolerance_percent, search_text, match_price_tolerance_amount, match_quantity_tolerance_amount, touchless_invoices, datev_service_date, d365_procurement_category, punchout_enabled, separate_check, separate_signature, match_freight_tolerance_amount, automatic_export, automatic_export_hour, accrual_account, default_ledger_account_id, price_tolerance_amount, over_delivery_percent, contracts_in_budgets) on client to reader;

create table client_address (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  client_id bigint not null,
  address_name text collate app.german not null,
  address text not null,
  address_complement text,
  zipcode text not null,
  city text not null,
  country text default 'DE'::text not null,
  consignee text,
  dropoff_location text,
  phone_country_code text,
  phone_number text,
  is_default boolean default false not null,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[address_name, address, city])) stored,
  constraint client_address_pkey PRIMARY KEY (tenant_id, id),
  constraint client_address_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE CASCADE,
  constraint client_address_address_check CHECK ((TRIM(BOTH FROM address) <> ''::text)),
  constraint client_address_address_name_check CHECK (((TRIM(BOTH FROM address_name) <> ''::text) AND (length(address_name) <= 255))),
  constraint client_address_city_check CHECK ((TRIM(BOTH FROM city) <> ''::text)),
  constraint client_address_phone CHECK (((phone_country_code IS NULL) = (phone_number IS NULL))),
  constraint client_address_zipcode_check CHECK ((TRIM(BOTH FROM zipcode) <> ''::text))
);
alter table client_address enable row level security, force row level security;
CREATE UNIQUE INDEX client_address_default ON public.client_address USING btree (tenant_id, client_id) WHERE is_default;
CREATE INDEX client_address_search_text ON public.client_address USING gin (tenant_id, search_text gin_trgm_ops);
CREATE INDEX client_address_tenant_id_client_id_idx ON public.client_address USING btree (tenant_id, client_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.client_address FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{search_text}', 'client');
CREATE TRIGGER count_documents_waiting AFTER UPDATE ON public.client_address REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION app.count_documents_waiting();
CREATE CONSTRAINT TRIGGER keep_delivery_address AFTER DELETE OR UPDATE OF client_id ON public.client_address DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.keep_delivery_address();
CREATE TRIGGER touch BEFORE UPDATE ON public.client_address FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy tenant_wall on client_address for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on client_address for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((EXISTS ( SELECT
   FROM client c
  WHERE ((c.tenant_id = client_address.tenant_id) AND (c.id = client_address.client_id)))) AND (( SELECT app.has_role('user-see-client-addresses'::text) AS has_role) OR (client_id = ( SELECT app.client_id() AS client_id)) OR (EXISTS ( SELECT
   FROM procurement p
  WHERE ((p.tenant_id = client_address.tenant_id) AND (p.delivery_address_id = client_address.id))))))));
grant delete, insert, select, update on client_address to writer;
grant select (tenant_id, id, client_id, address_name, address, address_complement, zipcode, city, country, consignee, dropoff_location, phone_country_code, phone_number, is_default, active, created_at, updated_at, search_text) on client_address to reader_price;
grant select (tenant_id, id, client_id, address_name, address, address_complement, zipcode, city, country, consignee, dropoff_location, phone_country_code, phone_number, is_default, active, created_at, updated_at, search_text) on client_address to reader;

create table client_automatic_export (
  tenant_id bigint not null,
  client_id bigint not null,
  set_by_id bigint,
  set_at timestamp with time zone default now() not null,
  last_day date,
  stopped_at timestamp with time zone,
  told_until timestamp with time zone default now() not null,
  constraint client_automatic_export_pkey PRIMARY KEY (tenant_id, client_id),
  constraint client_automatic_export_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE CASCADE,
  constraint client_automatic_export_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint client_automatic_export_tenant_id_set_by_id_fkey FOREIGN KEY (tenant_id, set_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (set_by_id)
);
alter table client_automatic_export enable row level security, force row level security;
CREATE INDEX client_automatic_export_tenant_id_set_by_id_idx ON public.client_automatic_export USING btree (tenant_id, set_by_id) WHERE (set_by_id IS NOT NULL);
create policy module_on on client_automatic_export as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on client_automatic_export for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on client_automatic_export for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM client p
  WHERE ((p.tenant_id = client_automatic_export.tenant_id) AND (p.id = client_automatic_export.client_id))))));
grant delete, insert, select, update on client_automatic_export to writer;
grant select (tenant_id, client_id, set_by_id, set_at, last_day, stopped_at, told_until) on client_automatic_export to reader_price;
grant select (tenant_id, client_id, set_by_id, set_at, last_day, stopped_at, told_until) on client_automatic_export to reader;

create table client_chart_account (
  tenant_id bigint not null,
  client_id bigint not null,
  account text not null,
  constraint client_chart_account_pkey PRIMARY KEY (tenant_id, client_id, account),
  constraint client_chart_account_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE CASCADE,
  constraint client_chart_account_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint client_chart_account_account_check CHECK ((account ~ '^\d{1,9}$'::text))
);
alter table client_chart_account enable row level security, force row level security;
create policy module_on on client_chart_account as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on client_chart_account for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant delete, insert, select, update on client_chart_account to writer;

create table client_d365_dimension (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  client_id bigint not null,
  dimension text not null,
  name text not null,
  constraint client_d365_dimension_pkey PRIMARY KEY (tenant_id, id),
  constraint client_d365_dimension_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE CASCADE,
  constraint client_d365_dimension_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint client_d365_dimension_dimension_check CHECK ((dimension = ANY (ARRAY['cost_center'::text, 'profit_center'::text, 'employee'::text, 'd365_department'::text, 'branch'::text, 'vehicle'::text, 'sales_channel'::text, 'area'::text, 'labor_wert'::text, 'project'::text]))),
  constraint client_d365_dimension_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 60)))
);
alter table client_d365_dimension enable row level security, force row level security;
CREATE INDEX client_d365_dimension_tenant_id_client_id_idx ON public.client_d365_dimension USING btree (tenant_id, client_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.client_d365_dimension FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'client');
CREATE TRIGGER count_documents_delete AFTER DELETE ON public.client_d365_dimension REFERENCING OLD TABLE AS was FOR EACH STATEMENT WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.count_documents_of_owner('client');
CREATE TRIGGER count_documents_insert AFTER INSERT ON public.client_d365_dimension REFERENCING NEW TABLE AS now_is FOR EACH STATEMENT WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.count_documents_of_owner('client');
CREATE TRIGGER count_documents_update AFTER UPDATE ON public.client_d365_dimension REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.count_documents_of_owner('client');
create policy module_on on client_d365_dimension as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on client_d365_dimension for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on client_d365_dimension for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM client p
  WHERE ((p.tenant_id = client_d365_dimension.tenant_id) AND (p.id = client_d365_dimension.client_id))))));
grant delete, insert, select, update on client_d365_dimension to writer;
grant select (tenant_id, id, client_id, dimension, name) on client_d365_dimension to reader_price;
grant select (tenant_id, id, client_id, dimension, name) on client_d365_dimension to reader;

create table client_discount_code (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  client_id bigint not null,
  percentage numeric(4,2) not null,
  days integer not null,
  code text not null,
  constraint client_discount_code_pkey PRIMARY KEY (tenant_id, id),
  constraint client_discount_code_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE CASCADE,
  constraint client_discount_code_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint client_discount_code_code_check CHECK (((TRIM(BOTH FROM code) <> ''::text) AND (length(code) <= 10))),
  constraint client_discount_code_days_check CHECK (((days >= 0) AND (days <= 999))),
  constraint client_discount_code_percentage_check CHECK ((percentage > (0)::numeric))
);
alter table client_discount_code enable row level security, force row level security;
CREATE INDEX client_discount_code_tenant_id_client_id_idx ON public.client_discount_code USING btree (tenant_id, client_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.client_discount_code FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'client');
CREATE TRIGGER count_documents_delete AFTER DELETE ON public.client_discount_code REFERENCING OLD TABLE AS was FOR EACH STATEMENT WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.count_documents_of_owner('client');
CREATE TRIGGER count_documents_insert AFTER INSERT ON public.client_discount_code REFERENCING NEW TABLE AS now_is FOR EACH STATEMENT WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.count_documents_of_owner('client');
CREATE TRIGGER count_documents_update AFTER UPDATE ON public.client_discount_code REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.count_documents_of_owner('client');
create policy module_on on client_discount_code as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on client_discount_code for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on client_discount_code for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM client p
  WHERE ((p.tenant_id = client_discount_code.tenant_id) AND (p.id = client_discount_code.client_id))))));
grant delete, insert, select, update on client_discount_code to writer;
grant select (tenant_id, id, client_id, percentage, days, code) on client_discount_code to reader_price;
grant select (tenant_id, id, client_id, percentage, days, code) on client_discount_code to reader;

create table client_ledger_account (
  tenant_id bigint not null,
  client_id bigint not null,
  ledger_account_id bigint not null,
  constraint client_ledger_account_pkey PRIMARY KEY (tenant_id, client_id, ledger_account_id),
  constraint client_ledger_account_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE CASCADE,
  constraint client_ledger_account_tenant_id_ledger_account_id_fkey FOREIGN KEY (tenant_id, ledger_account_id) REFERENCES ledger_account(tenant_id, id) ON DELETE CASCADE
);
alter table client_ledger_account enable row level security, force row level security;
CREATE INDEX client_ledger_account_tenant_id_ledger_account_id_idx ON public.client_ledger_account USING btree (tenant_id, ledger_account_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.client_ledger_account FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'client_ledger_account');
create policy tenant_wall on client_ledger_account for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on client_ledger_account for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM client p
  WHERE ((p.tenant_id = client_ledger_account.tenant_id) AND (p.id = client_ledger_account.client_id))))));
grant delete, insert, select, update on client_ledger_account to writer;
grant select (tenant_id, client_id, ledger_account_id) on client_ledger_account to reader_price;
grant select (tenant_id, client_id, ledger_account_id) on client_ledger_account to reader;

create table client_marketplace (
  tenant_id bigint not null,
  client_id bigint not null,
  marketplace_id bigint not null,
  constraint client_marketplace_pkey PRIMARY KEY (tenant_id, client_id, marketplace_id),
  constraint client_marketplace_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE CASCADE,
  constraint client_marketplace_tenant_id_marketplace_id_fkey FOREIGN KEY (tenant_id, marketplace_id) REFERENCES marketplace(tenant_id, id) ON DELETE CASCADE
);
alter table client_marketplace enable row level security, force row level security;
CREATE INDEX client_marketplace_tenant_id_marketplace_id_idx ON public.client_marketplace USING btree (tenant_id, marketplace_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.client_marketplace FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'client_marketplace');
create policy module_on on client_marketplace as restrictive for select to reader, reader_price
  using (app.is_on('procurement'::text));
create policy tenant_wall on client_marketplace for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on client_marketplace for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM client p
  WHERE ((p.tenant_id = client_marketplace.tenant_id) AND (p.id = client_marketplace.client_id))))));
grant delete, insert, select, update on client_marketplace to writer;
grant select (tenant_id, client_id, marketplace_id) on client_marketplace to reader_price;
grant select (tenant_id, client_id, marketplace_id) on client_marketplace to reader;

create table client_posting_key (
  tenant_id bigint not null,
  client_id bigint not null,
  posting_key_id bigint not null,
  constraint client_posting_key_pkey PRIMARY KEY (tenant_id, client_id, posting_key_id),
  constraint client_posting_key_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE CASCADE,
  constraint client_posting_key_tenant_id_posting_key_id_fkey FOREIGN KEY (tenant_id, posting_key_id) REFERENCES posting_key(tenant_id, id) ON DELETE CASCADE
);
alter table client_posting_key enable row level security, force row level security;
CREATE INDEX client_posting_key_tenant_id_posting_key_id_idx ON public.client_posting_key USING btree (tenant_id, posting_key_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.client_posting_key FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'client_posting_key');
create policy tenant_wall on client_posting_key for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on client_posting_key for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM client p
  WHERE ((p.tenant_id = client_posting_key.tenant_id) AND (p.id = client_posting_key.client_id))))));
grant delete, insert, select, update on client_posting_key to writer;
grant select (tenant_id, client_id, posting_key_id) on client_posting_key to reader_price;
grant select (tenant_id, client_id, posting_key_id) on client_posting_key to reader;

create table client_profit_center (
  tenant_id bigint not null,
  client_id bigint not null,
  profit_center_id bigint not null,
  constraint client_profit_center_pkey PRIMARY KEY (tenant_id, client_id, profit_center_id),
  constraint client_profit_center_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE CASCADE,
  constraint client_profit_center_tenant_id_profit_center_id_fkey FOREIGN KEY (tenant_id, profit_center_id) REFERENCES profit_center(tenant_id, id) ON DELETE CASCADE
);
alter table client_profit_center enable row level security, force row level security;
CREATE INDEX client_profit_center_tenant_id_profit_center_id_idx ON public.client_profit_center USING btree (tenant_id, profit_center_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.client_profit_center FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'client_profit_center');
create policy tenant_wall on client_profit_center for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on client_profit_center for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM client p
  WHERE ((p.tenant_id = client_profit_center.tenant_id) AND (p.id = client_profit_center.client_id))))));
grant delete, insert, select, update on client_profit_center to writer;
grant select (tenant_id, client_id, profit_center_id) on client_profit_center to reader_price;
grant select (tenant_id, client_id, profit_center_id) on client_profit_center to reader;

create table client_tax_key (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  client_id bigint not null,
  tax_category text not null,
  tax_percentage numeric(4,2) not null,
  posting_key_id bigint,
  constraint client_tax_key_pkey PRIMARY KEY (tenant_id, id),
  constraint client_tax_key_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE CASCADE,
  constraint client_tax_key_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint client_tax_key_tenant_id_posting_key_id_fkey FOREIGN KEY (tenant_id, posting_key_id) REFERENCES posting_key(tenant_id, id) ON DELETE RESTRICT,
  constraint client_tax_key_tax_category_check CHECK ((tax_category = ANY (ARRAY['S'::text, 'Z'::text, 'E'::text, 'AE'::text, 'K'::text, 'G'::text, 'O'::text, 'L'::text, 'M'::text]))),
  constraint client_tax_key_tax_percentage_check CHECK ((tax_percentage >= (0)::numeric))
);
alter table client_tax_key enable row level security, force row level security;
CREATE INDEX client_tax_key_tenant_id_client_id_idx ON public.client_tax_key USING btree (tenant_id, client_id);
CREATE INDEX client_tax_key_tenant_id_posting_key_id_idx ON public.client_tax_key USING btree (tenant_id, posting_key_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.client_tax_key FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'client');
CREATE TRIGGER count_documents_delete AFTER DELETE ON public.client_tax_key REFERENCING OLD TABLE AS was FOR EACH STATEMENT WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.count_documents_of_owner('client');
CREATE TRIGGER count_documents_insert AFTER INSERT ON public.client_tax_key REFERENCING NEW TABLE AS now_is FOR EACH STATEMENT WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.count_documents_of_owner('client');
CREATE TRIGGER count_documents_update AFTER UPDATE ON public.client_tax_key REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.count_documents_of_owner('client');
create policy module_on on client_tax_key as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on client_tax_key for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on client_tax_key for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM client p
  WHERE ((p.tenant_id = client_tax_key.tenant_id) AND (p.id = client_tax_key.client_id))))));
grant delete, insert, select, update on client_tax_key to writer;
grant select (tenant_id, id, client_id, tax_category, tax_percentage, posting_key_id) on client_tax_key to reader_price;
grant select (tenant_id, id, client_id, tax_category, tax_percentage, posting_key_id) on client_tax_key to reader;

create table closed_month (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  client_id bigint not null,
  day date not null,
  closed_by_id bigint not null,
  closed_at timestamp with time zone default now() not null,
  constraint closed_month_pkey PRIMARY KEY (tenant_id, id),
  constraint closed_month_tenant_id_client_id_day_key UNIQUE (tenant_id, client_id, day),
  constraint closed_month_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE RESTRICT,
  constraint closed_month_tenant_id_closed_by_id_fkey FOREIGN KEY (tenant_id, closed_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint closed_month_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint closed_month_day_check CHECK ((day = ((date_trunc('month'::text, (day)::timestamp without time zone) + '1 mon -1 days'::interval))::date))
);
alter table closed_month enable row level security, force row level security;
CREATE INDEX closed_month_tenant_id_closed_by_id_idx ON public.closed_month USING btree (tenant_id, closed_by_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.closed_month FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'closed_month');
create policy tenant_wall on closed_month for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on closed_month for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (( SELECT app.has_role('user-dashboard'::text) AS has_role) AND (EXISTS ( SELECT
   FROM client c
  WHERE ((c.tenant_id = closed_month.tenant_id) AND (c.id = closed_month.client_id)))))));
grant insert, select on closed_month to writer;
grant select (tenant_id, id, client_id, day, closed_by_id, closed_at) on closed_month to reader_price;
grant select (tenant_id, id, client_id, day, closed_by_id, closed_at) on closed_month to reader;

create table closed_month_file (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  closed_month_id bigint not null,
  content text not null,
  file_id uuid not null,
  sha256 text not null,
  count integer not null,
  left_out integer default 0 not null,
  booked_lines bigint[],
  booked_contracts bigint[],
  constraint closed_month_file_pkey PRIMARY KEY (tenant_id, id),
  constraint closed_month_file_tenant_id_closed_month_id_content_key UNIQUE (tenant_id, closed_month_id, content),
  constraint closed_month_file_tenant_id_closed_month_id_fkey FOREIGN KEY (tenant_id, closed_month_id) REFERENCES closed_month(tenant_id, id) ON DELETE CASCADE,
  constraint closed_month_file_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id) ON DELETE RESTRICT,
  constraint closed_month_file_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint closed_month_file_content_check CHECK ((length(content) <= 40)),
  constraint closed_month_file_count_check CHECK ((count >= 0)),
  constraint closed_month_file_left_out_check CHECK ((left_out >= 0)),
  constraint closed_month_file_sha256_check CHECK ((length(sha256) = 64))
);
alter table closed_month_file enable row level security, force row level security;
CREATE INDEX closed_month_file_tenant_id_file_id_idx ON public.closed_month_file USING btree (tenant_id, file_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.closed_month_file FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'closed_month');
create policy tenant_wall on closed_month_file for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant insert, select on closed_month_file to writer;

create table command_log (
  tenant_id bigint not null,
  lb_user_id bigint not null,
  idempotency_key uuid not null,
  command text not null,
  input_hash bytea not null,
  document_id bigint,
  created_at timestamp with time zone default now() not null,
  answer text,
  constraint command_log_pkey PRIMARY KEY (tenant_id, lb_user_id, idempotency_key),
  constraint command_log_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
alter table command_log enable row level security, force row level security;
CREATE INDEX command_log_created_at_idx ON public.command_log USING btree (created_at);
create policy tenant_wall on command_log for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant delete, insert, select, update on command_log to writer;

create table configuration (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  key text not null,
  value text,
  model text default 'string'::text not null,
  client_id bigint,
  lb_user_id bigint,
  supplier_id bigint,
  client_address_id bigint,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint configuration_pkey PRIMARY KEY (tenant_id, id),
  constraint configuration_tenant_id_key_client_id_key UNIQUE NULLS NOT DISTINCT (tenant_id, key, client_id),
  constraint configuration_tenant_id_client_address_id_fkey FOREIGN KEY (tenant_id, client_address_id) REFERENCES client_address(tenant_id, id) ON DELETE SET NULL (client_address_id),
  constraint configuration_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE CASCADE,
  constraint configuration_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint configuration_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (lb_user_id),
  constraint configuration_tenant_id_supplier_id_fkey FOREIGN KEY (tenant_id, supplier_id) REFERENCES supplier(tenant_id, id) ON DELETE SET NULL (supplier_id),
  constraint configuration_key_check CHECK (((length(key) >= 1) AND (length(key) <= 100))),
  constraint configuration_model_check CHECK ((model = ANY (ARRAY['string'::text, 'number'::text, 'boolean'::text, 'date'::text, 'json'::text, 'password'::text, 'lb_user'::text, 'supplier'::text, 'client_address'::text]))),
  constraint configuration_value_check CHECK ((length(value) <= 4000))
);
alter table configuration enable row level security, force row level security;
CREATE TRIGGER active_issuer BEFORE INSERT OR UPDATE ON public.configuration FOR EACH ROW WHEN (((new.key = 'sign_on_only'::text) AND (new.value = 'true'::text) AND (new.client_id IS NULL) AND (CURRENT_USER = 'writer'::name))) EXECUTE FUNCTION app.keep_sign_on();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.configuration FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'configuration');
CREATE TRIGGER count_documents_waiting AFTER INSERT OR DELETE OR UPDATE ON public.configuration FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.count_documents_under_setting();
CREATE TRIGGER hold_control BEFORE INSERT OR DELETE OR UPDATE ON public.configuration FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.hold_control();
CREATE TRIGGER known_time_zone BEFORE INSERT OR UPDATE OF value, key ON public.configuration FOR EACH ROW WHEN (((new.key = 'timezone'::text) AND (new.value IS NOT NULL))) EXECUTE FUNCTION app.keep_time_zone();
CREATE TRIGGER touch BEFORE UPDATE ON public.configuration FOR EACH ROW EXECUTE FUNCTION app.touch();
CREATE TRIGGER zoned_delete AFTER DELETE ON public.configuration REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.budget_days_of_zone();
CREATE TRIGGER zoned_insert AFTER INSERT ON public.configuration REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.budget_days_of_zone();
CREATE TRIGGER zoned_update AFTER UPDATE ON public.configuration REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.budget_days_of_zone();
create policy tenant_wall on configuration for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on configuration for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((model <> 'password'::text) AND ((client_id IS NULL) OR (EXISTS ( SELECT
   FROM client p
  WHERE ((p.tenant_id = configuration.tenant_id) AND (p.id = configuration.client_id))))))));
grant delete, insert, select, update on configuration to writer;
grant select (tenant_id, id, key, value, model, client_id, lb_user_id, supplier_id, client_address_id, created_at, updated_at) on configuration to reader_price;
grant select (tenant_id, id, key, value, model, client_id, lb_user_id, supplier_id, client_address_id, created_at, updated_at) on configuration to reader;

create table contract (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  timeline_id bigint not null,
  creator_id bigint not null,
  name text collate app.german,
  contract_date date,
  contract_number integer,
  contract_number_formatted text,
  external_contract_number text,
  category text,
  status text default 'pending'::text not null,
  type text,
  notes text,
  payment_method text,
  payment_direction text,
  payment_timing text,
  usage_type text,
  recurring_invoice boolean default false not null,
  responsible_id bigint,
  client_id bigint,
  department_id bigint,
  cost_center_id bigint,
  supplier_id bigint,
  ledger_account_id bigint,
  term_type text,
  start_date date,
  end_date date,
  duration integer,
  duration_unit_type text,
  min_duration integer,
  renewal_type text,
  renewal_duration integer,
  renewal_duration_unit_type text,
  renewals_done integer default 0 not null,
  notice_period integer,
  notice_period_unit_type text,
  notice_workdays integer,
  termination_to text,
  termination_special_right text,
  termination_deadline date,
  next_possible_contract_end date,
  notice_sent_on date,
  terminated_on date,
  termination_confirmed_on date,
  reminder_date date,
  reminder_days_before integer,
  total_netto numeric(14,2) default 0 not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[app.number_words(contract_number_formatted), contract_number_formatted, name, external_contract_number, notes])) stored,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  legal_hold text,
  agreed_end date,
  first_end date,
  notice_form text,
  is_reminder_typed boolean default false not null,
  reminded_for date,
  amends_id bigint,
  currency text default 'EUR'::text not null,
  exchange_rate numeric(16,6),
  rate_date date,
  rate_source text,
  termination_day date,
  later_notice_period integer,
  later_notice_period_unit_type text,
  constraint contract_pkey PRIMARY KEY (tenant_id, id),
  constraint contract_number_key UNIQUE (tenant_id, contract_number),
  constraint contract_tenant_id_timeline_id_key UNIQUE (tenant_id, timeline_id),
  constraint contract_tenant_id_amends_id_fkey FOREIGN KEY (tenant_id, amends_id) REFERENCES contract(tenant_id, id) ON DELETE SET NULL (amends_id),
  constraint contract_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE RESTRICT,
  constraint contract_tenant_id_cost_center_id_fkey FOREIGN KEY (tenant_id, cost_center_id) REFERENCES cost_center(tenant_id, id) ON DELETE RESTRICT,
  constraint contract_tenant_id_creator_id_fkey FOREIGN KEY (tenant_id, creator_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint contract_tenant_id_department_id_fkey FOREIGN KEY (tenant_id, department_id) REFERENCES department(tenant_id, id) ON DELETE RESTRICT,
  constraint contract_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint contract_tenant_id_ledger_account_id_fkey FOREIGN KEY (tenant_id, ledger_account_id) REFERENCES ledger_account(tenant_id, id) ON DELETE RESTRICT,
  constraint contract_tenant_id_responsible_id_fkey FOREIGN KEY (tenant_id, responsible_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint contract_tenant_id_supplier_id_fkey FOREIGN KEY (tenant_id, supplier_id) REFERENCES supplier(tenant_id, id) ON DELETE RESTRICT,
  constraint contract_tenant_id_timeline_id_fkey FOREIGN KEY (tenant_id, timeline_id) REFERENCES timeline(tenant_id, id) ON DELETE RESTRICT,
  constraint contract_category_check CHECK ((category = ANY (ARRAY['service'::text, 'subscription'::text, 'license'::text, 'maintenance'::text, 'consulting'::text, 'leasing'::text, 'rental'::text, 'support'::text, 'other'::text]))),
  constraint contract_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint contract_duration_check CHECK (((duration >= 1) AND (duration <= 999))),
  constraint contract_duration_unit_type_check CHECK ((duration_unit_type = ANY (ARRAY['month'::text, 'quarter'::text, 'semester'::text, 'year'::text, 'week'::text, 'day'::text]))),
  constraint contract_exchange_rate_check CHECK ((exchange_rate > (0)::numeric)),
  constraint contract_external_contract_number_check CHECK ((length(external_contract_number) <= 60)),
  constraint contract_later_notice_period_check CHECK (((later_notice_period >= 0) AND (later_notice_period <= 999))),
  constraint contract_later_notice_period_unit_type_check CHECK ((later_notice_period_unit_type = ANY (ARRAY['month'::text, 'quarter'::text, 'semester'::text, 'year'::text, 'week'::text, 'day'::text]))),
  constraint contract_legal_hold_check CHECK (((length(legal_hold) >= 1) AND (length(legal_hold) <= 2000))),
  constraint contract_min_duration_check CHECK (((min_duration >= 1) AND (min_duration <= 999))),
  constraint contract_name_check CHECK ((length(name) <= 255)),
  constraint contract_notes_check CHECK ((length(notes) <= 4000)),
  constraint contract_notice_form_check CHECK ((notice_form = ANY (ARRAY['letter'::text, 'registered_letter'::text, 'email'::text, 'fax'::text, 'portal'::text, 'in_person'::text]))),
  constraint contract_notice_period_check CHECK (((notice_period >= 0) AND (notice_period <= 999))),
  constraint contract_notice_period_unit_type_check CHECK ((notice_period_unit_type = ANY (ARRAY['month'::text, 'quarter'::text, 'semester'::text, 'year'::text, 'week'::text, 'day'::text]))),
  constraint contract_notice_workdays_check CHECK (((notice_workdays >= 0) AND (notice_workdays <= 10))),
  constraint contract_payment_direction_check CHECK ((payment_direction = ANY (ARRAY['incoming'::text, 'outgoing'::text, 'both'::text]))),
  constraint contract_payment_method_check CHECK ((payment_method = ANY (ARRAY['bank_transfer'::text, 'direct_debit'::text, 'credit_card'::text, 'cash'::text, 'invoice'::text, 'other'::text]))),
  constraint contract_payment_timing_check CHECK ((payment_timing = ANY (ARRAY['advance'::text, 'postpaid'::text, 'midterm'::text]))),
  constraint contract_rate_source_check CHECK ((rate_source = ANY (ARRAY['document'::text, 'typed'::text, 'ecb'::text]))),
  constraint contract_reminder_days_before_check CHECK (((reminder_days_before >= 0) AND (reminder_days_before <= 999))),
  constraint contract_renewal_duration_check CHECK (((renewal_duration >= 1) AND (renewal_duration <= 999))),
  constraint contract_renewal_duration_unit_type_check CHECK ((renewal_duration_unit_type = ANY (ARRAY['month'::text, 'quarter'::text, 'semester'::text, 'year'::text, 'week'::text, 'day'::text]))),
  constraint contract_renewal_type_check CHECK ((renewal_type = ANY (ARRAY['auto'::text, 'none'::text, 'once'::text]))),
  constraint contract_renewals_done_check CHECK ((renewals_done >= 0)),
  constraint contract_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'cancelled'::text, 'expired'::text, 'pending'::text, 'completed'::text, 'check'::text, 'clearing'::text, 'signature'::text, 'contract-approval'::text, 'incorporated'::text]))),
  constraint contract_term_type_check CHECK ((term_type = ANY (ARRAY['fixed'::text, 'indefinite'::text, 'none'::text]))),
  constraint contract_termination_special_right_check CHECK ((length(termination_special_right) <= 4000)),
  constraint contract_termination_to_check CHECK ((termination_to = ANY (ARRAY['none'::text, 'day'::text, 'year_end'::text, 'half_year_end'::text, 'quarter_end'::text, 'month_end'::text, 'mid_or_month_end'::text, 'yearly_day'::text, 'week_end'::text]))),
  constraint contract_type_check CHECK ((type = ANY (ARRAY['single_invoice'::text, 'recurring_invoice'::text, 'recurring_contract'::text]))),
  constraint contract_usage_type_check CHECK ((usage_type = ANY (ARRAY['usage_based'::text, 'monthly'::text, 'quarterly'::text, 'semiannually'::text, 'yearly'::text])))
);
alter table contract enable row level security, force row level security;
CREATE UNIQUE INDEX contract_open_amendment ON public.contract USING btree (tenant_id, amends_id) WHERE ((amends_id IS NOT NULL) AND (status <> ALL (ARRAY['cancelled'::text, 'incorporated'::text])));
CREATE INDEX contract_reminders ON public.contract USING btree (tenant_id, reminder_date) WHERE (reminded_for IS DISTINCT FROM reminder_date);
CREATE INDEX contract_search ON public.contract USING gin (tenant_id, search_text gin_trgm_ops);
CREATE INDEX contract_tenant_id_amends_id_idx ON public.contract USING btree (tenant_id, amends_id) WHERE (amends_id IS NOT NULL);
CREATE INDEX contract_tenant_id_client_id_created_at_idx ON public.contract USING btree (tenant_id, client_id, created_at DESC);
CREATE INDEX contract_tenant_id_cost_center_id_created_at_idx ON public.contract USING btree (tenant_id, cost_center_id, created_at DESC);
CREATE INDEX contract_tenant_id_created_at_id_idx ON public.contract USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX contract_tenant_id_creator_id_created_at_idx ON public.contract USING btree (tenant_id, creator_id, created_at DESC);
CREATE INDEX contract_tenant_id_department_id_created_at_idx ON public.contract USING btree (tenant_id, department_id, created_at DESC);
CREATE INDEX contract_tenant_id_end_date_id_idx ON public.contract USING btree (tenant_id, end_date, id);
CREATE INDEX contract_tenant_id_ledger_account_id_created_at_idx ON public.contract USING btree (tenant_id, ledger_account_id, created_at DESC);
CREATE INDEX contract_tenant_id_name_id_idx ON public.contract USING btree (tenant_id, name, id);
CREATE INDEX contract_tenant_id_reminder_date_id_idx ON public.contract USING btree (tenant_id, reminder_date, id);
CREATE INDEX contract_tenant_id_responsible_id_idx ON public.contract USING btree (tenant_id, responsible_id);
CREATE INDEX contract_tenant_id_status_created_at_id_idx ON public.contract USING btree (tenant_id, status, created_at DESC, id DESC);
CREATE INDEX contract_tenant_id_supplier_id_created_at_idx ON public.contract USING btree (tenant_id, supplier_id, created_at DESC);
CREATE INDEX contract_tenant_id_termination_deadline_id_idx ON public.contract USING btree (tenant_id, termination_deadline, id);
CREATE INDEX contract_unconfirmed ON public.contract USING btree (tenant_id, terminated_on) WHERE ((terminated_on IS NOT NULL) AND (termination_confirmed_on IS NULL));
CREATE CONSTRAINT TRIGGER announced AFTER UPDATE ON public.contract DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.announce_document();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.contract FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{total_netto}', '{search_text}', 'contract');
CREATE TRIGGER counted AFTER INSERT ON public.contract FOR EACH ROW EXECUTE FUNCTION app.count_fact('document', 'contract', 'id');
CREATE TRIGGER keep_held AFTER DELETE ON public.contract FOR EACH ROW WHEN ((old.legal_hold IS NOT NULL)) EXECUTE FUNCTION app.keep_held();
CREATE TRIGGER keep_invoiced BEFORE DELETE ON public.contract FOR EACH ROW EXECUTE FUNCTION app.keep_invoiced();
CREATE TRIGGER keep_number BEFORE UPDATE OF contract_number ON public.contract FOR EACH ROW EXECUTE FUNCTION app.keep_number('contract_number');
CREATE CONSTRAINT TRIGGER listed_at_end AFTER INSERT OR UPDATE ON public.contract DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.list_noted_documents();
CREATE TRIGGER note_hand AFTER INSERT OR DELETE OR UPDATE ON public.contract FOR EACH ROW WHEN (app.is_acting()) EXECUTE FUNCTION app.note_hand();
CREATE TRIGGER noted_insert AFTER INSERT ON public.contract REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER noted_update AFTER UPDATE ON public.contract REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER own_currency BEFORE INSERT OR UPDATE OF client_id, currency, exchange_rate, rate_date, rate_source ON public.contract FOR EACH ROW EXECUTE FUNCTION app.own_currency();
CREATE TRIGGER persons_forgotten AFTER DELETE ON public.contract FOR EACH ROW EXECUTE FUNCTION app.forget_document_persons();
CREATE TRIGGER touch BEFORE UPDATE ON public.contract FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy audited on contract for select to auditor
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((client_id = ( SELECT app.auditor_client() AS auditor_client)) AND (((created_at AT TIME ZONE ( SELECT app.time_zone() AS time_zone)))::date <= ( SELECT app.auditor_until() AS auditor_until)) AND ((end_date IS NULL) OR (end_date >= ( SELECT app.auditor_from() AS auditor_from))))));
create policy module_on on contract as restrictive for select to reader, reader_price
  using (app.is_on('contract'::text));
create policy only_audited on contract as restrictive for select to auditor
  using (((client_id = ( SELECT app.auditor_client() AS auditor_client)) AND (((created_at AT TIME ZONE ( SELECT app.time_zone() AS time_zone)))::date <= ( SELECT app.auditor_until() AS auditor_until)) AND ((end_date IS NULL) OR (end_date >= ( SELECT app.auditor_from() AS auditor_from)))));
create policy tenant_wall on contract for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on contract for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((true AND (( SELECT app.sees_all('contract'::text) AS sees_all) OR (client_id = ( SELECT app.scope_client('contract'::text) AS scope_client)) OR (department_id = ( SELECT app.scope_department('contract'::text) AS scope_department)))) OR (creator_id = ( SELECT app.user_id() AS user_id)) OR (EXISTS ( SELECT
   FROM document_person dp
  WHERE ((dp.tenant_id = contract.tenant_id) AND (dp.kind = 'contract'::text) AND (dp.document_id = contract.id) AND (dp.lb_user_id = ANY (( SELECT app.persons() AS persons)::bigint[])) AND (dp.is_assignee OR (true AND ( SELECT app.sees_involved('contract'::text) AS sees_involved)))))))));
grant delete, insert, select, update on contract to writer;
grant select (tenant_id, id, timeline_id, creator_id, name, contract_date, contract_number, contract_number_formatted, external_contract_number, category, status, type, notes, payment_method, payment_direction, payment_timing, usage_type, recurring_invoice, responsible_id, client_id, department_id, cost_center_id, supplier_id, ledger_account_id, term_type, start_date, end_date, duration, duration_unit_type, min_duration, renewal_type, renewal_duration, renewal_duration_unit_type, renewals_done, notice_period, notice_period_unit_type, notice_workdays, termination_to, termination_special_right, termination_deadline, next_possible_contract_end, notice_sent_on, terminated_on, termination_confirmed_on, reminder_date, reminder_days_before, total_netto, search_text, created_at, updated_at, legal_hold, agreed_end, first_end, notice_form, is_reminder_typed, reminded_for, amends_id, currency, exchange_rate, rate_date, rate_source, termination_day, later_notice_period, later_notice_period_unit_type) on contract to reader_price;
grant select (tenant_id, id, timeline_id, creator_id, name, contract_date, contract_number, contract_number_formatted, external_contract_number, category, status, type, notes, payment_method, payment_direction, payment_timing, usage_type, recurring_invoice, responsible_id, client_id, department_id, cost_center_id, supplier_id, ledger_account_id, term_type, start_date, end_date, duration, duration_unit_type, min_duration, renewal_type, renewal_duration, renewal_duration_unit_type, renewals_done, notice_period, notice_period_unit_type, notice_workdays, termination_to, termination_special_right, termination_deadline, next_possible_contract_end, notice_sent_on, terminated_on, termination_confirmed_on, reminder_date, reminder_days_before, search_text, created_at, updated_at, legal_hold, agreed_end, first_end, notice_form, is_reminder_typed, reminded_for, amends_id, currency, exchange_rate, rate_date, rate_source, termination_day, later_notice_period, later_notice_period_unit_type) on contract to reader;

create table contract_approver (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  contract_id bigint not null,
  lb_user_id bigint not null,
  is_required boolean default false not null,
  inserted_manually boolean default false not null,
  inserted_by_group boolean default false not null,
  constraint contract_approver_pkey PRIMARY KEY (tenant_id, id),
  constraint contract_approver_tenant_id_contract_id_lb_user_id_key UNIQUE (tenant_id, contract_id, lb_user_id),
  constraint contract_approver_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contract(tenant_id, id) ON DELETE CASCADE,
  constraint contract_approver_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT
);
alter table contract_approver enable row level security, force row level security;
CREATE INDEX contract_approver_tenant_id_lb_user_id_idx ON public.contract_approver USING btree (tenant_id, lb_user_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.contract_approver FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'contract');
CREATE TRIGGER note_hand AFTER INSERT OR DELETE OR UPDATE ON public.contract_approver FOR EACH ROW WHEN (app.is_acting()) EXECUTE FUNCTION app.note_hand();
create policy module_on on contract_approver as restrictive for select to reader, reader_price
  using (app.is_on('contract'::text));
create policy tenant_wall on contract_approver for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on contract_approver for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((contract_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM contract d
  WHERE ((d.tenant_id = contract_approver.tenant_id) AND (d.id = contract_approver.contract_id)))))));
grant delete, insert, select, update on contract_approver to writer;
grant select (tenant_id, id, contract_id, lb_user_id, is_required, inserted_manually, inserted_by_group) on contract_approver to reader_price;
grant select (tenant_id, id, contract_id, lb_user_id, is_required, inserted_manually, inserted_by_group) on contract_approver to reader;

create table contract_calendar (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  lb_user_id bigint not null,
  token_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  read_at timestamp with time zone,
  constraint contract_calendar_pkey PRIMARY KEY (tenant_id, id),
  constraint contract_calendar_tenant_id_lb_user_id_key UNIQUE (tenant_id, lb_user_id),
  constraint contract_calendar_token_hash_key UNIQUE (token_hash),
  constraint contract_calendar_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint contract_calendar_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE
);
alter table contract_calendar enable row level security, force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.contract_calendar FOR EACH ROW EXECUTE FUNCTION app.write_audit('{token_hash}', '{}', '{read_at}', 'contract_calendar');
create policy at_the_gate on contract_calendar for all to gate
  using (true)
  with check (true);
create policy module_on on contract_calendar as restrictive for select to reader, reader_price
  using (app.is_on('contract'::text));
create policy tenant_wall on contract_calendar for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on contract_calendar for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (lb_user_id = ( SELECT app.user_id() AS user_id))));
grant select on contract_calendar to gate;
grant delete, insert, select, update on contract_calendar to writer;
grant update (read_at) on contract_calendar to gate;
grant select (tenant_id, id, lb_user_id, created_at, read_at) on contract_calendar to reader_price;
grant select (tenant_id, id, lb_user_id, created_at, read_at) on contract_calendar to reader;

create table contract_due_reminder (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  contract_id bigint not null,
  contract_reminder_id bigint,
  type text not null,
  day date not null,
  interval_from date,
  interval_to date,
  created_at timestamp with time zone default now() not null,
  acknowledged_at timestamp with time zone,
  acknowledged_by_id bigint,
  decision text,
  meant date,
  until date,
  at_stake numeric(14,2),
  is_wide boolean default false not null,
  constraint contract_due_reminder_pkey PRIMARY KEY (tenant_id, id),
  constraint contract_due_reminder_once UNIQUE NULLS NOT DISTINCT (tenant_id, contract_id, contract_reminder_id, type, day),
  constraint contract_due_reminder_tenant_id_acknowledged_by_id_fkey FOREIGN KEY (tenant_id, acknowledged_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint contract_due_reminder_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contract(tenant_id, id) ON DELETE CASCADE,
  constraint contract_due_reminder_tenant_id_contract_reminder_id_fkey FOREIGN KEY (tenant_id, contract_reminder_id) REFERENCES contract_reminder(tenant_id, id) ON DELETE CASCADE,
  constraint contract_due_reminder_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint contract_due_reminder_decision_check CHECK ((decision = ANY (ARRAY['keep'::text, 'renegotiate'::text, 'terminate'::text, 'noted'::text]))),
  constraint contract_due_reminder_interval CHECK (((type = 'invoice_missing'::text) = ((interval_from IS NOT NULL) AND (interval_to IS NOT NULL)))),
  constraint contract_due_reminder_is_decided CHECK (((acknowledged_at IS NULL) = (decision IS NULL))),
  constraint contract_due_reminder_type_check CHECK ((type = ANY (ARRAY['contract_end'::text, 'cancellation_notice'::text, 'invoice_missing'::text, 'custom'::text, 'extension_option'::text, 'price_change'::text, 'price_objection'::text, 'termination_unconfirmed'::text, 'deadline_missed'::text, 'contract_renewed'::text])))
);
alter table contract_due_reminder enable row level security, force row level security;
CREATE INDEX contract_due_reminder_open ON public.contract_due_reminder USING btree (tenant_id, contract_id) WHERE (acknowledged_at IS NULL);
CREATE INDEX contract_due_reminder_tenant_id_acknowledged_by_id_idx ON public.contract_due_reminder USING btree (tenant_id, acknowledged_by_id) WHERE (acknowledged_by_id IS NOT NULL);
CREATE INDEX contract_due_reminder_tenant_id_contract_reminder_id_idx ON public.contract_due_reminder USING btree (tenant_id, contract_reminder_id) WHERE (contract_reminder_id IS NOT NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.contract_due_reminder FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{at_stake}', '{}', 'contract');
CREATE CONSTRAINT TRIGGER listed_at_end AFTER INSERT OR DELETE OR UPDATE ON public.contract_due_reminder DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.list_noted_documents();
CREATE TRIGGER noted_delete AFTER DELETE ON public.contract_due_reminder REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER noted_insert AFTER INSERT ON public.contract_due_reminder REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER noted_update AFTER UPDATE ON public.contract_due_reminder REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
create policy module_on on contract_due_reminder as restrictive for select to reader, reader_price
  using (app.is_on('contract'::text));
create policy tenant_wall on contract_due_reminder for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on contract_due_reminder for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM contract p
  WHERE ((p.tenant_id = contract_due_reminder.tenant_id) AND (p.id = contract_due_reminder.contract_id))))));
grant delete, insert, select, update on contract_due_reminder to writer;
grant select (tenant_id, id, contract_id, contract_reminder_id, type, day, interval_from, interval_to, created_at, acknowledged_at, acknowledged_by_id, decision, meant, until, at_stake, is_wide) on contract_due_reminder to reader_price;
grant select (tenant_id, id, contract_id, contract_reminder_id, type, day, interval_from, interval_to, created_at, acknowledged_at, acknowledged_by_id, decision, meant, until, is_wide) on contract_due_reminder to reader;

create table contract_letter (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  contract_id bigint not null,
  channel text not null,
  language text,
  state text default 'pending'::text not null,
  failure text,
  failure_reason text,
  recipient text,
  written_on date not null,
  receipt_by date,
  ends_on date not null,
  job_id bigint,
  file_id uuid,
  created_by_id bigint not null,
  created_at timestamp with time zone default now() not null,
  settled_at timestamp with time zone,
  constraint contract_letter_pkey PRIMARY KEY (tenant_id, id),
  constraint contract_letter_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contract(tenant_id, id) ON DELETE CASCADE,
  constraint contract_letter_tenant_id_created_by_id_fkey FOREIGN KEY (tenant_id, created_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint contract_letter_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id) ON DELETE RESTRICT,
  constraint contract_letter_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint contract_letter_tenant_id_job_id_fkey FOREIGN KEY (tenant_id, job_id) REFERENCES job(tenant_id, id) ON DELETE SET NULL (job_id),
  constraint contract_letter_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'post'::text]))),
  constraint contract_letter_failure_check CHECK ((failure = ANY (ARRAY['mail_refused'::text, 'interrupted'::text]))),
  constraint contract_letter_failure_reason_check CHECK ((length(failure_reason) <= 500)),
  constraint contract_letter_has_recipient CHECK (((channel = 'email'::text) = (recipient IS NOT NULL))),
  constraint contract_letter_is_settled CHECK (((state = 'pending'::text) = (settled_at IS NULL))),
  constraint contract_letter_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  constraint contract_letter_recipient_check CHECK ((length(recipient) <= 254)),
  constraint contract_letter_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'posted'::text, 'failed'::text, 'uncertain'::text, 'withdrawn'::text])))
);
alter table contract_letter enable row level security, force row level security;
CREATE UNIQUE INDEX contract_letter_on_its_way ON public.contract_letter USING btree (tenant_id, contract_id) WHERE (state = 'pending'::text);
CREATE INDEX contract_letter_tenant_id_contract_id_id_idx ON public.contract_letter USING btree (tenant_id, contract_id, id);
CREATE INDEX contract_letter_tenant_id_created_by_id_idx ON public.contract_letter USING btree (tenant_id, created_by_id);
CREATE INDEX contract_letter_tenant_id_file_id_idx ON public.contract_letter USING btree (tenant_id, file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX contract_letter_tenant_id_job_id_idx ON public.contract_letter USING btree (tenant_id, job_id) WHERE (job_id IS NOT NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.contract_letter FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'contract');
create policy module_on on contract_letter as restrictive for select to reader, reader_price
  using (app.is_on('contract'::text));
create policy tenant_wall on contract_letter for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on contract_letter for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM contract p
  WHERE ((p.tenant_id = contract_letter.tenant_id) AND (p.id = contract_letter.contract_id))))));
grant delete, insert, select, update on contract_letter to writer;
grant select (tenant_id, id, contract_id, channel, language, state, failure, failure_reason, recipient, written_on, receipt_by, ends_on, job_id, file_id, created_by_id, created_at, settled_at) on contract_letter to reader_price;
grant select (tenant_id, id, contract_id, channel, language, state, failure, failure_reason, recipient, written_on, receipt_by, ends_on, job_id, file_id, created_by_id, created_at, settled_at) on contract_letter to reader;

create table contract_line (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  contract_id bigint not null,
  sort_no integer default 0 not null,
  name text,
  type text,
  item_number text,
  quantity numeric(14,3),
  unit text,
  tax numeric(4,2),
  total numeric(14,2) default 0 not null,
  usage_type text,
  image_url text,
  webshop_url text,
  offer_number text,
  offer_date date,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint contract_line_pkey PRIMARY KEY (tenant_id, id),
  constraint contract_line_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contract(tenant_id, id) ON DELETE CASCADE,
  constraint contract_line_image_url_check CHECK ((image_url ~ '^https?://'::text)),
  constraint contract_line_item_number_check CHECK ((length(item_number) <= 60)),
  constraint contract_line_name_check CHECK ((length(name) <= 255)),
  constraint contract_line_offer_number_check CHECK ((length(offer_number) <= 60)),
  constraint contract_line_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint contract_line_tax_check CHECK (((tax >= (0)::numeric) AND (tax <= 99.99))),
  constraint contract_line_type_check CHECK ((type = ANY (ARRAY['service'::text, 'product'::text, 'license'::text, 'maintenance'::text, 'subscription'::text, 'other'::text]))),
  constraint contract_line_unit_check CHECK ((length(unit) <= 30)),
  constraint contract_line_usage_type_check CHECK ((usage_type = ANY (ARRAY['usage_based'::text, 'monthly'::text, 'quarterly'::text, 'semiannually'::text, 'yearly'::text]))),
  constraint contract_line_webshop_url_check CHECK ((webshop_url ~ '^https?://'::text))
);
alter table contract_line enable row level security, force row level security;
CREATE INDEX contract_line_tenant_id_contract_id_sort_no_idx ON public.contract_line USING btree (tenant_id, contract_id, sort_no);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.contract_line FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{total}', '{}', 'contract');
CREATE CONSTRAINT TRIGGER listed_at_end AFTER INSERT OR DELETE OR UPDATE ON public.contract_line DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.list_noted_documents();
CREATE TRIGGER note_hand AFTER INSERT OR DELETE OR UPDATE ON public.contract_line FOR EACH ROW WHEN (app.is_acting()) EXECUTE FUNCTION app.note_hand();
CREATE TRIGGER noted_delete AFTER DELETE ON public.contract_line REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER noted_insert AFTER INSERT ON public.contract_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER noted_update AFTER UPDATE ON public.contract_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER touch BEFORE UPDATE ON public.contract_line FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy module_on on contract_line as restrictive for select to reader, reader_price
  using (app.is_on('contract'::text));
create policy tenant_wall on contract_line for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on contract_line for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((contract_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM contract d
  WHERE ((d.tenant_id = contract_line.tenant_id) AND (d.id = contract_line.contract_id)))))));
grant delete, insert, select, update on contract_line to writer;
grant select (tenant_id, id, contract_id, sort_no, name, type, item_number, quantity, unit, tax, total, usage_type, image_url, webshop_url, offer_number, offer_date, created_at, updated_at) on contract_line to reader_price;
grant select (tenant_id, id, contract_id, sort_no, name, type, item_number, quantity, unit, tax, usage_type, image_url, webshop_url, offer_number, offer_date, created_at, updated_at) on contract_line to reader;

create table contract_month (
  tenant_id bigint not null,
  contract_id bigint not null,
  day date not null,
  cost_center_id bigint not null,
  ledger_account_id bigint,
  net numeric(16,2) not null,
  constraint contract_month_pkey PRIMARY KEY (tenant_id, contract_id, day),
  constraint contract_month_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contract(tenant_id, id) ON DELETE CASCADE,
  constraint contract_month_tenant_id_cost_center_id_fkey FOREIGN KEY (tenant_id, cost_center_id) REFERENCES cost_center(tenant_id, id) ON DELETE RESTRICT,
  constraint contract_month_tenant_id_ledger_account_id_fkey FOREIGN KEY (tenant_id, ledger_account_id) REFERENCES ledger_account(tenant_id, id) ON DELETE RESTRICT
);
alter table contract_month enable row level security, force row level security;
CREATE INDEX contract_month_tenant_id_cost_center_id_idx ON public.contract_month USING btree (tenant_id, cost_center_id);
CREATE INDEX contract_month_tenant_id_ledger_account_id_idx ON public.contract_month USING btree (tenant_id, ledger_account_id) WHERE (ledger_account_id IS NOT NULL);
create policy module_on on contract_month as restrictive for select to reader, reader_price
  using (( SELECT app.is_on('contract'::text) AS is_on));
create policy tenant_wall on contract_month for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant delete, insert, select, update on contract_month to writer;

create table contract_notice_day (
  tenant_id bigint not null,
  contract_id bigint not null,
  deadline date not null,
  day date not null,
  at_stake numeric(20,2),
  constraint contract_notice_day_pkey PRIMARY KEY (tenant_id, contract_id),
  constraint contract_notice_day_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contract(tenant_id, id) ON DELETE CASCADE
);
alter table contract_notice_day enable row level security, force row level security;
CREATE CONSTRAINT TRIGGER listed_at_end AFTER INSERT OR UPDATE ON public.contract_notice_day DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.list_noted_documents();
CREATE TRIGGER noted_insert AFTER INSERT ON public.contract_notice_day REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER noted_update AFTER UPDATE ON public.contract_notice_day REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
create policy module_on on contract_notice_day as restrictive for select to reader, reader_price
  using (( SELECT app.is_on('contract'::text) AS is_on));
create policy tenant_wall on contract_notice_day for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant delete, insert, select, update on contract_notice_day to writer;

create table contract_recognition (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  contract_id bigint not null,
  file_id uuid not null,
  job_id bigint,
  state text default 'queued'::text not null,
  reading text,
  failure text,
  pages integer,
  milliseconds integer,
  raw jsonb,
  supplier_id bigint,
  dismissed text[] default '{}'::text[] not null,
  started_by_id bigint,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  price jsonb,
  constraint contract_recognition_pkey PRIMARY KEY (tenant_id, id),
  constraint contract_recognition_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contract(tenant_id, id) ON DELETE CASCADE,
  constraint contract_recognition_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id) ON DELETE CASCADE,
  constraint contract_recognition_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint contract_recognition_tenant_id_job_id_fkey FOREIGN KEY (tenant_id, job_id) REFERENCES job(tenant_id, id) ON DELETE SET NULL (job_id),
  constraint contract_recognition_tenant_id_started_by_id_fkey FOREIGN KEY (tenant_id, started_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (started_by_id),
  constraint contract_recognition_tenant_id_supplier_id_fkey FOREIGN KEY (tenant_id, supplier_id) REFERENCES supplier(tenant_id, id) ON DELETE SET NULL (supplier_id),
  constraint contract_recognition_has_ended CHECK (((state = 'queued'::text) = (ended_at IS NULL))),
  constraint contract_recognition_has_read CHECK (((state = 'done'::text) = (raw IS NOT NULL))),
  constraint contract_recognition_reading_check CHECK ((reading = ANY (ARRAY['text'::text, 'ocr'::text]))),
  constraint contract_recognition_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'done'::text, 'failed'::text])))
);
alter table contract_recognition enable row level security, force row level security;
CREATE INDEX contract_recognition_tenant_id_contract_id_id_idx ON public.contract_recognition USING btree (tenant_id, contract_id, id DESC);
CREATE INDEX contract_recognition_tenant_id_file_id_idx ON public.contract_recognition USING btree (tenant_id, file_id);
CREATE INDEX contract_recognition_tenant_id_job_id_idx ON public.contract_recognition USING btree (tenant_id, job_id) WHERE (job_id IS NOT NULL);
CREATE INDEX contract_recognition_tenant_id_started_by_id_idx ON public.contract_recognition USING btree (tenant_id, started_by_id) WHERE (started_by_id IS NOT NULL);
CREATE INDEX contract_recognition_tenant_id_supplier_id_idx ON public.contract_recognition USING btree (tenant_id, supplier_id) WHERE (supplier_id IS NOT NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.contract_recognition FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{raw,price}', 'contract');
create policy module_on on contract_recognition as restrictive for select to reader, reader_price
  using (app.is_on('contract'::text));
create policy tenant_wall on contract_recognition for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on contract_recognition for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM contract p
  WHERE ((p.tenant_id = contract_recognition.tenant_id) AND (p.id = contract_recognition.contract_id))))));
grant delete, insert, select, update on contract_recognition to writer;
grant select (tenant_id, id, contract_id, file_id, job_id, state, reading, failure, pages, milliseconds, raw, supplier_id, dismissed, started_by_id, created_at, ended_at, price) on contract_recognition to reader_price;
grant select (tenant_id, id, contract_id, file_id, job_id, state, reading, failure, pages, milliseconds, raw, supplier_id, dismissed, started_by_id, created_at, ended_at) on contract_recognition to reader;

create table contract_reminder (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  contract_id bigint not null,
  type text not null,
  reminder_date date,
  days_before integer,
  lb_user_id bigint,
  note text,
  sent_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  checked_on date,
  constraint contract_reminder_pkey PRIMARY KEY (tenant_id, id),
  constraint contract_reminder_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contract(tenant_id, id) ON DELETE CASCADE,
  constraint contract_reminder_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint contract_reminder_custom_has_day CHECK (((type <> 'custom'::text) OR (reminder_date IS NOT NULL))) NOT VALID,
  constraint contract_reminder_days_before_check1 CHECK (((days_before >= 0) AND (days_before <= 999))),
  constraint contract_reminder_note_check CHECK ((length(note) <= 2000)),
  constraint contract_reminder_type_check CHECK ((type = ANY (ARRAY['contract_end'::text, 'cancellation_notice'::text, 'invoice_missing'::text, 'custom'::text, 'extension_option'::text, 'price_change'::text, 'price_objection'::text])))
);
alter table contract_reminder enable row level security, force row level security;
CREATE INDEX contract_reminder_tenant_id_contract_id_idx ON public.contract_reminder USING btree (tenant_id, contract_id);
CREATE INDEX contract_reminder_tenant_id_lb_user_id_idx ON public.contract_reminder USING btree (tenant_id, lb_user_id);
CREATE INDEX contract_reminder_unchecked ON public.contract_reminder USING btree (tenant_id, checked_on NULLS FIRST, id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.contract_reminder FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{sent_at,checked_on}', 'contract');
CREATE CONSTRAINT TRIGGER listed_at_end AFTER INSERT OR DELETE ON public.contract_reminder DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.list_noted_documents();
CREATE TRIGGER noted_delete AFTER DELETE ON public.contract_reminder REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER noted_insert AFTER INSERT ON public.contract_reminder REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER touch BEFORE UPDATE ON public.contract_reminder FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy module_on on contract_reminder as restrictive for select to reader, reader_price
  using (app.is_on('contract'::text));
create policy tenant_wall on contract_reminder for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on contract_reminder for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((contract_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM contract d
  WHERE ((d.tenant_id = contract_reminder.tenant_id) AND (d.id = contract_reminder.contract_id)))))));
grant delete, insert, select, update on contract_reminder to writer;
grant select (tenant_id, id, contract_id, type, reminder_date, days_before, lb_user_id, note, sent_at, created_at, updated_at) on contract_reminder to reader_price;
grant select (tenant_id, id, contract_id, type, reminder_date, days_before, lb_user_id, note, sent_at, created_at, updated_at) on contract_reminder to reader;

create table contract_state (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  contract_id bigint not null,
  since date not null,
  until date default 'infinity'::date not null,
  recorded_at timestamp with time zone default now() not null,
  facts jsonb not null,
  lines jsonb not null,
  constraint contract_state_pkey PRIMARY KEY (tenant_id, id),
  constraint contract_state_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contract(tenant_id, id) ON DELETE CASCADE,
  constraint contract_state_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
alter table contract_state enable row level security, force row level security;
CREATE INDEX contract_state_tenant_id_contract_id_since_idx ON public.contract_state USING btree (tenant_id, contract_id, since);
CREATE TRIGGER renew_contract_months AFTER INSERT ON public.contract_state REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.renew_contract_months();
create policy module_on on contract_state as restrictive for select to reader, reader_price
  using (( SELECT app.is_on('contract'::text) AS is_on));
create policy tenant_wall on contract_state for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on contract_state for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (( SELECT app.sees_all('contract'::text) AS sees_all) OR (EXISTS ( SELECT
   FROM contract d
  WHERE ((d.tenant_id = contract_state.tenant_id) AND (d.id = contract_state.contract_id)))))));
grant select on contract_state to reader_price;
grant select on contract_state to writer;
grant select (tenant_id, id, contract_id, since, until, recorded_at, facts) on contract_state to reader;

create table contract_term (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  contract_id bigint not null,
  valid_from date not null,
  lb_user_id bigint not null,
  term_type text,
  start_date date,
  end_date date,
  duration integer,
  duration_unit_type text,
  min_duration integer,
  renewal_type text,
  renewal_duration integer,
  renewal_duration_unit_type text,
  notice_period integer,
  notice_period_unit_type text,
  notice_workdays integer,
  termination_to text,
  termination_special_right text,
  created_at timestamp with time zone default now() not null,
  termination_day date,
  later_notice_period integer,
  later_notice_period_unit_type text,
  constraint contract_term_pkey PRIMARY KEY (tenant_id, id),
  constraint contract_term_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contract(tenant_id, id) ON DELETE CASCADE,
  constraint contract_term_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint contract_term_duration_check CHECK (((duration >= 1) AND (duration <= 999))),
  constraint contract_term_duration_unit_type_check CHECK ((duration_unit_type = ANY (ARRAY['month'::text, 'quarter'::text, 'semester'::text, 'year'::text, 'week'::text, 'day'::text]))),
  constraint contract_term_later_notice_period_check CHECK (((later_notice_period >= 0) AND (later_notice_period <= 999))),
  constraint contract_term_later_notice_period_unit_type_check CHECK ((later_notice_period_unit_type = ANY (ARRAY['month'::text, 'quarter'::text, 'semester'::text, 'year'::text, 'week'::text, 'day'::text]))),
  constraint contract_term_min_duration_check CHECK (((min_duration >= 1) AND (min_duration <= 999))),
  constraint contract_term_notice_period_check CHECK (((notice_period >= 0) AND (notice_period <= 999))),
  constraint contract_term_notice_period_unit_type_check CHECK ((notice_period_unit_type = ANY (ARRAY['month'::text, 'quarter'::text, 'semester'::text, 'year'::text, 'week'::text, 'day'::text]))),
  constraint contract_term_notice_workdays_check CHECK (((notice_workdays >= 0) AND (notice_workdays <= 10))),
  constraint contract_term_renewal_duration_check CHECK (((renewal_duration >= 1) AND (renewal_duration <= 999))),
  constraint contract_term_renewal_duration_unit_type_check CHECK ((renewal_duration_unit_type = ANY (ARRAY['month'::text, 'quarter'::text, 'semester'::text, 'year'::text, 'week'::text, 'day'::text]))),
  constraint contract_term_renewal_type_check CHECK ((renewal_type = ANY (ARRAY['auto'::text, 'none'::text, 'once'::text]))),
  constraint contract_term_term_type_check CHECK ((term_type = ANY (ARRAY['fixed'::text, 'indefinite'::text, 'none'::text]))),
  constraint contract_term_termination_special_right_check CHECK ((length(termination_special_right) <= 4000)),
  constraint contract_term_termination_to_check CHECK ((termination_to = ANY (ARRAY['none'::text, 'day'::text, 'year_end'::text, 'half_year_end'::text, 'quarter_end'::text, 'month_end'::text, 'mid_or_month_end'::text, 'yearly_day'::text, 'week_end'::text])))
);
alter table contract_term enable row level security, force row level security;
CREATE INDEX contract_term_tenant_id_contract_id_id_idx ON public.contract_term USING btree (tenant_id, contract_id, id);
CREATE INDEX contract_term_tenant_id_lb_user_id_idx ON public.contract_term USING btree (tenant_id, lb_user_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.contract_term FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'contract');
CREATE TRIGGER note_hand AFTER INSERT OR DELETE OR UPDATE ON public.contract_term FOR EACH ROW WHEN (app.is_acting()) EXECUTE FUNCTION app.note_hand();
create policy module_on on contract_term as restrictive for select to reader, reader_price
  using (app.is_on('contract'::text));
create policy tenant_wall on contract_term for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on contract_term for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((contract_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM contract d
  WHERE ((d.tenant_id = contract_term.tenant_id) AND (d.id = contract_term.contract_id)))))));
grant delete, insert, select, update on contract_term to writer;
grant select (tenant_id, id, contract_id, valid_from, lb_user_id, term_type, start_date, end_date, duration, duration_unit_type, min_duration, renewal_type, renewal_duration, renewal_duration_unit_type, notice_period, notice_period_unit_type, notice_workdays, termination_to, termination_special_right, created_at, termination_day, later_notice_period, later_notice_period_unit_type) on contract_term to reader_price;
grant select (tenant_id, id, contract_id, valid_from, lb_user_id, term_type, start_date, end_date, duration, duration_unit_type, min_duration, renewal_type, renewal_duration, renewal_duration_unit_type, notice_period, notice_period_unit_type, notice_workdays, termination_to, termination_special_right, created_at, termination_day, later_notice_period, later_notice_period_unit_type) on contract_term to reader;

create table contract_version (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  contract_id bigint not null,
  version_no integer not null,
  amendment_id bigint,
  signed_at timestamp with time zone,
  signed_by_id bigint,
  changed text[] default '{}'::text[] not null,
  particulars jsonb not null,
  differences jsonb default '[]'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  constraint contract_version_pkey PRIMARY KEY (tenant_id, id),
  constraint contract_version_key UNIQUE (tenant_id, contract_id, version_no),
  constraint contract_version_tenant_id_amendment_id_fkey FOREIGN KEY (tenant_id, amendment_id) REFERENCES contract(tenant_id, id) ON DELETE SET NULL (amendment_id),
  constraint contract_version_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contract(tenant_id, id) ON DELETE CASCADE,
  constraint contract_version_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint contract_version_tenant_id_signed_by_id_fkey FOREIGN KEY (tenant_id, signed_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint contract_version_differences_check CHECK ((jsonb_typeof(differences) = 'array'::text)),
  constraint contract_version_particulars_check CHECK ((jsonb_typeof(particulars) = 'object'::text)),
  constraint contract_version_version_no_check CHECK ((version_no >= 1))
);
alter table contract_version enable row level security, force row level security;
CREATE INDEX contract_version_tenant_id_amendment_id_idx ON public.contract_version USING btree (tenant_id, amendment_id) WHERE (amendment_id IS NOT NULL);
CREATE INDEX contract_version_tenant_id_signed_by_id_idx ON public.contract_version USING btree (tenant_id, signed_by_id) WHERE (signed_by_id IS NOT NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.contract_version FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{particulars,differences}', '{}', 'contract');
create policy module_on on contract_version as restrictive for select to reader, reader_price
  using (app.is_on('contract'::text));
create policy tenant_wall on contract_version for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on contract_version for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM contract p
  WHERE ((p.tenant_id = contract_version.tenant_id) AND (p.id = contract_version.contract_id))))));
grant insert, select on contract_version to writer;
grant select (tenant_id, id, contract_id, version_no, amendment_id, signed_at, signed_by_id, changed, particulars, differences, created_at) on contract_version to reader_price;
grant select (tenant_id, id, contract_id, version_no, amendment_id, signed_at, signed_by_id, changed, created_at) on contract_version to reader;

create table control_change (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  table_name text not null,
  control text not null,
  act text not null,
  row_key jsonb not null,
  before jsonb,
  after jsonb,
  of_table text not null,
  of_id bigint,
  of_name text not null,
  state text default 'pending'::text not null,
  at_once boolean default false not null,
  proposed_by_id bigint,
  proposed_at timestamp with time zone default now() not null,
  decided_by_id bigint,
  decided_at timestamp with time zone,
  told text default 'nothing'::text not null,
  used numeric(14,2),
  constraint control_change_pkey PRIMARY KEY (tenant_id, id),
  constraint control_change_tenant_id_decided_by_id_fkey FOREIGN KEY (tenant_id, decided_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (decided_by_id),
  constraint control_change_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint control_change_tenant_id_proposed_by_id_fkey FOREIGN KEY (tenant_id, proposed_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (proposed_by_id),
  constraint control_change_act_check CHECK ((act = ANY (ARRAY['insert'::text, 'update'::text, 'delete'::text]))),
  constraint control_change_by_two CHECK (((state <> 'confirmed'::text) OR at_once OR (decided_by_id <> proposed_by_id))),
  constraint control_change_decided CHECK (((state = 'pending'::text) = (decided_at IS NULL))),
  constraint control_change_of_name_check CHECK ((length(of_name) <= 300)),
  constraint control_change_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'confirmed'::text, 'rejected'::text, 'void'::text]))),
  constraint control_change_told_check CHECK ((told = ANY (ARRAY['nothing'::text, 'waiting'::text, 'all'::text])))
);
alter table control_change enable row level security, force row level security;
CREATE UNIQUE INDEX control_change_pending ON public.control_change USING btree (tenant_id, table_name, row_key, control) WHERE (state = 'pending'::text);
CREATE INDEX control_change_tenant_id_decided_by_id_idx ON public.control_change USING btree (tenant_id, decided_by_id);
CREATE INDEX control_change_tenant_id_of_table_of_id_idx ON public.control_change USING btree (tenant_id, of_table, of_id);
CREATE INDEX control_change_tenant_id_proposed_by_id_idx ON public.control_change USING btree (tenant_id, proposed_by_id);
CREATE INDEX control_change_tenant_id_table_name_row_key_control_idx ON public.control_change USING btree (tenant_id, table_name, row_key, control);
CREATE INDEX control_change_untold ON public.control_change USING btree (tenant_id) WHERE (told <> 'all'::text);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.control_change FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{before,after,used}', '{told}', 'control_change');
CREATE TRIGGER guard_four_eyes BEFORE INSERT OR DELETE OR UPDATE ON public.control_change FOR EACH ROW EXECUTE FUNCTION app.guard_four_eyes();
CREATE TRIGGER note_budget_used BEFORE INSERT ON public.control_change FOR EACH ROW WHEN ((new.table_name = 'budget'::text)) EXECUTE FUNCTION app.note_budget_used();
CREATE TRIGGER security AFTER INSERT OR UPDATE OF state ON public.control_change FOR EACH ROW EXECUTE FUNCTION app.log_control_change();
CREATE TRIGGER stay_in_tenant BEFORE INSERT OR UPDATE ON public.control_change FOR EACH ROW EXECUTE FUNCTION app.stay_in_tenant();
CREATE TRIGGER told_of AFTER INSERT OR UPDATE OF state ON public.control_change FOR EACH ROW EXECUTE FUNCTION app.tell_of_controls();
create policy tenant_wall on control_change for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on control_change for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ( SELECT app.is_admin() AS is_admin)));
grant select on control_change to writer;
grant select (tenant_id, id, table_name, control, act, row_key, before, after, of_table, of_id, of_name, state, at_once, proposed_by_id, proposed_at, decided_by_id, decided_at, told, used) on control_change to reader_price;
grant select (tenant_id, id, table_name, control, act, row_key, of_table, of_id, of_name, state, at_once, proposed_by_id, proposed_at, decided_by_id, decided_at, told) on control_change to reader;
grant update (told) on control_change to writer;

create table cost_center (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  number text not null,
  name text collate app.german not null,
  translations jsonb default '[]'::jsonb not null,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[number, name, app.names_in(translations)])) stored,
  constraint cost_center_pkey PRIMARY KEY (tenant_id, id),
  constraint cost_center_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint cost_center_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 255))),
  constraint cost_center_number_check CHECK ((number ~ '^[[:alnum:]]([[:alnum:] ]{0,34}[[:alnum:]])?$'::text)),
  constraint cost_center_translations_check CHECK (((translations = '[]'::jsonb) OR app.is_translations(translations))),
  constraint cost_center_tenant_id_number_key EXCLUDE USING btree (tenant_id WITH =, lower(number) WITH =) DEFERRABLE
);
alter table cost_center enable row level security, force row level security;
CREATE INDEX cost_center_search_text ON public.cost_center USING gin (tenant_id, search_text gin_trgm_ops);
CREATE INDEX cost_center_tenant_id_number_idx ON public.cost_center USING btree (tenant_id, number);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.cost_center FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{search_text}', 'cost_center');
CREATE TRIGGER count_documents_waiting AFTER UPDATE ON public.cost_center REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION app.count_documents_waiting();
CREATE TRIGGER keep_main_name BEFORE INSERT OR UPDATE OF name, translations ON public.cost_center FOR EACH ROW EXECUTE FUNCTION app.keep_main_name();
CREATE TRIGGER touch BEFORE UPDATE ON public.cost_center FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy audited on cost_center for select to auditor
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND true));
create policy only_audited on cost_center as restrictive for select to auditor
  using ((NOT (id IN ( SELECT app.of_other_companies('cost_center'::text) AS of_other_companies))));
create policy tenant_wall on cost_center for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on cost_center for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (( SELECT app.is_admin() AS is_admin) OR (id <> ALL (( SELECT app.hidden_rows('cost_center'::text) AS hidden_rows)::bigint[])))));
grant delete, insert, select, update on cost_center to writer;
grant select (tenant_id, id, number, name, translations, active, created_at, updated_at, search_text) on cost_center to reader_price;
grant select (tenant_id, id, number, name, translations, active, created_at, updated_at, search_text) on cost_center to reader;

create table cost_center_address (
  tenant_id bigint not null,
  cost_center_id bigint not null,
  client_address_id bigint not null,
  constraint cost_center_address_pkey PRIMARY KEY (tenant_id, cost_center_id, client_address_id),
  constraint cost_center_address_tenant_id_client_address_id_fkey FOREIGN KEY (tenant_id, client_address_id) REFERENCES client_address(tenant_id, id) ON DELETE CASCADE,
  constraint cost_center_address_tenant_id_cost_center_id_fkey FOREIGN KEY (tenant_id, cost_center_id) REFERENCES cost_center(tenant_id, id) ON DELETE CASCADE
);
alter table cost_center_address enable row level security, force row level security;
CREATE INDEX cost_center_address_tenant_id_client_address_id_idx ON public.cost_center_address USING btree (tenant_id, client_address_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.cost_center_address FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'cost_center_address');
create policy tenant_wall on cost_center_address for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on cost_center_address for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((EXISTS ( SELECT
   FROM cost_center p
  WHERE ((p.tenant_id = cost_center_address.tenant_id) AND (p.id = cost_center_address.cost_center_id)))) AND (EXISTS ( SELECT
   FROM client_address p
  WHERE ((p.tenant_id = cost_center_address.tenant_id) AND (p.id = cost_center_address.client_address_id)))))));
grant delete, insert, select, update on cost_center_address to writer;
grant select (tenant_id, cost_center_id, client_address_id) on cost_center_address to reader_price;
grant select (tenant_id, cost_center_id, client_address_id) on cost_center_address to reader;

create table cost_center_approver (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  cost_center_id bigint not null,
  lb_user_id bigint not null,
  is_required boolean default false not null,
  constraint cost_center_approver_pkey PRIMARY KEY (tenant_id, id),
  constraint cost_center_approver_tenant_id_cost_center_id_lb_user_id_key UNIQUE (tenant_id, cost_center_id, lb_user_id),
  constraint cost_center_approver_tenant_id_cost_center_id_fkey FOREIGN KEY (tenant_id, cost_center_id) REFERENCES cost_center(tenant_id, id) ON DELETE CASCADE,
  constraint cost_center_approver_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE
);
alter table cost_center_approver enable row level security, force row level security;
CREATE INDEX cost_center_approver_tenant_id_lb_user_id_idx ON public.cost_center_approver USING btree (tenant_id, lb_user_id);
CREATE TRIGGER approver_is_there BEFORE INSERT OR UPDATE OF lb_user_id ON public.cost_center_approver FOR EACH ROW EXECUTE FUNCTION app.guard_approver();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.cost_center_approver FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'cost_center');
CREATE TRIGGER hold_control BEFORE INSERT OR DELETE OR UPDATE ON public.cost_center_approver FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.hold_control();
create policy tenant_wall on cost_center_approver for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on cost_center_approver for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM cost_center p
  WHERE ((p.tenant_id = cost_center_approver.tenant_id) AND (p.id = cost_center_approver.cost_center_id))))));
grant delete, insert, select, update on cost_center_approver to writer;
grant select (tenant_id, id, cost_center_id, lb_user_id, is_required) on cost_center_approver to reader_price;
grant select (tenant_id, id, cost_center_id, lb_user_id, is_required) on cost_center_approver to reader;

create table cost_center_client (
  tenant_id bigint not null,
  cost_center_id bigint not null,
  client_id bigint not null,
  constraint cost_center_client_pkey PRIMARY KEY (tenant_id, cost_center_id, client_id),
  constraint cost_center_client_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE CASCADE,
  constraint cost_center_client_tenant_id_cost_center_id_fkey FOREIGN KEY (tenant_id, cost_center_id) REFERENCES cost_center(tenant_id, id) ON DELETE CASCADE
);
alter table cost_center_client enable row level security, force row level security;
CREATE INDEX cost_center_client_tenant_id_client_id_idx ON public.cost_center_client USING btree (tenant_id, client_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.cost_center_client FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'cost_center_client');
create policy tenant_wall on cost_center_client for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on cost_center_client for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((EXISTS ( SELECT
   FROM cost_center p
  WHERE ((p.tenant_id = cost_center_client.tenant_id) AND (p.id = cost_center_client.cost_center_id)))) AND (EXISTS ( SELECT
   FROM client p
  WHERE ((p.tenant_id = cost_center_client.tenant_id) AND (p.id = cost_center_client.client_id)))))));
grant delete, insert, select, update on cost_center_client to writer;
grant select (tenant_id, cost_center_id, client_id) on cost_center_client to reader_price;
grant select (tenant_id, cost_center_id, client_id) on cost_center_client to reader;

create table d365_allowed_combination (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  client_id bigint not null,
  name text collate app.german,
  ledger_account_id bigint,
  cost_center_id bigint,
  profit_center_id bigint,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[name])) stored,
  constraint d365_allowed_combination_pkey PRIMARY KEY (tenant_id, id),
  constraint d365_allowed_combination_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE CASCADE,
  constraint d365_allowed_combination_tenant_id_cost_center_id_fkey FOREIGN KEY (tenant_id, cost_center_id) REFERENCES cost_center(tenant_id, id) ON DELETE CASCADE,
  constraint d365_allowed_combination_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint d365_allowed_combination_tenant_id_ledger_account_id_fkey FOREIGN KEY (tenant_id, ledger_account_id) REFERENCES ledger_account(tenant_id, id) ON DELETE CASCADE,
  constraint d365_allowed_combination_tenant_id_profit_center_id_fkey FOREIGN KEY (tenant_id, profit_center_id) REFERENCES profit_center(tenant_id, id) ON DELETE CASCADE,
  constraint d365_allowed_combination_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 255)))
);
alter table d365_allowed_combination enable row level security, force row level security;
CREATE INDEX d365_allowed_combination_search_text ON public.d365_allowed_combination USING gin (tenant_id, search_text gin_trgm_ops);
CREATE INDEX d365_allowed_combination_tenant_id_client_id_idx ON public.d365_allowed_combination USING btree (tenant_id, client_id);
CREATE INDEX d365_allowed_combination_tenant_id_cost_center_id_idx ON public.d365_allowed_combination USING btree (tenant_id, cost_center_id);
CREATE INDEX d365_allowed_combination_tenant_id_ledger_account_id_idx ON public.d365_allowed_combination USING btree (tenant_id, ledger_account_id);
CREATE INDEX d365_allowed_combination_tenant_id_profit_center_id_idx ON public.d365_allowed_combination USING btree (tenant_id, profit_center_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.d365_allowed_combination FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{search_text}', 'd365_allowed_combination');
CREATE TRIGGER touch BEFORE UPDATE ON public.d365_allowed_combination FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy module_on on d365_allowed_combination as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy only_audited on d365_allowed_combination as restrictive for select to auditor
  using (((cost_center_id IS NULL) OR (EXISTS ( SELECT
   FROM cost_center c
  WHERE ((c.tenant_id = d365_allowed_combination.tenant_id) AND (c.id = d365_allowed_combination.cost_center_id))))));
create policy tenant_wall on d365_allowed_combination for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on d365_allowed_combination for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM client p
  WHERE ((p.tenant_id = d365_allowed_combination.tenant_id) AND (p.id = d365_allowed_combination.client_id))))));
grant delete, insert, select, update on d365_allowed_combination to writer;
grant select (tenant_id, id, client_id, name, ledger_account_id, cost_center_id, profit_center_id, active, created_at, updated_at, search_text) on d365_allowed_combination to reader_price;
grant select (tenant_id, id, client_id, name, ledger_account_id, cost_center_id, profit_center_id, active, created_at, updated_at, search_text) on d365_allowed_combination to reader;

create table deletion (
  id bigint generated always as identity not null,
  deleted_tenant_id bigint not null,
  kind text not null,
  name text not null,
  first_day date,
  last_day date,
  first_at timestamp with time zone,
  end_at timestamp with time zone,
  operator_tenant_id bigint not null,
  operator_id bigint not null,
  operator_name text not null,
  archive_sha256 text,
  archive_made_at timestamp with time zone,
  state text default 'running'::text not null,
  step text not null,
  place text default ''::text not null,
  place_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  place_id bigint default 0 not null,
  expected jsonb default '{}'::jsonb not null,
  removed jsonb default '{}'::jsonb not null,
  books jsonb,
  closing_position bigint,
  closing_link text,
  closing_unsealed bigint,
  working xid8,
  worked_at timestamp with time zone,
  problem text,
  started_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  constraint deletion_pkey PRIMARY KEY (id),
  constraint deletion_archive_sha256_check CHECK ((archive_sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint deletion_check CHECK ((last_day >= first_day)),
  constraint deletion_check1 CHECK ((((kind = 'tenant'::text) = (first_day IS NULL)) AND (num_nulls(first_day, last_day, first_at, end_at) = ANY (ARRAY[0, 4])))),
  constraint deletion_check2 CHECK (((archive_sha256 IS NULL) = (archive_made_at IS NULL))),
  constraint deletion_kind_check CHECK ((kind = ANY (ARRAY['tenant'::text, 'procurement'::text, 'invoice'::text]))),
  constraint deletion_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text]))),
  constraint deletion_step_check CHECK ((step = ANY (ARRAY['count'::text, 'rows'::text, 'audit'::text, 'documents'::text, 'end'::text])))
);
alter table deletion enable row level security, force row level security;
CREATE UNIQUE INDEX deletion_deleted_tenant_id_kind_idx ON public.deletion USING btree (deleted_tenant_id, kind) WHERE (state = 'running'::text);
CREATE TRIGGER audit AFTER INSERT ON public.deletion FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'deletion');
create policy at_the_gate on deletion for all to gate
  using (true)
  with check (true);
grant select on deletion to gate;
grant update (worked_at, problem) on deletion to gate;

create table department (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  code text,
  name text collate app.german not null,
  translations jsonb default '[]'::jsonb not null,
  active boolean default true not null,
  email text,
  client_id bigint,
  responsible_id bigint,
  user_clearing_id bigint,
  user_select_product_id bigint,
  user_send_order_id bigint,
  user_consignee_id bigint,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[name, app.names_in(translations), code])) stored,
  constraint department_pkey PRIMARY KEY (tenant_id, id),
  constraint department_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE RESTRICT,
  constraint department_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint department_tenant_id_responsible_id_fkey FOREIGN KEY (tenant_id, responsible_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (responsible_id),
  constraint department_tenant_id_user_clearing_id_fkey FOREIGN KEY (tenant_id, user_clearing_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (user_clearing_id),
  constraint department_tenant_id_user_consignee_id_fkey FOREIGN KEY (tenant_id, user_consignee_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (user_consignee_id),
  constraint department_tenant_id_user_select_product_id_fkey FOREIGN KEY (tenant_id, user_select_product_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (user_select_product_id),
  constraint department_tenant_id_user_send_order_id_fkey FOREIGN KEY (tenant_id, user_send_order_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (user_send_order_id),
  constraint department_code_check CHECK ((code ~ '^[[:alnum:]. _]{1,15}$'::text)),
  constraint department_email_check CHECK (((length(email) <= 254) AND (email ~ '^[^@\s]+@[^@\s]+$'::text))),
  constraint department_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 255))),
  constraint department_translations_check CHECK (((translations = '[]'::jsonb) OR app.is_translations(translations)))
);
alter table department enable row level security, force row level security;
CREATE INDEX department_of_code ON public.department USING btree (tenant_id, lower(btrim(code)));
CREATE INDEX department_search_text ON public.department USING gin (tenant_id, search_text gin_trgm_ops);
CREATE INDEX department_tenant_id_client_id_idx ON public.department USING btree (tenant_id, client_id);
CREATE INDEX department_tenant_id_name_idx ON public.department USING btree (tenant_id, name);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.department FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{search_text}', 'department');
CREATE TRIGGER count_documents_waiting AFTER UPDATE ON public.department REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION app.count_documents_waiting();
CREATE TRIGGER hold_control BEFORE INSERT OR DELETE OR UPDATE ON public.department FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.hold_control();
CREATE TRIGGER keep_main_name BEFORE INSERT OR UPDATE OF name, translations ON public.department FOR EACH ROW EXECUTE FUNCTION app.keep_main_name();
CREATE TRIGGER keep_named_number BEFORE INSERT OR UPDATE OF code, client_id, active ON public.department FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.keep_named_number('code', 'client_id');
CREATE TRIGGER keep_narrowed BEFORE DELETE ON public.department FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.keep_narrowed('supplier_department', 'supplier_id');
CREATE TRIGGER touch BEFORE UPDATE ON public.department FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy audited on department for select to auditor
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND true));
create policy only_audited on department as restrictive for select to auditor
  using ((NOT (id IN ( SELECT app.of_other_companies('department'::text) AS of_other_companies))));
create policy tenant_wall on department for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on department for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (( SELECT app.is_admin() AS is_admin) OR (id <> ALL (( SELECT app.hidden_rows('department'::text) AS hidden_rows)::bigint[])))));
grant delete, insert, select, update on department to writer;
grant select (tenant_id, id, code, name, translations, active, email, client_id, responsible_id, user_clearing_id, user_select_product_id, user_send_order_id, user_consignee_id, created_at, updated_at, search_text) on department to reader_price;
grant select (tenant_id, id, code, name, translations, active, email, client_id, responsible_id, user_clearing_id, user_select_product_id, user_send_order_id, user_consignee_id, created_at, updated_at, search_text) on department to reader;

create table department_approver (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  department_id bigint not null,
  lb_user_id bigint not null,
  is_required boolean default false not null,
  constraint department_approver_pkey PRIMARY KEY (tenant_id, id),
  constraint department_approver_tenant_id_department_id_lb_user_id_key UNIQUE (tenant_id, department_id, lb_user_id),
  constraint department_approver_tenant_id_department_id_fkey FOREIGN KEY (tenant_id, department_id) REFERENCES department(tenant_id, id) ON DELETE CASCADE,
  constraint department_approver_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE
);
alter table department_approver enable row level security, force row level security;
CREATE INDEX department_approver_tenant_id_lb_user_id_idx ON public.department_approver USING btree (tenant_id, lb_user_id);
CREATE TRIGGER approver_is_there BEFORE INSERT OR UPDATE OF lb_user_id ON public.department_approver FOR EACH ROW EXECUTE FUNCTION app.guard_approver();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.department_approver FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'department');
CREATE TRIGGER hold_control BEFORE INSERT OR DELETE OR UPDATE ON public.department_approver FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.hold_control();
create policy tenant_wall on department_approver for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on department_approver for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM department p
  WHERE ((p.tenant_id = department_approver.tenant_id) AND (p.id = department_approver.department_id))))));
grant delete, insert, select, update on department_approver to writer;
grant select (tenant_id, id, department_id, lb_user_id, is_required) on department_approver to reader_price;
grant select (tenant_id, id, department_id, lb_user_id, is_required) on department_approver to reader;

create table department_client (
  tenant_id bigint not null,
  department_id bigint not null,
  client_id bigint not null,
  constraint department_client_pkey PRIMARY KEY (tenant_id, department_id, client_id),
  constraint department_client_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE CASCADE,
  constraint department_client_tenant_id_department_id_fkey FOREIGN KEY (tenant_id, department_id) REFERENCES department(tenant_id, id) ON DELETE CASCADE
);
alter table department_client enable row level security, force row level security;
CREATE INDEX department_client_tenant_id_client_id_idx ON public.department_client USING btree (tenant_id, client_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.department_client FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'department_client');
create policy tenant_wall on department_client for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on department_client for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((EXISTS ( SELECT
   FROM department p
  WHERE ((p.tenant_id = department_client.tenant_id) AND (p.id = department_client.department_id)))) AND (EXISTS ( SELECT
   FROM client p
  WHERE ((p.tenant_id = department_client.tenant_id) AND (p.id = department_client.client_id)))))));
grant delete, insert, select, update on department_client to writer;
grant select (tenant_id, department_id, client_id) on department_client to reader_price;
grant select (tenant_id, department_id, client_id) on department_client to reader;

create table department_cost_center (
  tenant_id bigint not null,
  department_id bigint not null,
  cost_center_id bigint not null,
  constraint department_cost_center_pkey PRIMARY KEY (tenant_id, department_id, cost_center_id),
  constraint department_cost_center_tenant_id_cost_center_id_fkey FOREIGN KEY (tenant_id, cost_center_id) REFERENCES cost_center(tenant_id, id) ON DELETE CASCADE,
  constraint department_cost_center_tenant_id_department_id_fkey FOREIGN KEY (tenant_id, department_id) REFERENCES department(tenant_id, id) ON DELETE CASCADE
);
alter table department_cost_center enable row level security, force row level security;
CREATE INDEX department_cost_center_tenant_id_cost_center_id_idx ON public.department_cost_center USING btree (tenant_id, cost_center_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.department_cost_center FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'department_cost_center');
create policy tenant_wall on department_cost_center for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on department_cost_center for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((EXISTS ( SELECT
   FROM department p
  WHERE ((p.tenant_id = department_cost_center.tenant_id) AND (p.id = department_cost_center.department_id)))) AND (EXISTS ( SELECT
   FROM cost_center p
  WHERE ((p.tenant_id = department_cost_center.tenant_id) AND (p.id = department_cost_center.cost_center_id)))))));
grant delete, insert, select, update on department_cost_center to writer;
grant select (tenant_id, department_id, cost_center_id) on department_cost_center to reader_price;
grant select (tenant_id, department_id, cost_center_id) on department_cost_center to reader;

create table direct_debit (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  billing_id bigint not null,
  debit_way text default 'bank'::text not null,
  state text default 'collected'::text not null,
  file_id uuid not null,
  file_count integer not null,
  format text not null,
  creditor jsonb not null,
  collected jsonb not null,
  day date not null,
  amount numeric(14,2) not null,
  made_at timestamp with time zone not null,
  made_by text not null,
  last_use_before date,
  reason text,
  ended_at timestamp with time zone,
  ended_by text,
  constraint direct_debit_pkey PRIMARY KEY (tenant_id, id),
  constraint direct_debit_by_bank FOREIGN KEY (tenant_id, billing_id, debit_way) REFERENCES billing(tenant_id, id, debit_way) ON DELETE CASCADE,
  constraint direct_debit_of_billing FOREIGN KEY (tenant_id, billing_id) REFERENCES billing(tenant_id, id) ON DELETE CASCADE,
  constraint direct_debit_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint direct_debit_amount_check CHECK ((amount > (0)::numeric)),
  constraint direct_debit_debit_way_check CHECK ((debit_way = 'bank'::text)),
  constraint direct_debit_end CHECK (((state = 'collected'::text) = (ended_at IS NULL))),
  constraint direct_debit_file_count_check CHECK ((file_count > 0)),
  constraint direct_debit_reason_check CHECK ((length(reason) <= 200)),
  constraint direct_debit_state_check CHECK ((state = ANY (ARRAY['collected'::text, 'rejected'::text, 'returned'::text])))
);
alter table direct_debit enable row level security, force row level security;
CREATE INDEX direct_debit_of_file ON public.direct_debit USING btree (file_id);
CREATE UNIQUE INDEX direct_debit_once ON public.direct_debit USING btree (tenant_id, billing_id) WHERE (state = 'collected'::text);
CREATE INDEX direct_debit_tenant_id_billing_id_id_idx ON public.direct_debit USING btree (tenant_id, billing_id, id);
create policy at_the_gate on direct_debit for select to gate
  using (true);
create policy operator_wall on direct_debit for all to operator
  using (( SELECT app.is_operator() AS is_operator))
  with check (( SELECT app.is_operator() AS is_operator));
create policy tenant_wall on direct_debit for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant insert, select, update on direct_debit to operator;
grant select on direct_debit to writer;
grant select (tenant_id, billing_id, state) on direct_debit to gate;

create table document (
  tenant_id bigint not null,
  kind text not null,
  id bigint not null,
  procurement_id bigint generated always as (
CASE kind
    WHEN 'procurement'::text THEN id
    ELSE NULL::bigint
END) stored,
  invoice_id bigint generated always as (
CASE kind
    WHEN 'invoice'::text THEN id
    ELSE NULL::bigint
END) stored,
  contract_id bigint generated always as (
CASE kind
    WHEN 'contract'::text THEN id
    ELSE NULL::bigint
END) stored,
  timeline_id bigint not null,
  number text,
  running_number integer,
  name text collate app.german,
  status text not null,
  creator_id bigint not null,
  client_id bigint,
  department_id bigint,
  cost_center_id bigint,
  ledger_account_id bigint,
  supplier_id bigint,
  supplier_ids bigint[] default '{}'::bigint[] not null,
  under_contract_id bigint,
  delivery_date date,
  invoice_date date,
  due_date date,
  currency text not null,
  total_netto numeric(14,2) not null,
  total_brutto numeric(14,2),
  total_netto_cents bigint generated always as (((total_netto * (100)::numeric))::bigint) stored,
  created_at timestamp with time zone not null,
  assignee_ids bigint[] default '{}'::bigint[] not null,
  waiting_since timestamp with time zone,
  asked_ids bigint[] default '{}'::bigint[] not null,
  lines_owed_on date,
  owes_undated_lines boolean default false not null,
  owed_on date generated always as (
CASE status
    WHEN 'ordered'::text THEN LEAST(lines_owed_on,
    CASE
        WHEN owes_undated_lines THEN delivery_date
        ELSE NULL::date
    END)
    ELSE NULL::date
END) stored,
  head_text text default ''::text not null,
  lines_text text default ''::text not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[app.number_words(number), head_text, lines_text])) stored,
  heading_text text generated always as (app.search_text(VARIADIC ARRAY[app.number_words(number), number, name])) stored,
  has_tasks boolean generated always as (((assignee_ids <> '{}'::bigint[]) OR (asked_ids <> '{}'::bigint[]) OR (reminded_ids <> '{}'::bigint[]))) stored not null,
  concerned_ids bigint[] default '{}'::bigint[] not null,
  holder_ids bigint[] default '{}'::bigint[] not null,
  content_version integer default 0 not null,
  step text,
  step_kind text,
  step_user_id bigint,
  step_for_user_id bigint,
  reminded_ids bigint[] default '{}'::bigint[] not null,
  company_currency text not null,
  company_netto numeric(14,2),
  committed_netto numeric(20,2),
  committed_cents bigint generated always as (
CASE kind
    WHEN 'contract'::text THEN (LEAST(GREATEST((COALESCE(committed_netto, (0)::numeric) * (100)::numeric), ('-9007199254740991'::bigint)::numeric), ('9007199254740991'::bigint)::numeric))::bigint
    ELSE NULL::bigint
END) stored,
  company_netto_cents bigint generated always as (((company_netto * (100)::numeric))::bigint) stored,
  urgent_on date,
  at_stake numeric(20,2),
  constraint document_pkey PRIMARY KEY (tenant_id, kind, id),
  constraint document_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE RESTRICT,
  constraint document_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contract(tenant_id, id) ON DELETE CASCADE,
  constraint document_tenant_id_cost_center_id_fkey FOREIGN KEY (tenant_id, cost_center_id) REFERENCES cost_center(tenant_id, id) ON DELETE RESTRICT,
  constraint document_tenant_id_creator_id_fkey FOREIGN KEY (tenant_id, creator_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint document_tenant_id_department_id_fkey FOREIGN KEY (tenant_id, department_id) REFERENCES department(tenant_id, id) ON DELETE RESTRICT,
  constraint document_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint document_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoice(tenant_id, id) ON DELETE CASCADE,
  constraint document_tenant_id_ledger_account_id_fkey FOREIGN KEY (tenant_id, ledger_account_id) REFERENCES ledger_account(tenant_id, id) ON DELETE RESTRICT,
  constraint document_tenant_id_procurement_id_fkey FOREIGN KEY (tenant_id, procurement_id) REFERENCES procurement(tenant_id, id) ON DELETE CASCADE,
  constraint document_tenant_id_step_for_user_id_fkey FOREIGN KEY (tenant_id, step_for_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint document_tenant_id_step_user_id_fkey FOREIGN KEY (tenant_id, step_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint document_tenant_id_supplier_id_fkey FOREIGN KEY (tenant_id, supplier_id) REFERENCES supplier(tenant_id, id) ON DELETE RESTRICT,
  constraint document_tenant_id_timeline_id_fkey FOREIGN KEY (tenant_id, timeline_id) REFERENCES timeline(tenant_id, id) ON DELETE CASCADE,
  constraint document_tenant_id_under_contract_id_fkey FOREIGN KEY (tenant_id, under_contract_id) REFERENCES contract(tenant_id, id) ON DELETE SET NULL (under_contract_id),
  constraint document_kind_check CHECK ((kind = ANY (ARRAY['procurement'::text, 'invoice'::text, 'contract'::text]))),
  constraint document_step_kind_check CHECK ((step_kind = ANY (ARRAY['present'::text, 'assignment'::text])))
);
alter table document enable row level security, force row level security;
CREATE INDEX document_by_amount ON public.document USING btree (tenant_id, company_netto_cents DESC NULLS LAST, timeline_id DESC);
CREATE INDEX document_by_department ON public.document USING btree (tenant_id, department_id, status, created_at DESC, timeline_id DESC) INCLUDE (kind, client_id, creator_id, assignee_ids, total_netto);
CREATE INDEX document_by_status ON public.document USING btree (tenant_id, status, created_at DESC, timeline_id DESC) INCLUDE (kind, client_id, department_id, creator_id, assignee_ids, total_netto);
CREATE INDEX document_by_urgency ON public.document USING btree (tenant_id, urgent_on, waiting_since, timeline_id);
CREATE INDEX document_commitments ON public.document USING btree (tenant_id, committed_cents, timeline_id) INCLUDE (kind, id, status, client_id, department_id, company_currency, company_netto, committed_netto, creator_id, concerned_ids, holder_ids) WHERE (kind = 'contract'::text);
CREATE INDEX document_concerned ON public.document USING gin (tenant_id, concerned_ids);
CREATE INDEX document_foreign ON public.document USING btree (tenant_id, created_at) INCLUDE (id, status, company_currency) WHERE ((kind = 'procurement'::text) AND (currency <> company_currency));
CREATE INDEX document_owed ON public.document USING btree (tenant_id, owed_on) WHERE (owed_on IS NOT NULL);
CREATE INDEX document_search ON public.document USING gin (tenant_id, search_text gin_trgm_ops);
CREATE INDEX document_tasks_by_age ON public.document USING btree (tenant_id, waiting_since, timeline_id) WHERE has_tasks;
CREATE INDEX document_tasks_by_urgency ON public.document USING btree (tenant_id, urgent_on, waiting_since, timeline_id) WHERE has_tasks;
CREATE INDEX document_tenant_id_asked_ids_idx ON public.document USING gin (tenant_id, asked_ids);
CREATE INDEX document_tenant_id_assignee_ids_idx ON public.document USING gin (tenant_id, assignee_ids);
CREATE INDEX document_tenant_id_client_id_created_at_timeline_id_idx ON public.document USING btree (tenant_id, client_id, created_at DESC, timeline_id DESC);
CREATE INDEX document_tenant_id_contract_id_idx ON public.document USING btree (tenant_id, contract_id) WHERE (contract_id IS NOT NULL);
CREATE INDEX document_tenant_id_cost_center_id_created_at_timeline_id_idx ON public.document USING btree (tenant_id, cost_center_id, created_at DESC, timeline_id DESC);
CREATE INDEX document_tenant_id_created_at_timeline_id_kind_id_status_cl_idx ON public.document USING btree (tenant_id, created_at DESC, timeline_id DESC) INCLUDE (kind, id, status, client_id, department_id, cost_center_id, ledger_account_id, company_currency, company_netto, creator_id, concerned_ids, holder_ids);
CREATE INDEX document_tenant_id_creator_id_created_at_timeline_id_idx ON public.document USING btree (tenant_id, creator_id, created_at DESC, timeline_id DESC);
CREATE INDEX document_tenant_id_delivery_date_timeline_id_idx ON public.document USING btree (tenant_id, delivery_date, timeline_id);
CREATE INDEX document_tenant_id_department_id_created_at_timeline_id_idx ON public.document USING btree (tenant_id, department_id, created_at DESC, timeline_id DESC);
CREATE INDEX document_tenant_id_due_date_timeline_id_idx ON public.document USING btree (tenant_id, due_date, timeline_id) WHERE (due_date IS NOT NULL);
CREATE INDEX document_tenant_id_invoice_date_timeline_id_idx ON public.document USING btree (tenant_id, invoice_date, timeline_id) WHERE (invoice_date IS NOT NULL);
CREATE INDEX document_tenant_id_invoice_id_idx ON public.document USING btree (tenant_id, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX document_tenant_id_kind_created_at_timeline_id_idx ON public.document USING btree (tenant_id, kind, created_at DESC, timeline_id DESC);
CREATE INDEX document_tenant_id_kind_running_number_timeline_id_idx ON public.document USING btree (tenant_id, kind, running_number, timeline_id);
CREATE INDEX document_tenant_id_ledger_account_id_created_at_timeline_id_idx ON public.document USING btree (tenant_id, ledger_account_id, created_at DESC, timeline_id DESC);
CREATE INDEX document_tenant_id_name_timeline_id_idx ON public.document USING btree (tenant_id, name, timeline_id);
CREATE INDEX document_tenant_id_procurement_id_idx ON public.document USING btree (tenant_id, procurement_id) WHERE (procurement_id IS NOT NULL);
CREATE INDEX document_tenant_id_reminded_ids_idx ON public.document USING gin (tenant_id, reminded_ids);
CREATE INDEX document_tenant_id_step_for_user_id_idx ON public.document USING btree (tenant_id, step_for_user_id) WHERE (step_for_user_id IS NOT NULL);
CREATE INDEX document_tenant_id_step_user_id_idx ON public.document USING btree (tenant_id, step_user_id) WHERE (step_user_id IS NOT NULL);
CREATE INDEX document_tenant_id_supplier_id_idx ON public.document USING btree (tenant_id, supplier_id);
CREATE INDEX document_tenant_id_supplier_ids_idx ON public.document USING gin (tenant_id, supplier_ids);
CREATE INDEX document_tenant_id_timeline_id_idx ON public.document USING btree (tenant_id, timeline_id);
CREATE INDEX document_tenant_id_under_contract_id_idx ON public.document USING btree (tenant_id, under_contract_id) WHERE (under_contract_id IS NOT NULL);
CREATE INDEX document_tenant_id_waiting_since_timeline_id_idx ON public.document USING btree (tenant_id, waiting_since, timeline_id);
CREATE TRIGGER summed_delete AFTER DELETE ON public.document REFERENCING OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION app.sum_documents_of_delete();
CREATE TRIGGER summed_insert AFTER INSERT ON public.document REFERENCING NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION app.sum_documents_of_insert();
CREATE TRIGGER summed_update AFTER UPDATE ON public.document REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION app.sum_documents_of_update();
create policy audited on document for select to auditor
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((client_id = ( SELECT app.auditor_client() AS auditor_client)) AND (kind = ANY (( SELECT app.kinds_on() AS kinds_on)::text[])) AND
CASE kind
    WHEN 'contract'::text THEN (EXISTS ( SELECT
       FROM contract c
      WHERE ((c.tenant_id = document.tenant_id) AND (c.id = document.id))))
    ELSE (((kind <> 'procurement'::text) OR (status <> 'draft'::text)) AND (((COALESCE(invoice_date, ((created_at AT TIME ZONE ( SELECT app.time_zone() AS time_zone)))::date) >= ( SELECT app.auditor_from() AS auditor_from)) AND (COALESCE(invoice_date, ((created_at AT TIME ZONE ( SELECT app.time_zone() AS time_zone)))::date) <= ( SELECT app.auditor_until() AS auditor_until))) OR ((kind = 'invoice'::text) AND (id IN ( SELECT app.audited_bookings() AS audited_bookings)))))
END)));
create policy only_audited on document as restrictive for select to auditor
  using (((client_id = ( SELECT app.auditor_client() AS auditor_client)) AND (kind = ANY (( SELECT app.kinds_on() AS kinds_on)::text[])) AND
CASE kind
    WHEN 'contract'::text THEN (EXISTS ( SELECT
       FROM contract c
      WHERE ((c.tenant_id = document.tenant_id) AND (c.id = document.id))))
    ELSE (((kind <> 'procurement'::text) OR (status <> 'draft'::text)) AND (((COALESCE(invoice_date, ((created_at AT TIME ZONE ( SELECT app.time_zone() AS time_zone)))::date) >= ( SELECT app.auditor_from() AS auditor_from)) AND (COALESCE(invoice_date, ((created_at AT TIME ZONE ( SELECT app.time_zone() AS time_zone)))::date) <= ( SELECT app.auditor_until() AS auditor_until))) OR ((kind = 'invoice'::text) AND (id IN ( SELECT app.audited_bookings() AS audited_bookings)))))
END));
create policy operator_wall on document for select to operator
  using (( SELECT app.is_operator() AS is_operator));
create policy tenant_wall on document for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on document for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (kind = ANY (( SELECT app.kinds_on() AS kinds_on)::text[])) AND (((status <> 'draft'::text) AND ((kind = ANY (( SELECT app.kinds_seen('all'::text) AS kinds_seen)::text[])) OR ((client_id = ( SELECT (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint AS "nullif")) AND (kind = ANY (( SELECT app.kinds_seen('client'::text) AS kinds_seen)::text[]))) OR ((department_id = ( SELECT (NULLIF(current_setting('app.department_id'::text, true), ''::text))::bigint AS "nullif")) AND (kind = ANY (( SELECT app.kinds_seen('department'::text) AS kinds_seen)::text[]))) OR ((concerned_ids && ( SELECT app.persons() AS persons)) AND (kind = ANY (( SELECT app.kinds_seen('involved'::text) AS kinds_seen)::text[]))))) OR (creator_id = ( SELECT app.user_id() AS user_id)) OR (holder_ids && ( SELECT app.persons() AS persons)))));
grant select on document to writer;
grant select (tenant_id, kind, id, timeline_id, number, status, client_id, currency, total_brutto, created_at) on document to operator;
grant select (tenant_id, kind, id, procurement_id, invoice_id, contract_id, timeline_id, number, running_number, name, status, creator_id, client_id, department_id, cost_center_id, ledger_account_id, supplier_id, supplier_ids, under_contract_id, delivery_date, invoice_date, due_date, currency, total_netto, total_brutto, total_netto_cents, created_at, assignee_ids, waiting_since, asked_ids, owed_on, search_text, heading_text, has_tasks, concerned_ids, holder_ids, content_version, step, step_kind, step_user_id, step_for_user_id, reminded_ids, company_currency, company_netto, committed_netto, committed_cents, company_netto_cents, urgent_on, at_stake) on document to reader_price;
grant select (tenant_id, kind, id, procurement_id, invoice_id, contract_id, timeline_id, number, running_number, name, status, creator_id, client_id, department_id, cost_center_id, ledger_account_id, supplier_id, supplier_ids, under_contract_id, delivery_date, invoice_date, due_date, currency, created_at, assignee_ids, waiting_since, asked_ids, owed_on, search_text, heading_text, has_tasks, concerned_ids, holder_ids, content_version, step, step_kind, step_user_id, step_for_user_id, reminded_ids, company_currency, urgent_on) on document to reader;

create table document_file (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  file_id uuid not null,
  procurement_id bigint,
  invoice_id bigint,
  name text not null,
  size integer not null,
  mime text not null,
  created_by_id bigint not null,
  created_at timestamp with time zone default now() not null,
  contract_id bigint,
  constraint document_file_pkey PRIMARY KEY (tenant_id, id),
  constraint document_file_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contract(tenant_id, id) ON DELETE CASCADE,
  constraint document_file_tenant_id_created_by_id_fkey FOREIGN KEY (tenant_id, created_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint document_file_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id) ON DELETE RESTRICT,
  constraint document_file_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoice(tenant_id, id) ON DELETE CASCADE,
  constraint document_file_tenant_id_procurement_id_fkey FOREIGN KEY (tenant_id, procurement_id) REFERENCES procurement(tenant_id, id) ON DELETE CASCADE,
  constraint document_file_of_one_document CHECK ((num_nonnulls(procurement_id, invoice_id, contract_id) = 1))
);
alter table document_file enable row level security, force row level security;
CREATE INDEX document_file_tenant_id_contract_id_idx ON public.document_file USING btree (tenant_id, contract_id) WHERE (contract_id IS NOT NULL);
CREATE INDEX document_file_tenant_id_file_id_idx ON public.document_file USING btree (tenant_id, file_id);
CREATE INDEX document_file_tenant_id_invoice_id_idx ON public.document_file USING btree (tenant_id, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX document_file_tenant_id_procurement_id_idx ON public.document_file USING btree (tenant_id, procurement_id) WHERE (procurement_id IS NOT NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.document_file FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'procurement');
CREATE TRIGGER note_hand AFTER INSERT OR DELETE OR UPDATE ON public.document_file FOR EACH ROW WHEN (app.is_acting()) EXECUTE FUNCTION app.note_hand();
create policy tenant_wall on document_file for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on document_file for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (((procurement_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM procurement d
  WHERE ((d.tenant_id = document_file.tenant_id) AND (d.id = document_file.procurement_id))))) OR ((invoice_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM invoice d
  WHERE ((d.tenant_id = document_file.tenant_id) AND (d.id = document_file.invoice_id))))) OR ((contract_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM contract d
  WHERE ((d.tenant_id = document_file.tenant_id) AND (d.id = document_file.contract_id))))))));
grant delete, insert, select, update on document_file to writer;
grant select (tenant_id, id, file_id, procurement_id, invoice_id, name, size, mime, created_by_id, created_at, contract_id) on document_file to reader_price;
grant select (tenant_id, id, file_id, procurement_id, invoice_id, name, size, mime, created_by_id, created_at, contract_id) on document_file to reader;

create table document_hand (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  procurement_id bigint,
  invoice_id bigint,
  contract_id bigint,
  lb_user_id bigint not null,
  actor_id bigint not null,
  created_at timestamp with time zone default now() not null,
  constraint document_hand_pkey PRIMARY KEY (tenant_id, id),
  constraint document_hand_key UNIQUE NULLS NOT DISTINCT (tenant_id, procurement_id, invoice_id, contract_id, lb_user_id, actor_id),
  constraint document_hand_tenant_id_actor_id_fkey FOREIGN KEY (tenant_id, actor_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint document_hand_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contract(tenant_id, id) ON DELETE CASCADE,
  constraint document_hand_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint document_hand_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoice(tenant_id, id) ON DELETE CASCADE,
  constraint document_hand_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint document_hand_tenant_id_procurement_id_fkey FOREIGN KEY (tenant_id, procurement_id) REFERENCES procurement(tenant_id, id) ON DELETE CASCADE,
  constraint document_hand_of_one_document CHECK ((num_nonnulls(procurement_id, invoice_id, contract_id) = 1))
);
alter table document_hand enable row level security, force row level security;
CREATE INDEX document_hand_tenant_id_actor_id_idx ON public.document_hand USING btree (tenant_id, actor_id);
CREATE INDEX document_hand_tenant_id_contract_id_idx ON public.document_hand USING btree (tenant_id, contract_id) WHERE (contract_id IS NOT NULL);
CREATE INDEX document_hand_tenant_id_invoice_id_idx ON public.document_hand USING btree (tenant_id, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX document_hand_tenant_id_lb_user_id_idx ON public.document_hand USING btree (tenant_id, lb_user_id);
CREATE TRIGGER stay_in_tenant BEFORE INSERT OR UPDATE ON public.document_hand FOR EACH ROW EXECUTE FUNCTION app.stay_in_tenant();
create policy tenant_wall on document_hand for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant select on document_hand to writer;

create table document_person (
  tenant_id bigint not null,
  kind text not null,
  document_id bigint not null,
  lb_user_id bigint not null,
  is_assignee boolean not null,
  constraint document_person_pkey PRIMARY KEY (tenant_id, kind, document_id, lb_user_id),
  constraint document_person_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE,
  constraint document_person_kind_check CHECK ((kind = ANY (ARRAY['procurement'::text, 'invoice'::text, 'contract'::text])))
);
alter table document_person enable row level security, force row level security;
CREATE INDEX document_person_tenant_id_lb_user_id_kind_document_id_idx ON public.document_person USING btree (tenant_id, lb_user_id, kind, document_id);
CREATE TRIGGER announced AFTER DELETE ON public.document_person FOR EACH ROW EXECUTE FUNCTION app.announce_leaving();
create policy module_on on document_person as restrictive for select to reader, reader_price
  using ((kind = ANY (( SELECT app.kinds_on() AS kinds_on)::text[])));
create policy tenant_wall on document_person for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on document_person for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (lb_user_id = ANY (( SELECT app.persons() AS persons)::bigint[]))));
grant delete, insert, select, update on document_person to writer;
grant select (tenant_id, kind, document_id, lb_user_id, is_assignee) on document_person to reader_price;
grant select (tenant_id, kind, document_id, lb_user_id, is_assignee) on document_person to reader;

create table document_question (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  procurement_id bigint,
  invoice_id bigint,
  contract_id bigint,
  timeline_entry_id bigint not null,
  lb_user_id bigint not null,
  asked_by_id bigint not null,
  created_at timestamp with time zone default now() not null,
  answered_at timestamp with time zone,
  constraint document_question_pkey PRIMARY KEY (tenant_id, id),
  constraint document_question_tenant_id_timeline_entry_id_lb_user_id_key UNIQUE (tenant_id, timeline_entry_id, lb_user_id),
  constraint document_question_tenant_id_asked_by_id_fkey FOREIGN KEY (tenant_id, asked_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint document_question_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contract(tenant_id, id) ON DELETE CASCADE,
  constraint document_question_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoice(tenant_id, id) ON DELETE CASCADE,
  constraint document_question_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint document_question_tenant_id_procurement_id_fkey FOREIGN KEY (tenant_id, procurement_id) REFERENCES procurement(tenant_id, id) ON DELETE CASCADE,
  constraint document_question_tenant_id_timeline_entry_id_fkey FOREIGN KEY (tenant_id, timeline_entry_id) REFERENCES timeline_entry(tenant_id, id) ON DELETE CASCADE,
  constraint document_question_of_one_document CHECK ((num_nonnulls(procurement_id, invoice_id, contract_id) = 1))
);
alter table document_question enable row level security, force row level security;
CREATE INDEX document_question_open ON public.document_question USING btree (tenant_id, lb_user_id) WHERE (answered_at IS NULL);
CREATE INDEX document_question_tenant_id_asked_by_id_idx ON public.document_question USING btree (tenant_id, asked_by_id);
CREATE INDEX document_question_tenant_id_contract_id_idx ON public.document_question USING btree (tenant_id, contract_id) WHERE (contract_id IS NOT NULL);
CREATE INDEX document_question_tenant_id_invoice_id_idx ON public.document_question USING btree (tenant_id, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX document_question_tenant_id_procurement_id_idx ON public.document_question USING btree (tenant_id, procurement_id) WHERE (procurement_id IS NOT NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.document_question FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'procurement');
CREATE CONSTRAINT TRIGGER listed_at_end AFTER INSERT OR DELETE OR UPDATE ON public.document_question DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.list_noted_documents();
CREATE TRIGGER noted_delete AFTER DELETE ON public.document_question REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER noted_insert AFTER INSERT ON public.document_question REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER noted_update AFTER UPDATE ON public.document_question REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
create policy tenant_wall on document_question for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on document_question for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (((procurement_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM procurement d
  WHERE ((d.tenant_id = document_question.tenant_id) AND (d.id = document_question.procurement_id))))) OR ((invoice_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM invoice d
  WHERE ((d.tenant_id = document_question.tenant_id) AND (d.id = document_question.invoice_id))))) OR ((contract_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM contract d
  WHERE ((d.tenant_id = document_question.tenant_id) AND (d.id = document_question.contract_id))))))));
grant delete, insert, select, update on document_question to writer;
grant select (tenant_id, id, procurement_id, invoice_id, contract_id, timeline_entry_id, lb_user_id, asked_by_id, created_at, answered_at) on document_question to reader_price;
grant select (tenant_id, id, procurement_id, invoice_id, contract_id, timeline_entry_id, lb_user_id, asked_by_id, created_at, answered_at) on document_question to reader;

create table document_total (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  span timestamp with time zone not null,
  kind text not null,
  currency text not null,
  dimension text not null,
  key text,
  count bigint not null,
  net numeric(18,2) not null,
  quantity numeric(20,3) default 0 not null,
  constraint document_total_pkey PRIMARY KEY (tenant_id, id),
  constraint document_total_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint document_total_dimension_check CHECK ((dimension = ANY (ARRAY['status'::text, 'department'::text, 'cost_center'::text, 'ledger_account'::text, 'product'::text]))),
  constraint document_total_kind_check CHECK ((kind = ANY (ARRAY['procurement'::text, 'invoice'::text, 'contract'::text])))
);
alter table document_total enable row level security, force row level security;
CREATE INDEX document_total_parts ON public.document_total USING btree (tenant_id, span) INCLUDE (kind, currency, dimension, key, count, net) WHERE (dimension <> 'product'::text);
CREATE INDEX document_total_products ON public.document_total USING btree (tenant_id, span) INCLUDE (kind, currency, key, count, quantity, net) WHERE (dimension = 'product'::text);
create policy tenant_wall on document_total for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on document_total for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((kind = ANY (( SELECT app.kinds_on() AS kinds_on)::text[])) AND (kind = ANY (( SELECT app.kinds_seen('all'::text) AS kinds_seen)::text[])))));
grant select on document_total to writer;
grant select (tenant_id, id, span, kind, currency, dimension, key, count, net, quantity) on document_total to reader_price;
grant select (tenant_id, id, span, kind, currency, dimension, key, count, quantity) on document_total to reader;

create table favourite_product (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  lb_user_id bigint not null,
  product_id bigint not null,
  created_at timestamp with time zone default now() not null,
  constraint favourite_product_pkey PRIMARY KEY (tenant_id, id),
  constraint favourite_product_tenant_id_product_id_lb_user_id_key UNIQUE (tenant_id, product_id, lb_user_id),
  constraint favourite_product_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE,
  constraint favourite_product_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES product(tenant_id, id) ON DELETE CASCADE
);
alter table favourite_product enable row level security, force row level security;
CREATE INDEX favourite_product_tenant_id_lb_user_id_idx ON public.favourite_product USING btree (tenant_id, lb_user_id);
create policy tenant_wall on favourite_product for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on favourite_product for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (lb_user_id = ( SELECT app.user_id() AS user_id))));
grant delete, insert, select, update on favourite_product to writer;
grant select (tenant_id, id, lb_user_id, product_id, created_at) on favourite_product to reader_price;
grant select (tenant_id, id, lb_user_id, product_id, created_at) on favourite_product to reader;

create table file (
  tenant_id bigint not null,
  id uuid default uuidv7() not null,
  name text not null,
  mime text not null,
  size integer not null,
  sha256 bytea not null,
  created_by_id bigint,
  received_by text,
  retain_until date,
  procurement_id bigint,
  invoice_id bigint,
  is_master_data boolean default false not null,
  shows_amounts boolean default false not null,
  created_at timestamp with time zone default now() not null,
  contract_id bigint,
  purpose text,
  constraint file_pkey PRIMARY KEY (tenant_id, id),
  constraint file_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contract(tenant_id, id) ON DELETE RESTRICT,
  constraint file_tenant_id_created_by_id_fkey FOREIGN KEY (tenant_id, created_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (created_by_id),
  constraint file_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint file_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoice(tenant_id, id) ON DELETE RESTRICT,
  constraint file_tenant_id_procurement_id_fkey FOREIGN KEY (tenant_id, procurement_id) REFERENCES procurement(tenant_id, id) ON DELETE RESTRICT,
  constraint file_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255))),
  constraint file_purpose_check CHECK ((purpose = ANY (ARRAY['image'::text, 'signature'::text, 'document'::text]))),
  constraint file_size_check CHECK (((size >= 0) AND (size <=
CASE received_by
    WHEN 'export'::text THEN 268435456
    WHEN 'mail'::text THEN 16777216
    ELSE 10485760
END)))
);
alter table file enable row level security, force row level security;
CREATE INDEX file_tenant_id_contract_id_idx ON public.file USING btree (tenant_id, contract_id) WHERE (contract_id IS NOT NULL);
CREATE INDEX file_tenant_id_created_by_id_idx ON public.file USING btree (tenant_id, created_by_id);
CREATE INDEX file_tenant_id_invoice_id_idx ON public.file USING btree (tenant_id, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX file_tenant_id_procurement_id_idx ON public.file USING btree (tenant_id, procurement_id) WHERE (procurement_id IS NOT NULL);
CREATE INDEX file_tenant_id_sha256_idx ON public.file USING btree (tenant_id, sha256) WHERE (invoice_id IS NOT NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.file FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'file');
CREATE TRIGGER keep_original AFTER DELETE OR UPDATE ON public.file FOR EACH ROW WHEN (((old.retain_until IS NOT NULL) OR (num_nonnulls(old.procurement_id, old.invoice_id, old.contract_id) > 0))) EXECUTE FUNCTION app.keep_original();
create policy creditor_file on file for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (received_by = 'export'::text) AND (EXISTS ( SELECT
   FROM invoice_creditor_file c
  WHERE ((c.tenant_id = file.tenant_id) AND (c.file_id = file.id))))));
create policy file_of_arrival on file for select to reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ( SELECT app.has_role('user-price'::text) AS has_role) AND (EXISTS ( SELECT
   FROM invoice_arrival a
  WHERE ((a.tenant_id = file.tenant_id) AND (a.file_id = file.id) AND (a.invoice_id IS NULL))))));
create policy original_of_mail on file for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (received_by = 'mailbox'::text) AND (EXISTS ( SELECT
   FROM mailbox_mail m
  WHERE ((m.tenant_id = file.tenant_id) AND (m.file_id = file.id))))));
create policy tenant_wall on file for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on file for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (((NOT shows_amounts) OR ( SELECT app.has_role('user-price'::text) AS has_role)) AND (((procurement_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM procurement d
  WHERE ((d.tenant_id = file.tenant_id) AND (d.id = file.procurement_id))))) OR ((invoice_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM invoice d
  WHERE ((d.tenant_id = file.tenant_id) AND (d.id = file.invoice_id))))) OR ((contract_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM contract d
  WHERE ((d.tenant_id = file.tenant_id) AND (d.id = file.contract_id))))) OR (is_master_data AND ((purpose IS DISTINCT FROM 'signature'::text) OR ( SELECT app.is_admin() AS is_admin) OR (EXISTS ( SELECT
   FROM lb_user u
  WHERE ((u.tenant_id = file.tenant_id) AND (u.id = ( SELECT app.user_id() AS user_id)) AND (u.signature_file_id = file.id)))))) OR ((received_by = 'export'::text) AND (EXISTS ( SELECT
   FROM invoice_export_file e
  WHERE ((e.tenant_id = file.tenant_id) AND (e.file_id = file.id))))) OR ((num_nonnulls(procurement_id, invoice_id, contract_id) = 0) AND (created_by_id = ( SELECT app.user_id() AS user_id)))))));
grant delete, insert, select, update on file to writer;
grant select (tenant_id, id, name, mime, size, sha256, created_by_id, received_by, retain_until, procurement_id, invoice_id, is_master_data, shows_amounts, created_at, contract_id, purpose) on file to reader_price;
grant select (tenant_id, id, name, mime, size, sha256, created_by_id, received_by, retain_until, procurement_id, invoice_id, is_master_data, shows_amounts, created_at, contract_id, purpose) on file to reader;

create table file_chunk (
  tenant_id bigint not null,
  file_id uuid not null,
  chunk_no integer not null,
  bytes bytea not null,
  constraint file_chunk_pkey PRIMARY KEY (tenant_id, file_id, chunk_no),
  constraint file_chunk_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id) ON DELETE CASCADE,
  constraint file_chunk_bytes_check CHECK ((length(bytes) <= 262144))
);
alter table file_chunk enable row level security, force row level security;
CREATE TRIGGER keep_original_bytes AFTER DELETE OR UPDATE ON public.file_chunk FOR EACH ROW EXECUTE FUNCTION app.keep_original_bytes();
create policy tenant_wall on file_chunk for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on file_chunk for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM file f
  WHERE ((f.tenant_id = file_chunk.tenant_id) AND (f.id = file_chunk.file_id))))));
grant delete, insert, select, update on file_chunk to writer;
grant select (tenant_id, file_id, chunk_no, bytes) on file_chunk to reader_price;
grant select (tenant_id, file_id, chunk_no, bytes) on file_chunk to reader;

create table financial_dimension (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  code text not null,
  name text collate app.german not null,
  client_id bigint not null,
  dimension_type text not null,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[code, name])) stored,
  constraint financial_dimension_pkey PRIMARY KEY (tenant_id, id),
  constraint financial_dimension_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE RESTRICT,
  constraint financial_dimension_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint financial_dimension_code_check CHECK (((length(code) >= 1) AND (length(code) <= 36))),
  constraint financial_dimension_dimension_type_check CHECK ((dimension_type = ANY (ARRAY['employee'::text, 'd365_department'::text, 'branch'::text, 'vehicle'::text, 'sales_channel'::text, 'area'::text, 'labor_wert'::text, 'project'::text]))),
  constraint financial_dimension_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 255))),
  constraint financial_dimension_tenant_id_client_id_dimension_type_code_key EXCLUDE USING btree (tenant_id WITH =, client_id WITH =, dimension_type WITH =, lower(code) WITH =) DEFERRABLE
);
alter table financial_dimension enable row level security, force row level security;
CREATE INDEX financial_dimension_search_text ON public.financial_dimension USING gin (tenant_id, search_text gin_trgm_ops);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.financial_dimension FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{search_text}', 'financial_dimension');
CREATE TRIGGER count_documents_waiting AFTER UPDATE ON public.financial_dimension REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION app.count_documents_waiting();
CREATE TRIGGER touch BEFORE UPDATE ON public.financial_dimension FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy tenant_wall on financial_dimension for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on financial_dimension for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM client p
  WHERE ((p.tenant_id = financial_dimension.tenant_id) AND (p.id = financial_dimension.client_id))))));
grant delete, insert, select, update on financial_dimension to writer;
grant select (tenant_id, id, code, name, client_id, dimension_type, active, created_at, updated_at, search_text) on financial_dimension to reader_price;
grant select (tenant_id, id, code, name, client_id, dimension_type, active, created_at, updated_at, search_text) on financial_dimension to reader;

create table global_configuration (
  id bigint generated always as identity not null,
  key text not null,
  type text default 'string'::text not null,
  value text,
  "group" text,
  label text,
  constraint global_configuration_pkey PRIMARY KEY (id),
  constraint global_configuration_key_key UNIQUE (key),
  constraint global_configuration_type_check CHECK ((type = ANY (ARRAY['string'::text, 'number'::text, 'boolean'::text, 'date'::text, 'json'::text])))
);
alter table global_configuration enable row level security, force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.global_configuration FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'global_configuration');
create policy everybody_reads on global_configuration for select to reader, reader_price, writer
  using (true);
create policy operator_wall on global_configuration for all to operator
  using (( SELECT app.is_operator() AS is_operator))
  with check (( SELECT app.is_operator() AS is_operator));
grant delete, insert, select, update on global_configuration to operator;
grant select on global_configuration to reader;
grant select on global_configuration to reader_price;
grant select on global_configuration to writer;

create table goods_receipt (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  procurement_id bigint not null,
  procurement_line_id bigint not null,
  number integer not null,
  number_formatted text not null,
  quantity numeric(14,3) not null,
  reason text,
  received_at timestamp with time zone default now() not null,
  lb_user_id bigint not null,
  comment text,
  delivery_note_number text,
  delivery_note_date date,
  location_id bigint,
  file_id uuid,
  reverses_id bigint,
  constraint goods_receipt_pkey PRIMARY KEY (tenant_id, id),
  constraint goods_receipt_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id) ON DELETE RESTRICT,
  constraint goods_receipt_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint goods_receipt_tenant_id_location_id_fkey FOREIGN KEY (tenant_id, location_id) REFERENCES location(tenant_id, id) ON DELETE SET NULL (location_id),
  constraint goods_receipt_tenant_id_procurement_id_fkey FOREIGN KEY (tenant_id, procurement_id) REFERENCES procurement(tenant_id, id) ON DELETE CASCADE,
  constraint goods_receipt_tenant_id_procurement_line_id_fkey FOREIGN KEY (tenant_id, procurement_line_id) REFERENCES procurement_line(tenant_id, id) ON DELETE CASCADE,
  constraint goods_receipt_tenant_id_reverses_id_fkey FOREIGN KEY (tenant_id, reverses_id) REFERENCES goods_receipt(tenant_id, id) ON DELETE CASCADE,
  constraint goods_receipt_comment_check CHECK ((length(comment) <= 2000)),
  constraint goods_receipt_counter_needs_reason CHECK (((quantity > (0)::numeric) OR (reason IS NOT NULL))),
  constraint goods_receipt_counter_takes_back CHECK (((quantity < (0)::numeric) = (reverses_id IS NOT NULL))) NOT VALID,
  constraint goods_receipt_delivery_note_number_check CHECK ((length(delivery_note_number) <= 60)),
  constraint goods_receipt_quantity_check CHECK ((quantity <> (0)::numeric)),
  constraint goods_receipt_reason_check CHECK ((length(reason) <= 255))
);
alter table goods_receipt enable row level security, force row level security;
CREATE INDEX goods_receipt_tenant_id_file_id_idx ON public.goods_receipt USING btree (tenant_id, file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX goods_receipt_tenant_id_number_idx ON public.goods_receipt USING btree (tenant_id, number);
CREATE INDEX goods_receipt_tenant_id_procurement_id_idx ON public.goods_receipt USING btree (tenant_id, procurement_id);
CREATE INDEX goods_receipt_tenant_id_procurement_line_id_idx ON public.goods_receipt USING btree (tenant_id, procurement_line_id);
CREATE INDEX goods_receipt_tenant_id_reverses_id_idx ON public.goods_receipt USING btree (tenant_id, reverses_id) WHERE (reverses_id IS NOT NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.goods_receipt FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'procurement');
CREATE TRIGGER keep_number BEFORE UPDATE OF number ON public.goods_receipt FOR EACH ROW EXECUTE FUNCTION app.keep_number('number');
create policy module_on on goods_receipt as restrictive for select to reader, reader_price
  using (app.is_on('procurement'::text));
create policy tenant_wall on goods_receipt for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on goods_receipt for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((procurement_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM procurement d
  WHERE ((d.tenant_id = goods_receipt.tenant_id) AND (d.id = goods_receipt.procurement_id)))))));
grant delete, insert, select, update on goods_receipt to writer;
grant select (tenant_id, id, procurement_id, procurement_line_id, number, number_formatted, quantity, reason, received_at, lb_user_id, comment, delivery_note_number, delivery_note_date, location_id, file_id, reverses_id) on goods_receipt to reader_price;
grant select (tenant_id, id, procurement_id, procurement_line_id, number, number_formatted, quantity, reason, received_at, lb_user_id, comment, delivery_note_number, delivery_note_date, location_id, file_id, reverses_id) on goods_receipt to reader;

create table invoice (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  timeline_id bigint not null,
  name text collate app.german,
  creator_id bigint not null,
  running_number integer,
  invoice_number_formatted text,
  number text,
  number_printed text,
  guid uuid default gen_random_uuid() not null,
  document_type text default 'invoice'::text not null,
  status text default 'open'::text not null,
  client_id bigint,
  supplier_id bigint,
  department_id bigint,
  cost_center_id bigint,
  ledger_account_id bigint,
  posting_key_id bigint,
  profit_center_id bigint,
  d365_department_id bigint,
  employee_id bigint,
  branch_id bigint,
  d365_vehicle_id bigint,
  d365_sales_channel_id bigint,
  d365_area_id bigint,
  d365_labor_wert_id bigint,
  d365_project_id bigint,
  procurement_id bigint,
  corrects_invoice_id bigint,
  invoice_date date,
  due_date date,
  delivery_date date,
  vat_due_date date,
  service_from date,
  service_to date,
  tax numeric(4,2),
  total_netto numeric(14,2) default 0 not null,
  total_tax numeric(14,2) default 0 not null,
  total_brutto numeric(14,2) default 0 not null,
  prepaid_amount numeric(14,2) default 0 not null,
  rounding_amount numeric(14,2) default 0 not null,
  amount_due numeric(14,2) default 0 not null,
  currency text default 'EUR'::text not null,
  exchange_rate numeric(16,6),
  rate_date date,
  rate_source text,
  buyer_reference text,
  order_reference text,
  vat_number text,
  payment_method text,
  iban text,
  bic text,
  notes text,
  order_notes text,
  review_status text,
  paid boolean default false not null,
  paid_on date,
  payment_block boolean default false not null,
  payment_block_reason text,
  payment_in_advance boolean default false not null,
  export_individual_items boolean default false not null,
  exported_at timestamp with time zone,
  discount_base numeric(14,2),
  discount_1_percentage numeric(5,2),
  discount_1_amount numeric(14,2),
  discount_1_days integer,
  discount_1_date date,
  discount_2_percentage numeric(5,2),
  discount_2_amount numeric(14,2),
  discount_2_days integer,
  discount_2_date date,
  file_id uuid,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  contract_id bigint,
  mailbox_id bigint,
  number_key text generated always as (app.number_key(number_printed)) stored,
  view_file_id uuid,
  legal_hold text,
  iban_by_id bigint,
  is_untouched boolean default false not null,
  is_leaving boolean default false not null,
  money_by_ids bigint[] default '{}'::bigint[] not null,
  taken_off_ids bigint[],
  constraint invoice_pkey PRIMARY KEY (tenant_id, id),
  constraint invoice_running_number_key UNIQUE (tenant_id, running_number),
  constraint invoice_tenant_id_timeline_id_key UNIQUE (tenant_id, timeline_id),
  constraint invoice_tenant_id_branch_id_fkey FOREIGN KEY (tenant_id, branch_id) REFERENCES financial_dimension(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contract(tenant_id, id) ON DELETE SET NULL (contract_id),
  constraint invoice_tenant_id_corrects_invoice_id_fkey FOREIGN KEY (tenant_id, corrects_invoice_id) REFERENCES invoice(tenant_id, id) ON DELETE SET NULL (corrects_invoice_id),
  constraint invoice_tenant_id_cost_center_id_fkey FOREIGN KEY (tenant_id, cost_center_id) REFERENCES cost_center(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_tenant_id_creator_id_fkey FOREIGN KEY (tenant_id, creator_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_tenant_id_d365_area_id_fkey FOREIGN KEY (tenant_id, d365_area_id) REFERENCES financial_dimension(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_tenant_id_d365_department_id_fkey FOREIGN KEY (tenant_id, d365_department_id) REFERENCES financial_dimension(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_tenant_id_d365_labor_wert_id_fkey FOREIGN KEY (tenant_id, d365_labor_wert_id) REFERENCES financial_dimension(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_tenant_id_d365_project_id_fkey FOREIGN KEY (tenant_id, d365_project_id) REFERENCES financial_dimension(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_tenant_id_d365_sales_channel_id_fkey FOREIGN KEY (tenant_id, d365_sales_channel_id) REFERENCES financial_dimension(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_tenant_id_d365_vehicle_id_fkey FOREIGN KEY (tenant_id, d365_vehicle_id) REFERENCES financial_dimension(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_tenant_id_department_id_fkey FOREIGN KEY (tenant_id, department_id) REFERENCES department(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_tenant_id_employee_id_fkey FOREIGN KEY (tenant_id, employee_id) REFERENCES financial_dimension(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint invoice_tenant_id_ledger_account_id_fkey FOREIGN KEY (tenant_id, ledger_account_id) REFERENCES ledger_account(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_tenant_id_mailbox_id_fkey FOREIGN KEY (tenant_id, mailbox_id) REFERENCES mailbox(tenant_id, id) ON DELETE SET NULL (mailbox_id),
  constraint invoice_tenant_id_posting_key_id_fkey FOREIGN KEY (tenant_id, posting_key_id) REFERENCES posting_key(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_tenant_id_procurement_id_fkey FOREIGN KEY (tenant_id, procurement_id) REFERENCES procurement(tenant_id, id) ON DELETE SET NULL (procurement_id),
  constraint invoice_tenant_id_profit_center_id_fkey FOREIGN KEY (tenant_id, profit_center_id) REFERENCES profit_center(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_tenant_id_supplier_id_fkey FOREIGN KEY (tenant_id, supplier_id) REFERENCES supplier(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_tenant_id_timeline_id_fkey FOREIGN KEY (tenant_id, timeline_id) REFERENCES timeline(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_tenant_id_view_file_id_fkey FOREIGN KEY (tenant_id, view_file_id) REFERENCES file(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint invoice_document_type_check CHECK ((document_type = ANY (ARRAY['invoice'::text, 'credit_note'::text, 'self_billing'::text, 'prepayment'::text, 'final'::text]))),
  constraint invoice_exchange_rate_check CHECK ((exchange_rate > (0)::numeric)),
  constraint invoice_legal_hold_check CHECK (((length(legal_hold) >= 1) AND (length(legal_hold) <= 2000))),
  constraint invoice_name_check CHECK ((length(name) <= 255)),
  constraint invoice_notes_check CHECK ((length(notes) <= 120)),
  constraint invoice_number_check CHECK ((length(number) <= 36)),
  constraint invoice_number_printed_check CHECK ((length(number_printed) <= 60)),
  constraint invoice_payment_method_check CHECK ((payment_method = ANY (ARRAY['AUTOMATIC_DEBIT'::text, 'CREDIT_CARD'::text, 'BANK_TRANSFER'::text, 'ONLINE_PAYMENT'::text]))),
  constraint invoice_rate_source_check CHECK ((rate_source = ANY (ARRAY['document'::text, 'typed'::text, 'ecb'::text]))),
  constraint invoice_review_status_check CHECK ((review_status = ANY (ARRAY['content_rejection'::text, 'insolvency_rejection'::text, 'further_review_required'::text, 'other_reason_rejection'::text, 'approved'::text]))),
  constraint invoice_status_check CHECK ((status = ANY (ARRAY['open'::text, 'approval'::text, 'financial-approval'::text, 'clearing'::text, 'accounting'::text, 'export'::text, 'completed'::text, 'declined'::text, 'declined-exported'::text])))
);
alter table invoice enable row level security, force row level security;
CREATE INDEX invoice_tenant_id_client_id_created_at_idx ON public.invoice USING btree (tenant_id, client_id, created_at DESC);
CREATE INDEX invoice_tenant_id_coalesce_idx ON public.invoice USING btree (tenant_id, COALESCE(discount_2_date, discount_1_date)) WHERE (discount_1_date IS NOT NULL);
CREATE INDEX invoice_tenant_id_contract_id_idx ON public.invoice USING btree (tenant_id, contract_id) WHERE (contract_id IS NOT NULL);
CREATE INDEX invoice_tenant_id_corrects_invoice_id_idx ON public.invoice USING btree (tenant_id, corrects_invoice_id) WHERE (corrects_invoice_id IS NOT NULL);
CREATE INDEX invoice_tenant_id_cost_center_id_invoice_date_idx ON public.invoice USING btree (tenant_id, cost_center_id, invoice_date);
CREATE INDEX invoice_tenant_id_created_at_id_idx ON public.invoice USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX invoice_tenant_id_creator_id_idx ON public.invoice USING btree (tenant_id, creator_id);
CREATE INDEX invoice_tenant_id_department_id_created_at_idx ON public.invoice USING btree (tenant_id, department_id, created_at DESC);
CREATE INDEX invoice_tenant_id_exported_at_idx ON public.invoice USING btree (tenant_id, exported_at);
CREATE INDEX invoice_tenant_id_file_id_idx ON public.invoice USING btree (tenant_id, file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX invoice_tenant_id_mailbox_id_idx ON public.invoice USING btree (tenant_id, mailbox_id) WHERE (mailbox_id IS NOT NULL);
CREATE INDEX invoice_tenant_id_number_key_idx ON public.invoice USING btree (tenant_id, number_key) WHERE (number_key IS NOT NULL);
CREATE INDEX invoice_tenant_id_procurement_id_idx ON public.invoice USING btree (tenant_id, procurement_id);
CREATE INDEX invoice_tenant_id_status_created_at_idx ON public.invoice USING btree (tenant_id, status, created_at DESC);
CREATE INDEX invoice_tenant_id_supplier_id_created_at_idx ON public.invoice USING btree (tenant_id, supplier_id, created_at DESC);
CREATE INDEX invoice_tenant_id_supplier_id_invoice_date_total_brutto_idx ON public.invoice USING btree (tenant_id, supplier_id, invoice_date, total_brutto) WHERE (supplier_id IS NOT NULL);
CREATE INDEX invoice_tenant_id_supplier_id_number_idx ON public.invoice USING btree (tenant_id, supplier_id, number) WHERE (number IS NOT NULL);
CREATE INDEX invoice_tenant_id_view_file_id_idx ON public.invoice USING btree (tenant_id, view_file_id) WHERE (view_file_id IS NOT NULL);
CREATE CONSTRAINT TRIGGER announced AFTER UPDATE ON public.invoice DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.announce_document();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.invoice FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{total_netto,total_tax,total_brutto,prepaid_amount,rounding_amount,amount_due,discount_base,discount_1_amount,discount_2_amount}', '{money_by_ids,taken_off_ids}', 'invoice');
CREATE TRIGGER copy_payment_in_advance BEFORE INSERT OR UPDATE OF procurement_id ON public.invoice FOR EACH ROW WHEN ((new.procurement_id IS NOT NULL)) EXECUTE FUNCTION app.copy_payment_in_advance();
CREATE TRIGGER counted AFTER INSERT ON public.invoice FOR EACH ROW EXECUTE FUNCTION app.count_fact('document', 'invoice', 'id');
CREATE TRIGGER counted_number AFTER INSERT OR UPDATE OF running_number ON public.invoice FOR EACH ROW WHEN ((new.running_number IS NOT NULL)) EXECUTE FUNCTION app.count_fact('invoice', 'invoice', 'id');
CREATE TRIGGER invoiced_deleted AFTER DELETE ON public.invoice REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.pass_invoiced_netto();
CREATE TRIGGER invoiced_inserted AFTER INSERT ON public.invoice REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.pass_invoiced_netto();
CREATE TRIGGER invoiced_moved AFTER UPDATE ON public.invoice REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.pass_invoiced_netto();
CREATE TRIGGER invoiced_updated AFTER UPDATE ON public.invoice REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.pass_invoiced_netto();
CREATE TRIGGER keep_credited BEFORE UPDATE OF status ON public.invoice FOR EACH ROW WHEN (((new.status = ANY (ARRAY['declined'::text, 'declined-exported'::text])) AND (old.status <> ALL (ARRAY['declined'::text, 'declined-exported'::text])))) EXECUTE FUNCTION app.keep_credited();
CREATE TRIGGER keep_exported_parties BEFORE UPDATE OF client_id, supplier_id ON public.invoice FOR EACH ROW WHEN (((old.client_id IS DISTINCT FROM new.client_id) OR (old.supplier_id IS DISTINCT FROM new.supplier_id))) EXECUTE FUNCTION app.keep_exported_parties();
CREATE TRIGGER keep_held AFTER DELETE ON public.invoice FOR EACH ROW WHEN ((old.legal_hold IS NOT NULL)) EXECUTE FUNCTION app.keep_held();
CREATE TRIGGER keep_invoiced BEFORE DELETE ON public.invoice FOR EACH ROW EXECUTE FUNCTION app.keep_invoiced();
CREATE TRIGGER keep_number BEFORE UPDATE OF running_number ON public.invoice FOR EACH ROW EXECUTE FUNCTION app.keep_number('running_number');
CREATE TRIGGER keep_taken_off BEFORE UPDATE ON public.invoice FOR EACH ROW WHEN (((old.document_type = ANY (ARRAY['prepayment'::text, 'credit_note'::text])) AND ((app.counts_in_budgets('invoice'::text, old.status) AND (NOT app.counts_in_budgets('invoice'::text, new.status))) OR (((((((old.total_netto IS DISTINCT FROM new.total_netto) OR (old.total_tax IS DISTINCT FROM new.total_tax)) OR (old.total_brutto IS DISTINCT FROM new.total_brutto)) OR (old.procurement_id IS DISTINCT FROM new.procurement_id)) OR (old.document_type IS DISTINCT FROM new.document_type)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.corrects_invoice_id IS DISTINCT FROM new.corrects_invoice_id))))) EXECUTE FUNCTION app.keep_taken_off();
CREATE CONSTRAINT TRIGGER listed_at_end AFTER INSERT OR UPDATE ON public.invoice DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.list_noted_documents();
CREATE TRIGGER note_hand AFTER INSERT OR DELETE OR UPDATE ON public.invoice FOR EACH ROW WHEN (app.is_acting()) EXECUTE FUNCTION app.note_hand();
CREATE TRIGGER note_money_hand BEFORE UPDATE ON public.invoice FOR EACH ROW WHEN ((((((((((((((((((((((((old.total_netto IS DISTINCT FROM new.total_netto) OR (old.total_tax IS DISTINCT FROM new.total_tax)) OR (old.total_brutto IS DISTINCT FROM new.total_brutto)) OR (old.tax IS DISTINCT FROM new.tax)) OR (old.prepaid_amount IS DISTINCT FROM new.prepaid_amount)) OR (old.rounding_amount IS DISTINCT FROM new.rounding_amount)) OR (old.amount_due IS DISTINCT FROM new.amount_due)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.exchange_rate IS DISTINCT FROM new.exchange_rate)) OR (old.supplier_id IS DISTINCT FROM new.supplier_id)) OR (old.iban IS DISTINCT FROM new.iban)) OR (old.bic IS DISTINCT FROM new.bic)) OR (old.payment_method IS DISTINCT FROM new.payment_method)) OR (old.paid IS DISTINCT FROM new.paid)) OR (old.ledger_account_id IS DISTINCT FROM new.ledger_account_id)) OR (old.cost_center_id IS DISTINCT FROM new.cost_center_id)) OR (old.discount_base IS DISTINCT FROM new.discount_base)) OR (old.discount_1_percentage IS DISTINCT FROM new.discount_1_percentage)) OR (old.discount_1_amount IS DISTINCT FROM new.discount_1_amount)) OR (old.discount_1_days IS DISTINCT FROM new.discount_1_days)) OR (old.discount_2_percentage IS DISTINCT FROM new.discount_2_percentage)) OR (old.discount_2_amount IS DISTINCT FROM new.discount_2_amount)) OR (old.discount_2_days IS DISTINCT FROM new.discount_2_days))) EXECUTE FUNCTION app.note_money_hand();
CREATE TRIGGER note_taken_off BEFORE INSERT OR UPDATE OF status, is_leaving ON public.invoice FOR EACH ROW WHEN ((new.document_type = 'final'::text)) EXECUTE FUNCTION app.note_taken_off();
CREATE TRIGGER noted_insert AFTER INSERT ON public.invoice REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER noted_update AFTER UPDATE ON public.invoice REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER own_currency BEFORE INSERT OR UPDATE OF client_id, currency, exchange_rate, rate_date, rate_source, invoice_date, vat_due_date ON public.invoice FOR EACH ROW EXECUTE FUNCTION app.own_currency();
CREATE TRIGGER persons_forgotten AFTER DELETE ON public.invoice FOR EACH ROW EXECUTE FUNCTION app.forget_document_persons();
CREATE TRIGGER touch BEFORE UPDATE ON public.invoice FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy audited on invoice for select to auditor
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((client_id = ( SELECT app.auditor_client() AS auditor_client)) AND (((COALESCE(invoice_date, ((created_at AT TIME ZONE ( SELECT app.time_zone() AS time_zone)))::date) >= ( SELECT app.auditor_from() AS auditor_from)) AND (COALESCE(invoice_date, ((created_at AT TIME ZONE ( SELECT app.time_zone() AS time_zone)))::date) <= ( SELECT app.auditor_until() AS auditor_until))) OR (id IN ( SELECT app.audited_bookings() AS audited_bookings))))));
create policy module_on on invoice as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy only_audited on invoice as restrictive for select to auditor
  using (((client_id = ( SELECT app.auditor_client() AS auditor_client)) AND (((COALESCE(invoice_date, ((created_at AT TIME ZONE ( SELECT app.time_zone() AS time_zone)))::date) >= ( SELECT app.auditor_from() AS auditor_from)) AND (COALESCE(invoice_date, ((created_at AT TIME ZONE ( SELECT app.time_zone() AS time_zone)))::date) <= ( SELECT app.auditor_until() AS auditor_until))) OR (id IN ( SELECT app.audited_bookings() AS audited_bookings)))));
create policy tenant_wall on invoice for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on invoice for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((true AND (( SELECT app.sees_all('invoice'::text) AS sees_all) OR (client_id = ( SELECT app.scope_client('invoice'::text) AS scope_client)) OR (department_id = ( SELECT app.scope_department('invoice'::text) AS scope_department)))) OR (creator_id = ( SELECT app.user_id() AS user_id)) OR (EXISTS ( SELECT
   FROM document_person dp
  WHERE ((dp.tenant_id = invoice.tenant_id) AND (dp.kind = 'invoice'::text) AND (dp.document_id = invoice.id) AND (dp.lb_user_id = ANY (( SELECT app.persons() AS persons)::bigint[])) AND (dp.is_assignee OR (true AND ( SELECT app.sees_involved('invoice'::text) AS sees_involved)))))))));
grant delete, insert, select, update on invoice to writer;
grant select (tenant_id, id, timeline_id, name, creator_id, running_number, invoice_number_formatted, number, number_printed, guid, document_type, status, client_id, supplier_id, department_id, cost_center_id, ledger_account_id, posting_key_id, profit_center_id, d365_department_id, employee_id, branch_id, d365_vehicle_id, d365_sales_channel_id, d365_area_id, d365_labor_wert_id, d365_project_id, procurement_id, corrects_invoice_id, invoice_date, due_date, delivery_date, vat_due_date, service_from, service_to, tax, total_netto, total_tax, total_brutto, prepaid_amount, rounding_amount, amount_due, currency, exchange_rate, rate_date, rate_source, buyer_reference, order_reference, vat_number, payment_method, iban, bic, notes, order_notes, review_status, paid, paid_on, payment_block, payment_block_reason, payment_in_advance, export_individual_items, exported_at, discount_base, discount_1_percentage, discount_1_amount, discount_1_days, discount_1_date, discount_2_percentage, discount_2_amount, discount_2_days, discount_2_date, file_id, created_at, updated_at, contract_id, mailbox_id, number_key, view_file_id, legal_hold, iban_by_id, is_untouched, is_leaving) on invoice to reader_price;
grant select (tenant_id, id, timeline_id, name, creator_id, running_number, invoice_number_formatted, number, number_printed, guid, document_type, status, client_id, supplier_id, department_id, cost_center_id, ledger_account_id, posting_key_id, profit_center_id, d365_department_id, employee_id, branch_id, d365_vehicle_id, d365_sales_channel_id, d365_area_id, d365_labor_wert_id, d365_project_id, procurement_id, corrects_invoice_id, invoice_date, due_date, delivery_date, vat_due_date, service_from, service_to, tax, currency, exchange_rate, rate_date, rate_source, buyer_reference, order_reference, vat_number, payment_method, iban, bic, notes, order_notes, review_status, paid, paid_on, payment_block, payment_block_reason, payment_in_advance, export_individual_items, exported_at, discount_1_percentage, discount_1_days, discount_1_date, discount_2_percentage, discount_2_days, discount_2_date, file_id, created_at, updated_at, contract_id, mailbox_id, number_key, view_file_id, legal_hold, iban_by_id, is_untouched, is_leaving) on invoice to reader;

create table invoice_approver (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  invoice_id bigint not null,
  lb_user_id bigint not null,
  is_required boolean default false not null,
  inserted_manually boolean default false not null,
  inserted_by_group boolean default false not null,
  constraint invoice_approver_pkey PRIMARY KEY (tenant_id, id),
  constraint invoice_approver_tenant_id_invoice_id_lb_user_id_key UNIQUE (tenant_id, invoice_id, lb_user_id),
  constraint invoice_approver_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoice(tenant_id, id) ON DELETE CASCADE,
  constraint invoice_approver_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT
);
alter table invoice_approver enable row level security, force row level security;
CREATE INDEX invoice_approver_tenant_id_lb_user_id_idx ON public.invoice_approver USING btree (tenant_id, lb_user_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.invoice_approver FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'invoice');
CREATE TRIGGER note_hand AFTER INSERT OR DELETE OR UPDATE ON public.invoice_approver FOR EACH ROW WHEN (app.is_acting()) EXECUTE FUNCTION app.note_hand();
create policy module_on on invoice_approver as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on invoice_approver for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on invoice_approver for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((invoice_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM invoice d
  WHERE ((d.tenant_id = invoice_approver.tenant_id) AND (d.id = invoice_approver.invoice_id)))))));
grant delete, insert, select, update on invoice_approver to writer;
grant select (tenant_id, id, invoice_id, lb_user_id, is_required, inserted_manually, inserted_by_group) on invoice_approver to reader_price;
grant select (tenant_id, id, invoice_id, lb_user_id, is_required, inserted_manually, inserted_by_group) on invoice_approver to reader;

create table invoice_arrival (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  way text not null,
  name text not null,
  sender text,
  subject text,
  unpacked_from text,
  mailbox_id bigint,
  mailbox_mail_id bigint,
  client_id bigint,
  brought_by_id bigint,
  fate text not null,
  reason text,
  invoice_id bigint,
  file_id uuid,
  created_at timestamp with time zone default now() not null,
  dismissed_by_id bigint,
  dismissed_at timestamp with time zone,
  is_done boolean generated always as (((fate <> 'open'::text) OR (dismissed_at IS NOT NULL))) stored not null,
  constraint invoice_arrival_pkey PRIMARY KEY (tenant_id, id),
  constraint invoice_arrival_tenant_id_brought_by_id_fkey FOREIGN KEY (tenant_id, brought_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_arrival_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE SET NULL (client_id),
  constraint invoice_arrival_tenant_id_dismissed_by_id_fkey FOREIGN KEY (tenant_id, dismissed_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_arrival_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id) ON DELETE SET NULL (file_id),
  constraint invoice_arrival_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint invoice_arrival_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoice(tenant_id, id) ON DELETE CASCADE,
  constraint invoice_arrival_tenant_id_mailbox_id_fkey FOREIGN KEY (tenant_id, mailbox_id) REFERENCES mailbox(tenant_id, id) ON DELETE SET NULL (mailbox_id),
  constraint invoice_arrival_tenant_id_mailbox_mail_id_fkey FOREIGN KEY (tenant_id, mailbox_mail_id) REFERENCES mailbox_mail(tenant_id, id) ON DELETE SET NULL (mailbox_mail_id),
  constraint invoice_arrival_dismissed_by_somebody CHECK (((dismissed_at IS NULL) = (dismissed_by_id IS NULL))),
  constraint invoice_arrival_fate_check CHECK ((fate = ANY (ARRAY['invoice'::text, 'document'::text, 'duplicate'::text, 'open'::text]))),
  constraint invoice_arrival_fate_has_invoice CHECK (((fate = ANY (ARRAY['invoice'::text, 'document'::text])) <= (invoice_id IS NOT NULL))),
  constraint invoice_arrival_name_check CHECK ((length(name) <= 255)),
  constraint invoice_arrival_reason_check CHECK ((length(reason) <= 40)),
  constraint invoice_arrival_sender_check CHECK ((length(sender) <= 255)),
  constraint invoice_arrival_subject_check CHECK ((length(subject) <= 255)),
  constraint invoice_arrival_unpacked_from_check CHECK ((length(unpacked_from) <= 255)),
  constraint invoice_arrival_way_check CHECK ((way = ANY (ARRAY['upload'::text, 'api'::text, 'mailbox'::text, 'address'::text, 'scanner'::text, 'marketplace'::text])))
);
alter table invoice_arrival enable row level security, force row level security;
CREATE INDEX invoice_arrival_kept_idx ON public.invoice_arrival USING btree (tenant_id, file_id) WHERE (invoice_id IS NULL);
CREATE INDEX invoice_arrival_open_idx ON public.invoice_arrival USING btree (tenant_id, id DESC) WHERE (NOT is_done);
CREATE INDEX invoice_arrival_tenant_id_brought_by_id_idx ON public.invoice_arrival USING btree (tenant_id, brought_by_id) WHERE (brought_by_id IS NOT NULL);
CREATE INDEX invoice_arrival_tenant_id_client_id_idx ON public.invoice_arrival USING btree (tenant_id, client_id) WHERE (client_id IS NOT NULL);
CREATE INDEX invoice_arrival_tenant_id_created_at_idx ON public.invoice_arrival USING btree (tenant_id, created_at);
CREATE INDEX invoice_arrival_tenant_id_dismissed_by_id_idx ON public.invoice_arrival USING btree (tenant_id, dismissed_by_id) WHERE (dismissed_by_id IS NOT NULL);
CREATE INDEX invoice_arrival_tenant_id_file_id_idx ON public.invoice_arrival USING btree (tenant_id, file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX invoice_arrival_tenant_id_invoice_id_idx ON public.invoice_arrival USING btree (tenant_id, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX invoice_arrival_tenant_id_mailbox_id_idx ON public.invoice_arrival USING btree (tenant_id, mailbox_id) WHERE (mailbox_id IS NOT NULL);
CREATE INDEX invoice_arrival_tenant_id_mailbox_mail_id_idx ON public.invoice_arrival USING btree (tenant_id, mailbox_mail_id) WHERE (mailbox_mail_id IS NOT NULL);
CREATE TRIGGER forget_arrived_file AFTER DELETE OR UPDATE OF file_id ON public.invoice_arrival FOR EACH ROW WHEN ((old.file_id IS NOT NULL)) EXECUTE FUNCTION app.forget_arrived_file();
create policy module_on on invoice_arrival as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on invoice_arrival for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on invoice_arrival for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (((invoice_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM invoice d
  WHERE ((d.tenant_id = invoice_arrival.tenant_id) AND (d.id = invoice_arrival.invoice_id))))) OR ((invoice_id IS NULL) AND (( SELECT app.sees_all('invoice'::text) AS sees_all) OR (client_id = ( SELECT app.scope_client('invoice'::text) AS scope_client)) OR (brought_by_id = ( SELECT app.user_id() AS user_id)))))));
grant delete, insert, select, update on invoice_arrival to writer;
grant select (tenant_id, id, way, name, sender, subject, unpacked_from, mailbox_id, mailbox_mail_id, client_id, brought_by_id, fate, reason, invoice_id, file_id, created_at, dismissed_by_id, dismissed_at, is_done) on invoice_arrival to reader_price;
grant select (tenant_id, id, way, name, sender, subject, unpacked_from, mailbox_id, mailbox_mail_id, client_id, brought_by_id, fate, reason, invoice_id, file_id, created_at, dismissed_by_id, dismissed_at, is_done) on invoice_arrival to reader;

create table invoice_creditor_file (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  client_id bigint not null,
  file_id uuid not null,
  creditor_count integer not null,
  exported_by_id bigint,
  exported_at timestamp with time zone default now() not null,
  constraint invoice_creditor_file_pkey PRIMARY KEY (tenant_id, id),
  constraint invoice_creditor_file_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE CASCADE,
  constraint invoice_creditor_file_tenant_id_exported_by_id_fkey FOREIGN KEY (tenant_id, exported_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (exported_by_id),
  constraint invoice_creditor_file_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_creditor_file_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint invoice_creditor_file_creditor_count_check CHECK ((creditor_count > 0))
);
alter table invoice_creditor_file enable row level security, force row level security;
CREATE INDEX invoice_creditor_file_tenant_id_client_id_id_idx ON public.invoice_creditor_file USING btree (tenant_id, client_id, id DESC);
CREATE INDEX invoice_creditor_file_tenant_id_exported_by_id_idx ON public.invoice_creditor_file USING btree (tenant_id, exported_by_id);
CREATE INDEX invoice_creditor_file_tenant_id_file_id_idx ON public.invoice_creditor_file USING btree (tenant_id, file_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.invoice_creditor_file FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'invoice_creditor_file');
create policy module_on on invoice_creditor_file as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on invoice_creditor_file for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on invoice_creditor_file for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (( SELECT app.is_admin() AS is_admin) AND (EXISTS ( SELECT
   FROM client p
  WHERE ((p.tenant_id = invoice_creditor_file.tenant_id) AND (p.id = invoice_creditor_file.client_id)))))));
grant delete, insert, select, update on invoice_creditor_file to writer;
grant select (tenant_id, id, client_id, file_id, creditor_count, exported_by_id, exported_at) on invoice_creditor_file to reader_price;
grant select (tenant_id, id, client_id, file_id, creditor_count, exported_by_id, exported_at) on invoice_creditor_file to reader;

create table invoice_export_entry (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  invoice_export_run_id bigint not null,
  invoice_id bigint not null,
  state text default 'pending'::text not null,
  is_reversal boolean default false not null,
  booked_on date,
  gross numeric(14,2),
  currency text,
  control_amount numeric(14,2),
  reference text,
  bookings jsonb,
  problem jsonb,
  ended_at timestamp with time zone,
  invoice_export_transfer_id bigint,
  awaits_reversal boolean default false not null,
  reverses_entry_id bigint,
  found text,
  differences jsonb,
  constraint invoice_export_entry_pkey PRIMARY KEY (tenant_id, id),
  constraint invoice_export_entry_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint invoice_export_entry_tenant_id_invoice_export_run_id_fkey FOREIGN KEY (tenant_id, invoice_export_run_id) REFERENCES invoice_export_run(tenant_id, id) ON DELETE CASCADE,
  constraint invoice_export_entry_tenant_id_invoice_export_transfer_id_fkey FOREIGN KEY (tenant_id, invoice_export_transfer_id) REFERENCES invoice_export_transfer(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_export_entry_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoice(tenant_id, id) ON DELETE CASCADE,
  constraint invoice_export_entry_tenant_id_reverses_entry_id_fkey FOREIGN KEY (tenant_id, reverses_entry_id) REFERENCES invoice_export_entry(tenant_id, id) ON DELETE CASCADE,
  constraint invoice_export_entry_awaits CHECK ((NOT (awaits_reversal AND is_reversal))),
  constraint invoice_export_entry_ended CHECK (((state = ANY (ARRAY['pending'::text, 'sending'::text, 'uncertain'::text])) = (ended_at IS NULL))),
  constraint invoice_export_entry_found_check CHECK ((found = ANY (ARRAY['arrived'::text, 'changed'::text, 'missing'::text, 'unknown'::text]))),
  constraint invoice_export_entry_problem CHECK (((state = ANY (ARRAY['failed'::text, 'uncertain'::text])) = (problem IS NOT NULL))),
  constraint invoice_export_entry_reverses CHECK ((is_reversal = (reverses_entry_id IS NOT NULL))),
  constraint invoice_export_entry_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sending'::text, 'uncertain'::text, 'exported'::text, 'failed'::text, 'withdrawn'::text])))
);
alter table invoice_export_entry enable row level security, force row level security;
CREATE INDEX invoice_export_entry_booked ON public.invoice_export_entry USING btree (tenant_id, booked_on, invoice_id) WHERE (booked_on IS NOT NULL);
CREATE UNIQUE INDEX invoice_export_entry_of_run ON public.invoice_export_entry USING btree (tenant_id, invoice_export_run_id, invoice_id, reverses_entry_id) NULLS NOT DISTINCT;
CREATE UNIQUE INDEX invoice_export_entry_open ON public.invoice_export_entry USING btree (tenant_id, invoice_id) WHERE ((state = ANY (ARRAY['pending'::text, 'sending'::text, 'uncertain'::text])) AND (NOT is_reversal));
CREATE UNIQUE INDEX invoice_export_entry_reversed ON public.invoice_export_entry USING btree (tenant_id, reverses_entry_id) WHERE (state <> ALL (ARRAY['failed'::text, 'withdrawn'::text]));
CREATE INDEX invoice_export_entry_tenant_id_invoice_export_transfer_id_idx ON public.invoice_export_entry USING btree (tenant_id, invoice_export_transfer_id) WHERE (invoice_export_transfer_id IS NOT NULL);
CREATE INDEX invoice_export_entry_tenant_id_invoice_id_idx ON public.invoice_export_entry USING btree (tenant_id, invoice_id);
CREATE INDEX invoice_export_entry_tenant_id_reverses_entry_id_idx ON public.invoice_export_entry USING btree (tenant_id, reverses_entry_id) WHERE (reverses_entry_id IS NOT NULL);
CREATE INDEX invoice_export_entry_waits ON public.invoice_export_entry USING btree (tenant_id, id) WHERE awaits_reversal;
create policy module_on on invoice_export_entry as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on invoice_export_entry for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on invoice_export_entry for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM invoice p
  WHERE ((p.tenant_id = invoice_export_entry.tenant_id) AND (p.id = invoice_export_entry.invoice_id))))));
grant delete, insert, select, update on invoice_export_entry to writer;
grant select (tenant_id, id, invoice_export_run_id, invoice_id, state, is_reversal, booked_on, gross, currency, control_amount, reference, bookings, problem, ended_at, invoice_export_transfer_id, awaits_reversal, reverses_entry_id, found, differences) on invoice_export_entry to reader_price;
grant select (tenant_id, id, invoice_export_run_id, invoice_id, state, is_reversal, booked_on, currency, reference, problem, ended_at, invoice_export_transfer_id, awaits_reversal, reverses_entry_id, found) on invoice_export_entry to reader;

create table invoice_export_file (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  invoice_export_run_id bigint not null,
  file_id uuid not null,
  content text not null,
  from_day date not null,
  to_day date not null,
  part integer default 1 not null,
  booking_count integer default 0 not null,
  constraint invoice_export_file_pkey PRIMARY KEY (tenant_id, id),
  constraint invoice_export_file_tenant_id_invoice_export_run_id_content_key UNIQUE (tenant_id, invoice_export_run_id, content, from_day, part),
  constraint invoice_export_file_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_export_file_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint invoice_export_file_tenant_id_invoice_export_run_id_fkey FOREIGN KEY (tenant_id, invoice_export_run_id) REFERENCES invoice_export_run(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_export_file_content_check CHECK ((content = ANY (ARRAY['bookings'::text, 'documents'::text])))
);
alter table invoice_export_file enable row level security, force row level security;
CREATE INDEX invoice_export_file_tenant_id_file_id_idx ON public.invoice_export_file USING btree (tenant_id, file_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.invoice_export_file FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'invoice_export_file');
create policy module_on on invoice_export_file as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on invoice_export_file for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on invoice_export_file for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM invoice_export_run p
  WHERE ((p.tenant_id = invoice_export_file.tenant_id) AND (p.id = invoice_export_file.invoice_export_run_id))))));
grant delete, insert, select, update on invoice_export_file to writer;
grant select (tenant_id, id, invoice_export_run_id, file_id, content, from_day, to_day, part, booking_count) on invoice_export_file to reader_price;
grant select (tenant_id, id, invoice_export_run_id, file_id, content, from_day, to_day, part, booking_count) on invoice_export_file to reader;

create table invoice_export_run (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  running_number integer not null,
  client_id bigint not null,
  target text not null,
  state text default 'running'::text not null,
  closed_period text default 'first_open_day'::text not null,
  from_day date,
  to_day date,
  includes_exported boolean default false not null,
  job_id bigint,
  started_by_id bigint,
  started_at timestamp with time zone default now() not null,
  alive_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  exported_count integer default 0 not null,
  failed_count integer default 0 not null,
  control_total numeric(16,2) default 0 not null,
  withdrawn_by_id bigint,
  withdrawn_reason text,
  withdrawn_at timestamp with time zone,
  is_automatic boolean default false not null,
  compared_at timestamp with time zone,
  compared_with text,
  asked_at timestamp with time zone,
  ask_problem jsonb,
  missing_told_at timestamp with time zone,
  constraint invoice_export_run_pkey PRIMARY KEY (tenant_id, id),
  constraint invoice_export_run_tenant_id_running_number_key UNIQUE (tenant_id, running_number),
  constraint invoice_export_run_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_export_run_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint invoice_export_run_tenant_id_job_id_fkey FOREIGN KEY (tenant_id, job_id) REFERENCES job(tenant_id, id) ON DELETE SET NULL (job_id),
  constraint invoice_export_run_tenant_id_started_by_id_fkey FOREIGN KEY (tenant_id, started_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (started_by_id),
  constraint invoice_export_run_tenant_id_withdrawn_by_id_fkey FOREIGN KEY (tenant_id, withdrawn_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (withdrawn_by_id),
  constraint invoice_export_run_ask_problem CHECK (((ask_problem IS NULL) OR (asked_at IS NOT NULL))),
  constraint invoice_export_run_check CHECK (((state = 'running'::text) = (ended_at IS NULL))),
  constraint invoice_export_run_closed_period_check CHECK ((closed_period = ANY (ARRAY['first_open_day'::text, 'refuse'::text]))),
  constraint invoice_export_run_compared CHECK (((compared_at IS NULL) = (compared_with IS NULL))),
  constraint invoice_export_run_compared_with_check CHECK ((compared_with = ANY (ARRAY['target'::text, 'file'::text]))),
  constraint invoice_export_run_running_number_check CHECK ((running_number > 0)),
  constraint invoice_export_run_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text, 'withdrawn'::text]))),
  constraint invoice_export_run_target_check CHECK ((target ~ '^[a-z0-9-]{1,30}$'::text)),
  constraint invoice_export_run_withdrawn_check CHECK (((state <> 'withdrawn'::text) OR ((withdrawn_at IS NOT NULL) AND (withdrawn_reason IS NOT NULL)))),
  constraint invoice_export_run_withdrawn_reason_check CHECK ((length(withdrawn_reason) <= 1000))
);
alter table invoice_export_run enable row level security, force row level security;
CREATE UNIQUE INDEX invoice_export_run_running ON public.invoice_export_run USING btree (tenant_id, client_id) WHERE (state = 'running'::text);
CREATE INDEX invoice_export_run_tenant_id_client_id_id_idx ON public.invoice_export_run USING btree (tenant_id, client_id, id DESC);
CREATE INDEX invoice_export_run_tenant_id_ended_at_idx ON public.invoice_export_run USING btree (tenant_id, ended_at);
CREATE INDEX invoice_export_run_tenant_id_job_id_idx ON public.invoice_export_run USING btree (tenant_id, job_id);
CREATE INDEX invoice_export_run_tenant_id_started_by_id_idx ON public.invoice_export_run USING btree (tenant_id, started_by_id);
CREATE INDEX invoice_export_run_tenant_id_withdrawn_by_id_idx ON public.invoice_export_run USING btree (tenant_id, withdrawn_by_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.invoice_export_run FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{control_total}', '{alive_at}', 'invoice_export_run');
create policy audited on invoice_export_run for select to auditor
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((client_id = ( SELECT app.auditor_client() AS auditor_client)) AND (EXISTS ( SELECT
   FROM invoice_export_entry e
  WHERE ((e.tenant_id = invoice_export_run.tenant_id) AND (e.invoice_export_run_id = invoice_export_run.id)))))));
create policy module_on on invoice_export_run as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy only_audited on invoice_export_run as restrictive for select to auditor
  using (((client_id = ( SELECT app.auditor_client() AS auditor_client)) AND (EXISTS ( SELECT
   FROM invoice_export_entry e
  WHERE ((e.tenant_id = invoice_export_run.tenant_id) AND (e.invoice_export_run_id = invoice_export_run.id))))));
create policy tenant_wall on invoice_export_run for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on invoice_export_run for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((EXISTS ( SELECT
   FROM client p
  WHERE ((p.tenant_id = invoice_export_run.tenant_id) AND (p.id = invoice_export_run.client_id)))) AND ( SELECT app.has_role('user-export-invoice'::text) AS has_role) AND (( SELECT app.sees_all('invoice'::text) AS sees_all) OR (client_id = ( SELECT app.scope_client('invoice'::text) AS scope_client))))));
grant delete, insert, select, update on invoice_export_run to writer;
grant select (tenant_id, id, running_number, client_id, target, state, closed_period, from_day, to_day, includes_exported, job_id, started_by_id, started_at, alive_at, ended_at, exported_count, failed_count, control_total, withdrawn_by_id, withdrawn_reason, withdrawn_at, is_automatic, compared_at, compared_with, asked_at, ask_problem, missing_told_at) on invoice_export_run to reader_price;
grant select (tenant_id, id, running_number, client_id, target, state, closed_period, from_day, to_day, includes_exported, job_id, started_by_id, started_at, alive_at, ended_at, exported_count, failed_count, withdrawn_by_id, withdrawn_reason, withdrawn_at, is_automatic, compared_at, compared_with, asked_at, ask_problem, missing_told_at) on invoice_export_run to reader;

create table invoice_export_transfer (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  invoice_export_run_id bigint not null,
  group_key text not null,
  state text default 'open'::text not null,
  reference text,
  is_handed_over boolean default false not null,
  protocol jsonb,
  taken_by uuid,
  alive_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint invoice_export_transfer_pkey PRIMARY KEY (tenant_id, id),
  constraint invoice_export_transfer_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint invoice_export_transfer_tenant_id_invoice_export_run_id_fkey FOREIGN KEY (tenant_id, invoice_export_run_id) REFERENCES invoice_export_run(tenant_id, id) ON DELETE CASCADE,
  constraint invoice_export_transfer_check CHECK (((state = 'ended'::text) = (ended_at IS NOT NULL))),
  constraint invoice_export_transfer_group_key_check CHECK ((length(group_key) <= 100)),
  constraint invoice_export_transfer_reference_check CHECK ((length(reference) <= 200)),
  constraint invoice_export_transfer_state_check CHECK ((state = ANY (ARRAY['open'::text, 'sending'::text, 'ended'::text])))
);
alter table invoice_export_transfer enable row level security, force row level security;
CREATE UNIQUE INDEX invoice_export_transfer_open ON public.invoice_export_transfer USING btree (tenant_id, invoice_export_run_id, group_key) WHERE (state = 'open'::text);
CREATE INDEX invoice_export_transfer_tenant_id_invoice_export_run_id_idx ON public.invoice_export_transfer USING btree (tenant_id, invoice_export_run_id);
create policy module_on on invoice_export_transfer as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on invoice_export_transfer for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on invoice_export_transfer for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM invoice_export_run p
  WHERE ((p.tenant_id = invoice_export_transfer.tenant_id) AND (p.id = invoice_export_transfer.invoice_export_run_id))))));
grant delete, insert, select, update on invoice_export_transfer to writer;
grant select (tenant_id, id, invoice_export_run_id, group_key, state, reference, is_handed_over, protocol, alive_at, created_at, ended_at) on invoice_export_transfer to reader_price;
grant select (tenant_id, id, invoice_export_run_id, group_key, state, reference, is_handed_over, protocol, alive_at, created_at, ended_at) on invoice_export_transfer to reader;

create table invoice_known_creditor (
  tenant_id bigint not null,
  client_id bigint not null,
  supplier_id bigint not null,
  content bytea not null,
  constraint invoice_known_creditor_pkey PRIMARY KEY (tenant_id, client_id, supplier_id),
  constraint invoice_known_creditor_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE CASCADE,
  constraint invoice_known_creditor_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint invoice_known_creditor_tenant_id_supplier_id_fkey FOREIGN KEY (tenant_id, supplier_id) REFERENCES supplier(tenant_id, id) ON DELETE CASCADE
);
alter table invoice_known_creditor enable row level security, force row level security;
CREATE INDEX invoice_known_creditor_tenant_id_supplier_id_idx ON public.invoice_known_creditor USING btree (tenant_id, supplier_id);
create policy module_on on invoice_known_creditor as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on invoice_known_creditor for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant delete, insert, select, update on invoice_known_creditor to writer;

create table invoice_line (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  invoice_id bigint not null,
  sort_no integer default 0 not null,
  kind text default 'item'::text not null,
  item_number text,
  description text,
  quantity numeric,
  price_unit numeric(10,3) default 1 not null,
  unit_net_price numeric(18,8),
  line_allowance numeric(14,2),
  line_charge numeric(14,2),
  total_netto numeric(14,2),
  total_brutto numeric(14,2),
  tax_percentage numeric(4,2),
  tax_category text,
  tax_exemption_reason text,
  procurement_line_id bigint,
  cost_center_id bigint,
  ledger_account_id bigint,
  profit_center_id bigint,
  tax_group_id bigint,
  tax_item_group_id bigint,
  d365_department_id bigint,
  employee_id bigint,
  branch_id bigint,
  d365_vehicle_id bigint,
  d365_sales_channel_id bigint,
  d365_area_id bigint,
  d365_labor_wert_id bigint,
  d365_project_id bigint,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  posting_key_id bigint,
  unit text,
  constraint invoice_line_pkey PRIMARY KEY (tenant_id, id),
  constraint invoice_line_tenant_id_branch_id_fkey FOREIGN KEY (tenant_id, branch_id) REFERENCES financial_dimension(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_line_tenant_id_cost_center_id_fkey FOREIGN KEY (tenant_id, cost_center_id) REFERENCES cost_center(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_line_tenant_id_d365_area_id_fkey FOREIGN KEY (tenant_id, d365_area_id) REFERENCES financial_dimension(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_line_tenant_id_d365_department_id_fkey FOREIGN KEY (tenant_id, d365_department_id) REFERENCES financial_dimension(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_line_tenant_id_d365_labor_wert_id_fkey FOREIGN KEY (tenant_id, d365_labor_wert_id) REFERENCES financial_dimension(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_line_tenant_id_d365_project_id_fkey FOREIGN KEY (tenant_id, d365_project_id) REFERENCES financial_dimension(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_line_tenant_id_d365_sales_channel_id_fkey FOREIGN KEY (tenant_id, d365_sales_channel_id) REFERENCES financial_dimension(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_line_tenant_id_d365_vehicle_id_fkey FOREIGN KEY (tenant_id, d365_vehicle_id) REFERENCES financial_dimension(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_line_tenant_id_employee_id_fkey FOREIGN KEY (tenant_id, employee_id) REFERENCES financial_dimension(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_line_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoice(tenant_id, id) ON DELETE CASCADE,
  constraint invoice_line_tenant_id_ledger_account_id_fkey FOREIGN KEY (tenant_id, ledger_account_id) REFERENCES ledger_account(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_line_tenant_id_posting_key_id_fkey FOREIGN KEY (tenant_id, posting_key_id) REFERENCES posting_key(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_line_tenant_id_procurement_line_id_fkey FOREIGN KEY (tenant_id, procurement_line_id) REFERENCES procurement_line(tenant_id, id) ON DELETE SET NULL (procurement_line_id),
  constraint invoice_line_tenant_id_profit_center_id_fkey FOREIGN KEY (tenant_id, profit_center_id) REFERENCES profit_center(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_line_tenant_id_tax_group_id_fkey FOREIGN KEY (tenant_id, tax_group_id) REFERENCES tax_group(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_line_tenant_id_tax_item_group_id_fkey FOREIGN KEY (tenant_id, tax_item_group_id) REFERENCES tax_item_group(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_line_description_check CHECK ((length(description) <= 4000)),
  constraint invoice_line_kind_check CHECK ((kind = ANY (ARRAY['item'::text, 'allowance'::text, 'charge'::text]))),
  constraint invoice_line_price_unit_check CHECK ((price_unit > (0)::numeric)),
  constraint invoice_line_quantity_check CHECK (((quantity = round(quantity, 6)) AND (abs(quantity) < '1000000000000'::numeric))),
  constraint invoice_line_tax_category_check CHECK ((tax_category = ANY (ARRAY['S'::text, 'Z'::text, 'E'::text, 'AE'::text, 'K'::text, 'G'::text, 'O'::text, 'L'::text, 'M'::text]))),
  constraint invoice_line_unit_check CHECK ((length(unit) <= 30))
);
alter table invoice_line enable row level security, force row level security;
CREATE INDEX invoice_line_tenant_id_cost_center_id_idx ON public.invoice_line USING btree (tenant_id, cost_center_id);
CREATE INDEX invoice_line_tenant_id_invoice_id_sort_no_idx ON public.invoice_line USING btree (tenant_id, invoice_id, sort_no);
CREATE INDEX invoice_line_tenant_id_posting_key_id_idx ON public.invoice_line USING btree (tenant_id, posting_key_id) WHERE (posting_key_id IS NOT NULL);
CREATE INDEX invoice_line_tenant_id_procurement_line_id_idx ON public.invoice_line USING btree (tenant_id, procurement_line_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.invoice_line FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{unit_net_price,line_allowance,line_charge,total_netto,total_brutto}', '{}', 'invoice');
CREATE TRIGGER invoiced_deleted AFTER DELETE ON public.invoice_line REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.pass_invoiced_netto();
CREATE TRIGGER invoiced_inserted AFTER INSERT ON public.invoice_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.pass_invoiced_netto();
CREATE TRIGGER invoiced_moved AFTER UPDATE ON public.invoice_line REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.pass_invoiced_netto();
CREATE TRIGGER invoiced_updated AFTER UPDATE ON public.invoice_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.pass_invoiced_netto();
CREATE CONSTRAINT TRIGGER listed_at_end AFTER INSERT OR DELETE OR UPDATE ON public.invoice_line DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.list_noted_documents();
CREATE TRIGGER note_hand AFTER INSERT OR DELETE OR UPDATE ON public.invoice_line FOR EACH ROW WHEN (app.is_acting()) EXECUTE FUNCTION app.note_hand();
CREATE TRIGGER note_money_hand AFTER UPDATE ON public.invoice_line FOR EACH ROW WHEN ((((((((((((old.kind IS DISTINCT FROM new.kind) OR (old.quantity IS DISTINCT FROM new.quantity)) OR (old.price_unit IS DISTINCT FROM new.price_unit)) OR (old.unit_net_price IS DISTINCT FROM new.unit_net_price)) OR (old.line_allowance IS DISTINCT FROM new.line_allowance)) OR (old.line_charge IS DISTINCT FROM new.line_charge)) OR (old.total_netto IS DISTINCT FROM new.total_netto)) OR (old.tax_percentage IS DISTINCT FROM new.tax_percentage)) OR (old.tax_category IS DISTINCT FROM new.tax_category)) OR (old.ledger_account_id IS DISTINCT FROM new.ledger_account_id)) OR (old.cost_center_id IS DISTINCT FROM new.cost_center_id))) EXECUTE FUNCTION app.note_money_hand_of_line();
CREATE TRIGGER note_money_hand_added AFTER INSERT OR DELETE ON public.invoice_line FOR EACH ROW EXECUTE FUNCTION app.note_money_hand_of_line();
CREATE TRIGGER noted_delete AFTER DELETE ON public.invoice_line REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER noted_insert AFTER INSERT ON public.invoice_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER noted_update AFTER UPDATE ON public.invoice_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER touch BEFORE UPDATE ON public.invoice_line FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy module_on on invoice_line as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on invoice_line for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on invoice_line for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((invoice_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM invoice d
  WHERE ((d.tenant_id = invoice_line.tenant_id) AND (d.id = invoice_line.invoice_id)))))));
grant delete, insert, select, update on invoice_line to writer;
grant select (tenant_id, id, invoice_id, sort_no, kind, item_number, description, quantity, price_unit, unit_net_price, line_allowance, line_charge, total_netto, total_brutto, tax_percentage, tax_category, tax_exemption_reason, procurement_line_id, cost_center_id, ledger_account_id, profit_center_id, tax_group_id, tax_item_group_id, d365_department_id, employee_id, branch_id, d365_vehicle_id, d365_sales_channel_id, d365_area_id, d365_labor_wert_id, d365_project_id, created_at, updated_at, posting_key_id, unit) on invoice_line to reader_price;
grant select (tenant_id, id, invoice_id, sort_no, kind, item_number, description, quantity, price_unit, tax_percentage, tax_category, tax_exemption_reason, procurement_line_id, cost_center_id, ledger_account_id, profit_center_id, tax_group_id, tax_item_group_id, d365_department_id, employee_id, branch_id, d365_vehicle_id, d365_sales_channel_id, d365_area_id, d365_labor_wert_id, d365_project_id, created_at, updated_at, posting_key_id, unit) on invoice_line to reader;

create table invoice_page (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  invoice_id bigint not null,
  page_no integer not null,
  file_id uuid not null,
  file_page integer not null,
  turn integer not null,
  constraint invoice_page_pkey PRIMARY KEY (tenant_id, id),
  constraint invoice_page_tenant_id_invoice_id_page_no_key UNIQUE (tenant_id, invoice_id, page_no),
  constraint invoice_page_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id) ON DELETE RESTRICT,
  constraint invoice_page_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint invoice_page_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoice(tenant_id, id) ON DELETE CASCADE,
  constraint invoice_page_file_page_check CHECK ((file_page > 0)),
  constraint invoice_page_page_no_check CHECK ((page_no > 0)),
  constraint invoice_page_turn_check CHECK ((turn = ANY (ARRAY[0, 90, 180, 270])))
);
alter table invoice_page enable row level security, force row level security;
CREATE INDEX invoice_page_tenant_id_file_id_idx ON public.invoice_page USING btree (tenant_id, file_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.invoice_page FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'invoice');
create policy module_on on invoice_page as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on invoice_page for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on invoice_page for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((invoice_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM invoice d
  WHERE ((d.tenant_id = invoice_page.tenant_id) AND (d.id = invoice_page.invoice_id)))))));
grant delete, insert, select, update on invoice_page to writer;
grant select (tenant_id, id, invoice_id, page_no, file_id, file_page, turn) on invoice_page to reader_price;
grant select (tenant_id, id, invoice_id, page_no, file_id, file_page, turn) on invoice_page to reader;

create table invoice_readiness (
  tenant_id bigint not null,
  invoice_id bigint not null,
  code text,
  constraint invoice_readiness_pkey PRIMARY KEY (tenant_id, invoice_id),
  constraint invoice_readiness_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint invoice_readiness_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoice(tenant_id, id) ON DELETE CASCADE,
  constraint invoice_readiness_code_check CHECK ((length(code) <= 100))
);
alter table invoice_readiness enable row level security, force row level security;
CREATE INDEX invoice_readiness_tenant_id_code_idx ON public.invoice_readiness USING btree (tenant_id, code);
create policy module_on on invoice_readiness as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on invoice_readiness for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on invoice_readiness for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM invoice p
  WHERE ((p.tenant_id = invoice_readiness.tenant_id) AND (p.id = invoice_readiness.invoice_id))))));
grant delete, insert, select, update on invoice_readiness to writer;
grant select (tenant_id, invoice_id, code) on invoice_readiness to reader_price;
grant select (tenant_id, invoice_id, code) on invoice_readiness to reader;

create table invoice_readiness_look (
  tenant_id bigint not null,
  client_id bigint not null,
  looked_at timestamp with time zone not null,
  worked_out_at timestamp with time zone not null,
  seen_xact xid8 not null,
  constraint invoice_readiness_look_pkey PRIMARY KEY (tenant_id, client_id),
  constraint invoice_readiness_look_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE CASCADE,
  constraint invoice_readiness_look_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
alter table invoice_readiness_look enable row level security, force row level security;
create policy module_on on invoice_readiness_look as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on invoice_readiness_look for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on invoice_readiness_look for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM client p
  WHERE ((p.tenant_id = invoice_readiness_look.tenant_id) AND (p.id = invoice_readiness_look.client_id))))));
grant delete, insert, select, update on invoice_readiness_look to writer;
grant select (tenant_id, client_id, looked_at) on invoice_readiness_look to reader_price;
grant select (tenant_id, client_id, looked_at) on invoice_readiness_look to reader;

create table invoice_recognition (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  invoice_id bigint not null,
  job_id bigint,
  state text default 'queued'::text not null,
  reading text,
  failure text,
  pages integer,
  milliseconds integer,
  raw jsonb,
  started_by_id bigint,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  pages_differ boolean generated always as ((COALESCE(jsonb_array_length((raw -> 'differences'::text)), 0) > 0)) stored,
  constraint invoice_recognition_pkey PRIMARY KEY (tenant_id, id),
  constraint invoice_recognition_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint invoice_recognition_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoice(tenant_id, id) ON DELETE CASCADE,
  constraint invoice_recognition_tenant_id_job_id_fkey FOREIGN KEY (tenant_id, job_id) REFERENCES job(tenant_id, id) ON DELETE SET NULL (job_id),
  constraint invoice_recognition_tenant_id_started_by_id_fkey FOREIGN KEY (tenant_id, started_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (started_by_id),
  constraint invoice_recognition_reading_check CHECK ((reading = ANY (ARRAY['xml'::text, 'text'::text, 'ocr'::text]))),
  constraint invoice_recognition_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'done'::text, 'failed'::text, 'dropped'::text])))
);
alter table invoice_recognition enable row level security, force row level security;
CREATE INDEX invoice_recognition_failed_idx ON public.invoice_recognition USING btree (tenant_id, id DESC) WHERE (state = 'failed'::text);
CREATE INDEX invoice_recognition_tenant_id_invoice_id_id_idx ON public.invoice_recognition USING btree (tenant_id, invoice_id, id DESC);
CREATE INDEX invoice_recognition_tenant_id_job_id_idx ON public.invoice_recognition USING btree (tenant_id, job_id) WHERE (job_id IS NOT NULL);
CREATE INDEX invoice_recognition_tenant_id_started_by_id_idx ON public.invoice_recognition USING btree (tenant_id, started_by_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.invoice_recognition FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{raw}', '{raw,pages_differ}', 'invoice');
CREATE TRIGGER counted AFTER INSERT OR UPDATE OF state ON public.invoice_recognition FOR EACH ROW WHEN ((new.state = 'done'::text)) EXECUTE FUNCTION app.count_fact('recognition', 'invoice', 'invoice_id');
create policy module_on on invoice_recognition as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on invoice_recognition for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on invoice_recognition for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((invoice_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM invoice d
  WHERE ((d.tenant_id = invoice_recognition.tenant_id) AND (d.id = invoice_recognition.invoice_id)))))));
grant delete, insert, select, update on invoice_recognition to writer;
grant select (tenant_id, id, invoice_id, job_id, state, reading, failure, pages, milliseconds, raw, started_by_id, created_at, ended_at, pages_differ) on invoice_recognition to reader_price;
grant select (tenant_id, id, invoice_id, job_id, state, reading, failure, pages, milliseconds, started_by_id, created_at, ended_at, pages_differ) on invoice_recognition to reader;

create table invoice_state (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  invoice_id bigint not null,
  since date not null,
  until date default 'infinity'::date not null,
  recorded_at timestamp with time zone default now() not null,
  is_checked boolean not null,
  status text not null,
  client_id bigint,
  department_id bigint,
  cost_center_id bigint,
  contract_id bigint,
  invoice_date date,
  currency text not null,
  net numeric(16,2) not null,
  exported_on date,
  discount_1_date date,
  discount_2_date date,
  discount_1_net numeric not null,
  discount_2_net numeric not null,
  paid boolean not null,
  paid_on date,
  paid_noted_on date,
  open_until date generated always as (LEAST(until, exported_on)) stored not null,
  discounted_until date generated always as (GREATEST(discount_1_date, discount_2_date, paid_noted_on)) stored,
  constraint invoice_state_pkey PRIMARY KEY (tenant_id, id),
  constraint invoice_state_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE SET NULL (client_id),
  constraint invoice_state_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contract(tenant_id, id) ON DELETE SET NULL (contract_id),
  constraint invoice_state_tenant_id_cost_center_id_fkey FOREIGN KEY (tenant_id, cost_center_id) REFERENCES cost_center(tenant_id, id) ON DELETE SET NULL (cost_center_id),
  constraint invoice_state_tenant_id_department_id_fkey FOREIGN KEY (tenant_id, department_id) REFERENCES department(tenant_id, id) ON DELETE SET NULL (department_id),
  constraint invoice_state_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint invoice_state_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoice(tenant_id, id) ON DELETE CASCADE
);
alter table invoice_state enable row level security, force row level security;
CREATE INDEX invoice_state_tenant_id_client_id_invoice_date_idx ON public.invoice_state USING btree (tenant_id, client_id, invoice_date) WHERE (client_id IS NOT NULL);
CREATE INDEX invoice_state_tenant_id_contract_id_idx ON public.invoice_state USING btree (tenant_id, contract_id) WHERE (contract_id IS NOT NULL);
CREATE INDEX invoice_state_tenant_id_cost_center_id_idx ON public.invoice_state USING btree (tenant_id, cost_center_id) WHERE (cost_center_id IS NOT NULL);
CREATE INDEX invoice_state_tenant_id_department_id_idx ON public.invoice_state USING btree (tenant_id, department_id) WHERE (department_id IS NOT NULL);
CREATE INDEX invoice_state_tenant_id_discounted_until_since_idx ON public.invoice_state USING btree (tenant_id, discounted_until, since) WHERE (discount_1_date IS NOT NULL);
CREATE INDEX invoice_state_tenant_id_invoice_id_since_idx ON public.invoice_state USING btree (tenant_id, invoice_id, since);
CREATE INDEX invoice_state_tenant_id_open_until_since_idx ON public.invoice_state USING btree (tenant_id, open_until, since);
create policy module_on on invoice_state as restrictive for select to reader, reader_price
  using (( SELECT app.is_on('invoice'::text) AS is_on));
create policy tenant_wall on invoice_state for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on invoice_state for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (( SELECT app.sees_all('invoice'::text) AS sees_all) OR (EXISTS ( SELECT
   FROM invoice d
  WHERE ((d.tenant_id = invoice_state.tenant_id) AND (d.id = invoice_state.invoice_id)))))));
grant select on invoice_state to reader_price;
grant select on invoice_state to writer;
grant select (tenant_id, id, invoice_id, since, until, recorded_at, is_checked, status, client_id, department_id, cost_center_id, contract_id, invoice_date, currency, exported_on, discount_1_date, discount_2_date, paid, paid_on, paid_noted_on, open_until, discounted_until) on invoice_state to reader;

create table invoice_tax (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  invoice_id bigint not null,
  tax_percentage numeric(4,2) not null,
  tax_category text default 'S'::text not null,
  net numeric(14,2) not null,
  tax numeric(14,2) not null,
  constraint invoice_tax_pkey PRIMARY KEY (tenant_id, id),
  constraint invoice_tax_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoice(tenant_id, id) ON DELETE CASCADE,
  constraint invoice_tax_tax_category_check CHECK ((tax_category = ANY (ARRAY['S'::text, 'Z'::text, 'E'::text, 'AE'::text, 'K'::text, 'G'::text, 'O'::text, 'L'::text, 'M'::text])))
);
alter table invoice_tax enable row level security, force row level security;
CREATE INDEX invoice_tax_tenant_id_invoice_id_idx ON public.invoice_tax USING btree (tenant_id, invoice_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.invoice_tax FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{net,tax}', '{}', 'invoice');
CREATE TRIGGER note_hand AFTER INSERT OR DELETE OR UPDATE ON public.invoice_tax FOR EACH ROW WHEN (app.is_acting()) EXECUTE FUNCTION app.note_hand();
create policy module_on on invoice_tax as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on invoice_tax for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on invoice_tax for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((invoice_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM invoice d
  WHERE ((d.tenant_id = invoice_tax.tenant_id) AND (d.id = invoice_tax.invoice_id)))))));
grant delete, insert, select, update on invoice_tax to writer;
grant select (tenant_id, id, invoice_id, tax_percentage, tax_category, net, tax) on invoice_tax to reader_price;
grant select (tenant_id, id, invoice_id, tax_percentage, tax_category) on invoice_tax to reader;

create table job (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  kind text not null,
  state text default 'queued'::text not null,
  progress integer default 0 not null,
  input jsonb default '{}'::jsonb not null,
  result jsonb,
  error jsonb,
  attempts integer default 0 not null,
  lb_user_id bigint,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  actor_id bigint,
  failure text,
  discarded_at timestamp with time zone,
  means text,
  failed_attempts integer default 0 not null,
  ended_attempts integer default 0 not null,
  constraint job_pkey PRIMARY KEY (tenant_id, id),
  constraint job_tenant_id_actor_id_fkey FOREIGN KEY (tenant_id, actor_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (actor_id),
  constraint job_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint job_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (lb_user_id),
  constraint job_failure_check CHECK ((failure ~ '^[A-Za-z0-9_]{1,60}( [A-Za-z0-9_]{1,40})?$'::text)),
  constraint job_means CHECK ((means = ANY (ARRAY['link'::text, 'passkey'::text, 'sign_on'::text, 'demo'::text, 'token'::text, 'mail_link'::text, 'job'::text]))),
  constraint job_progress_check CHECK (((progress >= 0) AND (progress <= 100))),
  constraint job_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
);
alter table job enable row level security, force row level security;
CREATE INDEX job_failed ON public.job USING btree (finished_at, tenant_id, id) INCLUDE (kind) WHERE ((state = 'failed'::text) AND (discarded_at IS NULL));
CREATE INDEX job_tenant_id_actor_id_idx ON public.job USING btree (tenant_id, actor_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX job_tenant_id_idx ON public.job USING btree (tenant_id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX job_tenant_id_lb_user_id_id_idx ON public.job USING btree (tenant_id, lb_user_id, id);
CREATE TRIGGER touch BEFORE UPDATE ON public.job FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy at_the_gate on job for all to gate
  using (true)
  with check (true);
create policy tenant_wall on job for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on job for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((lb_user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_admin() AS is_admin))));
grant select, update on job to gate;
grant delete, insert, select, update on job to writer;
grant select (tenant_id, id, kind, state, progress, result, error, attempts, lb_user_id, created_at, updated_at, finished_at, means) on job to reader_price;
grant select (tenant_id, id, kind, state, progress, result, error, attempts, lb_user_id, created_at, updated_at, finished_at, means) on job to reader;

create table known_device (
  tenant_id bigint not null,
  lb_user_id bigint not null,
  device text not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  constraint known_device_pkey PRIMARY KEY (tenant_id, lb_user_id, device),
  constraint known_device_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE,
  constraint known_device_device_check CHECK (((length(device) >= 1) AND (length(device) <= 100)))
);
alter table known_device enable row level security, force row level security;
CREATE TRIGGER security AFTER INSERT ON public.known_device FOR EACH ROW EXECUTE FUNCTION app.log_device();
create policy tenant_wall on known_device for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant select on known_device to writer;

create table lb_user (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  email text,
  name text collate app.german not null,
  lang text default 'de'::text not null,
  client_id bigint,
  department_id bigint,
  cost_center_id bigint,
  location_id bigint,
  approval_limit numeric(14,2),
  priority_approval_limit integer,
  roles text[] default '{}'::text[] not null,
  is_group boolean default false not null,
  blocked boolean default false not null,
  active boolean default true not null,
  show_tour boolean default true not null,
  token_version integer default 1 not null,
  api_token_hash bytea,
  token_issued_at timestamp with time zone,
  token_expires_at timestamp with time zone,
  signature_file_id uuid,
  substitute_id bigint,
  absence_from date,
  absence_to date,
  notification_mail_interval_minutes integer,
  timeline_order text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[name, split_part(email, '@'::text, 1)])) stored,
  is_system boolean default false not null,
  auditor_client_id bigint,
  auditor_from date,
  auditor_until date,
  auditor_ends_on date,
  token_maker_id bigint,
  made_by_id bigint,
  made_at timestamp with time zone,
  put_out_at timestamp with time zone,
  is_service boolean default false not null,
  constraint lb_user_pkey PRIMARY KEY (tenant_id, id),
  constraint lb_user_auditor_client FOREIGN KEY (tenant_id, auditor_client_id) REFERENCES client(tenant_id, id),
  constraint lb_user_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE SET NULL (client_id),
  constraint lb_user_tenant_id_cost_center_id_fkey FOREIGN KEY (tenant_id, cost_center_id) REFERENCES cost_center(tenant_id, id) ON DELETE SET NULL (cost_center_id),
  constraint lb_user_tenant_id_department_id_fkey FOREIGN KEY (tenant_id, department_id) REFERENCES department(tenant_id, id) ON DELETE SET NULL (department_id),
  constraint lb_user_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint lb_user_tenant_id_location_id_fkey FOREIGN KEY (tenant_id, location_id) REFERENCES location(tenant_id, id) ON DELETE SET NULL (location_id),
  constraint lb_user_tenant_id_signature_file_id_fkey FOREIGN KEY (tenant_id, signature_file_id) REFERENCES file(tenant_id, id) ON DELETE SET NULL (signature_file_id),
  constraint lb_user_tenant_id_substitute_id_fkey FOREIGN KEY (tenant_id, substitute_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (substitute_id),
  constraint lb_user_tenant_id_token_maker_id_fkey FOREIGN KEY (tenant_id, token_maker_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (token_maker_id),
  constraint lb_user_absence CHECK ((absence_to >= absence_from)),
  constraint lb_user_approval_limit_check CHECK ((approval_limit > (0)::numeric)),
  constraint lb_user_auditor CHECK (
CASE
    WHEN ('user-auditor'::text = ANY (roles)) THEN ((roles = ARRAY['user-auditor'::text]) AND (NOT is_group) AND (auditor_until >= auditor_from) AND (num_nonnulls(auditor_client_id, auditor_from, auditor_until, auditor_ends_on) = 4))
    ELSE (num_nonnulls(auditor_client_id, auditor_from, auditor_until, auditor_ends_on) = 0)
END),
  constraint lb_user_dashboard_needs_price CHECK (((NOT ('user-dashboard'::text = ANY (roles))) OR (roles && ARRAY['user-price'::text, 'user-admin'::text]))),
  constraint lb_user_email_check CHECK (((length(email) <= 254) AND (email ~ '^[^@\s]+@[^@\s]+$'::text))),
  constraint lb_user_email_required CHECK ((is_group OR is_system OR is_service OR (email IS NOT NULL))),
  constraint lb_user_lang_check CHECK ((lang ~ '^[a-z]{2}$'::text)),
  constraint lb_user_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 255))),
  constraint lb_user_notification_mail_interval_minutes_check CHECK (((notification_mail_interval_minutes >= 0) AND (notification_mail_interval_minutes <= 10080))),
  constraint lb_user_priority_approval_limit_check CHECK (((priority_approval_limit >= 1) AND (priority_approval_limit <= 1000))),
  constraint lb_user_roles_check CHECK ((roles <@ ARRAY['user-admin'::text, 'user-operator'::text, 'user-price'::text, 'user-dashboard'::text, 'user-change-order'::text, 'user-see-all-orders'::text, 'user-see-all-orders-belonging-to-own-company'::text, 'user-see-all-orders-belonging-to-own-department'::text, 'user-see-own-orders-and-involved'::text, 'user-see-all-invoices'::text, 'user-see-all-invoices-belonging-to-own-company'::text, 'user-see-own-invoices-and-involved'::text, 'user-can-change-invoices'::text, 'user-export-invoice'::text, 'user-can-delete-document-directly'::text, 'user-can-insert-product'::text, 'user-can-insert-supplier'::text, 'user-see-client-addresses'::text, 'user-change-contract'::text, 'user-insert-contract'::text, 'user-see-contracts'::text, 'user-see-contracts-belonging-to-own-company'::text, 'user-see-contracts-belonging-to-own-department'::text, 'user-see-own-contracts-and-involved'::text, 'user-auditor'::text])),
  constraint lb_user_service CHECK (((NOT is_service) OR (blocked AND (NOT is_group) AND (NOT is_system) AND (email IS NULL) AND (num_nonnulls(approval_limit, priority_approval_limit, substitute_id, api_token_hash) = 0) AND (NOT (roles && ARRAY['user-operator'::text, 'user-auditor'::text]))))),
  constraint lb_user_system_is_blocked CHECK (((NOT is_system) OR (blocked AND (NOT is_group) AND (email IS NULL) AND (roles = '{}'::text[])))),
  constraint lb_user_timeline_order_check CHECK ((timeline_order = ANY (ARRAY['asc'::text, 'desc'::text]))),
  constraint lb_user_email_key EXCLUDE USING btree (tenant_id WITH =, lower(email) WITH =) DEFERRABLE,
  constraint lb_user_group_name_key EXCLUDE USING btree (tenant_id WITH =, lower(name) WITH =) WHERE (is_group) DEFERRABLE INITIALLY DEFERRED
);
alter table lb_user enable row level security, force row level security;
CREATE UNIQUE INDEX lb_user_api_token_key ON public.lb_user USING btree (api_token_hash) WHERE (api_token_hash IS NOT NULL);
CREATE INDEX lb_user_login ON public.lb_user USING btree (lower(email));
CREATE INDEX lb_user_search_text ON public.lb_user USING gin (tenant_id, search_text gin_trgm_ops);
CREATE UNIQUE INDEX lb_user_system_key ON public.lb_user USING btree (tenant_id) WHERE is_system;
CREATE INDEX lb_user_tenant_id_auditor_client_id_idx ON public.lb_user USING btree (tenant_id, auditor_client_id) WHERE (auditor_client_id IS NOT NULL);
CREATE INDEX lb_user_tenant_id_client_id_idx ON public.lb_user USING btree (tenant_id, client_id);
CREATE INDEX lb_user_tenant_id_department_id_idx ON public.lb_user USING btree (tenant_id, department_id);
CREATE INDEX lb_user_tenant_id_signature_file_id_idx ON public.lb_user USING btree (tenant_id, signature_file_id) WHERE (signature_file_id IS NOT NULL);
CREATE INDEX lb_user_tenant_id_substitute_id_idx ON public.lb_user USING btree (tenant_id, substitute_id);
CREATE INDEX lb_user_tenant_id_token_maker_id_idx ON public.lb_user USING btree (tenant_id, token_maker_id) WHERE (token_maker_id IS NOT NULL);
CREATE TRIGGER acts_keep_kind BEFORE UPDATE OF is_group ON public.lb_user FOR EACH ROW WHEN ((old.is_group IS DISTINCT FROM new.is_group)) EXECUTE FUNCTION app.keep_people();
CREATE TRIGGER acts_keep_person BEFORE DELETE ON public.lb_user FOR EACH ROW EXECUTE FUNCTION app.keep_people();
CREATE TRIGGER announced AFTER UPDATE ON public.lb_user FOR EACH ROW WHEN ((old.token_version IS DISTINCT FROM new.token_version)) EXECUTE FUNCTION app.announce_person();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.lb_user FOR EACH ROW EXECUTE FUNCTION app.write_audit('{api_token_hash,token_version}', '{approval_limit}', '{token_version,search_text,made_by_id,made_at,put_out_at}', 'lb_user');
CREATE TRIGGER bump_members AFTER UPDATE ON public.lb_user FOR EACH ROW EXECUTE FUNCTION app.bump_members();
CREATE TRIGGER count_documents_waiting AFTER UPDATE OF active, approval_limit, priority_approval_limit, substitute_id, absence_from, absence_to, roles ON public.lb_user FOR EACH ROW WHEN (((CURRENT_USER = 'writer'::name) AND ((old.active AND (NOT new.active)) OR ((((((old.approval_limit IS DISTINCT FROM new.approval_limit) OR (old.priority_approval_limit IS DISTINCT FROM new.priority_approval_limit)) OR (old.substitute_id IS DISTINCT FROM new.substitute_id)) OR (old.absence_from IS DISTINCT FROM new.absence_from)) OR (old.absence_to IS DISTINCT FROM new.absence_to)) OR (old.roles IS DISTINCT FROM new.roles))))) EXECUTE FUNCTION app.count_documents_of_person();
CREATE TRIGGER end_contract_calendar AFTER UPDATE OF blocked, active ON public.lb_user FOR EACH ROW WHEN ((new.blocked OR (NOT new.active))) EXECUTE FUNCTION app.end_contract_calendar();
CREATE TRIGGER forget_login_links AFTER UPDATE OF email ON public.lb_user FOR EACH ROW WHEN ((lower(new.email) IS DISTINCT FROM lower(old.email))) EXECUTE FUNCTION app.forget_login_links();
CREATE CONSTRAINT TRIGGER guard_auditor AFTER UPDATE OF roles ON public.lb_user DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (('user-auditor'::text = ANY (new.roles))) EXECUTE FUNCTION app.guard_auditor();
CREATE TRIGGER guard_login BEFORE UPDATE ON public.lb_user FOR EACH ROW WHEN (((((new.email IS DISTINCT FROM old.email) OR (new.api_token_hash IS DISTINCT FROM old.api_token_hash)) OR (new.token_maker_id IS DISTINCT FROM old.token_maker_id)) OR (new.token_expires_at IS DISTINCT FROM old.token_expires_at))) EXECUTE FUNCTION app.guard_login();
CREATE TRIGGER guard_new_substitute BEFORE INSERT ON public.lb_user FOR EACH ROW WHEN ((new.substitute_id IS NOT NULL)) EXECUTE FUNCTION app.guard_named_substitute();
CREATE TRIGGER guard_operator_role BEFORE INSERT OR UPDATE ON public.lb_user FOR EACH ROW EXECUTE FUNCTION app.guard_operator_role();
CREATE TRIGGER guard_other_substitute BEFORE UPDATE OF substitute_id ON public.lb_user FOR EACH ROW WHEN (((new.substitute_id IS NOT NULL) AND (new.substitute_id IS DISTINCT FROM old.substitute_id))) EXECUTE FUNCTION app.guard_named_substitute();
CREATE TRIGGER guard_service BEFORE INSERT OR UPDATE OF is_service, name, blocked, email, approval_limit, priority_approval_limit, substitute_id, roles ON public.lb_user FOR EACH ROW EXECUTE FUNCTION app.guard_service();
CREATE TRIGGER guard_substitute BEFORE INSERT OR UPDATE OF substitute_id, absence_from, absence_to ON public.lb_user FOR EACH ROW EXECUTE FUNCTION app.guard_substitute();
CREATE TRIGGER hold_control BEFORE INSERT OR DELETE OR UPDATE ON public.lb_user FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.hold_control();
CREATE TRIGGER invited AFTER INSERT ON public.lb_user FOR EACH ROW WHEN (((app.tenant_id() IS NOT NULL) AND (new.email IS NOT NULL) AND (NOT new.is_group) AND (NOT new.blocked) AND new.active)) EXECUTE FUNCTION app.invite_person();
CREATE CONSTRAINT TRIGGER keep_administrator_active AFTER UPDATE OF active, is_group ON public.lb_user DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((CURRENT_USER = 'writer'::name) AND ((old.active AND (NOT new.active)) OR (new.is_group AND (NOT old.is_group))))) EXECUTE FUNCTION app.keep_administrator('active');
CREATE CONSTRAINT TRIGGER keep_administrator_blocked AFTER UPDATE OF blocked ON public.lb_user DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((CURRENT_USER = 'writer'::name) AND new.blocked AND (NOT old.blocked))) EXECUTE FUNCTION app.keep_administrator('blocked');
CREATE CONSTRAINT TRIGGER keep_administrator_deleted AFTER DELETE ON public.lb_user DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.keep_administrator('id');
CREATE CONSTRAINT TRIGGER keep_administrator_roles AFTER UPDATE OF roles ON public.lb_user DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((CURRENT_USER = 'writer'::name) AND ('user-admin'::text = ANY (old.roles)) AND (NOT ('user-admin'::text = ANY (new.roles))))) EXECUTE FUNCTION app.keep_administrator('roles');
CREATE TRIGGER keep_system_person BEFORE UPDATE ON public.lb_user FOR EACH ROW WHEN ((old.is_system OR new.is_system)) EXECUTE FUNCTION app.keep_system_person();
CREATE TRIGGER make_no_system_person BEFORE INSERT ON public.lb_user FOR EACH ROW WHEN (new.is_system) EXECUTE FUNCTION app.keep_system_person();
CREATE TRIGGER note_maker BEFORE INSERT OR UPDATE OF email, active, blocked, roles ON public.lb_user FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.note_maker();
CREATE TRIGGER note_maker_of_members AFTER UPDATE OF roles, active, is_group ON public.lb_user FOR EACH ROW WHEN (((CURRENT_USER = 'writer'::name) AND new.is_group)) EXECUTE FUNCTION app.note_maker_in_groups();
CREATE TRIGGER note_token_version BEFORE UPDATE ON public.lb_user FOR EACH ROW EXECUTE FUNCTION app.bump_token_version();
CREATE TRIGGER purpose_of_new_signature_file_id AFTER UPDATE OF signature_file_id ON public.lb_user FOR EACH ROW WHEN (((new.signature_file_id IS NOT NULL) AND (new.signature_file_id IS DISTINCT FROM old.signature_file_id))) EXECUTE FUNCTION app.check_file_purpose('signature_file_id', 'signature');
CREATE TRIGGER purpose_of_signature_file_id AFTER INSERT ON public.lb_user FOR EACH ROW WHEN ((new.signature_file_id IS NOT NULL)) EXECUTE FUNCTION app.check_file_purpose('signature_file_id', 'signature');
CREATE TRIGGER remove_no_system_person BEFORE DELETE ON public.lb_user FOR EACH ROW WHEN (old.is_system) EXECUTE FUNCTION app.keep_system_person();
CREATE TRIGGER security AFTER UPDATE OF api_token_hash, email ON public.lb_user FOR EACH ROW WHEN (((new.api_token_hash IS DISTINCT FROM old.api_token_hash) OR (new.email IS DISTINCT FROM old.email))) EXECUTE FUNCTION app.log_person();
CREATE TRIGGER security_blocked AFTER UPDATE OF blocked, active ON public.lb_user FOR EACH ROW EXECUTE FUNCTION app.log_control('blocked', 'active');
CREATE TRIGGER settle_tasks AFTER UPDATE ON public.lb_user REFERENCING OLD TABLE AS before_change NEW TABLE AS after_change FOR EACH STATEMENT EXECUTE FUNCTION app.settle_tasks();
CREATE TRIGGER touch BEFORE UPDATE ON public.lb_user FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy at_the_gate on lb_user for all to gate
  using (true)
  with check (true);
create policy only_audited on lb_user as restrictive for select to auditor
  using ((NOT (id IN ( SELECT app.people_of_others() AS people_of_others))));
create policy tenant_wall on lb_user for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on lb_user for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND true));
grant delete, insert, select, update on lb_user to writer;
grant select (tenant_id, id, email, name, lang, roles, is_group, blocked, active, token_version, api_token_hash, token_expires_at, auditor_ends_on, token_maker_id, is_service) on lb_user to gate;
grant update (token_version) on lb_user to gate;
grant select (approval_limit, priority_approval_limit, roles, token_issued_at, token_expires_at, notification_mail_interval_minutes, token_maker_id) on lb_user to reader_admin;
grant select (tenant_id, id, email, name, lang, client_id, department_id, cost_center_id, location_id, is_group, blocked, active, show_tour, signature_file_id, substitute_id, absence_from, absence_to, timeline_order, created_at, updated_at, search_text, is_system, auditor_client_id, auditor_from, auditor_until, auditor_ends_on, is_service) on lb_user to reader_price;
grant select (tenant_id, id, email, name, lang, client_id, department_id, cost_center_id, location_id, is_group, blocked, active, show_tour, signature_file_id, substitute_id, absence_from, absence_to, timeline_order, created_at, updated_at, search_text, is_system, auditor_client_id, auditor_from, auditor_until, auditor_ends_on, is_service) on lb_user to reader;

create table ledger_account (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  number text not null,
  name text collate app.german not null,
  description text,
  active boolean default true not null,
  automatic boolean default false not null,
  automatic_tax numeric(4,2),
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[number, name])) stored,
  constraint ledger_account_pkey PRIMARY KEY (tenant_id, id),
  constraint ledger_account_tenant_id_number_key UNIQUE (tenant_id, number) DEFERRABLE,
  constraint ledger_account_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint ledger_account_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 255))),
  constraint ledger_account_number_check CHECK (((number ~ '^[1-9]\d{0,8}$'::text) OR (number ~ '^0\d{3,8}$'::text)))
);
alter table ledger_account enable row level security, force row level security;
CREATE INDEX ledger_account_search_text ON public.ledger_account USING gin (tenant_id, search_text gin_trgm_ops);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.ledger_account FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{search_text}', 'ledger_account');
CREATE TRIGGER count_documents_waiting AFTER UPDATE ON public.ledger_account REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION app.count_documents_waiting();
CREATE TRIGGER touch BEFORE UPDATE ON public.ledger_account FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy tenant_wall on ledger_account for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on ledger_account for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND true));
grant delete, insert, select, update on ledger_account to writer;
grant select (tenant_id, id, number, name, description, active, automatic, automatic_tax, created_at, updated_at, search_text) on ledger_account to reader_price;
grant select (tenant_id, id, number, name, description, active, automatic, automatic_tax, created_at, updated_at, search_text) on ledger_account to reader;

create table location (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  name text collate app.german not null,
  number text,
  address text,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[number, name])) stored,
  constraint location_pkey PRIMARY KEY (tenant_id, id),
  constraint location_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint location_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 255))),
  constraint location_number_check CHECK ((length(number) <= 36))
);
alter table location enable row level security, force row level security;
CREATE INDEX location_of_number ON public.location USING btree (tenant_id, lower(btrim(number)));
CREATE INDEX location_search_text ON public.location USING gin (tenant_id, search_text gin_trgm_ops);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.location FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{search_text}', 'location');
CREATE TRIGGER keep_named_number BEFORE INSERT OR UPDATE OF number, active ON public.location FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.keep_named_number('number');
CREATE TRIGGER touch BEFORE UPDATE ON public.location FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy tenant_wall on location for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on location for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND true));
grant delete, insert, select, update on location to writer;
grant select (tenant_id, id, name, number, address, active, created_at, updated_at, search_text) on location to reader_price;
grant select (tenant_id, id, name, number, address, active, created_at, updated_at, search_text) on location to reader;

create table login_request (
  id bigint generated always as identity not null,
  email_hash bytea not null,
  client_address text not null,
  created_at timestamp with time zone default now() not null,
  constraint login_request_pkey PRIMARY KEY (id)
);
alter table login_request enable row level security, force row level security;
CREATE INDEX login_request_client_address_created_at_idx ON public.login_request USING btree (client_address, created_at);
CREATE INDEX login_request_email_hash_created_at_idx ON public.login_request USING btree (email_hash, created_at);
create policy at_the_gate on login_request for all to gate
  using (true)
  with check (true);
grant delete, insert, select, update on login_request to gate;

create table login_token (
  tenant_id bigint not null,
  id uuid default gen_random_uuid() not null,
  lb_user_id bigint not null,
  token_hash bytea not null,
  return_to text,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint login_token_pkey PRIMARY KEY (tenant_id, id),
  constraint login_token_token_hash_key UNIQUE (token_hash),
  constraint login_token_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE
);
alter table login_token enable row level security, force row level security;
CREATE INDEX login_token_expires_at_idx ON public.login_token USING btree (expires_at);
CREATE INDEX login_token_tenant_id_lb_user_id_idx ON public.login_token USING btree (tenant_id, lb_user_id);
create policy at_the_gate on login_token for all to gate
  using (true)
  with check (true);
create policy tenant_wall on login_token for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant delete, insert, select, update on login_token to gate;
grant delete, insert, select, update on login_token to writer;

create table mail (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  message_id text not null,
  kind text not null,
  recipient text not null,
  lb_user_id bigint,
  reply_to text,
  sender_name text,
  subject text not null,
  text_body text,
  html_body text,
  state text default 'queued'::text not null,
  attempts integer default 0 not null,
  error text,
  procurement_id bigint,
  supplier_order_id bigint,
  job_id bigint,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  invoice_id bigint,
  contract_id bigint,
  file_id uuid,
  attempt_before_end integer,
  in_reply_to text,
  constraint mail_pkey PRIMARY KEY (tenant_id, id),
  constraint mail_tenant_id_job_id_key UNIQUE (tenant_id, job_id),
  constraint mail_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id) ON DELETE RESTRICT,
  constraint mail_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint mail_tenant_id_job_id_fkey FOREIGN KEY (tenant_id, job_id) REFERENCES job(tenant_id, id) ON DELETE SET NULL (job_id),
  constraint mail_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (lb_user_id),
  constraint mail_tenant_id_procurement_id_fkey FOREIGN KEY (tenant_id, procurement_id) REFERENCES procurement(tenant_id, id) ON DELETE SET NULL (procurement_id),
  constraint mail_tenant_id_supplier_order_id_fkey FOREIGN KEY (tenant_id, supplier_order_id) REFERENCES procurement_supplier_order(tenant_id, id) ON DELETE SET NULL (supplier_order_id),
  constraint mail_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'uncertain'::text])))
);
alter table mail enable row level security, force row level security;
CREATE UNIQUE INDEX mail_answer ON public.mail USING btree (tenant_id, recipient, message_id) WHERE (kind = 'answer'::text);
CREATE INDEX mail_created_at_idx ON public.mail USING btree (created_at);
CREATE INDEX mail_failed ON public.mail USING btree (created_at, tenant_id, id) WHERE (state = ANY (ARRAY['failed'::text, 'uncertain'::text]));
CREATE INDEX mail_open ON public.mail USING btree (tenant_id) WHERE (state = ANY (ARRAY['queued'::text, 'sending'::text]));
CREATE INDEX mail_tenant_id_file_id_idx ON public.mail USING btree (tenant_id, file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX mail_tenant_id_invoice_id_idx ON public.mail USING btree (tenant_id, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX mail_tenant_id_lb_user_id_idx ON public.mail USING btree (tenant_id, lb_user_id);
CREATE INDEX mail_tenant_id_message_id_idx ON public.mail USING btree (tenant_id, message_id);
CREATE INDEX mail_tenant_id_procurement_id_idx ON public.mail USING btree (tenant_id, procurement_id) WHERE (procurement_id IS NOT NULL);
CREATE INDEX mail_tenant_id_supplier_order_id_idx ON public.mail USING btree (tenant_id, supplier_order_id) WHERE (supplier_order_id IS NOT NULL);
create policy at_the_gate on mail for all to gate
  using (true)
  with check (true);
create policy tenant_wall on mail for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant insert, select, update on mail to gate;
grant delete, insert, select, update on mail to writer;

create table mail_attachment (
  tenant_id bigint not null,
  mail_id bigint not null,
  file_id uuid not null,
  constraint mail_attachment_pkey PRIMARY KEY (tenant_id, mail_id, file_id),
  constraint mail_attachment_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id) ON DELETE CASCADE,
  constraint mail_attachment_tenant_id_mail_id_fkey FOREIGN KEY (tenant_id, mail_id) REFERENCES mail(tenant_id, id) ON DELETE CASCADE
);
alter table mail_attachment enable row level security, force row level security;
CREATE INDEX mail_attachment_tenant_id_file_id_idx ON public.mail_attachment USING btree (tenant_id, file_id);
create policy tenant_wall on mail_attachment for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant delete, insert, select, update on mail_attachment to writer;

create table mailbox (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  name text collate app.german not null,
  protocol text default 'imap'::text not null,
  host text not null,
  port integer default 993 not null,
  tls boolean default true not null,
  username text not null,
  password bytea,
  has_password boolean generated always as ((password IS NOT NULL)) stored not null,
  folder text default 'INBOX'::text not null,
  period_in_days integer default 30 not null,
  import_invoices_automatically boolean default false not null,
  import_mode text default 'attachment'::text not null,
  client_id bigint,
  active boolean default true not null,
  last_run_at timestamp with time zone,
  last_error jsonb,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  failed_runs integer default 0 not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[name])) stored,
  answers_senders boolean default false not null,
  sign_in text default 'password'::text not null,
  oauth_application text,
  oauth_directory text,
  oauth_secret bytea,
  has_oauth_secret boolean generated always as ((oauth_secret IS NOT NULL)) stored not null,
  oauth_refresh_token bytea,
  has_oauth_refresh_token boolean generated always as ((oauth_refresh_token IS NOT NULL)) stored not null,
  access_token bytea,
  access_until timestamp with time zone,
  authentication_server text,
  constraint mailbox_pkey PRIMARY KEY (tenant_id, id),
  constraint mailbox_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE RESTRICT,
  constraint mailbox_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint mailbox_authentication_server_check CHECK ((length(authentication_server) <= 253)),
  constraint mailbox_failed_runs_check CHECK ((failed_runs >= 0)),
  constraint mailbox_folder_check CHECK (((length(folder) >= 1) AND (length(folder) <= 255))),
  constraint mailbox_host_check CHECK ((host ~ '^[[:alnum:].:-]{1,253}$'::text)),
  constraint mailbox_import_mode_check CHECK ((import_mode = ANY (ARRAY['attachment'::text, 'email'::text]))),
  constraint mailbox_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 255))),
  constraint mailbox_oauth_application_check CHECK ((length(oauth_application) <= 255)),
  constraint mailbox_oauth_directory_check CHECK ((oauth_directory ~ '^[[:alnum:].-]{1,255}$'::text)),
  constraint mailbox_period_in_days_check CHECK (((period_in_days >= 1) AND (period_in_days <= 365))),
  constraint mailbox_port_check CHECK (((port >= 1) AND (port <= 65535))),
  constraint mailbox_protocol_check CHECK ((protocol = ANY (ARRAY['imap'::text, 'pop3'::text]))),
  constraint mailbox_sign_in_check CHECK ((sign_in = ANY (ARRAY['password'::text, 'microsoft'::text, 'google'::text]))),
  constraint mailbox_username_check CHECK (((TRIM(BOTH FROM username) <> ''::text) AND (length(username) <= 255)))
);
alter table mailbox enable row level security, force row level security;
CREATE INDEX mailbox_search_text ON public.mailbox USING gin (tenant_id, search_text gin_trgm_ops);
CREATE INDEX mailbox_tenant_id_client_id_idx ON public.mailbox USING btree (tenant_id, client_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.mailbox FOR EACH ROW EXECUTE FUNCTION app.write_audit('{password,oauth_secret,oauth_refresh_token,access_token,access_until}', '{}', '{has_password,has_oauth_secret,has_oauth_refresh_token,access_token,access_until,last_run_at,last_error,failed_runs,search_text}', 'mailbox');
CREATE TRIGGER forget_moved_password BEFORE UPDATE OF host, port, tls, protocol, username, sign_in, oauth_application, oauth_directory, oauth_secret, oauth_refresh_token ON public.mailbox FOR EACH ROW WHEN (((((((((((old.host IS DISTINCT FROM new.host) OR (old.port IS DISTINCT FROM new.port)) OR (old.tls IS DISTINCT FROM new.tls)) OR (old.protocol IS DISTINCT FROM new.protocol)) OR (old.username IS DISTINCT FROM new.username)) OR (old.sign_in IS DISTINCT FROM new.sign_in)) OR (old.oauth_application IS DISTINCT FROM new.oauth_application)) OR (old.oauth_directory IS DISTINCT FROM new.oauth_directory)) OR (old.oauth_secret IS DISTINCT FROM new.oauth_secret)) OR (old.oauth_refresh_token IS DISTINCT FROM new.oauth_refresh_token))) EXECUTE FUNCTION app.forget_moved_password();
CREATE TRIGGER touch BEFORE UPDATE ON public.mailbox FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy module_on on mailbox as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on mailbox for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on mailbox for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ( SELECT app.is_admin() AS is_admin)));
grant delete, insert, select, update on mailbox to writer;
grant select (tenant_id, id, name, protocol, host, port, tls, username, has_password, folder, period_in_days, import_invoices_automatically, import_mode, client_id, active, last_run_at, last_error, created_at, updated_at, failed_runs, search_text, answers_senders, sign_in, oauth_application, oauth_directory, has_oauth_secret, has_oauth_refresh_token, authentication_server) on mailbox to reader_price;
grant select (tenant_id, id, name, protocol, host, port, tls, username, has_password, folder, period_in_days, import_invoices_automatically, import_mode, client_id, active, last_run_at, last_error, created_at, updated_at, failed_runs, search_text, answers_senders, sign_in, oauth_application, oauth_directory, has_oauth_secret, has_oauth_refresh_token, authentication_server) on mailbox to reader;

create table mailbox_mail (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  mailbox_id bigint,
  message_key bytea not null,
  server_keys text[] default '{}'::text[] not null,
  sender text,
  subject text,
  sent_at timestamp with time zone,
  state text not null,
  failure text,
  invoice_count integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  failed_runs integer default 0 not null,
  file_id uuid,
  constraint mailbox_mail_pkey PRIMARY KEY (tenant_id, id),
  constraint mailbox_mail_tenant_id_mailbox_id_message_key_key UNIQUE NULLS NOT DISTINCT (tenant_id, mailbox_id, message_key),
  constraint mailbox_mail_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id) ON DELETE SET NULL (file_id),
  constraint mailbox_mail_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint mailbox_mail_tenant_id_mailbox_id_fkey FOREIGN KEY (tenant_id, mailbox_id) REFERENCES mailbox(tenant_id, id) ON DELETE CASCADE,
  constraint mailbox_mail_failed_runs_check CHECK ((failed_runs >= 0)),
  constraint mailbox_mail_invoice_count_check CHECK ((invoice_count >= 0)),
  constraint mailbox_mail_message_key_check CHECK ((length(message_key) = 32)),
  constraint mailbox_mail_original_of_refused CHECK (((file_id IS NULL) OR (state = 'refused'::text))),
  constraint mailbox_mail_sender_check CHECK ((length(sender) <= 255)),
  constraint mailbox_mail_state_check CHECK ((state = ANY (ARRAY['imported'::text, 'empty'::text, 'old'::text, 'failing'::text, 'refused'::text]))),
  constraint mailbox_mail_subject_check CHECK ((length(subject) <= 255))
);
alter table mailbox_mail enable row level security, force row level security;
CREATE INDEX mailbox_mail_created_at_idx ON public.mailbox_mail USING btree (created_at);
CREATE INDEX mailbox_mail_tenant_id_file_id_idx ON public.mailbox_mail USING btree (tenant_id, file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX mailbox_mail_tenant_id_message_key_idx ON public.mailbox_mail USING btree (tenant_id, message_key);
CREATE TRIGGER forget_former_original AFTER UPDATE OF file_id ON public.mailbox_mail FOR EACH ROW WHEN (((old.file_id IS NOT NULL) AND (old.file_id IS DISTINCT FROM new.file_id))) EXECUTE FUNCTION app.forget_original_of_mail();
CREATE TRIGGER forget_original AFTER DELETE ON public.mailbox_mail FOR EACH ROW WHEN ((old.file_id IS NOT NULL)) EXECUTE FUNCTION app.forget_original_of_mail();
create policy module_on on mailbox_mail as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on mailbox_mail for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on mailbox_mail for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ( SELECT app.is_admin() AS is_admin)));
grant delete, insert, select, update on mailbox_mail to writer;
grant select (tenant_id, id, mailbox_id, sender, subject, sent_at, state, failure, invoice_count, created_at, file_id) on mailbox_mail to reader_price;
grant select (tenant_id, id, mailbox_id, sender, subject, sent_at, state, failure, invoice_count, created_at, file_id) on mailbox_mail to reader;

create table manual_miss (
  tenant_id bigint not null,
  text text not null,
  times integer default 1 not null,
  last_at timestamp with time zone default clock_timestamp() not null,
  constraint manual_miss_pkey PRIMARY KEY (tenant_id, text),
  constraint manual_miss_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint manual_miss_text_check CHECK (((length(text) >= 3) AND (length(text) <= 100))),
  constraint manual_miss_times_check CHECK ((times > 0))
);
alter table manual_miss enable row level security, force row level security;
create policy tenant_wall on manual_miss for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant delete, insert, select, update on manual_miss to writer;

create table marketplace (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  name text collate app.german not null,
  provider text not null,
  protocol text default 'cxml'::text not null,
  country_code text,
  url text not null,
  order_url text,
  email text,
  identity text not null,
  secret bytea,
  supplier_id bigint not null,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  has_secret boolean generated always as ((secret IS NOT NULL)) stored not null,
  identity_domain text default 'NetworkId'::text not null,
  supplier_domain text,
  supplier_identity text,
  business_unit text,
  start_method text default 'post'::text not null,
  test_mode boolean default false not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[name])) stored,
  ledger_account_id bigint,
  cost_center_id bigint,
  tax numeric(4,2),
  constraint marketplace_pkey PRIMARY KEY (tenant_id, id),
  constraint marketplace_tenant_id_cost_center_id_fkey FOREIGN KEY (tenant_id, cost_center_id) REFERENCES cost_center(tenant_id, id) ON DELETE SET NULL (cost_center_id),
  constraint marketplace_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint marketplace_tenant_id_ledger_account_id_fkey FOREIGN KEY (tenant_id, ledger_account_id) REFERENCES ledger_account(tenant_id, id) ON DELETE SET NULL (ledger_account_id),
  constraint marketplace_tenant_id_supplier_id_fkey FOREIGN KEY (tenant_id, supplier_id) REFERENCES supplier(tenant_id, id) ON DELETE RESTRICT,
  constraint marketplace_business_unit_check CHECK (((length(business_unit) >= 1) AND (length(business_unit) <= 255))),
  constraint marketplace_country_code_check CHECK ((country_code ~ '^[A-Z]{2}$'::text)),
  constraint marketplace_email_check CHECK (((length(email) <= 254) AND (email ~ '^[^@\s]+@[^@\s]+$'::text))),
  constraint marketplace_identity_check CHECK (((length(identity) >= 1) AND (length(identity) <= 255))),
  constraint marketplace_identity_domain_check CHECK (((length(identity_domain) >= 1) AND (length(identity_domain) <= 60))),
  constraint marketplace_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 255))),
  constraint marketplace_order_url_check CHECK ((order_url ~ '^https?://'::text)),
  constraint marketplace_protocol_check CHECK ((protocol = ANY (ARRAY['cxml'::text, 'oci'::text]))),
  constraint marketplace_provider_check CHECK ((provider = ANY (ARRAY['amazon'::text, 'mercateo'::text, 'raja'::text, 'conrad'::text, 'thgeyer'::text, 'reichelt'::text]))),
  constraint marketplace_start_method_check CHECK ((start_method = ANY (ARRAY['post'::text, 'get'::text]))),
  constraint marketplace_supplier_domain_check CHECK (((length(supplier_domain) >= 1) AND (length(supplier_domain) <= 60))),
  constraint marketplace_supplier_identity_check CHECK (((length(supplier_identity) >= 1) AND (length(supplier_identity) <= 255))),
  constraint marketplace_tax_check CHECK (((tax >= (0)::numeric) AND (tax <= 99.99))),
  constraint marketplace_url_check CHECK ((url ~ '^https?://'::text))
);
alter table marketplace enable row level security, force row level security;
CREATE INDEX marketplace_search_text ON public.marketplace USING gin (tenant_id, search_text gin_trgm_ops);
CREATE INDEX marketplace_tenant_id_supplier_id_idx ON public.marketplace USING btree (tenant_id, supplier_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.marketplace FOR EACH ROW EXECUTE FUNCTION app.write_audit('{secret}', '{}', '{has_secret,search_text}', 'marketplace');
CREATE TRIGGER count_documents_waiting AFTER UPDATE ON public.marketplace REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION app.count_documents_waiting();
CREATE TRIGGER forget_moved_secret BEFORE UPDATE OF url, order_url ON public.marketplace FOR EACH ROW WHEN ((("substring"(old.url, '^[^/]*//[^/?#]*'::text) IS DISTINCT FROM "substring"(new.url, '^[^/]*//[^/?#]*'::text)) OR ("substring"(COALESCE(old.order_url, old.url), '^[^/]*//[^/?#]*'::text) IS DISTINCT FROM "substring"(COALESCE(new.order_url, new.url), '^[^/]*//[^/?#]*'::text)))) EXECUTE FUNCTION app.forget_moved_secret();
CREATE TRIGGER touch BEFORE UPDATE ON public.marketplace FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy module_on on marketplace as restrictive for select to reader, reader_price
  using (app.is_on('procurement'::text));
create policy tenant_wall on marketplace for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on marketplace for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM supplier p
  WHERE ((p.tenant_id = marketplace.tenant_id) AND (p.id = marketplace.supplier_id))))));
grant delete, insert, select, update on marketplace to writer;
grant select (tenant_id, id, name, provider, protocol, country_code, url, order_url, email, identity, supplier_id, active, created_at, updated_at, has_secret, identity_domain, supplier_domain, supplier_identity, business_unit, start_method, test_mode, search_text, ledger_account_id, cost_center_id, tax) on marketplace to reader_price;
grant select (tenant_id, id, name, provider, protocol, country_code, url, order_url, email, identity, supplier_id, active, created_at, updated_at, has_secret, identity_domain, supplier_domain, supplier_identity, business_unit, start_method, test_mode, search_text, ledger_account_id, cost_center_id, tax) on marketplace to reader;

create table marketplace_product_group (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  marketplace_id bigint not null,
  code text not null,
  product_group_id bigint not null,
  constraint marketplace_product_group_pkey PRIMARY KEY (tenant_id, id),
  constraint marketplace_product_group_tenant_id_marketplace_id_code_key UNIQUE (tenant_id, marketplace_id, code),
  constraint marketplace_product_group_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint marketplace_product_group_tenant_id_marketplace_id_fkey FOREIGN KEY (tenant_id, marketplace_id) REFERENCES marketplace(tenant_id, id) ON DELETE CASCADE,
  constraint marketplace_product_group_tenant_id_product_group_id_fkey FOREIGN KEY (tenant_id, product_group_id) REFERENCES product_group(tenant_id, id) ON DELETE CASCADE,
  constraint marketplace_product_group_code_check CHECK (((TRIM(BOTH FROM code) <> ''::text) AND (length(code) <= 60)))
);
alter table marketplace_product_group enable row level security, force row level security;
CREATE INDEX marketplace_product_group_tenant_id_product_group_id_idx ON public.marketplace_product_group USING btree (tenant_id, product_group_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.marketplace_product_group FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'marketplace');
create policy module_on on marketplace_product_group as restrictive for select to reader, reader_price
  using (app.is_on('procurement'::text));
create policy tenant_wall on marketplace_product_group for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on marketplace_product_group for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ( SELECT app.is_admin() AS is_admin)));
grant delete, insert, select, update on marketplace_product_group to writer;
grant select (tenant_id, id, marketplace_id, code, product_group_id) on marketplace_product_group to reader_price;
grant select (tenant_id, id, marketplace_id, code, product_group_id) on marketplace_product_group to reader;

create table node (
  id uuid not null,
  roles text[] not null,
  version text not null,
  runtime text not null,
  started_at timestamp with time zone default clock_timestamp() not null,
  heartbeat_at timestamp with time zone default clock_timestamp() not null,
  constraint node_pkey PRIMARY KEY (id)
);
alter table node enable row level security, force row level security;
create policy at_the_gate on node for all to gate
  using (true)
  with check (true);
grant delete, insert, select, update on node to gate;

create table notification (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  lb_user_id bigint not null,
  kind text not null,
  timeline_entry_id bigint,
  payload jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  period integer default 0 not null,
  constraint notification_pkey PRIMARY KEY (tenant_id, id),
  constraint notification_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE,
  constraint notification_tenant_id_timeline_entry_id_fkey FOREIGN KEY (tenant_id, timeline_entry_id) REFERENCES timeline_entry(tenant_id, id) ON DELETE CASCADE,
  constraint notification_kind_check CHECK ((kind = ANY (ARRAY['task_incoming'::text, 'task_taken'::text, 'question'::text, 'reminder'::text, 'declined'::text, 'cancelled'::text, 'confirmation_differs'::text]))),
  constraint notification_period_check CHECK ((period >= 0))
);
alter table notification enable row level security, force row level security;
CREATE UNIQUE INDEX notification_once ON public.notification USING btree (tenant_id, timeline_entry_id, lb_user_id, kind, period);
CREATE INDEX notification_tenant_id_lb_user_id_sent_at_idx ON public.notification USING btree (tenant_id, lb_user_id, sent_at);
create policy tenant_wall on notification for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on notification for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (lb_user_id = ( SELECT app.user_id() AS user_id))));
grant delete, insert, select, update on notification to writer;
grant select (tenant_id, id, lb_user_id, kind, timeline_entry_id, payload, created_at, sent_at, period) on notification to reader_price;
grant select (tenant_id, id, lb_user_id, kind, timeline_entry_id, created_at, sent_at, period) on notification to reader;

create table number_counter (
  tenant_id bigint not null,
  abbreviation text not null,
  last integer not null,
  constraint number_counter_pkey PRIMARY KEY (tenant_id, abbreviation),
  constraint number_counter_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint number_counter_abbreviation_check CHECK ((abbreviation = ANY (ARRAY['PO'::text, 'IN'::text, 'DR'::text, 'CT'::text, 'DN'::text, 'EX'::text])))
);
alter table number_counter enable row level security, force row level security;
create policy tenant_wall on number_counter for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant delete, insert, select, update on number_counter to writer;

create table onboarding (
  tenant_id bigint not null,
  mode text not null,
  constraint onboarding_pkey PRIMARY KEY (tenant_id),
  constraint onboarding_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint onboarding_mode_check CHECK ((mode = ANY (ARRAY['full'::text, 'custom'::text, 'none'::text])))
);
alter table onboarding enable row level security, force row level security;
create policy tenant_wall on onboarding for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant delete, insert, select, update on onboarding to writer;

create table operation_proof (
  id bigint generated always as identity not null,
  kind text not null,
  proven_at timestamp with time zone default clock_timestamp() not null,
  is_passed boolean not null,
  figures jsonb not null,
  constraint operation_proof_pkey PRIMARY KEY (id),
  constraint operation_proof_kind_check CHECK ((kind = ANY (ARRAY['backup'::text, 'rehearsal'::text, 'audit_check'::text])))
);
alter table operation_proof enable row level security, force row level security;
CREATE INDEX operation_proof_kind_proven_at_idx ON public.operation_proof USING btree (kind, proven_at DESC);

create table order_confirmation (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  procurement_id bigint not null,
  supplier_order_id bigint not null,
  number text,
  confirmed_on date,
  comment text,
  file_id uuid,
  created_by_id bigint not null,
  created_at timestamp with time zone default now() not null,
  accepted_at timestamp with time zone,
  accepted_by_id bigint,
  difference_count integer,
  constraint order_confirmation_pkey PRIMARY KEY (tenant_id, id),
  constraint order_confirmation_tenant_id_accepted_by_id_fkey FOREIGN KEY (tenant_id, accepted_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint order_confirmation_tenant_id_created_by_id_fkey FOREIGN KEY (tenant_id, created_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint order_confirmation_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id) ON DELETE RESTRICT,
  constraint order_confirmation_tenant_id_procurement_id_fkey FOREIGN KEY (tenant_id, procurement_id) REFERENCES procurement(tenant_id, id) ON DELETE CASCADE,
  constraint order_confirmation_tenant_id_supplier_order_id_fkey FOREIGN KEY (tenant_id, supplier_order_id) REFERENCES procurement_supplier_order(tenant_id, id) ON DELETE CASCADE,
  constraint order_confirmation_accepted_by_somebody CHECK (((accepted_at IS NULL) = (accepted_by_id IS NULL))),
  constraint order_confirmation_comment_check CHECK ((length(comment) <= 2000)),
  constraint order_confirmation_difference_count_check CHECK ((difference_count >= 0)),
  constraint order_confirmation_number_check CHECK ((length(number) <= 60))
);
alter table order_confirmation enable row level security, force row level security;
CREATE INDEX order_confirmation_tenant_id_file_id_idx ON public.order_confirmation USING btree (tenant_id, file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX order_confirmation_tenant_id_procurement_id_idx ON public.order_confirmation USING btree (tenant_id, procurement_id);
CREATE INDEX order_confirmation_tenant_id_supplier_order_id_idx ON public.order_confirmation USING btree (tenant_id, supplier_order_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.order_confirmation FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'procurement');
create policy module_on on order_confirmation as restrictive for select to reader, reader_price
  using (app.is_on('procurement'::text));
create policy tenant_wall on order_confirmation for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on order_confirmation for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((procurement_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM procurement d
  WHERE ((d.tenant_id = order_confirmation.tenant_id) AND (d.id = order_confirmation.procurement_id)))))));
grant delete, insert, select, update on order_confirmation to writer;
grant select (tenant_id, id, procurement_id, supplier_order_id, number, confirmed_on, comment, file_id, created_by_id, created_at, accepted_at, accepted_by_id, difference_count) on order_confirmation to reader_price;
grant select (tenant_id, id, procurement_id, supplier_order_id, number, confirmed_on, comment, file_id, created_by_id, created_at, accepted_at, accepted_by_id, difference_count) on order_confirmation to reader;

create table order_confirmation_line (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  procurement_id bigint not null,
  order_confirmation_id bigint not null,
  procurement_line_id bigint,
  quantity numeric(14,3),
  price numeric(18,8),
  delivery_date date,
  description text,
  ordered_quantity numeric(14,3),
  ordered_price numeric(18,8),
  ordered_delivery_date date,
  constraint order_confirmation_line_pkey PRIMARY KEY (tenant_id, id),
  constraint order_confirmation_line_tenant_id_order_confirmation_id_pro_key UNIQUE (tenant_id, order_confirmation_id, procurement_line_id),
  constraint order_confirmation_line_tenant_id_order_confirmation_id_fkey FOREIGN KEY (tenant_id, order_confirmation_id) REFERENCES order_confirmation(tenant_id, id) ON DELETE CASCADE,
  constraint order_confirmation_line_tenant_id_procurement_id_fkey FOREIGN KEY (tenant_id, procurement_id) REFERENCES procurement(tenant_id, id) ON DELETE CASCADE,
  constraint order_confirmation_line_tenant_id_procurement_line_id_fkey FOREIGN KEY (tenant_id, procurement_line_id) REFERENCES procurement_line(tenant_id, id) ON DELETE SET NULL (procurement_line_id),
  constraint order_confirmation_line_price_check CHECK ((price >= (0)::numeric)),
  constraint order_confirmation_line_quantity_check CHECK ((quantity >= (0)::numeric))
);
alter table order_confirmation_line enable row level security, force row level security;
CREATE INDEX order_confirmation_line_tenant_id_procurement_id_idx ON public.order_confirmation_line USING btree (tenant_id, procurement_id);
CREATE INDEX order_confirmation_line_tenant_id_procurement_line_id_idx ON public.order_confirmation_line USING btree (tenant_id, procurement_line_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.order_confirmation_line FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{price,ordered_price}', '{}', 'procurement');
create policy module_on on order_confirmation_line as restrictive for select to reader, reader_price
  using (app.is_on('procurement'::text));
create policy tenant_wall on order_confirmation_line for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on order_confirmation_line for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((procurement_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM procurement d
  WHERE ((d.tenant_id = order_confirmation_line.tenant_id) AND (d.id = order_confirmation_line.procurement_id)))))));
grant delete, insert, select, update on order_confirmation_line to writer;
grant select (tenant_id, id, procurement_id, order_confirmation_id, procurement_line_id, quantity, price, delivery_date, description, ordered_quantity, ordered_price, ordered_delivery_date) on order_confirmation_line to reader_price;
grant select (tenant_id, id, procurement_id, order_confirmation_id, procurement_line_id, quantity, delivery_date, description, ordered_quantity, ordered_delivery_date) on order_confirmation_line to reader;

create table order_movement (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  procurement_id bigint not null,
  line bigint not null,
  kind text not null,
  day date not null,
  currency text not null,
  net numeric(16,2) not null,
  cost_center_id bigint,
  goods_receipt_id bigint,
  invoice_id bigint,
  settled_on date default 'infinity'::date not null,
  net_cents bigint generated always as (((net * (100)::numeric))::bigint) stored,
  constraint order_movement_pkey PRIMARY KEY (tenant_id, id),
  constraint order_movement_tenant_id_cost_center_id_fkey FOREIGN KEY (tenant_id, cost_center_id) REFERENCES cost_center(tenant_id, id) ON DELETE RESTRICT,
  constraint order_movement_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint order_movement_tenant_id_goods_receipt_id_fkey FOREIGN KEY (tenant_id, goods_receipt_id) REFERENCES goods_receipt(tenant_id, id) ON DELETE CASCADE,
  constraint order_movement_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoice(tenant_id, id) ON DELETE CASCADE,
  constraint order_movement_tenant_id_procurement_id_fkey FOREIGN KEY (tenant_id, procurement_id) REFERENCES procurement(tenant_id, id) ON DELETE CASCADE,
  constraint order_movement_kind_check CHECK ((kind = ANY (ARRAY['ordered'::text, 'received'::text, 'ended'::text, 'invoiced'::text])))
);
alter table order_movement enable row level security, force row level security;
CREATE INDEX order_movement_tenant_id_cost_center_id_idx ON public.order_movement USING btree (tenant_id, cost_center_id) WHERE (cost_center_id IS NOT NULL);
CREATE INDEX order_movement_tenant_id_goods_receipt_id_idx ON public.order_movement USING btree (tenant_id, goods_receipt_id) WHERE (goods_receipt_id IS NOT NULL);
CREATE INDEX order_movement_tenant_id_invoice_id_idx ON public.order_movement USING btree (tenant_id, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX order_movement_tenant_id_procurement_id_line_idx ON public.order_movement USING btree (tenant_id, procurement_id, line);
CREATE INDEX order_movement_tenant_id_settled_on_idx ON public.order_movement USING btree (tenant_id, settled_on, day) INCLUDE (procurement_id, line, kind, currency, net_cents);
create policy module_on on order_movement as restrictive for select to reader, reader_price
  using (( SELECT app.is_on('procurement'::text) AS is_on));
create policy tenant_wall on order_movement for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on order_movement for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (( SELECT app.sees_all('procurement'::text) AS sees_all) OR (EXISTS ( SELECT
   FROM procurement d
  WHERE ((d.tenant_id = order_movement.tenant_id) AND (d.id = order_movement.procurement_id)))))));
grant select on order_movement to writer;
grant select (tenant_id, id, procurement_id, line, kind, day, currency, net, cost_center_id, goods_receipt_id, settled_on, net_cents) on order_movement to reader_price;
grant select (tenant_id, id, procurement_id, line, kind, day, currency, cost_center_id, goods_receipt_id, settled_on) on order_movement to reader;

create table passkey (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  lb_user_id bigint not null,
  name text not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint default 0 not null,
  transports text[] default '{}'::text[] not null,
  last_login timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  ends_on date,
  constraint passkey_pkey PRIMARY KEY (tenant_id, id),
  constraint passkey_credential_id_key UNIQUE (credential_id),
  constraint passkey_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE,
  constraint passkey_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 255)))
);
alter table passkey enable row level security, force row level security;
CREATE INDEX passkey_tenant_id_lb_user_id_idx ON public.passkey USING btree (tenant_id, lb_user_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.passkey FOR EACH ROW EXECUTE FUNCTION app.write_audit('{credential_id,public_key,counter}', '{}', '{counter,last_login}', 'passkey');
CREATE TRIGGER end_with_auditor BEFORE INSERT ON public.passkey FOR EACH ROW EXECUTE FUNCTION app.end_with_auditor();
CREATE TRIGGER guard_login BEFORE INSERT OR DELETE OR UPDATE OF public_key, credential_id, lb_user_id ON public.passkey FOR EACH ROW EXECUTE FUNCTION app.guard_login();
CREATE TRIGGER security AFTER INSERT OR DELETE ON public.passkey FOR EACH ROW EXECUTE FUNCTION app.log_passkey();
create policy at_the_gate on passkey for all to gate
  using (true)
  with check (true);
create policy tenant_wall on passkey for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on passkey for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((lb_user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_admin() AS is_admin))));
grant select on passkey to gate;
grant delete, insert, select, update on passkey to writer;
grant update (counter, last_login) on passkey to gate;
grant select (tenant_id, id, lb_user_id, name, transports, last_login, created_at) on passkey to reader_price;
grant select (tenant_id, id, lb_user_id, name, transports, last_login, created_at) on passkey to reader;

create table passkey_challenge (
  challenge_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenge_pkey PRIMARY KEY (challenge_hash)
);
alter table passkey_challenge enable row level security, force row level security;
CREATE INDEX passkey_challenge_expires_at_idx ON public.passkey_challenge USING btree (expires_at);
create policy at_the_gate on passkey_challenge for all to gate
  using (true)
  with check (true);
grant delete, insert, select on passkey_challenge to gate;

create table permission (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  name text collate app.german not null,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[name])) stored,
  constraint permission_pkey PRIMARY KEY (tenant_id, id),
  constraint permission_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint permission_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 255))),
  constraint permission_tenant_id_name_key EXCLUDE USING btree (tenant_id WITH =, lower(name) WITH =) DEFERRABLE
);
alter table permission enable row level security, force row level security;
CREATE INDEX permission_search_text ON public.permission USING gin (tenant_id, search_text gin_trgm_ops);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.permission FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{search_text}', 'permission');
CREATE TRIGGER keep_guarding BEFORE DELETE ON public.permission FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.keep_guarding();
CREATE TRIGGER touch BEFORE UPDATE ON public.permission FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy at_the_gate on permission for select to gate
  using (true);
create policy module_on on permission as restrictive for select to reader, reader_price
  using (app.is_on('permissions'::text));
create policy tenant_wall on permission for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on permission for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND true));
grant select on permission to gate;
grant delete, insert, select, update on permission to writer;
grant select (tenant_id, id, name, active, created_at, updated_at, search_text) on permission to reader_price;
grant select (tenant_id, id, name, active, created_at, updated_at, search_text) on permission to reader;

create table permission_client (
  tenant_id bigint not null,
  permission_id bigint not null,
  client_id bigint not null,
  constraint permission_client_pkey PRIMARY KEY (tenant_id, permission_id, client_id),
  constraint permission_client_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE CASCADE,
  constraint permission_client_tenant_id_permission_id_fkey FOREIGN KEY (tenant_id, permission_id) REFERENCES permission(tenant_id, id) ON DELETE CASCADE
);
alter table permission_client enable row level security, force row level security;
CREATE INDEX permission_client_tenant_id_client_id_idx ON public.permission_client USING btree (tenant_id, client_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.permission_client FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'permission_client');
create policy module_on on permission_client as restrictive for select to reader, reader_price
  using (app.is_on('permissions'::text));
create policy only_audited on permission_client as restrictive for select to auditor
  using ((client_id = ( SELECT app.auditor_client() AS auditor_client)));
create policy tenant_wall on permission_client for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on permission_client for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND true));
grant delete, insert, select, update on permission_client to writer;
grant select (tenant_id, permission_id, client_id) on permission_client to reader_price;
grant select (tenant_id, permission_id, client_id) on permission_client to reader;

create table permission_cost_center (
  tenant_id bigint not null,
  permission_id bigint not null,
  cost_center_id bigint not null,
  constraint permission_cost_center_pkey PRIMARY KEY (tenant_id, permission_id, cost_center_id),
  constraint permission_cost_center_tenant_id_cost_center_id_fkey FOREIGN KEY (tenant_id, cost_center_id) REFERENCES cost_center(tenant_id, id) ON DELETE CASCADE,
  constraint permission_cost_center_tenant_id_permission_id_fkey FOREIGN KEY (tenant_id, permission_id) REFERENCES permission(tenant_id, id) ON DELETE CASCADE
);
alter table permission_cost_center enable row level security, force row level security;
CREATE INDEX permission_cost_center_tenant_id_cost_center_id_idx ON public.permission_cost_center USING btree (tenant_id, cost_center_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.permission_cost_center FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'permission_cost_center');
create policy module_on on permission_cost_center as restrictive for select to reader, reader_price
  using (app.is_on('permissions'::text));
create policy only_audited on permission_cost_center as restrictive for select to auditor
  using ((NOT (cost_center_id IN ( SELECT app.of_other_companies('cost_center'::text) AS of_other_companies))));
create policy tenant_wall on permission_cost_center for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on permission_cost_center for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND true));
grant delete, insert, select, update on permission_cost_center to writer;
grant select (tenant_id, permission_id, cost_center_id) on permission_cost_center to reader_price;
grant select (tenant_id, permission_id, cost_center_id) on permission_cost_center to reader;

create table permission_department (
  tenant_id bigint not null,
  permission_id bigint not null,
  department_id bigint not null,
  constraint permission_department_pkey PRIMARY KEY (tenant_id, permission_id, department_id),
  constraint permission_department_tenant_id_department_id_fkey FOREIGN KEY (tenant_id, department_id) REFERENCES department(tenant_id, id) ON DELETE CASCADE,
  constraint permission_department_tenant_id_permission_id_fkey FOREIGN KEY (tenant_id, permission_id) REFERENCES permission(tenant_id, id) ON DELETE CASCADE
);
alter table permission_department enable row level security, force row level security;
CREATE INDEX permission_department_tenant_id_department_id_idx ON public.permission_department USING btree (tenant_id, department_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.permission_department FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'permission_department');
create policy module_on on permission_department as restrictive for select to reader, reader_price
  using (app.is_on('permissions'::text));
create policy only_audited on permission_department as restrictive for select to auditor
  using ((NOT (department_id IN ( SELECT app.of_other_companies('department'::text) AS of_other_companies))));
create policy tenant_wall on permission_department for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on permission_department for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND true));
grant delete, insert, select, update on permission_department to writer;
grant select (tenant_id, permission_id, department_id) on permission_department to reader_price;
grant select (tenant_id, permission_id, department_id) on permission_department to reader;

create table permission_product_group (
  tenant_id bigint not null,
  permission_id bigint not null,
  product_group_id bigint not null,
  constraint permission_product_group_pkey PRIMARY KEY (tenant_id, permission_id, product_group_id),
  constraint permission_product_group_tenant_id_permission_id_fkey FOREIGN KEY (tenant_id, permission_id) REFERENCES permission(tenant_id, id) ON DELETE CASCADE,
  constraint permission_product_group_tenant_id_product_group_id_fkey FOREIGN KEY (tenant_id, product_group_id) REFERENCES product_group(tenant_id, id) ON DELETE CASCADE
);
alter table permission_product_group enable row level security, force row level security;
CREATE INDEX permission_product_group_tenant_id_product_group_id_idx ON public.permission_product_group USING btree (tenant_id, product_group_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.permission_product_group FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'permission_product_group');
create policy module_on on permission_product_group as restrictive for select to reader, reader_price
  using (app.is_on('permissions'::text));
create policy tenant_wall on permission_product_group for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on permission_product_group for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND true));
grant delete, insert, select, update on permission_product_group to writer;
grant select (tenant_id, permission_id, product_group_id) on permission_product_group to reader_price;
grant select (tenant_id, permission_id, product_group_id) on permission_product_group to reader;

create table permission_supplier (
  tenant_id bigint not null,
  permission_id bigint not null,
  supplier_id bigint not null,
  constraint permission_supplier_pkey PRIMARY KEY (tenant_id, permission_id, supplier_id),
  constraint permission_supplier_tenant_id_permission_id_fkey FOREIGN KEY (tenant_id, permission_id) REFERENCES permission(tenant_id, id) ON DELETE CASCADE,
  constraint permission_supplier_tenant_id_supplier_id_fkey FOREIGN KEY (tenant_id, supplier_id) REFERENCES supplier(tenant_id, id) ON DELETE CASCADE
);
alter table permission_supplier enable row level security, force row level security;
CREATE INDEX permission_supplier_tenant_id_supplier_id_idx ON public.permission_supplier USING btree (tenant_id, supplier_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.permission_supplier FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'permission_supplier');
create policy module_on on permission_supplier as restrictive for select to reader, reader_price
  using (app.is_on('permissions'::text));
create policy only_audited on permission_supplier as restrictive for select to auditor
  using ((NOT (supplier_id IN ( SELECT app.of_other_companies('supplier'::text) AS of_other_companies))));
create policy tenant_wall on permission_supplier for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on permission_supplier for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND true));
grant delete, insert, select, update on permission_supplier to writer;
grant select (tenant_id, permission_id, supplier_id) on permission_supplier to reader_price;
grant select (tenant_id, permission_id, supplier_id) on permission_supplier to reader;

create table permission_user (
  tenant_id bigint not null,
  permission_id bigint not null,
  lb_user_id bigint not null,
  constraint permission_user_pkey PRIMARY KEY (tenant_id, permission_id, lb_user_id),
  constraint permission_user_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE,
  constraint permission_user_tenant_id_permission_id_fkey FOREIGN KEY (tenant_id, permission_id) REFERENCES permission(tenant_id, id) ON DELETE CASCADE
);
alter table permission_user enable row level security, force row level security;
CREATE INDEX permission_user_tenant_id_lb_user_id_idx ON public.permission_user USING btree (tenant_id, lb_user_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.permission_user FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'permission_user');
CREATE TRIGGER security_control AFTER INSERT OR DELETE OR UPDATE ON public.permission_user FOR EACH ROW EXECUTE FUNCTION app.log_control();
create policy at_the_gate on permission_user for select to gate
  using (true);
create policy module_on on permission_user as restrictive for select to reader, reader_price
  using (app.is_on('permissions'::text));
create policy only_audited on permission_user as restrictive for select to auditor
  using ((NOT (lb_user_id IN ( SELECT app.people_of_others() AS people_of_others))));
create policy tenant_wall on permission_user for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on permission_user for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND true));
grant select on permission_user to gate;
grant delete, insert, select, update on permission_user to writer;
grant select (tenant_id, permission_id, lb_user_id) on permission_user to reader_price;
grant select (tenant_id, permission_id, lb_user_id) on permission_user to reader;

create table posting_key (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  name text collate app.german not null,
  number text not null,
  tax numeric(4,2),
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[number, name])) stored,
  constraint posting_key_pkey PRIMARY KEY (tenant_id, id),
  constraint posting_key_tenant_id_number_key UNIQUE (tenant_id, number) DEFERRABLE,
  constraint posting_key_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint posting_key_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 255))),
  constraint posting_key_number_check CHECK ((number ~ '^[1-9]\d{0,8}$'::text)),
  constraint posting_key_tax_check CHECK (((tax >= (0)::numeric) AND (tax <= 99.99)))
);
alter table posting_key enable row level security, force row level security;
CREATE INDEX posting_key_search_text ON public.posting_key USING gin (tenant_id, search_text gin_trgm_ops);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.posting_key FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{search_text}', 'posting_key');
CREATE TRIGGER count_documents_waiting AFTER UPDATE ON public.posting_key REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION app.count_documents_waiting();
CREATE TRIGGER touch BEFORE UPDATE ON public.posting_key FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy tenant_wall on posting_key for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on posting_key for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND true));
grant delete, insert, select, update on posting_key to writer;
grant select (tenant_id, id, name, number, tax, active, created_at, updated_at, search_text) on posting_key to reader_price;
grant select (tenant_id, id, name, number, tax, active, created_at, updated_at, search_text) on posting_key to reader;

create table process_documentation (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  number integer not null,
  lang text not null,
  note text,
  made_by text not null,
  made_at timestamp with time zone not null,
  request_key uuid not null,
  file_id uuid not null,
  sha256 text not null,
  described_sha256 text not null,
  pages integer not null,
  last_audit_id bigint not null,
  constraint process_documentation_pkey PRIMARY KEY (tenant_id, id),
  constraint process_documentation_asked UNIQUE (tenant_id, request_key),
  constraint process_documentation_number UNIQUE (tenant_id, number),
  constraint process_documentation_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id) ON DELETE RESTRICT,
  constraint process_documentation_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint process_documentation_described_sha256_check CHECK ((described_sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint process_documentation_lang_check CHECK ((lang = ANY (ARRAY['de'::text, 'en'::text]))),
  constraint process_documentation_note_check CHECK (((TRIM(BOTH FROM note) <> ''::text) AND (length(note) <= 1000))),
  constraint process_documentation_number_check CHECK ((number > 0)),
  constraint process_documentation_pages_check CHECK ((pages > 0)),
  constraint process_documentation_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);
alter table process_documentation enable row level security, force row level security;
CREATE INDEX process_documentation_tenant_id_file_id_idx ON public.process_documentation USING btree (tenant_id, file_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.process_documentation FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'process_documentation');
CREATE TRIGGER keep_version AFTER DELETE OR UPDATE ON public.process_documentation FOR EACH ROW EXECUTE FUNCTION app.keep_version();
create policy tenant_wall on process_documentation for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant delete, insert, select, update on process_documentation to writer;

create table process_text (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  chapter text not null,
  lang text not null,
  content text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint process_text_pkey PRIMARY KEY (tenant_id, id),
  constraint process_text_chapter UNIQUE (tenant_id, chapter, lang),
  constraint process_text_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint process_text_chapter_check CHECK ((chapter ~ '^[a-z_]{1,40}$'::text)),
  constraint process_text_content_check CHECK (((TRIM(BOTH FROM content) <> ''::text) AND (length(content) <= 20000))),
  constraint process_text_lang_check CHECK ((lang = ANY (ARRAY['de'::text, 'en'::text])))
);
alter table process_text enable row level security, force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.process_text FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'process_text');
CREATE TRIGGER touch BEFORE UPDATE ON public.process_text FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy tenant_wall on process_text for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant delete, insert, select, update on process_text to writer;

create table procurement (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  timeline_id bigint not null,
  name text collate app.german,
  number integer,
  order_number_formatted text,
  draft_number integer,
  draft_number_formatted text generated always as (
CASE
    WHEN (draft_number IS NULL) THEN NULL::text
    WHEN (draft_number < 1000000) THEN ('DR-'::text || lpad((draft_number)::text, 6, '0'::text))
    ELSE ('DR-'::text || (draft_number)::text)
END) stored,
  status text default 'draft'::text not null,
  creator_id bigint not null,
  client_id bigint,
  department_id bigint,
  cost_center_id bigint,
  ledger_account_id bigint,
  consignee_id bigint,
  delivery_date date,
  delivery_address_id bigint,
  billing_address_text text,
  type text default 'single_invoice'::text not null,
  usage_type text,
  payment_timing text,
  payment_in_advance boolean default false not null,
  notes text,
  show_notes_in_pdf boolean default false not null,
  external_order_number text,
  no_product_selection boolean default false not null,
  currency text default 'EUR'::text not null,
  exchange_rate numeric(16,6),
  rate_date date,
  rate_source text,
  total_netto numeric(14,2) default 0 not null,
  total_tax numeric(14,2) default 0 not null,
  total_brutto numeric(14,2) default 0 not null,
  open_value numeric(14,2) default 0 not null,
  completely_invoiced boolean default false not null,
  approved_netto numeric(14,2),
  approved_supplier_ids bigint[],
  submitted_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  contract_id bigint,
  legal_hold text,
  constraint procurement_pkey PRIMARY KEY (tenant_id, id),
  constraint procurement_draft_number_key UNIQUE (tenant_id, draft_number),
  constraint procurement_number_key UNIQUE (tenant_id, number),
  constraint procurement_tenant_id_timeline_id_key UNIQUE (tenant_id, timeline_id),
  constraint procurement_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE RESTRICT,
  constraint procurement_tenant_id_consignee_id_fkey FOREIGN KEY (tenant_id, consignee_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint procurement_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contract(tenant_id, id) ON DELETE SET NULL (contract_id),
  constraint procurement_tenant_id_cost_center_id_fkey FOREIGN KEY (tenant_id, cost_center_id) REFERENCES cost_center(tenant_id, id) ON DELETE RESTRICT,
  constraint procurement_tenant_id_creator_id_fkey FOREIGN KEY (tenant_id, creator_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint procurement_tenant_id_delivery_address_id_fkey FOREIGN KEY (tenant_id, delivery_address_id) REFERENCES client_address(tenant_id, id) ON DELETE RESTRICT,
  constraint procurement_tenant_id_department_id_fkey FOREIGN KEY (tenant_id, department_id) REFERENCES department(tenant_id, id) ON DELETE RESTRICT,
  constraint procurement_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint procurement_tenant_id_ledger_account_id_fkey FOREIGN KEY (tenant_id, ledger_account_id) REFERENCES ledger_account(tenant_id, id) ON DELETE RESTRICT,
  constraint procurement_tenant_id_timeline_id_fkey FOREIGN KEY (tenant_id, timeline_id) REFERENCES timeline(tenant_id, id) ON DELETE RESTRICT,
  constraint procurement_billing_address_text_check CHECK ((length(billing_address_text) <= 1000)),
  constraint procurement_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint procurement_exchange_rate_check CHECK ((exchange_rate > (0)::numeric)),
  constraint procurement_external_order_number_check CHECK ((length(external_order_number) <= 60)),
  constraint procurement_legal_hold_check CHECK (((length(legal_hold) >= 1) AND (length(legal_hold) <= 2000))),
  constraint procurement_name_check CHECK ((length(name) <= 255)),
  constraint procurement_notes_check CHECK ((length(notes) <= 4000)),
  constraint procurement_number_after_draft CHECK (((status = 'draft'::text) OR (number IS NOT NULL))),
  constraint procurement_payment_timing_check CHECK ((payment_timing = ANY (ARRAY['advance'::text, 'postpaid'::text, 'midterm'::text]))),
  constraint procurement_rate_source_check CHECK ((rate_source = ANY (ARRAY['document'::text, 'typed'::text, 'ecb'::text]))),
  constraint procurement_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'open'::text, 'approval'::text, 'approved'::text, 'ordered'::text, 'clearing'::text, 'declined'::text, 'completed'::text]))),
  constraint procurement_total CHECK ((total_brutto = (total_netto + total_tax))),
  constraint procurement_type_check CHECK ((type = ANY (ARRAY['single_invoice'::text, 'recurring_invoice'::text, 'recurring_contract'::text]))),
  constraint procurement_usage_type_check CHECK ((usage_type = ANY (ARRAY['usage_based'::text, 'monthly'::text, 'quarterly'::text, 'semiannually'::text, 'yearly'::text])))
);
alter table procurement enable row level security, force row level security;
alter table procurement set (fillfactor=85);
CREATE INDEX procurement_foreign ON public.procurement USING btree (tenant_id, id) INCLUDE (exchange_rate) WHERE (exchange_rate IS NOT NULL);
CREATE INDEX procurement_tenant_id_client_id_created_at_idx ON public.procurement USING btree (tenant_id, client_id, created_at DESC);
CREATE INDEX procurement_tenant_id_consignee_id_idx ON public.procurement USING btree (tenant_id, consignee_id);
CREATE INDEX procurement_tenant_id_contract_id_idx ON public.procurement USING btree (tenant_id, contract_id) WHERE (contract_id IS NOT NULL);
CREATE INDEX procurement_tenant_id_cost_center_id_created_at_idx ON public.procurement USING btree (tenant_id, cost_center_id, created_at DESC);
CREATE INDEX procurement_tenant_id_cost_center_id_submitted_at_idx ON public.procurement USING btree (tenant_id, cost_center_id, submitted_at);
CREATE INDEX procurement_tenant_id_created_at_id_idx ON public.procurement USING btree (tenant_id, created_at DESC, id DESC);
CREATE INDEX procurement_tenant_id_creator_id_created_at_idx ON public.procurement USING btree (tenant_id, creator_id, created_at DESC);
CREATE INDEX procurement_tenant_id_delivery_address_id_idx ON public.procurement USING btree (tenant_id, delivery_address_id);
CREATE INDEX procurement_tenant_id_department_id_created_at_idx ON public.procurement USING btree (tenant_id, department_id, created_at DESC);
CREATE INDEX procurement_tenant_id_ledger_account_id_created_at_idx ON public.procurement USING btree (tenant_id, ledger_account_id, created_at DESC);
CREATE CONSTRAINT TRIGGER announced AFTER UPDATE ON public.procurement DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.announce_document();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.procurement FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{total_netto,total_tax,total_brutto,open_value,approved_netto}', '{}', 'procurement');
CREATE TRIGGER counted AFTER INSERT ON public.procurement FOR EACH ROW EXECUTE FUNCTION app.count_fact('document', 'procurement', 'id');
CREATE TRIGGER counted_number AFTER INSERT OR UPDATE OF number ON public.procurement FOR EACH ROW WHEN ((new.number IS NOT NULL)) EXECUTE FUNCTION app.count_fact('procurement', 'procurement', 'id');
CREATE TRIGGER keep_draft_number BEFORE UPDATE OF draft_number ON public.procurement FOR EACH ROW EXECUTE FUNCTION app.keep_number('draft_number');
CREATE TRIGGER keep_held AFTER DELETE ON public.procurement FOR EACH ROW WHEN ((old.legal_hold IS NOT NULL)) EXECUTE FUNCTION app.keep_held();
CREATE TRIGGER keep_invoiced BEFORE DELETE ON public.procurement FOR EACH ROW EXECUTE FUNCTION app.keep_invoiced();
CREATE TRIGGER keep_number BEFORE UPDATE OF number ON public.procurement FOR EACH ROW EXECUTE FUNCTION app.keep_number('number');
CREATE CONSTRAINT TRIGGER listed_at_end AFTER INSERT OR UPDATE ON public.procurement DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.list_noted_documents();
CREATE TRIGGER note_hand AFTER INSERT OR DELETE OR UPDATE ON public.procurement FOR EACH ROW WHEN (app.is_acting()) EXECUTE FUNCTION app.note_hand();
CREATE TRIGGER noted_insert AFTER INSERT ON public.procurement REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER noted_update AFTER UPDATE ON public.procurement REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER own_currency BEFORE INSERT OR UPDATE OF client_id, currency, exchange_rate, rate_date, rate_source ON public.procurement FOR EACH ROW EXECUTE FUNCTION app.own_currency();
CREATE TRIGGER persons_forgotten AFTER DELETE ON public.procurement FOR EACH ROW EXECUTE FUNCTION app.forget_document_persons();
CREATE TRIGGER take_open_value BEFORE INSERT OR UPDATE OF total_netto, currency, exchange_rate ON public.procurement FOR EACH ROW EXECUTE FUNCTION app.take_open_value();
CREATE TRIGGER touch BEFORE UPDATE ON public.procurement FOR EACH ROW EXECUTE FUNCTION app.touch();
CREATE TRIGGER uncount_products BEFORE DELETE ON public.procurement FOR EACH ROW WHEN ((old.status <> 'draft'::text)) EXECUTE FUNCTION app.uncount_products();
create policy audited on procurement for select to auditor
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((client_id = ( SELECT app.auditor_client() AS auditor_client)) AND (status <> 'draft'::text) AND ((((created_at AT TIME ZONE ( SELECT app.time_zone() AS time_zone)))::date >= ( SELECT app.auditor_from() AS auditor_from)) AND (((created_at AT TIME ZONE ( SELECT app.time_zone() AS time_zone)))::date <= ( SELECT app.auditor_until() AS auditor_until))))));
create policy module_on on procurement as restrictive for select to reader, reader_price
  using (app.is_on('procurement'::text));
create policy only_audited on procurement as restrictive for select to auditor
  using (((client_id = ( SELECT app.auditor_client() AS auditor_client)) AND (status <> 'draft'::text) AND ((((created_at AT TIME ZONE ( SELECT app.time_zone() AS time_zone)))::date >= ( SELECT app.auditor_from() AS auditor_from)) AND (((created_at AT TIME ZONE ( SELECT app.time_zone() AS time_zone)))::date <= ( SELECT app.auditor_until() AS auditor_until)))));
create policy tenant_wall on procurement for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on procurement for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (((status <> 'draft'::text) AND (( SELECT app.sees_all('procurement'::text) AS sees_all) OR (client_id = ( SELECT app.scope_client('procurement'::text) AS scope_client)) OR (department_id = ( SELECT app.scope_department('procurement'::text) AS scope_department)))) OR (creator_id = ( SELECT app.user_id() AS user_id)) OR (EXISTS ( SELECT
   FROM document_person dp
  WHERE ((dp.tenant_id = procurement.tenant_id) AND (dp.kind = 'procurement'::text) AND (dp.document_id = procurement.id) AND (dp.lb_user_id = ANY (( SELECT app.persons() AS persons)::bigint[])) AND (dp.is_assignee OR ((procurement.status <> 'draft'::text) AND ( SELECT app.sees_involved('procurement'::text) AS sees_involved)))))))));
grant delete, insert, select, update on procurement to writer;
grant select (tenant_id, id, timeline_id, name, number, order_number_formatted, draft_number, draft_number_formatted, status, creator_id, client_id, department_id, cost_center_id, ledger_account_id, consignee_id, delivery_date, delivery_address_id, billing_address_text, type, usage_type, payment_timing, payment_in_advance, notes, show_notes_in_pdf, external_order_number, no_product_selection, currency, exchange_rate, rate_date, rate_source, total_netto, total_tax, total_brutto, open_value, completely_invoiced, approved_netto, approved_supplier_ids, submitted_at, created_at, updated_at, contract_id, legal_hold) on procurement to reader_price;
grant select (tenant_id, id, timeline_id, name, number, order_number_formatted, draft_number, draft_number_formatted, status, creator_id, client_id, department_id, cost_center_id, ledger_account_id, consignee_id, delivery_date, delivery_address_id, billing_address_text, type, usage_type, payment_timing, payment_in_advance, notes, show_notes_in_pdf, external_order_number, no_product_selection, currency, exchange_rate, rate_date, rate_source, completely_invoiced, approved_supplier_ids, submitted_at, created_at, updated_at, contract_id, legal_hold) on procurement to reader;

create table procurement_approver (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  procurement_id bigint not null,
  lb_user_id bigint not null,
  is_required boolean default false not null,
  inserted_manually boolean default false not null,
  inserted_by_group boolean default false not null,
  constraint procurement_approver_pkey PRIMARY KEY (tenant_id, id),
  constraint procurement_approver_tenant_id_procurement_id_lb_user_id_key UNIQUE (tenant_id, procurement_id, lb_user_id),
  constraint procurement_approver_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint procurement_approver_tenant_id_procurement_id_fkey FOREIGN KEY (tenant_id, procurement_id) REFERENCES procurement(tenant_id, id) ON DELETE CASCADE
);
alter table procurement_approver enable row level security, force row level security;
CREATE INDEX procurement_approver_tenant_id_lb_user_id_idx ON public.procurement_approver USING btree (tenant_id, lb_user_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.procurement_approver FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'procurement');
CREATE TRIGGER note_hand AFTER INSERT OR DELETE OR UPDATE ON public.procurement_approver FOR EACH ROW WHEN (app.is_acting()) EXECUTE FUNCTION app.note_hand();
create policy module_on on procurement_approver as restrictive for select to reader, reader_price
  using (app.is_on('procurement'::text));
create policy tenant_wall on procurement_approver for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on procurement_approver for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((procurement_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM procurement d
  WHERE ((d.tenant_id = procurement_approver.tenant_id) AND (d.id = procurement_approver.procurement_id)))))));
grant delete, insert, select, update on procurement_approver to writer;
grant select (tenant_id, id, procurement_id, lb_user_id, is_required, inserted_manually, inserted_by_group) on procurement_approver to reader_price;
grant select (tenant_id, id, procurement_id, lb_user_id, is_required, inserted_manually, inserted_by_group) on procurement_approver to reader;

create table procurement_line (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  procurement_id bigint not null,
  sort_no integer default 0 not null,
  kind text default 'item'::text not null,
  description text,
  item_number text,
  quantity numeric(14,3),
  quantity_received numeric(14,3) default 0 not null,
  unit text,
  price_netto numeric(18,8),
  price_brutto numeric(18,8),
  price_mode text default 'net'::text not null,
  price_unit numeric(10,3) default 1 not null,
  tax numeric(4,2),
  total_netto numeric(14,2) default 0 not null,
  total_brutto numeric(14,2) default 0 not null,
  product_id bigint,
  product_group_id bigint,
  supplier_id bigint,
  cost_center_id bigint,
  ledger_account_id bigint,
  marketplace_id bigint,
  punchout_cart_id bigint,
  is_cost_center_fixed boolean default false not null,
  offer_number text,
  offer_date date,
  image_url text,
  webshop_url text,
  confirmed_delivery_date date,
  order_state text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  delivery_date date,
  is_outstanding boolean generated always as (((kind = 'item'::text) AND (quantity IS NOT NULL) AND (quantity_received < quantity))) stored not null,
  constraint procurement_line_pkey PRIMARY KEY (tenant_id, id),
  constraint procurement_line_tenant_id_cost_center_id_fkey FOREIGN KEY (tenant_id, cost_center_id) REFERENCES cost_center(tenant_id, id) ON DELETE RESTRICT,
  constraint procurement_line_tenant_id_ledger_account_id_fkey FOREIGN KEY (tenant_id, ledger_account_id) REFERENCES ledger_account(tenant_id, id) ON DELETE RESTRICT,
  constraint procurement_line_tenant_id_marketplace_id_fkey FOREIGN KEY (tenant_id, marketplace_id) REFERENCES marketplace(tenant_id, id) ON DELETE RESTRICT,
  constraint procurement_line_tenant_id_procurement_id_fkey FOREIGN KEY (tenant_id, procurement_id) REFERENCES procurement(tenant_id, id) ON DELETE CASCADE,
  constraint procurement_line_tenant_id_product_group_id_fkey FOREIGN KEY (tenant_id, product_group_id) REFERENCES product_group(tenant_id, id) ON DELETE RESTRICT,
  constraint procurement_line_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES product(tenant_id, id) ON DELETE RESTRICT,
  constraint procurement_line_tenant_id_punchout_cart_id_fkey FOREIGN KEY (tenant_id, punchout_cart_id) REFERENCES punchout_cart(tenant_id, id) ON DELETE RESTRICT,
  constraint procurement_line_tenant_id_supplier_id_fkey FOREIGN KEY (tenant_id, supplier_id) REFERENCES supplier(tenant_id, id) ON DELETE RESTRICT,
  constraint procurement_line_description_check CHECK ((length(description) <= 4000)),
  constraint procurement_line_image_url_check CHECK ((image_url ~ '^https?://'::text)),
  constraint procurement_line_item_number_check CHECK ((length(item_number) <= 60)),
  constraint procurement_line_kind_check CHECK ((kind = ANY (ARRAY['item'::text, 'freight'::text, 'surcharge'::text]))),
  constraint procurement_line_offer_number_check CHECK ((length(offer_number) <= 60)),
  constraint procurement_line_order_state_check CHECK ((order_state = ANY (ARRAY['open'::text, 'sending'::text, 'sent'::text, 'confirmed'::text, 'failed'::text, 'uncertain'::text, 'cancelled'::text]))),
  constraint procurement_line_price_brutto_check CHECK ((price_brutto >= (0)::numeric)),
  constraint procurement_line_price_mode_check CHECK ((price_mode = ANY (ARRAY['net'::text, 'gross'::text]))),
  constraint procurement_line_price_netto_check CHECK ((price_netto >= (0)::numeric)),
  constraint procurement_line_price_unit_check CHECK ((price_unit > (0)::numeric)),
  constraint procurement_line_quantity_check CHECK ((quantity > (0)::numeric)),
  constraint procurement_line_quantity_received_check CHECK ((quantity_received >= (0)::numeric)),
  constraint procurement_line_received CHECK (((quantity IS NULL) OR (quantity_received <= ((2)::numeric * quantity)))),
  constraint procurement_line_tax_check CHECK (((tax >= (0)::numeric) AND (tax <= 99.99))),
  constraint procurement_line_unit_check CHECK ((length(unit) <= 30)),
  constraint procurement_line_webshop_url_check CHECK ((webshop_url ~ '^https?://'::text))
);
alter table procurement_line enable row level security, force row level security;
CREATE INDEX procurement_line_ordered ON public.procurement_line USING btree (tenant_id, procurement_id) INCLUDE (product_id, supplier_id, item_number, unit, quantity, total_netto) WHERE ((kind = 'item'::text) AND ((product_id IS NOT NULL) OR (item_number IS NOT NULL)));
CREATE INDEX procurement_line_tenant_id_cost_center_id_idx ON public.procurement_line USING btree (tenant_id, cost_center_id);
CREATE INDEX procurement_line_tenant_id_ledger_account_id_idx ON public.procurement_line USING btree (tenant_id, ledger_account_id);
CREATE INDEX procurement_line_tenant_id_procurement_id_sort_no_idx ON public.procurement_line USING btree (tenant_id, procurement_id, sort_no);
CREATE INDEX procurement_line_tenant_id_product_group_id_idx ON public.procurement_line USING btree (tenant_id, product_group_id);
CREATE INDEX procurement_line_tenant_id_product_id_idx ON public.procurement_line USING btree (tenant_id, product_id);
CREATE INDEX procurement_line_tenant_id_punchout_cart_id_idx ON public.procurement_line USING btree (tenant_id, punchout_cart_id) WHERE (punchout_cart_id IS NOT NULL);
CREATE INDEX procurement_line_tenant_id_supplier_id_idx ON public.procurement_line USING btree (tenant_id, supplier_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.procurement_line FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{price_netto,price_brutto,total_netto,total_brutto}', '{is_outstanding}', 'procurement');
CREATE CONSTRAINT TRIGGER listed_at_end AFTER INSERT OR DELETE OR UPDATE ON public.procurement_line DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.list_noted_documents();
CREATE TRIGGER note_hand AFTER INSERT OR DELETE OR UPDATE ON public.procurement_line FOR EACH ROW WHEN (app.is_acting()) EXECUTE FUNCTION app.note_hand();
CREATE TRIGGER noted_delete AFTER DELETE ON public.procurement_line REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER noted_insert AFTER INSERT ON public.procurement_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER noted_update AFTER UPDATE ON public.procurement_line REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER summed_delete AFTER DELETE ON public.procurement_line REFERENCING OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION app.sum_lines_of_delete();
CREATE TRIGGER summed_insert AFTER INSERT ON public.procurement_line REFERENCING NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION app.sum_lines_of_insert();
CREATE TRIGGER summed_update AFTER UPDATE ON public.procurement_line REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION app.sum_lines_of_update();
CREATE TRIGGER touch BEFORE UPDATE ON public.procurement_line FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy module_on on procurement_line as restrictive for select to reader, reader_price
  using (app.is_on('procurement'::text));
create policy tenant_wall on procurement_line for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on procurement_line for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((procurement_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM procurement d
  WHERE ((d.tenant_id = procurement_line.tenant_id) AND (d.id = procurement_line.procurement_id)))))));
grant delete, insert, select, update on procurement_line to writer;
grant select (tenant_id, id, procurement_id, sort_no, kind, description, item_number, quantity, quantity_received, unit, price_netto, price_brutto, price_mode, price_unit, tax, total_netto, total_brutto, product_id, product_group_id, supplier_id, cost_center_id, ledger_account_id, marketplace_id, punchout_cart_id, is_cost_center_fixed, offer_number, offer_date, image_url, webshop_url, confirmed_delivery_date, order_state, created_at, updated_at, delivery_date, is_outstanding) on procurement_line to reader_price;
grant select (tenant_id, id, procurement_id, sort_no, kind, description, item_number, quantity, quantity_received, unit, price_mode, price_unit, tax, product_id, product_group_id, supplier_id, cost_center_id, ledger_account_id, marketplace_id, punchout_cart_id, is_cost_center_fixed, offer_number, offer_date, image_url, webshop_url, confirmed_delivery_date, order_state, created_at, updated_at, delivery_date, is_outstanding) on procurement_line to reader;

create table procurement_order_letter (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  procurement_id bigint not null,
  supplier_order_id bigint not null,
  kind text not null,
  version integer not null,
  change_no integer,
  state text not null,
  failure text,
  failure_reason text,
  channel text not null,
  content jsonb not null,
  recipient text,
  job_id bigint,
  file_id uuid,
  created_by_id bigint not null,
  created_at timestamp with time zone default now() not null,
  settled_at timestamp with time zone,
  handed_over_at timestamp with time zone,
  shop_answer jsonb,
  constraint procurement_order_letter_pkey PRIMARY KEY (tenant_id, id),
  constraint procurement_order_letter_tenant_id_created_by_id_fkey FOREIGN KEY (tenant_id, created_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint procurement_order_letter_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id) ON DELETE RESTRICT,
  constraint procurement_order_letter_tenant_id_job_id_fkey FOREIGN KEY (tenant_id, job_id) REFERENCES job(tenant_id, id) ON DELETE SET NULL (job_id),
  constraint procurement_order_letter_tenant_id_procurement_id_fkey FOREIGN KEY (tenant_id, procurement_id) REFERENCES procurement(tenant_id, id) ON DELETE CASCADE,
  constraint procurement_order_letter_tenant_id_supplier_order_id_fkey FOREIGN KEY (tenant_id, supplier_order_id) REFERENCES procurement_supplier_order(tenant_id, id) ON DELETE CASCADE,
  constraint procurement_order_letter_change_counts CHECK (((kind = 'change'::text) = (change_no IS NOT NULL))),
  constraint procurement_order_letter_change_no_check CHECK ((change_no > 0)),
  constraint procurement_order_letter_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'cxml'::text, 'manual'::text]))),
  constraint procurement_order_letter_failure_check CHECK ((failure = ANY (ARRAY['order_changed'::text, 'order_not_ready'::text, 'request_cancelled'::text, 'mail_refused'::text, 'shop_refused'::text, 'interrupted'::text]))),
  constraint procurement_order_letter_failure_reason_check CHECK ((length(failure_reason) <= 500)),
  constraint procurement_order_letter_kind_check CHECK ((kind = ANY (ARRAY['order'::text, 'change'::text, 'cancellation'::text]))),
  constraint procurement_order_letter_recipient_check CHECK ((length(recipient) <= 254)),
  constraint procurement_order_letter_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'sent'::text, 'failed'::text, 'uncertain'::text, 'cancelled'::text]))),
  constraint procurement_order_letter_version_check CHECK ((version > 0))
);
alter table procurement_order_letter enable row level security, force row level security;
CREATE UNIQUE INDEX procurement_order_letter_on_its_way ON public.procurement_order_letter USING btree (tenant_id, supplier_order_id) WHERE (state = 'sending'::text);
CREATE INDEX procurement_order_letter_tenant_id_file_id_idx ON public.procurement_order_letter USING btree (tenant_id, file_id);
CREATE INDEX procurement_order_letter_tenant_id_job_id_idx ON public.procurement_order_letter USING btree (tenant_id, job_id) WHERE (job_id IS NOT NULL);
CREATE INDEX procurement_order_letter_tenant_id_procurement_id_idx ON public.procurement_order_letter USING btree (tenant_id, procurement_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.procurement_order_letter FOR EACH ROW EXECUTE FUNCTION app.write_audit('{shop_answer}', '{content}', '{}', 'procurement');
create policy module_on on procurement_order_letter as restrictive for select to reader, reader_price
  using (app.is_on('procurement'::text));
create policy tenant_wall on procurement_order_letter for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on procurement_order_letter for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((procurement_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM procurement d
  WHERE ((d.tenant_id = procurement_order_letter.tenant_id) AND (d.id = procurement_order_letter.procurement_id)))))));
grant delete, insert, select, update on procurement_order_letter to writer;
grant select (tenant_id, id, procurement_id, supplier_order_id, kind, version, change_no, state, failure, failure_reason, channel, content, recipient, job_id, file_id, created_by_id, created_at, settled_at, handed_over_at) on procurement_order_letter to reader_price;
grant select (tenant_id, id, procurement_id, supplier_order_id, kind, version, change_no, state, failure, failure_reason, channel, recipient, job_id, file_id, created_by_id, created_at, settled_at, handed_over_at) on procurement_order_letter to reader;

create table procurement_supplier_order (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  procurement_id bigint not null,
  supplier_id bigint not null,
  marketplace_id bigint,
  state text default 'open'::text not null,
  channel text,
  sent_at timestamp with time zone,
  sent_by_id bigint,
  confirmation_no text,
  comment text,
  job_id bigint,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint procurement_supplier_order_pkey PRIMARY KEY (tenant_id, id),
  constraint procurement_supplier_order_tenant_id_procurement_id_supplie_key UNIQUE NULLS NOT DISTINCT (tenant_id, procurement_id, supplier_id, marketplace_id),
  constraint procurement_supplier_order_tenant_id_job_id_fkey FOREIGN KEY (tenant_id, job_id) REFERENCES job(tenant_id, id) ON DELETE SET NULL (job_id),
  constraint procurement_supplier_order_tenant_id_marketplace_id_fkey FOREIGN KEY (tenant_id, marketplace_id) REFERENCES marketplace(tenant_id, id) ON DELETE RESTRICT,
  constraint procurement_supplier_order_tenant_id_procurement_id_fkey FOREIGN KEY (tenant_id, procurement_id) REFERENCES procurement(tenant_id, id) ON DELETE CASCADE,
  constraint procurement_supplier_order_tenant_id_sent_by_id_fkey FOREIGN KEY (tenant_id, sent_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint procurement_supplier_order_tenant_id_supplier_id_fkey FOREIGN KEY (tenant_id, supplier_id) REFERENCES supplier(tenant_id, id) ON DELETE RESTRICT,
  constraint procurement_supplier_order_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'cxml'::text, 'manual'::text]))),
  constraint procurement_supplier_order_comment_check CHECK ((length(comment) <= 2000)),
  constraint procurement_supplier_order_confirmation_no_check CHECK ((length(confirmation_no) <= 60)),
  constraint procurement_supplier_order_state_check CHECK ((state = ANY (ARRAY['open'::text, 'sending'::text, 'sent'::text, 'confirmed'::text, 'failed'::text, 'uncertain'::text, 'cancelled'::text])))
);
alter table procurement_supplier_order enable row level security, force row level security;
CREATE INDEX procurement_supplier_order_tenant_id_job_id_idx ON public.procurement_supplier_order USING btree (tenant_id, job_id) WHERE (job_id IS NOT NULL);
CREATE INDEX procurement_supplier_order_tenant_id_marketplace_id_idx ON public.procurement_supplier_order USING btree (tenant_id, marketplace_id) WHERE (marketplace_id IS NOT NULL);
CREATE INDEX procurement_supplier_order_tenant_id_supplier_id_idx ON public.procurement_supplier_order USING btree (tenant_id, supplier_id);
CREATE CONSTRAINT TRIGGER announced AFTER INSERT OR UPDATE ON public.procurement_supplier_order DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.announce_document();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.procurement_supplier_order FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'procurement');
CREATE CONSTRAINT TRIGGER listed_at_end AFTER INSERT OR DELETE OR UPDATE ON public.procurement_supplier_order DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.list_noted_documents();
CREATE TRIGGER noted_delete AFTER DELETE ON public.procurement_supplier_order REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER noted_insert AFTER INSERT ON public.procurement_supplier_order REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER noted_update AFTER UPDATE ON public.procurement_supplier_order REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER touch BEFORE UPDATE ON public.procurement_supplier_order FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy module_on on procurement_supplier_order as restrictive for select to reader, reader_price
  using (app.is_on('procurement'::text));
create policy tenant_wall on procurement_supplier_order for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on procurement_supplier_order for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((procurement_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM procurement d
  WHERE ((d.tenant_id = procurement_supplier_order.tenant_id) AND (d.id = procurement_supplier_order.procurement_id)))))));
grant delete, insert, select, update on procurement_supplier_order to writer;
grant select (tenant_id, id, procurement_id, supplier_id, marketplace_id, state, channel, sent_at, sent_by_id, confirmation_no, comment, job_id, created_at, updated_at) on procurement_supplier_order to reader_price;
grant select (tenant_id, id, procurement_id, supplier_id, marketplace_id, state, channel, sent_at, sent_by_id, confirmation_no, comment, job_id, created_at, updated_at) on procurement_supplier_order to reader;

create table product (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  name text collate app.german not null,
  alias text,
  description text,
  item_number text,
  product_group_id bigint,
  supplier_id bigint,
  location_id bigint,
  cost_center_id bigint,
  is_cost_center_fixed boolean default false not null,
  tax numeric(4,2) default 19 not null,
  price_netto numeric(14,4),
  price_brutto numeric(14,4),
  price_unit numeric(10,3) default 1 not null,
  currency text default 'EUR'::text not null,
  unit text,
  image_url text,
  webshop_url text,
  offer_number text,
  offer_date date,
  active boolean default true not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[name, alias, item_number, supplier_text])) stored,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  supplier_text text default ''::text not null,
  image_file_id uuid,
  starts_text text generated always as (replace(app.search_text(VARIADIC ARRAY[name, alias, item_number, supplier_text]), '
 '::text, '
 q'::text)) stored,
  ledger_account_id bigint,
  constraint product_pkey PRIMARY KEY (tenant_id, id),
  constraint product_tenant_id_cost_center_id_fkey FOREIGN KEY (tenant_id, cost_center_id) REFERENCES cost_center(tenant_id, id) ON DELETE RESTRICT,
  constraint product_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint product_tenant_id_image_file_id_fkey FOREIGN KEY (tenant_id, image_file_id) REFERENCES file(tenant_id, id) ON DELETE SET NULL (image_file_id),
  constraint product_tenant_id_ledger_account_id_fkey FOREIGN KEY (tenant_id, ledger_account_id) REFERENCES ledger_account(tenant_id, id) ON DELETE SET NULL (ledger_account_id),
  constraint product_tenant_id_location_id_fkey FOREIGN KEY (tenant_id, location_id) REFERENCES location(tenant_id, id) ON DELETE RESTRICT,
  constraint product_tenant_id_product_group_id_fkey FOREIGN KEY (tenant_id, product_group_id) REFERENCES product_group(tenant_id, id) ON DELETE RESTRICT,
  constraint product_tenant_id_supplier_id_fkey FOREIGN KEY (tenant_id, supplier_id) REFERENCES supplier(tenant_id, id) ON DELETE RESTRICT,
  constraint product_alias_check CHECK ((length(alias) <= 255)),
  constraint product_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint product_description_check CHECK ((length(description) <= 4000)),
  constraint product_fixed_cost_center CHECK (((NOT is_cost_center_fixed) OR (cost_center_id IS NOT NULL))),
  constraint product_image_url_check CHECK ((image_url ~ '^https?://'::text)),
  constraint product_item_number_check CHECK ((length(item_number) <= 60)),
  constraint product_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 255))),
  constraint product_offer_number_check CHECK ((length(offer_number) <= 60)),
  constraint product_price_brutto_check CHECK ((price_brutto >= (0)::numeric)),
  constraint product_price_netto_check CHECK ((price_netto >= (0)::numeric)),
  constraint product_price_unit_check CHECK ((price_unit > (0)::numeric)),
  constraint product_tax_check CHECK (((tax >= (0)::numeric) AND (tax <= 99.99))),
  constraint product_unit_check CHECK ((length(unit) <= 30)),
  constraint product_webshop_url_check CHECK ((webshop_url ~ '^https?://'::text))
);
alter table product enable row level security, force row level security;
CREATE INDEX product_of_item_number ON public.product USING btree (tenant_id, lower(btrim(item_number)), supplier_id);
CREATE INDEX product_search ON public.product USING gin (tenant_id, search_text gin_trgm_ops);
CREATE INDEX product_starts ON public.product USING gin (tenant_id, starts_text gin_trgm_ops);
CREATE INDEX product_tenant_id_image_file_id_idx ON public.product USING btree (tenant_id, image_file_id) WHERE (image_file_id IS NOT NULL);
CREATE INDEX product_tenant_id_name_idx ON public.product USING btree (tenant_id, name);
CREATE INDEX product_tenant_id_product_group_id_idx ON public.product USING btree (tenant_id, product_group_id);
CREATE INDEX product_tenant_id_supplier_id_idx ON public.product USING btree (tenant_id, supplier_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.product FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{price_netto,price_brutto}', '{search_text,starts_text,supplier_text}', 'product');
CREATE TRIGGER count_documents_waiting AFTER UPDATE ON public.product REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION app.count_documents_waiting();
CREATE TRIGGER keep_named_number BEFORE INSERT OR UPDATE OF item_number, supplier_id, active ON public.product FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.keep_named_number('item_number', 'supplier_id');
CREATE TRIGGER purpose_of_image_file_id AFTER INSERT ON public.product FOR EACH ROW WHEN ((new.image_file_id IS NOT NULL)) EXECUTE FUNCTION app.check_file_purpose('image_file_id', 'image');
CREATE TRIGGER purpose_of_new_image_file_id AFTER UPDATE OF image_file_id ON public.product FOR EACH ROW WHEN (((new.image_file_id IS NOT NULL) AND (new.image_file_id IS DISTINCT FROM old.image_file_id))) EXECUTE FUNCTION app.check_file_purpose('image_file_id', 'image');
CREATE TRIGGER take_supplier_text BEFORE INSERT OR UPDATE OF supplier_id, supplier_text ON public.product FOR EACH ROW EXECUTE FUNCTION app.take_supplier_text();
CREATE TRIGGER touch BEFORE UPDATE ON public.product FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy tenant_wall on product for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on product for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (((product_group_id IS NULL) OR (EXISTS ( SELECT
   FROM product_group g
  WHERE ((g.tenant_id = product.tenant_id) AND (g.id = product.product_group_id))))) AND ((supplier_id IS NULL) OR (EXISTS ( SELECT
   FROM supplier s
  WHERE ((s.tenant_id = product.tenant_id) AND (s.id = product.supplier_id))))))));
grant delete, insert, select, update on product to writer;
grant select (tenant_id, id, name, alias, description, item_number, product_group_id, supplier_id, location_id, cost_center_id, is_cost_center_fixed, tax, price_netto, price_brutto, price_unit, currency, unit, image_url, webshop_url, offer_number, offer_date, active, search_text, created_at, updated_at, image_file_id, starts_text, ledger_account_id) on product to reader_price;
grant select (tenant_id, id, name, alias, description, item_number, product_group_id, supplier_id, location_id, cost_center_id, is_cost_center_fixed, tax, price_unit, currency, unit, image_url, webshop_url, offer_number, offer_date, active, search_text, created_at, updated_at, image_file_id, starts_text, ledger_account_id) on product to reader;

create table product_file (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  product_id bigint not null,
  file_id uuid not null,
  constraint product_file_pkey PRIMARY KEY (tenant_id, id),
  constraint product_file_tenant_id_file_id_fkey FOREIGN KEY (tenant_id, file_id) REFERENCES file(tenant_id, id) ON DELETE RESTRICT,
  constraint product_file_tenant_id_product_id_fkey FOREIGN KEY (tenant_id, product_id) REFERENCES product(tenant_id, id) ON DELETE CASCADE
);
alter table product_file enable row level security, force row level security;
CREATE INDEX product_file_tenant_id_product_id_idx ON public.product_file USING btree (tenant_id, product_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.product_file FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'product');
CREATE TRIGGER purpose_of_file_id AFTER INSERT ON public.product_file FOR EACH ROW WHEN ((new.file_id IS NOT NULL)) EXECUTE FUNCTION app.check_file_purpose('file_id', 'document');
CREATE TRIGGER purpose_of_new_file_id AFTER UPDATE OF file_id ON public.product_file FOR EACH ROW WHEN (((new.file_id IS NOT NULL) AND (new.file_id IS DISTINCT FROM old.file_id))) EXECUTE FUNCTION app.check_file_purpose('file_id', 'document');
create policy tenant_wall on product_file for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on product_file for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM product p
  WHERE ((p.tenant_id = product_file.tenant_id) AND (p.id = product_file.product_id))))));
grant delete, insert, select, update on product_file to writer;
grant select (tenant_id, id, product_id, file_id) on product_file to reader_price;
grant select (tenant_id, id, product_id, file_id) on product_file to reader;

create table product_group (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  name text collate app.german not null,
  translations jsonb default '[]'::jsonb not null,
  description text,
  active boolean default true not null,
  user_select_product_id bigint,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[name, app.names_in(translations)])) stored,
  ledger_account_id bigint,
  cost_center_id bigint,
  tax numeric(4,2),
  constraint product_group_pkey PRIMARY KEY (tenant_id, id),
  constraint product_group_tenant_id_cost_center_id_fkey FOREIGN KEY (tenant_id, cost_center_id) REFERENCES cost_center(tenant_id, id) ON DELETE SET NULL (cost_center_id),
  constraint product_group_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint product_group_tenant_id_ledger_account_id_fkey FOREIGN KEY (tenant_id, ledger_account_id) REFERENCES ledger_account(tenant_id, id) ON DELETE SET NULL (ledger_account_id),
  constraint product_group_tenant_id_user_select_product_id_fkey FOREIGN KEY (tenant_id, user_select_product_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (user_select_product_id),
  constraint product_group_description_check CHECK ((length(description) <= 4000)),
  constraint product_group_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 255))),
  constraint product_group_tax_check CHECK (((tax >= (0)::numeric) AND (tax <= 99.99))),
  constraint product_group_translations_check CHECK (((translations = '[]'::jsonb) OR app.is_translations(translations)))
);
alter table product_group enable row level security, force row level security;
CREATE INDEX product_group_search_text ON public.product_group USING gin (tenant_id, search_text gin_trgm_ops);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.product_group FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{search_text}', 'product_group');
CREATE TRIGGER count_documents_waiting AFTER UPDATE ON public.product_group REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION app.count_documents_waiting();
CREATE TRIGGER hold_control BEFORE INSERT OR DELETE OR UPDATE ON public.product_group FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.hold_control();
CREATE TRIGGER keep_main_name BEFORE INSERT OR UPDATE OF name, translations ON public.product_group FOR EACH ROW EXECUTE FUNCTION app.keep_main_name();
CREATE TRIGGER touch BEFORE UPDATE ON public.product_group FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy audited on product_group for select to auditor
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND true));
create policy tenant_wall on product_group for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on product_group for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (( SELECT app.is_admin() AS is_admin) OR (id <> ALL (( SELECT app.hidden_rows('product_group'::text) AS hidden_rows)::bigint[])))));
grant delete, insert, select, update on product_group to writer;
grant select (tenant_id, id, name, translations, description, active, user_select_product_id, created_at, updated_at, search_text, ledger_account_id, cost_center_id, tax) on product_group to reader_price;
grant select (tenant_id, id, name, translations, description, active, user_select_product_id, created_at, updated_at, search_text, ledger_account_id, cost_center_id, tax) on product_group to reader;

create table profit_center (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  number text not null,
  name text collate app.german not null,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[number, name])) stored,
  constraint profit_center_pkey PRIMARY KEY (tenant_id, id),
  constraint profit_center_tenant_id_number_key UNIQUE (tenant_id, number) DEFERRABLE,
  constraint profit_center_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint profit_center_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 255))),
  constraint profit_center_number_check CHECK ((number ~ '^[1-9]\d{0,8}$'::text))
);
alter table profit_center enable row level security, force row level security;
CREATE INDEX profit_center_search_text ON public.profit_center USING gin (tenant_id, search_text gin_trgm_ops);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.profit_center FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{search_text}', 'profit_center');
CREATE TRIGGER count_documents_waiting AFTER UPDATE ON public.profit_center REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION app.count_documents_waiting();
CREATE TRIGGER touch BEFORE UPDATE ON public.profit_center FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy tenant_wall on profit_center for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on profit_center for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND true));
grant delete, insert, select, update on profit_center to writer;
grant select (tenant_id, id, number, name, active, created_at, updated_at, search_text) on profit_center to reader_price;
grant select (tenant_id, id, number, name, active, created_at, updated_at, search_text) on profit_center to reader;

create table punchout_cart (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  procurement_id bigint not null,
  marketplace_id bigint not null,
  buyer_cookie text not null,
  state text default 'open'::text not null,
  pending_lines jsonb default '[]'::jsonb not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  created_by_id bigint,
  operation text default 'create'::text not null,
  operation_allowed text default 'create'::text not null,
  token_hash bytea,
  token_until timestamp with time zone,
  returned_key bytea,
  returned_at timestamp with time zone,
  failure text,
  shop_total numeric(16,2),
  shop_currency text,
  constraint punchout_cart_pkey PRIMARY KEY (tenant_id, id),
  constraint punchout_cart_tenant_id_buyer_cookie_key UNIQUE (tenant_id, buyer_cookie),
  constraint punchout_cart_token_hash_key UNIQUE (token_hash),
  constraint punchout_cart_tenant_id_created_by_id_fkey FOREIGN KEY (tenant_id, created_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (created_by_id),
  constraint punchout_cart_tenant_id_marketplace_id_fkey FOREIGN KEY (tenant_id, marketplace_id) REFERENCES marketplace(tenant_id, id) ON DELETE RESTRICT,
  constraint punchout_cart_tenant_id_procurement_id_fkey FOREIGN KEY (tenant_id, procurement_id) REFERENCES procurement(tenant_id, id) ON DELETE CASCADE,
  constraint punchout_cart_failure_check CHECK ((length(failure) <= 60)),
  constraint punchout_cart_operation_allowed_check CHECK ((operation_allowed = ANY (ARRAY['create'::text, 'edit'::text, 'inspect'::text]))),
  constraint punchout_cart_operation_check CHECK ((operation = ANY (ARRAY['create'::text, 'edit'::text, 'inspect'::text]))),
  constraint punchout_cart_shop_currency_check CHECK ((length(shop_currency) = 3)),
  constraint punchout_cart_state_check CHECK ((state = ANY (ARRAY['open'::text, 'returned'::text, 'taken'::text, 'cancelled'::text])))
);
alter table punchout_cart enable row level security, force row level security;
CREATE INDEX punchout_cart_tenant_id_created_by_id_idx ON public.punchout_cart USING btree (tenant_id, created_by_id);
CREATE INDEX punchout_cart_tenant_id_marketplace_id_idx ON public.punchout_cart USING btree (tenant_id, marketplace_id);
CREATE INDEX punchout_cart_tenant_id_procurement_id_idx ON public.punchout_cart USING btree (tenant_id, procurement_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.punchout_cart FOR EACH ROW EXECUTE FUNCTION app.write_audit('{token_hash,token_until,returned_key}', '{pending_lines,shop_total}', '{}', 'procurement');
CREATE TRIGGER touch BEFORE UPDATE ON public.punchout_cart FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy at_the_gate on punchout_cart for all to gate
  using (true)
  with check (true);
create policy module_on on punchout_cart as restrictive for select to reader, reader_price
  using (app.is_on('procurement'::text));
create policy tenant_wall on punchout_cart for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on punchout_cart for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM procurement p
  WHERE ((p.tenant_id = punchout_cart.tenant_id) AND (p.id = punchout_cart.procurement_id))))));
grant delete, insert, select, update on punchout_cart to writer;
grant select (tenant_id, id, procurement_id, created_by_id, token_hash, token_until) on punchout_cart to gate;
grant select (tenant_id, id, procurement_id, marketplace_id, buyer_cookie, state, pending_lines, created_at, updated_at, created_by_id, operation, operation_allowed, returned_at, failure, shop_total, shop_currency) on punchout_cart to reader_price;
grant select (tenant_id, id, procurement_id, marketplace_id, buyer_cookie, state, created_at, updated_at, created_by_id, operation, operation_allowed, returned_at, failure, shop_currency) on punchout_cart to reader;

create table punchout_log (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  cart_id bigint,
  direction text not null,
  method text,
  url text,
  header jsonb,
  body text,
  request text,
  response text,
  created_at timestamp with time zone default now() not null,
  marketplace_id bigint,
  status integer,
  constraint punchout_log_pkey PRIMARY KEY (tenant_id, id),
  constraint punchout_log_tenant_id_cart_id_fkey FOREIGN KEY (tenant_id, cart_id) REFERENCES punchout_cart(tenant_id, id) ON DELETE CASCADE,
  constraint punchout_log_tenant_id_marketplace_id_fkey FOREIGN KEY (tenant_id, marketplace_id) REFERENCES marketplace(tenant_id, id) ON DELETE CASCADE,
  constraint punchout_log_direction_check CHECK ((direction = ANY (ARRAY['incoming'::text, 'outgoing'::text])))
);
alter table punchout_log enable row level security, force row level security;
CREATE INDEX punchout_log_created_at_idx ON public.punchout_log USING btree (created_at);
CREATE INDEX punchout_log_tenant_id_cart_id_id_idx ON public.punchout_log USING btree (tenant_id, cart_id, id);
CREATE INDEX punchout_log_tenant_id_marketplace_id_id_idx ON public.punchout_log USING btree (tenant_id, marketplace_id, id);
create policy module_on on punchout_log as restrictive for select to reader, reader_price
  using (app.is_on('procurement'::text));
create policy tenant_wall on punchout_log for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on punchout_log for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (( SELECT app.is_admin() AS is_admin) OR (EXISTS ( SELECT
   FROM (punchout_cart c
     JOIN timeline_entry e ON (((e.tenant_id = c.tenant_id) AND (e.procurement_id = c.procurement_id) AND (e.type = 'send-order'::text))))
  WHERE ((c.tenant_id = punchout_log.tenant_id) AND (c.id = punchout_log.cart_id) AND (e.lb_user_id = ANY (( SELECT app.persons() AS persons)::bigint[]))))))));
grant delete, insert, select, update on punchout_log to writer;
grant select (tenant_id, id, cart_id, direction, method, url, header, body, request, response, created_at, marketplace_id, status) on punchout_log to reader_price;
grant select (tenant_id, id, cart_id, direction, method, url, header, created_at, marketplace_id, status) on punchout_log to reader;

create table punchout_notice (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  marketplace_id bigint not null,
  payload_key bytea not null,
  body_key bytea not null,
  created_at timestamp with time zone default now() not null,
  invoice_key bytea,
  content_key bytea,
  constraint punchout_notice_pkey PRIMARY KEY (tenant_id, id),
  constraint punchout_notice_invoice_once UNIQUE (tenant_id, marketplace_id, invoice_key),
  constraint punchout_notice_tenant_id_marketplace_id_payload_key_key UNIQUE (tenant_id, marketplace_id, payload_key),
  constraint punchout_notice_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint punchout_notice_tenant_id_marketplace_id_fkey FOREIGN KEY (tenant_id, marketplace_id) REFERENCES marketplace(tenant_id, id) ON DELETE CASCADE,
  constraint punchout_notice_body_key_check CHECK ((length(body_key) = 32)),
  constraint punchout_notice_content_key_check CHECK ((length(content_key) = 32)),
  constraint punchout_notice_content_of_invoice CHECK (((invoice_key IS NULL) = (content_key IS NULL))),
  constraint punchout_notice_invoice_key_check CHECK ((length(invoice_key) = 32)),
  constraint punchout_notice_payload_key_check CHECK ((length(payload_key) = 32))
);
alter table punchout_notice enable row level security, force row level security;
create policy tenant_wall on punchout_notice for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant delete, insert, select, update on punchout_notice to writer;

create table reading_try (
  key bytea not null,
  tries smallint default 1 not null,
  begun_at timestamp with time zone default clock_timestamp() not null,
  constraint reading_try_pkey PRIMARY KEY (key),
  constraint reading_try_key_check CHECK ((octet_length(key) = 32)),
  constraint reading_try_tries_check CHECK (((tries >= 1) AND (tries <= 10)))
);
alter table reading_try enable row level security, force row level security;
CREATE INDEX reading_try_begun ON public.reading_try USING btree (begun_at);

create table record_lock (
  tenant_id bigint not null,
  table_name text not null,
  foreign_id bigint not null,
  locked_at timestamp with time zone default now() not null,
  locked_by_id bigint not null,
  constraint record_lock_pkey PRIMARY KEY (tenant_id, table_name, foreign_id),
  constraint record_lock_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint record_lock_tenant_id_locked_by_id_fkey FOREIGN KEY (tenant_id, locked_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE,
  constraint record_lock_table_name_check CHECK ((table_name = 'timeline'::text))
);
alter table record_lock enable row level security, force row level security;
CREATE INDEX record_lock_tenant_id_locked_by_id_idx ON public.record_lock USING btree (tenant_id, locked_by_id);
create policy tenant_wall on record_lock for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on record_lock for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM timeline t
  WHERE ((t.tenant_id = record_lock.tenant_id) AND (t.id = record_lock.foreign_id))))));
grant delete, insert, select, update on record_lock to writer;
grant select (tenant_id, table_name, foreign_id, locked_at, locked_by_id) on record_lock to reader_price;
grant select (tenant_id, table_name, foreign_id, locked_at, locked_by_id) on record_lock to reader;

create table reference_rate (
  currency text not null,
  day date not null,
  per_euro numeric(18,6) not null,
  constraint reference_rate_pkey PRIMARY KEY (currency, day),
  constraint reference_rate_currency_check CHECK (((currency ~ '^[A-Z]{3}$'::text) AND (currency <> 'EUR'::text))),
  constraint reference_rate_per_euro_check CHECK ((per_euro > (0)::numeric))
);
alter table reference_rate enable row level security, force row level security;
create policy everybody on reference_rate for all to gate, writer
  using (true)
  with check (true);
grant insert, select, update on reference_rate to gate;
grant select on reference_rate to writer;

create table refresh_token (
  tenant_id bigint not null,
  id uuid default gen_random_uuid() not null,
  lb_user_id bigint not null,
  actor_id bigint not null,
  family uuid not null,
  token_hash bytea not null,
  created_at timestamp with time zone default now() not null,
  family_started_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone default now() not null,
  replaced_at timestamp with time zone,
  revoked_at timestamp with time zone,
  user_agent text,
  client_address text,
  means text default 'link'::text not null,
  device text,
  ended_by text,
  constraint refresh_token_pkey PRIMARY KEY (tenant_id, id),
  constraint refresh_token_token_hash_key UNIQUE (token_hash),
  constraint refresh_token_tenant_id_actor_id_fkey FOREIGN KEY (tenant_id, actor_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE,
  constraint refresh_token_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE,
  constraint refresh_token_device_check CHECK ((length(device) <= 100)),
  constraint refresh_token_ended_by_check CHECK ((ended_by = ANY (ARRAY['logout'::text, 'person'::text, 'administrator'::text, 'reuse'::text, 'shut_out'::text, 'idle'::text]))),
  constraint refresh_token_means CHECK ((means = ANY (ARRAY['link'::text, 'passkey'::text, 'sign_on'::text, 'demo'::text])))
);
alter table refresh_token enable row level security, force row level security;
CREATE INDEX refresh_token_family_idx ON public.refresh_token USING btree (family);
CREATE INDEX refresh_token_tenant_id_actor_id_idx ON public.refresh_token USING btree (tenant_id, actor_id);
CREATE INDEX refresh_token_tenant_id_lb_user_id_idx ON public.refresh_token USING btree (tenant_id, lb_user_id);
CREATE TRIGGER guard_end_of_session BEFORE UPDATE OF revoked_at ON public.refresh_token FOR EACH ROW EXECUTE FUNCTION app.guard_end_of_session();
CREATE TRIGGER guard_login BEFORE INSERT ON public.refresh_token FOR EACH ROW EXECUTE FUNCTION app.guard_login();
CREATE TRIGGER security_began AFTER INSERT ON public.refresh_token FOR EACH ROW WHEN ((new.created_at = new.family_started_at)) EXECUTE FUNCTION app.log_session();
CREATE TRIGGER security_ended AFTER UPDATE OF revoked_at ON public.refresh_token FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (new.revoked_at IS NOT NULL) AND (new.replaced_at IS NULL) AND (new.expires_at > new.revoked_at))) EXECUTE FUNCTION app.log_session();
create policy at_the_gate on refresh_token for all to gate
  using (true)
  with check (true);
create policy tenant_wall on refresh_token for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on refresh_token for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((lb_user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_admin() AS is_admin))));
grant delete, insert, select, update on refresh_token to gate;
grant delete, insert, select, update on refresh_token to writer;
grant select (tenant_id, id, lb_user_id, actor_id, family, created_at, family_started_at, expires_at, last_used_at, replaced_at, revoked_at, user_agent, client_address, means) on refresh_token to reader_price;
grant select (tenant_id, id, lb_user_id, actor_id, family, created_at, family_started_at, expires_at, last_used_at, replaced_at, revoked_at, user_agent, client_address, means) on refresh_token to reader;

create table rights_review (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  matrix jsonb not null,
  sha256 text not null,
  confirmed_by_id bigint not null,
  confirmed_by text not null,
  confirmed_at timestamp with time zone default clock_timestamp() not null,
  second_by_id bigint,
  second_by text,
  second_at timestamp with time zone,
  is_alone boolean not null,
  is_complete boolean generated always as ((is_alone OR (second_at IS NOT NULL))) stored not null,
  constraint rights_review_pkey PRIMARY KEY (tenant_id, id),
  constraint rights_review_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint rights_review_second CHECK (((num_nulls(second_by_id, second_by, second_at) = ANY (ARRAY[0, 3])) AND (second_by_id <> confirmed_by_id))),
  constraint rights_review_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);
alter table rights_review enable row level security, force row level security;
CREATE UNIQUE INDEX rights_review_waiting ON public.rights_review USING btree (tenant_id) WHERE (NOT is_complete);
CREATE TRIGGER keep_review BEFORE DELETE OR UPDATE ON public.rights_review FOR EACH ROW EXECUTE FUNCTION app.keep_review();
create policy tenant_wall on rights_review for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant select on rights_review to writer;

create table role_template (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  name text collate app.german not null,
  roles text[] default '{}'::text[] not null,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[name])) stored,
  constraint role_template_pkey PRIMARY KEY (tenant_id, id),
  constraint role_template_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint role_template_grantable CHECK ((NOT (roles && '{user-operator,user-auditor}'::text[]))),
  constraint role_template_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 255))),
  constraint role_template_name_key EXCLUDE USING btree (tenant_id WITH =, lower(name) WITH =) DEFERRABLE
);
alter table role_template enable row level security, force row level security;
CREATE INDEX role_template_search_text ON public.role_template USING gin (tenant_id, search_text gin_trgm_ops);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.role_template FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{search_text}', 'role_template');
CREATE TRIGGER hold_control BEFORE INSERT OR DELETE OR UPDATE ON public.role_template FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.hold_control();
CREATE TRIGGER touch BEFORE UPDATE ON public.role_template FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy tenant_wall on role_template for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on role_template for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ( SELECT app.is_admin() AS is_admin)));
grant delete, insert, select, update on role_template to writer;
grant select (tenant_id, id, name, roles, active, created_at, updated_at, search_text) on role_template to reader_price;
grant select (tenant_id, id, name, roles, active, created_at, updated_at, search_text) on role_template to reader;

create table sample_record (
  tenant_id bigint not null,
  table_name text not null,
  record_id bigint not null,
  content_version integer,
  kept_at timestamp with time zone default clock_timestamp() not null,
  constraint sample_record_pkey PRIMARY KEY (tenant_id, table_name, record_id),
  constraint sample_record_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint sample_record_table_name_check CHECK ((table_name = ANY (ARRAY['client'::text, 'department'::text, 'cost_center'::text, 'ledger_account'::text, 'posting_key'::text, 'supplier'::text, 'product_group'::text, 'product'::text, 'procurement'::text, 'invoice'::text])))
);
alter table sample_record enable row level security, force row level security;
create policy tenant_wall on sample_record for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant delete, insert, select, update on sample_record to writer;

create table saved_filter (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  lb_user_id bigint not null,
  page text not null,
  name text collate app.german not null,
  query jsonb not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint saved_filter_pkey PRIMARY KEY (tenant_id, id),
  constraint saved_filter_tenant_id_lb_user_id_page_name_key UNIQUE (tenant_id, lb_user_id, page, name),
  constraint saved_filter_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE,
  constraint saved_filter_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint saved_filter_page_check CHECK ((length(page) <= 255)),
  constraint saved_filter_query_check CHECK (((jsonb_typeof(query) = 'object'::text) AND (length((query)::text) <= 4000)))
);
alter table saved_filter enable row level security, force row level security;
CREATE TRIGGER touch BEFORE UPDATE ON public.saved_filter FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy tenant_wall on saved_filter for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on saved_filter for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (lb_user_id = ( SELECT app.user_id() AS user_id))));
grant delete, insert, select, update on saved_filter to writer;
grant select (tenant_id, id, lb_user_id, page, name, query, created_at, updated_at) on saved_filter to reader_price;
grant select (tenant_id, id, lb_user_id, page, name, query, created_at, updated_at) on saved_filter to reader;

create table scheduled_task (
  task text not null,
  due timestamp with time zone not null,
  constraint scheduled_task_pkey PRIMARY KEY (task)
);
alter table scheduled_task enable row level security, force row level security;

create table security_count (
  tenant_id bigint not null,
  kind text not null,
  lb_user_id bigint not null,
  minute timestamp with time zone not null,
  times integer not null,
  constraint security_count_pkey PRIMARY KEY (tenant_id, kind, lb_user_id),
  constraint security_count_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
alter table security_count enable row level security, force row level security;
CREATE INDEX security_count_minute_idx ON public.security_count USING btree (minute);
create policy tenant_wall on security_count for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant select on security_count to writer;

create table security_log (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  kind text not null,
  lb_user_id bigint,
  actor_id bigint,
  means text,
  what text,
  target_id bigint,
  code text,
  device text,
  network text,
  times integer default 1 not null,
  sealed_in bigint,
  constraint security_log_pkey PRIMARY KEY (tenant_id, id),
  constraint security_log_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint security_log_code_check CHECK ((length(code) <= 40)),
  constraint security_log_device_check CHECK ((length(device) <= 100)),
  constraint security_log_kind_check CHECK ((kind = ANY (ARRAY['login'::text, 'login_failed'::text, 'new_device'::text, 'logout'::text, 'session_ended'::text, 'passkey_made'::text, 'passkey_removed'::text, 'sign_on_bound'::text, 'sign_on_removed'::text, 'token_made'::text, 'token_revoked'::text, 'token_refused'::text, 'acting_began'::text, 'acting_ended'::text, 'address_changed'::text, 'rights_changed'::text, 'control_changed'::text, 'refused'::text]))),
  constraint security_log_means_check CHECK ((length(means) <= 20)),
  constraint security_log_network_check CHECK ((length(network) <= 50)),
  constraint security_log_times_check CHECK ((times > 0)),
  constraint security_log_what_check CHECK ((length(what) <= 200))
);
alter table security_log enable row level security, force row level security;
CREATE INDEX security_log_created_at_id_idx ON public.security_log USING btree (created_at, id);
CREATE INDEX security_log_id_idx ON public.security_log USING btree (id) WHERE (sealed_in IS NULL);
CREATE INDEX security_log_tenant_id_actor_id_created_at_id_idx ON public.security_log USING btree (tenant_id, actor_id, created_at, id);
CREATE INDEX security_log_tenant_id_created_at_id_idx ON public.security_log USING btree (tenant_id, created_at, id);
CREATE INDEX security_log_tenant_id_kind_created_at_id_idx ON public.security_log USING btree (tenant_id, kind, created_at, id);
CREATE INDEX security_log_tenant_id_lb_user_id_created_at_id_idx ON public.security_log USING btree (tenant_id, lb_user_id, created_at, id);
CREATE TRIGGER keep BEFORE DELETE OR UPDATE ON public.security_log FOR EACH ROW EXECUTE FUNCTION app.keep_security_log();
CREATE TRIGGER keep_all BEFORE TRUNCATE ON public.security_log FOR EACH STATEMENT EXECUTE FUNCTION app.keep_security_log();
create policy operator_wall on security_log for select to operator
  using (( SELECT app.is_operator() AS is_operator));
create policy tenant_wall on security_log for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on security_log for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ( SELECT app.is_admin() AS is_admin)));
grant select on security_log to writer;
grant select (tenant_id, id, created_at, kind, means, code, times) on security_log to operator;
grant select (tenant_id, id, created_at, kind, lb_user_id, actor_id, means, what, target_id, code, device, network, times) on security_log to reader_price;
grant select (tenant_id, id, created_at, kind, lb_user_id, actor_id, means, what, target_id, code, device, network, times) on security_log to reader;

create table service_token (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  lb_user_id bigint not null,
  name text collate app.german not null,
  calls text[] default '{}'::text[] not null,
  networks text[] default '{}'::text[] not null,
  expires_at timestamp with time zone not null,
  secret_hash bytea,
  maker_id bigint,
  issued_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  warned_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint service_token_pkey PRIMARY KEY (tenant_id, id),
  constraint service_token_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE,
  constraint service_token_tenant_id_maker_id_fkey FOREIGN KEY (tenant_id, maker_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (maker_id),
  constraint service_token_calls_check CHECK ((cardinality(calls) <= 300)),
  constraint service_token_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 100))),
  constraint service_token_networks_check CHECK (((cardinality(networks) <= 20) AND ((networks)::cidr[] IS NOT NULL)))
);
alter table service_token enable row level security, force row level security;
CREATE UNIQUE INDEX service_token_secret_key ON public.service_token USING btree (secret_hash) WHERE (secret_hash IS NOT NULL);
CREATE INDEX service_token_tenant_id_lb_user_id_idx ON public.service_token USING btree (tenant_id, lb_user_id);
CREATE INDEX service_token_tenant_id_maker_id_idx ON public.service_token USING btree (tenant_id, maker_id) WHERE (maker_id IS NOT NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.service_token FOR EACH ROW EXECUTE FUNCTION app.write_audit('{secret_hash}', '{}', '{last_used_at,warned_at}', 'lb_user');
CREATE TRIGGER guard_login BEFORE INSERT OR UPDATE OF calls, networks, expires_at, secret_hash, maker_id, revoked_at ON public.service_token FOR EACH ROW EXECUTE FUNCTION app.guard_login();
CREATE TRIGGER hold_control BEFORE INSERT OR DELETE OR UPDATE ON public.service_token FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.hold_control();
CREATE TRIGGER security AFTER UPDATE OF secret_hash ON public.service_token FOR EACH ROW WHEN ((new.secret_hash IS DISTINCT FROM old.secret_hash)) EXECUTE FUNCTION app.log_service_token();
CREATE TRIGGER touch BEFORE UPDATE ON public.service_token FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy at_the_gate on service_token for all to gate
  using (true)
  with check (true);
create policy tenant_wall on service_token for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on service_token for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ( SELECT app.is_admin() AS is_admin)));
grant select on service_token to gate;
grant delete, insert, select, update on service_token to writer;
grant update (last_used_at) on service_token to gate;
grant select (tenant_id, id, lb_user_id, name, calls, networks, expires_at, maker_id, issued_at, revoked_at, last_used_at, warned_at, created_at, updated_at) on service_token to reader_price;
grant select (tenant_id, id, lb_user_id, name, calls, networks, expires_at, maker_id, issued_at, revoked_at, last_used_at, warned_at, created_at, updated_at) on service_token to reader;

create table sign_on_group (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  sign_on_issuer_id bigint not null,
  value text not null,
  task_group_id bigint not null,
  constraint sign_on_group_pkey PRIMARY KEY (tenant_id, id),
  constraint sign_on_group_tenant_id_sign_on_issuer_id_fkey FOREIGN KEY (tenant_id, sign_on_issuer_id) REFERENCES sign_on_issuer(tenant_id, id) ON DELETE CASCADE,
  constraint sign_on_group_tenant_id_task_group_id_fkey FOREIGN KEY (tenant_id, task_group_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE,
  constraint sign_on_group_value_check CHECK (((TRIM(BOTH FROM value) <> ''::text) AND (length(value) <= 255)))
);
alter table sign_on_group enable row level security, force row level security;
CREATE INDEX sign_on_group_tenant_id_sign_on_issuer_id_idx ON public.sign_on_group USING btree (tenant_id, sign_on_issuer_id);
CREATE INDEX sign_on_group_tenant_id_task_group_id_idx ON public.sign_on_group USING btree (tenant_id, task_group_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.sign_on_group FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'sign_on_issuer');
CREATE TRIGGER hold_control BEFORE INSERT OR DELETE OR UPDATE ON public.sign_on_group FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.hold_control();
create policy tenant_wall on sign_on_group for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on sign_on_group for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ( SELECT app.is_admin() AS is_admin)));
grant delete, insert, select, update on sign_on_group to writer;
grant select (tenant_id, id, sign_on_issuer_id, value, task_group_id) on sign_on_group to reader_price;
grant select (tenant_id, id, sign_on_issuer_id, value, task_group_id) on sign_on_group to reader;

create table sign_on_identity (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  lb_user_id bigint not null,
  issuer text not null,
  application_id text not null,
  subject text not null,
  last_login timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint sign_on_identity_pkey PRIMARY KEY (tenant_id, id),
  constraint sign_on_identity_tenant_id_issuer_application_id_subject_key UNIQUE (tenant_id, issuer, application_id, subject),
  constraint sign_on_identity_tenant_id_lb_user_id_issuer_application_id_key UNIQUE (tenant_id, lb_user_id, issuer, application_id),
  constraint sign_on_identity_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE,
  constraint sign_on_identity_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255)))
);
alter table sign_on_identity enable row level security, force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.sign_on_identity FOR EACH ROW EXECUTE FUNCTION app.write_audit('{subject}', '{}', '{last_login}', 'sign_on_identity');
CREATE TRIGGER guard_login BEFORE INSERT OR DELETE OR UPDATE ON public.sign_on_identity FOR EACH ROW EXECUTE FUNCTION app.guard_login();
CREATE TRIGGER security AFTER INSERT OR DELETE ON public.sign_on_identity FOR EACH ROW EXECUTE FUNCTION app.log_sign_on_identity();
create policy at_the_gate on sign_on_identity for all to gate
  using (true)
  with check (true);
create policy tenant_wall on sign_on_identity for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on sign_on_identity for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((lb_user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_admin() AS is_admin))));
grant insert, select on sign_on_identity to gate;
grant delete, insert, select, update on sign_on_identity to writer;
grant update (last_login) on sign_on_identity to gate;
grant select (tenant_id, id, lb_user_id, issuer, application_id, last_login, created_at) on sign_on_identity to reader_price;
grant select (tenant_id, id, lb_user_id, issuer, application_id, last_login, created_at) on sign_on_identity to reader;

create table sign_on_issuer (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  name text collate app.german not null,
  issuer text not null,
  application_id text not null,
  application_secret bytea,
  has_application_secret boolean generated always as ((application_secret IS NOT NULL)) stored not null,
  organisation_claim text,
  organisation text,
  trusts_addresses boolean default false not null,
  groups_claim text,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[name])) stored,
  constraint sign_on_issuer_pkey PRIMARY KEY (tenant_id, id),
  constraint sign_on_issuer_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint sign_on_issuer_application_id_check CHECK (((TRIM(BOTH FROM application_id) <> ''::text) AND (length(application_id) <= 255))),
  constraint sign_on_issuer_groups_claim_check CHECK ((length(groups_claim) <= 100)),
  constraint sign_on_issuer_issuer_check CHECK (((issuer ~ '^https?://'::text) AND (length(issuer) <= 500))),
  constraint sign_on_issuer_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 255))),
  constraint sign_on_issuer_organisation CHECK (((organisation_claim IS NULL) = (organisation IS NULL))),
  constraint sign_on_issuer_organisation_check CHECK ((length(organisation) <= 255)),
  constraint sign_on_issuer_organisation_claim_check CHECK ((length(organisation_claim) <= 100))
);
alter table sign_on_issuer enable row level security, force row level security;
CREATE INDEX sign_on_issuer_search_text ON public.sign_on_issuer USING gin (tenant_id, search_text gin_trgm_ops);
CREATE TRIGGER active_issuer_off BEFORE UPDATE OF active ON public.sign_on_issuer FOR EACH ROW WHEN ((old.active AND (NOT new.active) AND (CURRENT_USER = 'writer'::name))) EXECUTE FUNCTION app.keep_sign_on();
CREATE TRIGGER active_issuer_removed BEFORE DELETE ON public.sign_on_issuer FOR EACH ROW WHEN ((old.active AND (CURRENT_USER = 'writer'::name))) EXECUTE FUNCTION app.keep_sign_on();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.sign_on_issuer FOR EACH ROW EXECUTE FUNCTION app.write_audit('{application_secret}', '{}', '{has_application_secret,search_text}', 'sign_on_issuer');
CREATE TRIGGER hold_control BEFORE INSERT OR DELETE OR UPDATE ON public.sign_on_issuer FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.hold_control();
CREATE TRIGGER move_application BEFORE UPDATE OF issuer, application_id ON public.sign_on_issuer FOR EACH ROW WHEN (((old.issuer IS DISTINCT FROM new.issuer) OR (old.application_id IS DISTINCT FROM new.application_id))) EXECUTE FUNCTION app.forget_moved_application_secret();
CREATE TRIGGER touch BEFORE UPDATE ON public.sign_on_issuer FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy at_the_gate on sign_on_issuer for select to gate
  using (true);
create policy tenant_wall on sign_on_issuer for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on sign_on_issuer for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ( SELECT app.is_admin() AS is_admin)));
grant select on sign_on_issuer to gate;
grant delete, insert, select, update on sign_on_issuer to writer;
grant select (tenant_id, id, name, issuer, application_id, has_application_secret, organisation_claim, organisation, trusts_addresses, groups_claim, active, created_at, updated_at, search_text) on sign_on_issuer to reader_price;
grant select (tenant_id, id, name, issuer, application_id, has_application_secret, organisation_claim, organisation, trusts_addresses, groups_claim, active, created_at, updated_at, search_text) on sign_on_issuer to reader;

create table supplier (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  name text collate app.german not null,
  email text,
  address text,
  zipcode text,
  city text,
  country text default 'DE'::text not null,
  phone text,
  contact_person text,
  order_language text,
  active boolean default true not null,
  state text default 'active'::text not null,
  external_id text,
  supplier_number text,
  client_number text,
  delivery_in_days integer,
  delivery_terms text,
  payment_terms text,
  payment_days integer,
  vat_number text,
  tax_number text,
  iban text,
  bic text,
  bank text,
  payment_method text,
  notes text,
  ledger_account_id bigint,
  cost_center_id bigint,
  department_id bigint,
  posting_key_id bigint,
  tax numeric(4,2),
  discount_1_percentage numeric(5,2),
  discount_1_days integer,
  discount_2_percentage numeric(5,2),
  discount_2_days integer,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[name, supplier_number, external_id, city])) stored,
  merged_into_id bigint,
  constraint supplier_pkey PRIMARY KEY (tenant_id, id),
  constraint supplier_merged_into FOREIGN KEY (tenant_id, merged_into_id) REFERENCES supplier(tenant_id, id) ON DELETE RESTRICT,
  constraint supplier_tenant_id_cost_center_id_fkey FOREIGN KEY (tenant_id, cost_center_id) REFERENCES cost_center(tenant_id, id) ON DELETE SET NULL (cost_center_id),
  constraint supplier_tenant_id_department_id_fkey FOREIGN KEY (tenant_id, department_id) REFERENCES department(tenant_id, id) ON DELETE SET NULL (department_id),
  constraint supplier_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint supplier_tenant_id_ledger_account_id_fkey FOREIGN KEY (tenant_id, ledger_account_id) REFERENCES ledger_account(tenant_id, id) ON DELETE SET NULL (ledger_account_id),
  constraint supplier_tenant_id_posting_key_id_fkey FOREIGN KEY (tenant_id, posting_key_id) REFERENCES posting_key(tenant_id, id) ON DELETE SET NULL (posting_key_id),
  constraint supplier_bic_check CHECK ((bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'::text)),
  constraint supplier_client_number_check CHECK ((length(client_number) <= 36)),
  constraint supplier_delivery_in_days_check CHECK (((delivery_in_days >= 0) AND (delivery_in_days <= 999))),
  constraint supplier_delivery_terms_check CHECK ((length(delivery_terms) <= 4000)),
  constraint supplier_email_check CHECK (((length(email) <= 254) AND (email ~ '^[^@\s]+@[^@\s]+$'::text))),
  constraint supplier_external_id_check CHECK ((external_id ~ '^[1-9]\d{4,8}$'::text)),
  constraint supplier_iban_check CHECK ((iban ~ '^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$'::text)),
  constraint supplier_merged_is_inactive CHECK (((merged_into_id IS NULL) OR (NOT active))),
  constraint supplier_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 50))),
  constraint supplier_notes_check CHECK ((length(notes) <= 4000)),
  constraint supplier_order_language_check CHECK ((order_language ~ '^[a-z]{2}$'::text)),
  constraint supplier_payment_days_check CHECK (((payment_days >= 0) AND (payment_days <= 999))),
  constraint supplier_payment_method_check CHECK ((payment_method = ANY (ARRAY['AUTOMATIC_DEBIT'::text, 'CREDIT_CARD'::text, 'BANK_TRANSFER'::text, 'ONLINE_PAYMENT'::text]))),
  constraint supplier_payment_terms_check CHECK ((length(payment_terms) <= 4000)),
  constraint supplier_state_check CHECK ((state = ANY (ARRAY['active'::text, 'provisional'::text]))),
  constraint supplier_supplier_number_check CHECK ((supplier_number ~ '^\d{1,20}$'::text)),
  constraint supplier_tax_check CHECK (((tax >= (0)::numeric) AND (tax <= 99.99))),
  constraint supplier_tax_number_check CHECK ((length(tax_number) <= 30)),
  constraint supplier_vat_number_check CHECK ((vat_number ~ '^[[:alnum:]]{1,15}$'::text))
);
alter table supplier enable row level security, force row level security;
CREATE INDEX supplier_of_account ON public.supplier USING btree (tenant_id, iban);
CREATE INDEX supplier_of_creditor ON public.supplier USING btree (tenant_id, rtrim(external_id, '0'::text));
CREATE INDEX supplier_of_number ON public.supplier USING btree (tenant_id, lower(btrim(supplier_number)));
CREATE INDEX supplier_of_tax_number ON public.supplier USING btree (tenant_id, tax_number);
CREATE INDEX supplier_of_vat_number ON public.supplier USING btree (tenant_id, vat_number);
CREATE INDEX supplier_search_text ON public.supplier USING gin (tenant_id, search_text gin_trgm_ops);
CREATE INDEX supplier_tenant_id_merged_into_id_idx ON public.supplier USING btree (tenant_id, merged_into_id) WHERE (merged_into_id IS NOT NULL);
CREATE INDEX supplier_tenant_id_name_idx ON public.supplier USING btree (tenant_id, name);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.supplier FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{search_text}', 'supplier');
CREATE TRIGGER count_documents_waiting AFTER UPDATE ON public.supplier REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION app.count_documents_waiting();
CREATE TRIGGER guard_four_eyes BEFORE INSERT OR DELETE OR UPDATE ON public.supplier FOR EACH ROW EXECUTE FUNCTION app.guard_four_eyes('iban', 'bic', 'bank');
CREATE TRIGGER guard_merging BEFORE UPDATE OF merged_into_id ON public.supplier FOR EACH ROW WHEN (((CURRENT_USER = 'writer'::name) AND (new.merged_into_id IS DISTINCT FROM old.merged_into_id))) EXECUTE FUNCTION app.guard_merging();
CREATE TRIGGER guard_merging_of_new BEFORE INSERT ON public.supplier FOR EACH ROW WHEN (((CURRENT_USER = 'writer'::name) AND (new.merged_into_id IS NOT NULL))) EXECUTE FUNCTION app.guard_merging();
CREATE TRIGGER guard_name_of_account BEFORE UPDATE OF iban, active ON public.supplier FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.keep_names_of_supplier('iban');
CREATE TRIGGER guard_names BEFORE INSERT OR UPDATE OF external_id, vat_number, active ON public.supplier FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.keep_names_of_supplier('external_id', 'vat_number');
CREATE TRIGGER guard_twins BEFORE INSERT ON public.supplier FOR EACH ROW WHEN (((CURRENT_USER = 'writer'::name) AND (COALESCE(new.vat_number, new.tax_number, new.iban) IS NOT NULL))) EXECUTE FUNCTION app.note_twins();
CREATE TRIGGER guard_twins_of_changed BEFORE UPDATE OF vat_number, tax_number, iban ON public.supplier FOR EACH ROW WHEN (((CURRENT_USER = 'writer'::name) AND (((new.vat_number IS DISTINCT FROM old.vat_number) OR (new.tax_number IS DISTINCT FROM old.tax_number)) OR (new.iban IS DISTINCT FROM old.iban)))) EXECUTE FUNCTION app.note_twins();
CREATE TRIGGER hold_bank_change BEFORE UPDATE ON public.supplier FOR EACH ROW WHEN (((CURRENT_USER = 'writer'::name) AND ((new.iban IS DISTINCT FROM old.iban) OR (new.bic IS DISTINCT FROM old.bic)))) EXECUTE FUNCTION app.hold_bank_change();
CREATE TRIGGER hold_control BEFORE INSERT OR DELETE OR UPDATE ON public.supplier FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.hold_control();
CREATE TRIGGER hold_first_account BEFORE INSERT ON public.supplier FOR EACH ROW WHEN (((CURRENT_USER = 'writer'::name) AND (new.iban IS NOT NULL))) EXECUTE FUNCTION app.hold_bank_change();
CREATE TRIGGER keep_account BEFORE INSERT OR UPDATE OF iban, active ON public.supplier FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.keep_names_of_supplier('iban');
CREATE TRIGGER keep_merged_inactive BEFORE UPDATE OF merged_into_id ON public.supplier FOR EACH ROW WHEN ((new.merged_into_id IS NOT NULL)) EXECUTE FUNCTION app.deactivate_merged();
CREATE TRIGGER keep_named_number BEFORE INSERT OR UPDATE OF supplier_number, active ON public.supplier FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.keep_named_number('supplier_number');
CREATE TRIGGER move_to_merged AFTER UPDATE OF merged_into_id ON public.supplier FOR EACH ROW WHEN (((old.merged_into_id IS NULL) AND (new.merged_into_id IS NOT NULL))) EXECUTE FUNCTION app.move_to_merged();
CREATE TRIGGER note_standing_account AFTER INSERT OR UPDATE OF iban ON public.supplier FOR EACH ROW WHEN (((CURRENT_USER <> 'writer'::name) AND ("left"(new.iban, 2) = new.country))) EXECUTE FUNCTION app.note_standing_account();
CREATE TRIGGER pass_supplier_text AFTER UPDATE OF name ON public.supplier FOR EACH ROW WHEN ((old.name IS DISTINCT FROM new.name)) EXECUTE FUNCTION app.pass_supplier_text();
CREATE TRIGGER security_control AFTER INSERT OR DELETE OR UPDATE ON public.supplier FOR EACH ROW EXECUTE FUNCTION app.log_control('iban', 'bic', 'bank');
CREATE TRIGGER touch BEFORE UPDATE ON public.supplier FOR EACH ROW EXECUTE FUNCTION app.touch();
CREATE TRIGGER void_outgrown_accounts BEFORE DELETE OR UPDATE OF name, country, supplier_number, external_id, vat_number, tax_number, active ON public.supplier FOR EACH ROW EXECUTE FUNCTION app.void_outgrown_accounts();
create policy audited on supplier for select to auditor
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND true));
create policy only_audited on supplier as restrictive for select to auditor
  using ((NOT (id IN ( SELECT app.of_other_companies('supplier'::text) AS of_other_companies))));
create policy tenant_wall on supplier for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on supplier for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (( SELECT app.is_admin() AS is_admin) OR (id <> ALL (( SELECT app.hidden_rows('supplier'::text) AS hidden_rows)::bigint[])))));
grant delete, insert, select, update on supplier to writer;
grant select (iban, bic, bank) on supplier to reader_bank;
grant select (iban, bic, bank) on supplier to reader_price_bank;
grant select (tenant_id, id, name, email, address, zipcode, city, country, phone, contact_person, order_language, active, state, external_id, supplier_number, client_number, delivery_in_days, delivery_terms, payment_terms, payment_days, vat_number, tax_number, payment_method, notes, ledger_account_id, cost_center_id, department_id, posting_key_id, tax, discount_1_percentage, discount_1_days, discount_2_percentage, discount_2_days, created_at, updated_at, search_text, merged_into_id) on supplier to reader_price;
grant select (tenant_id, id, name, email, address, zipcode, city, country, phone, contact_person, order_language, active, state, external_id, supplier_number, client_number, delivery_in_days, delivery_terms, payment_terms, payment_days, vat_number, tax_number, payment_method, notes, ledger_account_id, cost_center_id, department_id, posting_key_id, tax, discount_1_percentage, discount_1_days, discount_2_percentage, discount_2_days, created_at, updated_at, search_text, merged_into_id) on supplier to reader;

create table supplier_approver (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  supplier_id bigint not null,
  lb_user_id bigint not null,
  is_required boolean default false not null,
  constraint supplier_approver_pkey PRIMARY KEY (tenant_id, id),
  constraint supplier_approver_tenant_id_supplier_id_lb_user_id_key UNIQUE (tenant_id, supplier_id, lb_user_id),
  constraint supplier_approver_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE,
  constraint supplier_approver_tenant_id_supplier_id_fkey FOREIGN KEY (tenant_id, supplier_id) REFERENCES supplier(tenant_id, id) ON DELETE CASCADE
);
alter table supplier_approver enable row level security, force row level security;
CREATE INDEX supplier_approver_tenant_id_lb_user_id_idx ON public.supplier_approver USING btree (tenant_id, lb_user_id);
CREATE TRIGGER approver_is_there BEFORE INSERT OR UPDATE OF lb_user_id ON public.supplier_approver FOR EACH ROW EXECUTE FUNCTION app.guard_approver();
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.supplier_approver FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'supplier');
CREATE TRIGGER hold_control BEFORE INSERT OR DELETE OR UPDATE ON public.supplier_approver FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.hold_control();
create policy tenant_wall on supplier_approver for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on supplier_approver for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM supplier p
  WHERE ((p.tenant_id = supplier_approver.tenant_id) AND (p.id = supplier_approver.supplier_id))))));
grant delete, insert, select, update on supplier_approver to writer;
grant select (tenant_id, id, supplier_id, lb_user_id, is_required) on supplier_approver to reader_price;
grant select (tenant_id, id, supplier_id, lb_user_id, is_required) on supplier_approver to reader;

create table supplier_bank_change (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  supplier_id bigint,
  iban text,
  bic text,
  former_iban text,
  former_bic text,
  state text default 'pending'::text not null,
  proposed_by_id bigint,
  proposed_at timestamp with time zone default now() not null,
  decided_by_id bigint,
  decided_at timestamp with time zone,
  source_invoice_id bigint,
  at_once boolean default false not null,
  void_columns text[],
  is_untold boolean default false not null,
  constraint supplier_bank_change_pkey PRIMARY KEY (tenant_id, id),
  constraint supplier_bank_change_tenant_id_decided_by_id_fkey FOREIGN KEY (tenant_id, decided_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (decided_by_id),
  constraint supplier_bank_change_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint supplier_bank_change_tenant_id_proposed_by_id_fkey FOREIGN KEY (tenant_id, proposed_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (proposed_by_id),
  constraint supplier_bank_change_tenant_id_source_invoice_id_fkey FOREIGN KEY (tenant_id, source_invoice_id) REFERENCES invoice(tenant_id, id) ON DELETE SET NULL (source_invoice_id),
  constraint supplier_bank_change_tenant_id_supplier_id_fkey FOREIGN KEY (tenant_id, supplier_id) REFERENCES supplier(tenant_id, id) ON DELETE SET NULL (supplier_id) DEFERRABLE INITIALLY DEFERRED,
  constraint supplier_bank_change_bic_check CHECK ((bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'::text)),
  constraint supplier_bank_change_decided CHECK (((state = 'pending'::text) = (decided_at IS NULL))),
  constraint supplier_bank_change_iban_check CHECK ((iban ~ '^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$'::text)),
  constraint supplier_bank_change_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'confirmed'::text, 'rejected'::text, 'replaced'::text, 'void'::text])))
);
alter table supplier_bank_change enable row level security, force row level security;
CREATE INDEX supplier_bank_change_of_account ON public.supplier_bank_change USING btree (tenant_id, iban);
CREATE UNIQUE INDEX supplier_bank_change_pending ON public.supplier_bank_change USING btree (tenant_id, supplier_id) WHERE (state = 'pending'::text);
CREATE INDEX supplier_bank_change_tenant_id_decided_by_id_idx ON public.supplier_bank_change USING btree (tenant_id, decided_by_id);
CREATE INDEX supplier_bank_change_tenant_id_proposed_by_id_idx ON public.supplier_bank_change USING btree (tenant_id, proposed_by_id);
CREATE INDEX supplier_bank_change_tenant_id_source_invoice_id_idx ON public.supplier_bank_change USING btree (tenant_id, source_invoice_id);
CREATE INDEX supplier_bank_change_tenant_id_supplier_id_id_idx ON public.supplier_bank_change USING btree (tenant_id, supplier_id, id DESC);
CREATE INDEX supplier_bank_change_untold ON public.supplier_bank_change USING btree (tenant_id) WHERE is_untold;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.supplier_bank_change FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{is_untold}', 'supplier');
CREATE TRIGGER guard_four_eyes BEFORE INSERT OR DELETE ON public.supplier_bank_change FOR EACH ROW EXECUTE FUNCTION app.guard_four_eyes();
CREATE TRIGGER guard_four_eyes_of_verdict BEFORE UPDATE ON public.supplier_bank_change FOR EACH ROW WHEN ((new.state <> 'void'::text)) EXECUTE FUNCTION app.guard_four_eyes();
CREATE TRIGGER note_untold BEFORE INSERT ON public.supplier_bank_change FOR EACH ROW WHEN ((new.at_once AND (new.decided_by_id IS NOT NULL) AND (new.iban IS NOT NULL))) EXECUTE FUNCTION app.note_untold_account();
CREATE TRIGGER stay_in_tenant BEFORE INSERT OR UPDATE ON public.supplier_bank_change FOR EACH ROW EXECUTE FUNCTION app.stay_in_tenant();
CREATE TRIGGER told_of AFTER INSERT ON public.supplier_bank_change FOR EACH ROW WHEN (new.is_untold) EXECUTE FUNCTION app.tell_of_controls();
create policy tenant_wall on supplier_bank_change for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on supplier_bank_change for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM supplier p
  WHERE ((p.tenant_id = supplier_bank_change.tenant_id) AND (p.id = supplier_bank_change.supplier_id))))));
grant select on supplier_bank_change to writer;
grant select (iban, bic, former_iban, former_bic) on supplier_bank_change to reader_bank;
grant select (iban, bic, former_iban, former_bic) on supplier_bank_change to reader_price_bank;
grant select (tenant_id, id, supplier_id, state, proposed_by_id, proposed_at, decided_by_id, decided_at, source_invoice_id, at_once, void_columns) on supplier_bank_change to reader_price;
grant select (tenant_id, id, supplier_id, state, proposed_by_id, proposed_at, decided_by_id, decided_at, source_invoice_id, at_once, void_columns) on supplier_bank_change to reader;

create table supplier_client (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  supplier_id bigint not null,
  client_id bigint not null,
  external_id text,
  client_number text,
  vendor_account text,
  constraint supplier_client_pkey PRIMARY KEY (tenant_id, id),
  constraint supplier_client_tenant_id_supplier_id_client_id_key UNIQUE (tenant_id, supplier_id, client_id),
  constraint supplier_client_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE CASCADE,
  constraint supplier_client_tenant_id_supplier_id_fkey FOREIGN KEY (tenant_id, supplier_id) REFERENCES supplier(tenant_id, id) ON DELETE CASCADE,
  constraint supplier_client_client_number_check CHECK ((length(client_number) <= 36)),
  constraint supplier_client_external_id_check CHECK ((external_id ~ '^[1-9]\d{4,8}$'::text)),
  constraint supplier_client_vendor_account_check CHECK ((length(vendor_account) <= 20))
);
alter table supplier_client enable row level security, force row level security;
CREATE INDEX supplier_client_of_creditor ON public.supplier_client USING btree (tenant_id, rtrim(external_id, '0'::text));
CREATE INDEX supplier_client_of_vendor ON public.supplier_client USING btree (tenant_id, vendor_account);
CREATE INDEX supplier_client_tenant_id_client_id_idx ON public.supplier_client USING btree (tenant_id, client_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.supplier_client FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'supplier');
CREATE TRIGGER count_documents_delete AFTER DELETE ON public.supplier_client REFERENCING OLD TABLE AS was FOR EACH STATEMENT WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.count_documents_of_owner('supplier');
CREATE TRIGGER count_documents_insert AFTER INSERT ON public.supplier_client REFERENCING NEW TABLE AS now_is FOR EACH STATEMENT WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.count_documents_of_owner('supplier');
CREATE TRIGGER count_documents_update AFTER UPDATE ON public.supplier_client REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.count_documents_of_owner('supplier');
CREATE TRIGGER guard_names BEFORE INSERT OR UPDATE OF supplier_id, client_id, external_id, vendor_account ON public.supplier_client FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.keep_names_in_company();
CREATE TRIGGER hold_control BEFORE INSERT OR DELETE OR UPDATE ON public.supplier_client FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.hold_control();
CREATE TRIGGER void_outgrown_accounts BEFORE INSERT OR DELETE OR UPDATE OF external_id, vendor_account, client_id ON public.supplier_client FOR EACH ROW EXECUTE FUNCTION app.void_outgrown_accounts();
create policy tenant_wall on supplier_client for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on supplier_client for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((EXISTS ( SELECT
   FROM supplier p
  WHERE ((p.tenant_id = supplier_client.tenant_id) AND (p.id = supplier_client.supplier_id)))) AND (EXISTS ( SELECT
   FROM client p
  WHERE ((p.tenant_id = supplier_client.tenant_id) AND (p.id = supplier_client.client_id)))))));
grant delete, insert, select, update on supplier_client to writer;
grant select (tenant_id, id, supplier_id, client_id, external_id, client_number, vendor_account) on supplier_client to reader_price;
grant select (tenant_id, id, supplier_id, client_id, external_id, client_number, vendor_account) on supplier_client to reader;

create table supplier_department (
  tenant_id bigint not null,
  supplier_id bigint not null,
  department_id bigint not null,
  constraint supplier_department_pkey PRIMARY KEY (tenant_id, supplier_id, department_id),
  constraint supplier_department_tenant_id_department_id_fkey FOREIGN KEY (tenant_id, department_id) REFERENCES department(tenant_id, id) ON DELETE CASCADE,
  constraint supplier_department_tenant_id_supplier_id_fkey FOREIGN KEY (tenant_id, supplier_id) REFERENCES supplier(tenant_id, id) ON DELETE CASCADE
);
alter table supplier_department enable row level security, force row level security;
CREATE INDEX supplier_department_tenant_id_department_id_idx ON public.supplier_department USING btree (tenant_id, department_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.supplier_department FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'supplier_department');
create policy tenant_wall on supplier_department for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on supplier_department for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((EXISTS ( SELECT
   FROM supplier p
  WHERE ((p.tenant_id = supplier_department.tenant_id) AND (p.id = supplier_department.supplier_id)))) AND (EXISTS ( SELECT
   FROM department p
  WHERE ((p.tenant_id = supplier_department.tenant_id) AND (p.id = supplier_department.department_id)))))));
grant delete, insert, select, update on supplier_department to writer;
grant select (tenant_id, supplier_id, department_id) on supplier_department to reader_price;
grant select (tenant_id, supplier_id, department_id) on supplier_department to reader;

create table supplier_hint (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  supplier_id bigint not null,
  field text not null,
  anchor text not null,
  relation text not null,
  page text not null,
  shape text,
  slash_order text,
  against text,
  misses integer default 0 not null,
  source_invoice_id bigint,
  taught_by_id bigint,
  created_at timestamp with time zone default now() not null,
  constraint supplier_hint_pkey PRIMARY KEY (tenant_id, id),
  constraint supplier_hint_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint supplier_hint_tenant_id_source_invoice_id_fkey FOREIGN KEY (tenant_id, source_invoice_id) REFERENCES invoice(tenant_id, id) ON DELETE SET NULL (source_invoice_id),
  constraint supplier_hint_tenant_id_supplier_id_fkey FOREIGN KEY (tenant_id, supplier_id) REFERENCES supplier(tenant_id, id) ON DELETE CASCADE,
  constraint supplier_hint_tenant_id_taught_by_id_fkey FOREIGN KEY (tenant_id, taught_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (taught_by_id),
  constraint supplier_hint_against_check CHECK ((length(against) <= 60)),
  constraint supplier_hint_anchor_check CHECK (((length(anchor) >= 2) AND (length(anchor) <= 60))),
  constraint supplier_hint_field_check CHECK ((field = ANY (ARRAY['invoiceNumber'::text, 'orderReference'::text, 'invoiceDate'::text, 'dueDate'::text, 'deliveryDate'::text, 'totalNet'::text, 'totalTax'::text, 'totalGross'::text]))),
  constraint supplier_hint_page_check CHECK ((page = ANY (ARRAY['first'::text, 'last'::text, 'any'::text]))),
  constraint supplier_hint_relation_check CHECK ((relation = ANY (ARRAY['right'::text, 'below'::text]))),
  constraint supplier_hint_shape_check CHECK ((length(shape) <= 60)),
  constraint supplier_hint_slash_order_check CHECK ((slash_order = ANY (ARRAY['day-first'::text, 'month-first'::text])))
);
alter table supplier_hint enable row level security, force row level security;
CREATE INDEX supplier_hint_tenant_id_source_invoice_id_idx ON public.supplier_hint USING btree (tenant_id, source_invoice_id);
CREATE INDEX supplier_hint_tenant_id_supplier_id_field_id_idx ON public.supplier_hint USING btree (tenant_id, supplier_id, field, id DESC);
CREATE INDEX supplier_hint_tenant_id_taught_by_id_idx ON public.supplier_hint USING btree (tenant_id, taught_by_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.supplier_hint FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{misses}', 'supplier');
create policy module_on on supplier_hint as restrictive for select to reader, reader_price
  using (app.is_on('invoice'::text));
create policy tenant_wall on supplier_hint for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on supplier_hint for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ( SELECT app.is_admin() AS is_admin)));
grant delete, insert, select, update on supplier_hint to writer;
grant select (tenant_id, id, supplier_id, field, anchor, relation, page, shape, slash_order, against, misses, source_invoice_id, taught_by_id, created_at) on supplier_hint to reader_price;
grant select (tenant_id, id, supplier_id, field, anchor, relation, page, shape, slash_order, against, misses, source_invoice_id, taught_by_id, created_at) on supplier_hint to reader;

create table task_group_user (
  tenant_id bigint not null,
  task_group_id bigint not null,
  lb_user_id bigint not null,
  constraint task_group_user_pkey PRIMARY KEY (tenant_id, task_group_id, lb_user_id),
  constraint task_group_user_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE,
  constraint task_group_user_tenant_id_task_group_id_fkey FOREIGN KEY (tenant_id, task_group_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE
);
alter table task_group_user enable row level security, force row level security;
CREATE INDEX task_group_user_tenant_id_lb_user_id_idx ON public.task_group_user USING btree (tenant_id, lb_user_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.task_group_user FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'task_group_user');
CREATE TRIGGER bump_members AFTER INSERT OR DELETE OR UPDATE ON public.task_group_user FOR EACH ROW EXECUTE FUNCTION app.bump_members();
CREATE CONSTRAINT TRIGGER guard_auditor AFTER INSERT OR UPDATE ON public.task_group_user DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.guard_auditor();
CREATE TRIGGER guard_operator_role BEFORE INSERT OR UPDATE ON public.task_group_user FOR EACH ROW EXECUTE FUNCTION app.guard_operator_role();
CREATE TRIGGER guard_service_groups AFTER INSERT OR UPDATE ON public.task_group_user FOR EACH ROW EXECUTE FUNCTION app.guard_service_groups();
CREATE TRIGGER hold_control BEFORE INSERT OR DELETE OR UPDATE ON public.task_group_user FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.hold_control();
CREATE CONSTRAINT TRIGGER keep_administrator_members AFTER DELETE OR UPDATE ON public.task_group_user DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.keep_administrator('lb_user_id');
CREATE TRIGGER note_maker AFTER INSERT OR UPDATE ON public.task_group_user FOR EACH ROW WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.note_maker_in_groups();
CREATE TRIGGER settle_tasks AFTER DELETE ON public.task_group_user FOR EACH STATEMENT WHEN ((CURRENT_USER = 'writer'::name)) EXECUTE FUNCTION app.settle_tasks_of_groups();
create policy at_the_gate on task_group_user for select to gate
  using (true);
create policy only_audited on task_group_user as restrictive for select to auditor
  using (((NOT (lb_user_id IN ( SELECT app.people_of_others() AS people_of_others))) AND (NOT (task_group_id IN ( SELECT app.people_of_others() AS people_of_others)))));
create policy tenant_wall on task_group_user for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on task_group_user for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND true));
grant select on task_group_user to gate;
grant delete, insert, select, update on task_group_user to writer;
grant select (tenant_id, task_group_id, lb_user_id) on task_group_user to reader_price;
grant select (tenant_id, task_group_id, lb_user_id) on task_group_user to reader;

create table tax_group (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  code text not null,
  name text collate app.german not null,
  client_id bigint not null,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[code, name])) stored,
  constraint tax_group_pkey PRIMARY KEY (tenant_id, id),
  constraint tax_group_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE RESTRICT,
  constraint tax_group_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint tax_group_code_check CHECK ((code ~ '^[[:alnum:]. _]{1,15}$'::text)),
  constraint tax_group_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 255))),
  constraint tax_group_tenant_id_client_id_code_key EXCLUDE USING btree (tenant_id WITH =, client_id WITH =, lower(code) WITH =) DEFERRABLE
);
alter table tax_group enable row level security, force row level security;
CREATE INDEX tax_group_search_text ON public.tax_group USING gin (tenant_id, search_text gin_trgm_ops);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.tax_group FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{search_text}', 'tax_group');
CREATE TRIGGER count_documents_waiting AFTER UPDATE ON public.tax_group REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION app.count_documents_waiting();
CREATE TRIGGER touch BEFORE UPDATE ON public.tax_group FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy tenant_wall on tax_group for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on tax_group for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM client p
  WHERE ((p.tenant_id = tax_group.tenant_id) AND (p.id = tax_group.client_id))))));
grant delete, insert, select, update on tax_group to writer;
grant select (tenant_id, id, code, name, client_id, active, created_at, updated_at, search_text) on tax_group to reader_price;
grant select (tenant_id, id, code, name, client_id, active, created_at, updated_at, search_text) on tax_group to reader;

create table tax_item_group (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  code text not null,
  tax_code text not null,
  name text collate app.german not null,
  client_id bigint not null,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[code, name])) stored,
  constraint tax_item_group_pkey PRIMARY KEY (tenant_id, id),
  constraint tax_item_group_tenant_id_client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES client(tenant_id, id) ON DELETE RESTRICT,
  constraint tax_item_group_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint tax_item_group_code_check CHECK ((code ~ '^[[:alnum:]. _]{1,15}$'::text)),
  constraint tax_item_group_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 255))),
  constraint tax_item_group_tax_code_check CHECK (((length(tax_code) >= 1) AND (length(tax_code) <= 15))),
  constraint tax_item_group_tenant_id_client_id_code_key EXCLUDE USING btree (tenant_id WITH =, client_id WITH =, lower(code) WITH =) DEFERRABLE
);
alter table tax_item_group enable row level security, force row level security;
CREATE INDEX tax_item_group_search_text ON public.tax_item_group USING gin (tenant_id, search_text gin_trgm_ops);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.tax_item_group FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{search_text}', 'tax_item_group');
CREATE TRIGGER count_documents_waiting AFTER UPDATE ON public.tax_item_group REFERENCING OLD TABLE AS was NEW TABLE AS now_is FOR EACH STATEMENT EXECUTE FUNCTION app.count_documents_waiting();
CREATE TRIGGER touch BEFORE UPDATE ON public.tax_item_group FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy tenant_wall on tax_item_group for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on tax_item_group for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (EXISTS ( SELECT
   FROM client p
  WHERE ((p.tenant_id = tax_item_group.tenant_id) AND (p.id = tax_item_group.client_id))))));
grant delete, insert, select, update on tax_item_group to writer;
grant select (tenant_id, id, code, tax_code, name, client_id, active, created_at, updated_at, search_text) on tax_item_group to reader_price;
grant select (tenant_id, id, code, tax_code, name, client_id, active, created_at, updated_at, search_text) on tax_item_group to reader;

create table tenant (
  id bigint generated always as identity not null,
  name text collate app.german not null,
  main_language text default 'de'::text not null,
  default_decimal_places integer default 2 not null,
  status text default 'active'::text not null,
  restored_at timestamp with time zone,
  archived_at timestamp with time zone,
  document_limit integer,
  procurement_limit integer,
  invoice_limit integer,
  base_price_document numeric(14,4),
  base_price_procurement numeric(14,4),
  base_price_invoice numeric(14,4),
  extra_price_document numeric(14,4),
  extra_price_procurement numeric(14,4),
  extra_price_invoice numeric(14,4),
  recognition_unit_price numeric(14,4),
  easybill_id text,
  account text,
  holder text,
  bic text,
  bank_code text,
  iban text,
  bank_name text,
  billing_name text,
  billing_consignee text,
  street text,
  zipcode text,
  city text,
  state text,
  country text,
  phone text,
  contact_email text,
  billing_email text,
  import_invoice_email text,
  sepa_agreement boolean default false not null,
  sepa_agreement_date date,
  sepa_mandate_reference text,
  sepa_creditor_id text,
  sepa_scheme text,
  sepa_last_use date,
  sepa_prenotification_days integer,
  automatic_billing boolean default false not null,
  automatic_billing_mail boolean default false not null,
  debit_credit_reverse boolean default false not null,
  standard_package boolean default false not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  moved_to text,
  constraint tenant_pkey PRIMARY KEY (id),
  constraint tenant_name_key UNIQUE (name),
  constraint tenant_default_decimal_places_check CHECK (((default_decimal_places >= 2) AND (default_decimal_places <= 4))),
  constraint tenant_main_language_check CHECK ((main_language ~ '^[a-z]{2}$'::text)),
  constraint tenant_moved CHECK (((status = 'moved'::text) = (moved_to IS NOT NULL))),
  constraint tenant_moved_to_check CHECK ((moved_to ~ '^https?://[^/?#]+$'::text)),
  constraint tenant_name_check CHECK (((name <> ''::text) AND (length(name) <= 50))),
  constraint tenant_sepa_scheme_check CHECK ((sepa_scheme = ANY (ARRAY['CORE'::text, 'B2B'::text]))),
  constraint tenant_status_check CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text, 'moving'::text, 'moved'::text, 'arriving'::text])))
);
alter table tenant enable row level security, force row level security;
CREATE UNIQUE INDEX tenant_sepa_mandate_reference ON public.tenant USING btree (upper(TRIM(BOTH FROM sepa_mandate_reference))) WHERE (sepa_agreement AND (TRIM(BOTH FROM sepa_mandate_reference) <> ''::text));
CREATE TRIGGER audit AFTER INSERT OR UPDATE ON public.tenant FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{base_price_document,base_price_procurement,base_price_invoice,extra_price_document,extra_price_procurement,extra_price_invoice,recognition_unit_price}', '{}', 'tenant');
CREATE TRIGGER closes_audit BEFORE DELETE ON public.tenant FOR EACH ROW EXECUTE FUNCTION app.close_audit();
CREATE TRIGGER guard_four_eyes BEFORE UPDATE ON public.tenant FOR EACH ROW EXECUTE FUNCTION app.guard_four_eyes('account', 'holder', 'bic', 'bank_code', 'iban', 'bank_name', 'sepa_agreement', 'sepa_agreement_date', 'sepa_mandate_reference', 'sepa_creditor_id', 'sepa_scheme', 'sepa_last_use', 'sepa_prenotification_days');
CREATE TRIGGER guard_own_tenant BEFORE UPDATE OF status ON public.tenant FOR EACH ROW WHEN ((new.status <> old.status)) EXECUTE FUNCTION app.guard_own_tenant();
CREATE TRIGGER keep_deleting BEFORE UPDATE ON public.tenant FOR EACH ROW EXECUTE FUNCTION app.keep_deleting();
CREATE TRIGGER moved AFTER UPDATE OF status ON public.tenant FOR EACH ROW WHEN ((new.status <> old.status)) EXECUTE FUNCTION app.move_tenant();
CREATE TRIGGER names_apart BEFORE INSERT OR UPDATE OF name ON public.tenant FOR EACH ROW EXECUTE FUNCTION app.keep_tenant_names_apart();
CREATE TRIGGER rename_in_main_language AFTER UPDATE OF main_language ON public.tenant FOR EACH ROW WHEN ((new.main_language <> old.main_language)) EXECUTE FUNCTION app.rename_in_main_language();
CREATE TRIGGER renew_mandate BEFORE UPDATE OF sepa_mandate_reference ON public.tenant FOR EACH ROW WHEN ((TRIM(BOTH FROM new.sepa_mandate_reference) IS DISTINCT FROM TRIM(BOTH FROM old.sepa_mandate_reference))) EXECUTE FUNCTION app.renew_mandate();
CREATE TRIGGER security_control AFTER UPDATE ON public.tenant FOR EACH ROW EXECUTE FUNCTION app.log_control('account', 'holder', 'bic', 'bank_code', 'iban', 'bank_name', 'sepa_agreement', 'sepa_agreement_date', 'sepa_mandate_reference', 'sepa_creditor_id', 'sepa_scheme', 'sepa_last_use', 'sepa_prenotification_days');
CREATE TRIGGER touch BEFORE UPDATE ON public.tenant FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy at_the_gate on tenant for select to gate
  using (true);
create policy operator_wall on tenant for all to operator
  using (( SELECT app.is_operator() AS is_operator))
  with check (( SELECT app.is_operator() AS is_operator));
create policy own_settings on tenant for update to writer
  using ((id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((id = ( SELECT app.tenant_id() AS tenant_id)));
create policy own_tenant on tenant for select to reader, reader_price, writer
  using ((id = ( SELECT app.tenant_id() AS tenant_id)));
grant insert, select, update on tenant to operator;
grant select on tenant to writer;
grant select (id, name, main_language, status, billing_name, moved_to) on tenant to gate;
grant select (id, name, main_language, default_decimal_places, status, billing_name, billing_consignee, street, zipcode, city, state, country, phone, contact_email, billing_email, import_invoice_email, created_at, updated_at) on tenant to reader_price;
grant select (id, name, main_language, default_decimal_places, status, billing_name, billing_consignee, street, zipcode, city, state, country, phone, contact_email, billing_email, import_invoice_email, created_at, updated_at) on tenant to reader;
grant update (main_language, default_decimal_places, account, holder, bic, bank_code, iban, bank_name, billing_name, billing_consignee, street, zipcode, city, state, country, phone, contact_email, billing_email, import_invoice_email, sepa_agreement, sepa_agreement_date, sepa_mandate_reference, sepa_scheme) on tenant to writer;

create table tenant_additional_item (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  description text not null,
  net_amount numeric(14,2) not null,
  start_date date not null,
  end_date date,
  constraint tenant_additional_item_pkey PRIMARY KEY (tenant_id, id),
  constraint tenant_additional_item_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint tenant_additional_item_description_check CHECK (((TRIM(BOTH FROM description) <> ''::text) AND (length(description) <= 255))),
  constraint tenant_additional_item_end_after_start CHECK ((end_date >= start_date))
);
alter table tenant_additional_item enable row level security, force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.tenant_additional_item FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{net_amount}', '{}', 'tenant');
create policy operator_wall on tenant_additional_item for all to operator
  using (( SELECT app.is_operator() AS is_operator))
  with check (( SELECT app.is_operator() AS is_operator));
create policy tenant_wall on tenant_additional_item for select to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant delete, insert, select, update on tenant_additional_item to operator;
grant select on tenant_additional_item to writer;

create table tenant_storage (
  tenant_id bigint not null,
  files bigint not null,
  bytes bigint not null,
  documents bigint not null,
  counted_at timestamp with time zone not null,
  constraint tenant_storage_pkey PRIMARY KEY (tenant_id),
  constraint tenant_storage_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
alter table tenant_storage enable row level security, force row level security;
create policy tenant_wall on tenant_storage for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant select on tenant_storage to writer;

create table tenant_tiered_price (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  quantity integer not null,
  base_price numeric(14,2) not null,
  unit_price numeric(14,4) not null,
  constraint tenant_tiered_price_pkey PRIMARY KEY (tenant_id, id),
  constraint tenant_tiered_price_tenant_id_quantity_key UNIQUE (tenant_id, quantity) DEFERRABLE,
  constraint tenant_tiered_price_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint tenant_tiered_price_base_price_check CHECK ((base_price >= (0)::numeric)),
  constraint tenant_tiered_price_quantity_check CHECK ((quantity >= 0)),
  constraint tenant_tiered_price_unit_price_check CHECK ((unit_price >= (0)::numeric))
);
alter table tenant_tiered_price enable row level security, force row level security;
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.tenant_tiered_price FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{base_price,unit_price}', '{}', 'tenant');
create policy operator_wall on tenant_tiered_price for all to operator
  using (( SELECT app.is_operator() AS is_operator))
  with check (( SELECT app.is_operator() AS is_operator));
create policy tenant_wall on tenant_tiered_price for select to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
grant delete, insert, select, update on tenant_tiered_price to operator;
grant select on tenant_tiered_price to writer;

create table timeline (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  current_entry_no integer default 0 not null,
  content_version integer default 1 not null,
  changed_by_id bigint,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint timeline_pkey PRIMARY KEY (tenant_id, id),
  constraint timeline_tenant_id_changed_by_id_fkey FOREIGN KEY (tenant_id, changed_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE SET NULL (changed_by_id),
  constraint timeline_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint timeline_current_entry_no_check CHECK ((current_entry_no >= 0))
);
alter table timeline enable row level security, force row level security;
CREATE CONSTRAINT TRIGGER announced AFTER INSERT OR UPDATE ON public.timeline DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.announce_document();
CREATE CONSTRAINT TRIGGER listed_at_end AFTER INSERT OR UPDATE ON public.timeline DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.list_noted_documents();
CREATE TRIGGER noted_insert AFTER INSERT ON public.timeline REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER noted_update AFTER UPDATE ON public.timeline REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER touch BEFORE UPDATE ON public.timeline FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy tenant_wall on timeline for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on timeline for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((EXISTS ( SELECT
   FROM procurement d
  WHERE ((d.tenant_id = timeline.tenant_id) AND (d.timeline_id = timeline.id)))) OR (EXISTS ( SELECT
   FROM invoice d
  WHERE ((d.tenant_id = timeline.tenant_id) AND (d.timeline_id = timeline.id)))) OR (EXISTS ( SELECT
   FROM contract d
  WHERE ((d.tenant_id = timeline.tenant_id) AND (d.timeline_id = timeline.id)))))));
grant delete, insert, select, update on timeline to writer;
grant select (tenant_id, id, current_entry_no, content_version, changed_by_id, created_at, updated_at) on timeline to reader_price;
grant select (tenant_id, id, current_entry_no, content_version, changed_by_id, created_at, updated_at) on timeline to reader;

create table timeline_entry (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  timeline_id bigint not null,
  procurement_id bigint,
  invoice_id bigint,
  entry_no integer not null,
  type text not null,
  status text,
  size text default 'size-m'::text not null,
  lb_user_id bigint,
  comment text,
  message_code text,
  message_values jsonb,
  message_amounts jsonb,
  text_type text not null,
  audit_group text,
  completed_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  created_by_id bigint,
  contract_id bigint,
  for_user_id bigint,
  waited_since timestamp with time zone,
  actor_id bigint,
  means text,
  way text,
  constraint timeline_entry_pkey PRIMARY KEY (tenant_id, id),
  constraint timeline_entry_no_key UNIQUE (tenant_id, timeline_id, entry_no) DEFERRABLE INITIALLY DEFERRED,
  constraint timeline_entry_tenant_id_actor_id_fkey FOREIGN KEY (tenant_id, actor_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint timeline_entry_tenant_id_contract_id_fkey FOREIGN KEY (tenant_id, contract_id) REFERENCES contract(tenant_id, id) ON DELETE CASCADE,
  constraint timeline_entry_tenant_id_created_by_id_fkey FOREIGN KEY (tenant_id, created_by_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint timeline_entry_tenant_id_for_user_id_fkey FOREIGN KEY (tenant_id, for_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint timeline_entry_tenant_id_invoice_id_fkey FOREIGN KEY (tenant_id, invoice_id) REFERENCES invoice(tenant_id, id) ON DELETE CASCADE,
  constraint timeline_entry_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE RESTRICT,
  constraint timeline_entry_tenant_id_procurement_id_fkey FOREIGN KEY (tenant_id, procurement_id) REFERENCES procurement(tenant_id, id) ON DELETE CASCADE,
  constraint timeline_entry_tenant_id_timeline_id_fkey FOREIGN KEY (tenant_id, timeline_id) REFERENCES timeline(tenant_id, id) ON DELETE CASCADE,
  constraint timeline_entry_comment_check CHECK ((length(comment) <= 2000)),
  constraint timeline_entry_entry_no_check CHECK ((entry_no >= 0)),
  constraint timeline_entry_means_check CHECK ((length(means) <= 20)),
  constraint timeline_entry_of_one_document CHECK ((num_nonnulls(procurement_id, invoice_id, contract_id) = 1)),
  constraint timeline_entry_size_check CHECK ((size = ANY (ARRAY['size-s'::text, 'size-m'::text, 'size-l'::text]))),
  constraint timeline_entry_status_check CHECK ((status = ANY (ARRAY['approved'::text, 'declined'::text, 'reassigned'::text, 'comment'::text, 'upload'::text, 'reassignment'::text, 'skip'::text, 'repeat'::text, 'system'::text, 'auditLog'::text, 'canceled'::text]))),
  constraint timeline_entry_text_type_check CHECK ((text_type = ANY (ARRAY['present'::text, 'past'::text, 'past-unsuccessful'::text, 'future'::text, 'finished-unsuccessful'::text, 'assignment'::text]))),
  constraint timeline_entry_type_of_document CHECK (((type = ANY (ARRAY['comment'::text, 'reassignment'::text, 'cancellation'::text, 'skip'::text])) OR ((procurement_id IS NOT NULL) AND (type = ANY (ARRAY['start'::text, 'select-product'::text, 'approval'::text, 'clearing'::text, 'send-order'::text, 'order-sent-internal'::text, 'order-sent-punchout'::text, 'delivery'::text, 'product-received'::text]))) OR ((invoice_id IS NOT NULL) AND (type = ANY (ARRAY['invoice-upload'::text, 'invoice-recognition'::text, 'invoice-manual-check'::text, 'invoice-financial-approval'::text, 'invoice-clearing'::text, 'invoice-accounting'::text, 'invoice-export'::text]))) OR ((contract_id IS NOT NULL) AND (type = ANY (ARRAY['contract-start'::text, 'contract-check'::text, 'contract-approval'::text, 'contract-signing'::text, 'contract-clearing'::text]))))),
  constraint timeline_entry_way_check CHECK ((way = ANY (ARRAY['token'::text, 'mail_link'::text, 'job'::text])))
);
alter table timeline_entry enable row level security, force row level security;
alter table timeline_entry set (fillfactor=85);
CREATE INDEX timeline_entry_tenant_id_actor_id_idx ON public.timeline_entry USING btree (tenant_id, actor_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX timeline_entry_tenant_id_completed_at_idx ON public.timeline_entry USING brin (tenant_id, completed_at) WITH (autosummarize='on');
CREATE INDEX timeline_entry_tenant_id_contract_id_idx ON public.timeline_entry USING btree (tenant_id, contract_id) WHERE (contract_id IS NOT NULL);
CREATE INDEX timeline_entry_tenant_id_created_by_id_idx ON public.timeline_entry USING btree (tenant_id, created_by_id);
CREATE INDEX timeline_entry_tenant_id_for_user_id_idx ON public.timeline_entry USING btree (tenant_id, for_user_id) WHERE (for_user_id IS NOT NULL);
CREATE INDEX timeline_entry_tenant_id_invoice_id_idx ON public.timeline_entry USING btree (tenant_id, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX timeline_entry_tenant_id_lb_user_id_idx ON public.timeline_entry USING btree (tenant_id, lb_user_id);
CREATE INDEX timeline_entry_tenant_id_procurement_id_idx ON public.timeline_entry USING btree (tenant_id, procurement_id) WHERE (procurement_id IS NOT NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.timeline_entry FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{message_amounts}', '{waited_since,means,way}', 'procurement');
CREATE TRIGGER keep_actor BEFORE INSERT ON public.timeline_entry FOR EACH ROW WHEN (app.is_acting()) EXECUTE FUNCTION app.keep_actor();
CREATE TRIGGER keep_actor_of_end BEFORE UPDATE ON public.timeline_entry FOR EACH ROW WHEN ((new.completed_at IS DISTINCT FROM old.completed_at)) EXECUTE FUNCTION app.keep_actor();
CREATE TRIGGER keep_means BEFORE INSERT ON public.timeline_entry FOR EACH ROW WHEN ((new.completed_at IS NOT NULL)) EXECUTE FUNCTION app.keep_means();
CREATE TRIGGER keep_means_of_end BEFORE UPDATE ON public.timeline_entry FOR EACH ROW WHEN ((((new.completed_at IS DISTINCT FROM old.completed_at) OR (new.means IS DISTINCT FROM old.means)) OR (new.way IS DISTINCT FROM old.way))) EXECUTE FUNCTION app.keep_means();
CREATE CONSTRAINT TRIGGER listed_at_end AFTER INSERT OR DELETE OR UPDATE ON public.timeline_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.list_noted_documents();
CREATE TRIGGER note_hand AFTER INSERT OR DELETE OR UPDATE ON public.timeline_entry FOR EACH ROW WHEN (app.is_acting()) EXECUTE FUNCTION app.note_hand();
CREATE TRIGGER noted_delete AFTER DELETE ON public.timeline_entry REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER noted_insert AFTER INSERT ON public.timeline_entry REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
CREATE TRIGGER noted_update AFTER UPDATE ON public.timeline_entry REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.note_changed_documents();
create policy tenant_wall on timeline_entry for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on timeline_entry for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (((procurement_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM procurement d
  WHERE ((d.tenant_id = timeline_entry.tenant_id) AND (d.id = timeline_entry.procurement_id))))) OR ((invoice_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM invoice d
  WHERE ((d.tenant_id = timeline_entry.tenant_id) AND (d.id = timeline_entry.invoice_id))))) OR ((contract_id IS NOT NULL) AND (EXISTS ( SELECT
   FROM contract d
  WHERE ((d.tenant_id = timeline_entry.tenant_id) AND (d.id = timeline_entry.contract_id))))))));
grant delete, insert, select, update on timeline_entry to writer;
grant select (means) on timeline_entry to auditor;
grant select (means) on timeline_entry to reader_admin;
grant select (tenant_id, id, timeline_id, procurement_id, invoice_id, entry_no, type, status, size, lb_user_id, comment, message_code, message_values, message_amounts, text_type, audit_group, completed_at, created_at, created_by_id, contract_id, for_user_id, actor_id, way) on timeline_entry to reader_price;
grant select (tenant_id, id, timeline_id, procurement_id, invoice_id, entry_no, type, status, size, lb_user_id, comment, message_code, message_values, text_type, audit_group, completed_at, created_at, created_by_id, contract_id, for_user_id, actor_id, way) on timeline_entry to reader;

create table tour (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  lb_user_id bigint not null,
  page text not null,
  constraint tour_pkey PRIMARY KEY (tenant_id, id),
  constraint tour_tenant_id_lb_user_id_page_key UNIQUE (tenant_id, lb_user_id, page),
  constraint tour_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE,
  constraint tour_page_check CHECK ((length(page) <= 255))
);
alter table tour enable row level security, force row level security;
create policy tenant_wall on tour for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on tour for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND (lb_user_id = ( SELECT app.user_id() AS user_id))));
grant delete, insert, select, update on tour to writer;
grant select (tenant_id, id, lb_user_id, page) on tour to reader_price;
grant select (tenant_id, id, lb_user_id, page) on tour to reader;

create table transaction (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  transaction_key text not null,
  mutation text not null,
  variables jsonb,
  response jsonb,
  lb_user_id bigint,
  created_at timestamp with time zone default now() not null,
  constraint transaction_pkey PRIMARY KEY (tenant_id, id),
  constraint transaction_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE
);
alter table transaction enable row level security, force row level security;
CREATE INDEX transaction_created_at_idx ON public.transaction USING btree (created_at);
CREATE INDEX transaction_tenant_id_lb_user_id_id_idx ON public.transaction USING btree (tenant_id, lb_user_id, id);
create policy tenant_wall on transaction for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on transaction for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((lb_user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_admin() AS is_admin))));
grant delete, insert, select, update on transaction to writer;
grant select (tenant_id, id, transaction_key, mutation, variables, response, lb_user_id, created_at) on transaction to reader_price;
grant select (tenant_id, id, transaction_key, mutation, lb_user_id, created_at) on transaction to reader;

create table unclaimed_folder (
  name text not null,
  problem text not null,
  seen_at timestamp with time zone default now() not null,
  constraint unclaimed_folder_pkey PRIMARY KEY (name),
  constraint unclaimed_folder_name_check CHECK ((length(name) <= 255)),
  constraint unclaimed_folder_problem_check CHECK ((problem = ANY (ARRAY['no_tenant'::text, 'two_tenants'::text])))
);
alter table unclaimed_folder enable row level security, force row level security;

create table unknown_access (
  hour timestamp with time zone not null,
  code text not null,
  times bigint not null,
  constraint unknown_access_pkey PRIMARY KEY (hour, code),
  constraint unknown_access_code_check CHECK ((code = ANY (ARRAY['unknown_link'::text, 'unknown_token'::text, 'unknown_session'::text]))),
  constraint unknown_access_times_check CHECK ((times > 0))
);
alter table unknown_access enable row level security, force row level security;

create table user_address (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  lb_user_id bigint not null,
  name text collate app.german not null,
  address text not null,
  address_complement text,
  zipcode text not null,
  city text not null,
  country text default 'DE'::text not null,
  consignee text,
  dropoff_location text,
  phone_country_code text,
  phone_number text,
  active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint user_address_pkey PRIMARY KEY (tenant_id, id),
  constraint user_address_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE,
  constraint user_address_address_check CHECK ((TRIM(BOTH FROM address) <> ''::text)),
  constraint user_address_city_check CHECK ((TRIM(BOTH FROM city) <> ''::text)),
  constraint user_address_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 255))),
  constraint user_address_phone CHECK (((phone_country_code IS NULL) = (phone_number IS NULL))),
  constraint user_address_zipcode_check CHECK ((TRIM(BOTH FROM zipcode) <> ''::text))
);
alter table user_address enable row level security, force row level security;
CREATE INDEX user_address_tenant_id_lb_user_id_idx ON public.user_address USING btree (tenant_id, lb_user_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.user_address FOR EACH ROW EXECUTE FUNCTION app.write_audit('{}', '{}', '{}', 'lb_user');
CREATE TRIGGER touch BEFORE UPDATE ON public.user_address FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy tenant_wall on user_address for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on user_address for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ((lb_user_id = ( SELECT app.user_id() AS user_id)) OR ( SELECT app.is_admin() AS is_admin))));
grant delete, insert, select, update on user_address to writer;
grant select (tenant_id, id, lb_user_id, name, address, address_complement, zipcode, city, country, consignee, dropoff_location, phone_country_code, phone_number, active, created_at, updated_at) on user_address to reader_price;
grant select (tenant_id, id, lb_user_id, name, address, address_complement, zipcode, city, country, consignee, dropoff_location, phone_country_code, phone_number, active, created_at, updated_at) on user_address to reader;

create table webhook (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  name text collate app.german not null,
  url text not null,
  events text[] not null,
  lb_user_id bigint not null,
  active boolean default true not null,
  is_gone boolean default false not null,
  secret bytea,
  former_secret bytea,
  former_until timestamp with time zone,
  signed_since timestamp with time zone,
  failures integer default 0 not null,
  paused_until timestamp with time zone,
  told_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text generated always as (app.search_text(VARIADIC ARRAY[name])) stored,
  constraint webhook_pkey PRIMARY KEY (tenant_id, id),
  constraint webhook_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenant(id) ON DELETE CASCADE,
  constraint webhook_tenant_id_lb_user_id_fkey FOREIGN KEY (tenant_id, lb_user_id) REFERENCES lb_user(tenant_id, id) ON DELETE CASCADE,
  constraint webhook_events_check CHECK (((cardinality(events) > 0) AND (events <@ ARRAY['procurement_status_changed'::text, 'invoice_status_changed'::text, 'contract_status_changed'::text, 'order_sent'::text, 'invoice_exported'::text, 'master_data_changed'::text]))),
  constraint webhook_failures_check CHECK ((failures >= 0)),
  constraint webhook_name_check CHECK (((TRIM(BOTH FROM name) <> ''::text) AND (length(name) <= 255))),
  constraint webhook_url_check CHECK (((url ~ '^https?://'::text) AND (length(url) <= 500)))
);
alter table webhook enable row level security, force row level security;
CREATE INDEX webhook_search_text ON public.webhook USING gin (tenant_id, search_text gin_trgm_ops);
CREATE INDEX webhook_tenant_id_lb_user_id_idx ON public.webhook USING btree (tenant_id, lb_user_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.webhook FOR EACH ROW EXECUTE FUNCTION app.write_audit('{secret,former_secret}', '{}', '{failures,paused_until,told_at,search_text}', 'webhook');
CREATE TRIGGER restart_webhook BEFORE UPDATE OF active, url ON public.webhook FOR EACH ROW WHEN (((new.active AND (NOT old.active)) OR (new.url <> old.url))) EXECUTE FUNCTION app.restart_webhook();
CREATE TRIGGER touch BEFORE UPDATE ON public.webhook FOR EACH ROW EXECUTE FUNCTION app.touch();
create policy tenant_wall on webhook for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on webhook for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ( SELECT app.is_admin() AS is_admin)));
grant delete, insert, select, update on webhook to writer;
grant select (tenant_id, id, name, url, events, lb_user_id, active, is_gone, former_until, signed_since, failures, paused_until, told_at, created_at, updated_at, search_text) on webhook to reader_price;
grant select (tenant_id, id, name, url, events, lb_user_id, active, is_gone, former_until, signed_since, failures, paused_until, told_at, created_at, updated_at, search_text) on webhook to reader;

create table webhook_delivery (
  tenant_id bigint not null,
  id bigint generated always as identity not null,
  webhook_id bigint not null,
  message_id uuid default gen_random_uuid() not null,
  event text not null,
  subject_table text not null,
  subject_id bigint not null,
  facts jsonb default '{}'::jsonb not null,
  occurred_at timestamp with time zone not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  next_try_at timestamp with time zone default now() not null,
  give_up_at timestamp with time zone default (now() + '3 days'::interval) not null,
  status integer,
  problem text,
  settled_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint webhook_delivery_pkey PRIMARY KEY (tenant_id, id),
  constraint webhook_delivery_tenant_id_webhook_id_fkey FOREIGN KEY (tenant_id, webhook_id) REFERENCES webhook(tenant_id, id) ON DELETE CASCADE,
  constraint webhook_delivery_attempts_check CHECK ((attempts >= 0)),
  constraint webhook_delivery_problem_check CHECK ((problem = ANY (ARRAY['host_not_found'::text, 'host_private'::text, 'unreachable'::text, 'too_slow'::text, 'too_large'::text, 'redirected'::text, 'refused'::text, 'gone'::text]))),
  constraint webhook_delivery_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text, 'hidden'::text])))
);
alter table webhook_delivery enable row level security, force row level security;
CREATE INDEX webhook_delivery_created ON public.webhook_delivery USING btree (created_at);
CREATE INDEX webhook_delivery_tenant_id_webhook_id_id_idx ON public.webhook_delivery USING btree (tenant_id, webhook_id, id);
CREATE INDEX webhook_delivery_waiting ON public.webhook_delivery USING btree (tenant_id, webhook_id, subject_table, subject_id, id) WHERE (state = 'waiting'::text);
create policy tenant_wall on webhook_delivery for all to writer
  using ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)))
  with check ((tenant_id = ( SELECT app.tenant_id() AS tenant_id)));
create policy visible on webhook_delivery for select to reader, reader_price
  using (((tenant_id = ( SELECT app.tenant_id() AS tenant_id)) AND ( SELECT app.is_admin() AS is_admin)));
grant delete, insert, select, update on webhook_delivery to writer;
grant select (tenant_id, id, webhook_id, message_id, event, subject_table, subject_id, occurred_at, state, attempts, next_try_at, give_up_at, status, problem, settled_at, created_at) on webhook_delivery to reader_price;
grant select (tenant_id, id, webhook_id, message_id, event, subject_table, subject_id, occurred_at, state, attempts, next_try_at, give_up_at, status, problem, settled_at, created_at) on webhook_delivery to reader;

create table worker (
  id text not null,
  started_at timestamp with time zone default now() not null,
  heartbeat_at timestamp with time zone default now() not null,
  beside text,
  node_id uuid,
  constraint worker_pkey PRIMARY KEY (id)
);
alter table worker enable row level security, force row level security;
create policy at_the_gate on worker for all to gate
  using (true)
  with check (true);
grant delete, insert, select, update on worker to gate;

create table app.function_source (
  name text not null,
  sha256 text not null,
  constraint function_source_pkey PRIMARY KEY (name)
);

create table app.migration (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone default now() not null,
  constraint migration_pkey PRIMARY KEY (name)
);

create table app.product_version (
  version text not null,
  first_at timestamp with time zone default now() not null,
  constraint product_version_pkey PRIMARY KEY (version)
);


-- Views

create view task_group with (security_invoker=true) as
 SELECT tenant_id,
    id,
    name,
    app.roles_of(id) AS roles,
    app.approval_limit_of(id) AS approval_limit,
    app.priority_of(id) AS priority_approval_limit,
    active,
    created_at,
    updated_at,
    search_text
   FROM lb_user
  WHERE is_group;
alter view task_group alter column active set default true;
alter view task_group alter column roles set default '{}'::text[];
CREATE TRIGGER write_task_group INSTEAD OF INSERT OR UPDATE ON public.task_group FOR EACH ROW EXECUTE FUNCTION app.write_task_group();
grant delete, insert, select, update on task_group to writer;
grant select (roles, approval_limit, priority_approval_limit) on task_group to reader_admin;
grant select (tenant_id, id, name, active, created_at, updated_at, search_text) on task_group to reader_price;
grant select (tenant_id, id, name, active, created_at, updated_at, search_text) on task_group to reader;

create view audited.buyer_reference with (security_invoker=true) as
 SELECT tenant_id,
    id,
    code,
    client_id,
    ( SELECT p.id
           FROM department p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.department_id) AS department_id,
    active,
    created_at,
    updated_at,
    search_text
   FROM buyer_reference r;
grant select on audited.buyer_reference to auditor;

create view audited.client with (security_invoker=true) as
 SELECT tenant_id,
    id,
    name,
    active,
    client_number,
    consultant_number,
    email,
    currency,
    ledger_account_length,
    vat_number,
    tax_number,
    legal_form,
    registered_seat,
    register_court,
    register_number,
    managing_directors,
    min_approval,
    default_product_tax,
    default_product_unit,
    default_product_currency,
    billing_name,
    billing_address,
    billing_address_complement,
    billing_zipcode,
    billing_city,
    billing_country,
    country,
    federal_state,
    ( SELECT p.id
           FROM lb_user p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.responsible_id) AS responsible_id,
    logo_file_id,
    letterhead_file_id,
    legal_footer,
    einvoice_email,
    purchase_terms,
    amount_basis,
    self_approval,
    when_limit_exceeded,
    when_budget_exceeded,
    tax_tolerance,
    match_price_tolerance,
    match_quantity_tolerance,
    bank_change_second_person,
    internal_lead_days,
    notice_transit_days,
    ( SELECT p.id
           FROM lb_user p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.user_clearing_id) AS user_clearing_id,
    ( SELECT p.id
           FROM lb_user p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.user_select_product_id) AS user_select_product_id,
    ( SELECT p.id
           FROM lb_user p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.user_send_order_id) AS user_send_order_id,
    ( SELECT p.id
           FROM lb_user p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.user_consignee_id) AS user_consignee_id,
    ( SELECT p.id
           FROM lb_user p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.user_invoice_manual_check_id) AS user_invoice_manual_check_id,
    ( SELECT p.id
           FROM lb_user p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.user_invoice_clearing_id) AS user_invoice_clearing_id,
    can_delete_document_directly,
    required_fields,
    fiscal_year_start,
    payables_ledger,
    receivables_ledger,
    datev_lock,
    datev_closed_until,
    datev_kost_length,
    datev_kost2,
    datev_collective_account,
    d365_legal_entity,
    d365_journal_name,
    d365_document,
    created_at,
    updated_at,
    substitute_limit,
    price_tolerance_percent,
    search_text,
    match_price_tolerance_amount,
    match_quantity_tolerance_amount,
    touchless_invoices,
    datev_service_date,
    d365_procurement_category,
    punchout_enabled,
    separate_check,
    separate_signature,
    match_freight_tolerance_amount,
    automatic_export,
    automatic_export_hour,
    accrual_account,
    default_ledger_account_id,
    price_tolerance_amount,
    over_delivery_percent,
    contracts_in_budgets
   FROM client r;
grant select on audited.client to auditor;

create view audited.configuration with (security_invoker=true) as
 SELECT tenant_id,
    id,
    key,
    value,
    model,
    ( SELECT p.id
           FROM client p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.client_id) AS client_id,
    ( SELECT p.id
           FROM lb_user p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.lb_user_id) AS lb_user_id,
    ( SELECT p.id
           FROM supplier p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.supplier_id) AS supplier_id,
    client_address_id,
    created_at,
    updated_at
   FROM configuration r;
grant select on audited.configuration to auditor;

create view audited.department with (security_invoker=true) as
 SELECT tenant_id,
    id,
    code,
    name,
    translations,
    active,
    email,
    ( SELECT p.id
           FROM client p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.client_id) AS client_id,
    ( SELECT p.id
           FROM lb_user p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.responsible_id) AS responsible_id,
    ( SELECT p.id
           FROM lb_user p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.user_clearing_id) AS user_clearing_id,
    ( SELECT p.id
           FROM lb_user p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.user_select_product_id) AS user_select_product_id,
    ( SELECT p.id
           FROM lb_user p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.user_send_order_id) AS user_send_order_id,
    ( SELECT p.id
           FROM lb_user p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.user_consignee_id) AS user_consignee_id,
    created_at,
    updated_at,
    search_text
   FROM department r;
grant select on audited.department to auditor;

create view audited.lb_user with (security_invoker=true) as
 SELECT tenant_id,
    id,
    email,
    name,
    lang,
    ( SELECT p.id
           FROM client p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.client_id) AS client_id,
    ( SELECT p.id
           FROM department p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.department_id) AS department_id,
    ( SELECT p.id
           FROM cost_center p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.cost_center_id) AS cost_center_id,
    location_id,
    is_group,
    blocked,
    active,
    show_tour,
    signature_file_id,
    ( SELECT p.id
           FROM lb_user p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.substitute_id) AS substitute_id,
    absence_from,
    absence_to,
    timeline_order,
    created_at,
    updated_at,
    search_text,
    is_system,
    ( SELECT p.id
           FROM client p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.auditor_client_id) AS auditor_client_id,
    auditor_from,
    auditor_until,
    auditor_ends_on,
    is_service
   FROM lb_user r;
grant select on audited.lb_user to auditor;

create view audited.marketplace with (security_invoker=true) as
 SELECT tenant_id,
    id,
    name,
    provider,
    protocol,
    country_code,
    url,
    order_url,
    email,
    identity,
    supplier_id,
    active,
    created_at,
    updated_at,
    has_secret,
    identity_domain,
    supplier_domain,
    supplier_identity,
    business_unit,
    start_method,
    test_mode,
    search_text,
    ledger_account_id,
    ( SELECT p.id
           FROM cost_center p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.cost_center_id) AS cost_center_id,
    tax
   FROM marketplace r;
grant select on audited.marketplace to auditor;

create view audited.product with (security_invoker=true) as
 SELECT tenant_id,
    id,
    name,
    alias,
    description,
    item_number,
    product_group_id,
    ( SELECT p.id
           FROM supplier p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.supplier_id) AS supplier_id,
    location_id,
    ( SELECT p.id
           FROM cost_center p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.cost_center_id) AS cost_center_id,
    is_cost_center_fixed,
    tax,
    price_netto,
    price_brutto,
    price_unit,
    currency,
    unit,
    image_url,
    webshop_url,
    offer_number,
    offer_date,
    active,
    search_text,
    created_at,
    updated_at,
    image_file_id,
    starts_text,
    ledger_account_id
   FROM product r;
grant select on audited.product to auditor;

create view audited.product_group with (security_invoker=true) as
 SELECT tenant_id,
    id,
    name,
    translations,
    description,
    active,
    ( SELECT p.id
           FROM lb_user p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.user_select_product_id) AS user_select_product_id,
    created_at,
    updated_at,
    search_text,
    ledger_account_id,
    ( SELECT p.id
           FROM cost_center p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.cost_center_id) AS cost_center_id,
    tax
   FROM product_group r;
grant select on audited.product_group to auditor;

create view audited.supplier with (security_invoker=true) as
 SELECT tenant_id,
    id,
    name,
    email,
    address,
    zipcode,
    city,
    country,
    phone,
    contact_person,
    order_language,
    active,
    state,
    external_id,
    supplier_number,
    client_number,
    delivery_in_days,
    delivery_terms,
    payment_terms,
    payment_days,
    vat_number,
    tax_number,
    iban,
    bic,
    bank,
    payment_method,
    notes,
    ledger_account_id,
    ( SELECT p.id
           FROM cost_center p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.cost_center_id) AS cost_center_id,
    ( SELECT p.id
           FROM department p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.department_id) AS department_id,
    posting_key_id,
    tax,
    discount_1_percentage,
    discount_1_days,
    discount_2_percentage,
    discount_2_days,
    created_at,
    updated_at,
    search_text,
    ( SELECT p.id
           FROM supplier p
          WHERE p.tenant_id = r.tenant_id AND p.id = r.merged_into_id) AS merged_into_id
   FROM supplier r;
grant select on audited.supplier to auditor;


-- Functions

CREATE OR REPLACE FUNCTION app.absence(person lb_user)
 RETURNS daterange
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (((person).substitute_id IS NOT NULL) AND ((person).absence_from IS NOT NULL)) THEN daterange((person).absence_from, (person).absence_to, '[]'::text) ELSE 'empty'::daterange END;
grant execute on function app.absence(lb_user) to writer;

CREATE OR REPLACE FUNCTION app.accounts_are_watched(in_tenant bigint, in_person bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select in_person is null
    or exists (select from public.lb_user u where u.tenant_id = in_tenant and u.id <> in_person and not u.is_group and u.email is not null
      and (app.confirms_accounts(in_tenant, u.id) and not app.made_lately(in_tenant, u.id, in_person)
        or (u.blocked or not u.active) and u.roles && '{user-admin,user-can-insert-supplier}' and u.updated_at > now() - interval '7 days'))
    or exists (select from public.control_change c where c.tenant_id = in_tenant and c.proposed_by_id = in_person
      and c.at_once and c.decided_at > now() - interval '7 days' and (
        c.control = 'roles' and c.before -> 'roles' ?| '{user-admin,user-can-insert-supplier}'
          and not c.after -> 'roles' ?| '{user-admin,user-can-insert-supplier}'
        or c.control = 'task_group_user' and c.act <> 'insert'
        or c.table_name = 'lb_user' and (c.control in ('is_group', 'lb_user')
          or c.control = 'active' and (c.before ->> 'active')::boolean)))
$function$;
grant execute on function app.accounts_are_watched(bigint,bigint) to writer;

CREATE OR REPLACE FUNCTION app.accounts_given_back(in_tenant bigint, in_invoice bigint, in_center bigint)
 RETURNS TABLE(ledger_account_id bigint, share numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with note as (
    select i as row from public.invoice i where i.tenant_id = in_tenant and i.id = in_invoice
  ), taken as (
    select t.ledger_account_id, t.net from note cross join lateral app.corrected_parts(note.row) t
    where t.cost_center_id = in_center and t.net > 0
  ), given as (
    select o.id, p.ledger_account_id, -p.net as net
    from note
    join public.invoice o on o.tenant_id = in_tenant and o.corrects_invoice_id = (note.row).corrects_invoice_id
      and (o.total_netto < 0 or o.total_brutto < 0) and (o.id = in_invoice or app.counted_share(o) > 0)
    cross join lateral app.own_parts(o) p
    where p.cost_center_id = in_center
  ), beyond as (
    select g.id from given g
    where g.net > 0 and (
      select sum(o.net) from given o where o.ledger_account_id is not distinct from g.ledger_account_id) > coalesce((
      select t.net from taken t where t.ledger_account_id is not distinct from g.ledger_account_id), 0)
  ), remaining as (
    select t.ledger_account_id, greatest(0, t.net - coalesce((
        select sum(g.net) from given g
        where g.ledger_account_id is not distinct from t.ledger_account_id and g.id not in (select id from beyond)), 0)) as net
    from taken t
  )
  select r.ledger_account_id, r.net / sum(r.net) over () from remaining r
  where r.net > 0 and in_invoice in (select id from beyond)
$function$;
grant execute on function app.accounts_given_back(bigint,bigint,bigint) to writer;

CREATE OR REPLACE FUNCTION app.accounts_that_left_wrongly()
 RETURNS TABLE(entry_id bigint, invoice_id bigint, run_number integer, left_as text, meant text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select distinct e.id, e.invoice_id, r.running_number, b.account,
    case when length(a.number) < 4 then rpad(lpad(a.number, 4, '0'), length(b.account), '0') else '0' || a.number end
  from public.invoice_export_entry e
  join public.invoice_export_run r on r.tenant_id = e.tenant_id and r.id = e.invoice_export_run_id
  join public.invoice i on i.tenant_id = e.tenant_id and i.id = e.invoice_id
  cross join lateral jsonb_to_recordset(e.bookings -> 'bookings') as b(account text)
  join public.ledger_account a on a.tenant_id = e.tenant_id and length(a.number) < length(b.account)
    and a.number !~ '^0' and rpad(a.number, length(b.account), '0') = b.account
    and (length(a.number) < 4 or exists (select from public.client_chart_account c
      where c.tenant_id = e.tenant_id and c.client_id = r.client_id and c.account = '0' || a.number
        and length(c.account) = length(b.account)))
    and (a.id = i.ledger_account_id
      or exists (select from public.invoice_line l where l.tenant_id = i.tenant_id and l.invoice_id = i.id and l.ledger_account_id = a.id))
  where e.tenant_id = app.tenant_id() and e.state = 'exported' and not e.is_reversal
    and not exists (select from public.invoice_export_entry v
      where v.tenant_id = e.tenant_id and v.reverses_entry_id = e.id and v.state = 'exported')
$function$;
grant execute on function app.accounts_that_left_wrongly() to writer;

CREATE OR REPLACE FUNCTION app.actor_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.actor_id'::text, true), ''::text))::bigint;
grant execute on function app.actor_id() to gate;
grant execute on function app.actor_id() to operator;
grant execute on function app.actor_id() to reader;
grant execute on function app.actor_id() to reader_price;
grant execute on function app.actor_id() to writer;

CREATE OR REPLACE FUNCTION app.administers(in_tenant bigint, in_person bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.lb_user u
    where u.tenant_id = in_tenant and u.id = in_person and u.active and not u.blocked and (
      'user-admin' = any (u.roles) or exists (
        select from public.task_group_user m
        join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id and g.is_group and g.active
        where m.tenant_id = u.tenant_id and m.lb_user_id = u.id and 'user-admin' = any (g.roles))))
$function$;
grant execute on function app.administers(bigint,bigint) to gate;
grant execute on function app.administers(bigint,bigint) to writer;

CREATE OR REPLACE FUNCTION app.amounts_of_invoices(in_tenant bigint, in_ids bigint[])
 RETURNS TABLE(procurement_id bigint, invoice_id bigint, cost_center_id bigint, ledger_account_id bigint, day date, net numeric)
 LANGUAGE sql
 STABLE
AS $function$
  with shares as materialized (
    select s.procurement_id, s.invoice_id, s.invoice_date,
      app.in_currency(s.net, s.currency, s.exchange_rate, p.currency, app.known_rate(p.tenant_id, p.client_id, p.currency, p.exchange_rate)) as net
    from app.shares_of_orders(in_tenant, array(select app.orders_of_invoices(in_tenant, in_ids))) s
    join public.procurement p on p.tenant_id = in_tenant and p.id = s.procurement_id
  ), beyond as materialized (
    -- All invoices of an order up to this one, independent of date and allocation.
    select s.procurement_id, s.invoice_id, s.net,
      coalesce(greatest(0, u.net - u.worth) - greatest(0, u.net - s.net - u.worth), 0) as excess
    from shares s
    cross join lateral (
      select sum(other.net) as net, app.worth_of_order(in_tenant, s.procurement_id) as worth from shares other
      where other.procurement_id = s.procurement_id
        and (other.invoice_date, other.invoice_id) <= (s.invoice_date, s.invoice_id)
    ) u
    where s.invoice_id = any (in_ids)
  ), caused as (
    select c.procurement_id, c.procurement_line_id, c.invoice_id, b.excess, b.net as whole, c.net,
      greatest(0, c.beyond * sign(b.excess)) as own,
      sum(greatest(0, c.beyond * sign(b.excess))) over (partition by c.procurement_id, c.invoice_id) as owns
    from app.charged_of_orders(in_tenant, array(select e.procurement_id from beyond e where e.excess <> 0)) c
    join beyond b on b.procurement_id = c.procurement_id and b.invoice_id = c.invoice_id
  ), parts as (
    -- The part of each charged unit in excess of the order.
    select procurement_id, procurement_line_id, invoice_id,
      coalesce(case when owns = 0 then excess / nullif(whole, 0) else excess * own / owns / nullif(net, 0) end, 0) as share
    from caused
  ), lines as (
    select i.id as invoice_id, coalesce(o.procurement_id, i.procurement_id) as procurement_id, o.id as line_id,
      coalesce(l.cost_center_id, i.cost_center_id) as cost_center_id,
      coalesce(l.ledger_account_id, i.ledger_account_id) as ledger_account_id, i.invoice_date,
      case when l.id is null then i.total_netto else coalesce(l.total_netto, 0) end * app.known_rate(i.tenant_id, i.client_id, i.currency, i.exchange_rate) * app.counted_share(i) as net,
      i.corrects_invoice_id is not null and (i.total_netto < 0 or i.total_brutto < 0) as is_correction
    from public.invoice i
    left join public.invoice_line l on l.tenant_id = in_tenant and l.invoice_id = i.id
    left join public.procurement_line o on o.tenant_id = in_tenant and o.id = l.procurement_line_id
    where i.tenant_id = in_tenant and i.id = any (in_ids) and app.counts_in_budgets('invoice', i.status)
  )
  select l.procurement_id, l.invoice_id, l.cost_center_id, case when g.share is null then l.ledger_account_id else g.ledger_account_id end,
    l.invoice_date, l.net * coalesce(g.share, 1) * case when l.procurement_id is null then 1 else coalesce(b.share, 0) end
  from lines l
  left join parts b on b.procurement_id = l.procurement_id and b.invoice_id = l.invoice_id
    and b.procurement_line_id is not distinct from l.line_id
  left join lateral app.accounts_given_back(in_tenant, l.invoice_id, l.cost_center_id) g on l.is_correction and l.net <> 0
$function$;

CREATE OR REPLACE FUNCTION app.amounts_of_orders(in_tenant bigint, in_ids bigint[])
 RETURNS TABLE(procurement_id bigint, cost_center_id bigint, ledger_account_id bigint, day date, is_decided boolean, net numeric, committed numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select p.id, coalesce(l.cost_center_id, p.cost_center_id), coalesce(l.ledger_account_id, p.ledger_account_id), p.day, p.is_decided,
         l.total_netto * p.rate * c.came * p.share, l.total_netto * p.rate * c.came * p.open
  from (
    select p.id, p.cost_center_id, p.ledger_account_id, p.status, r.rate,
           (p.submitted_at at time zone (select app.time_zone_of(in_tenant)))::date as day,
           p.status <> 'approval' and (p.status <> 'clearing' or p.approved_netto is not null) as is_decided,
           -- A completely invoiced order counts as its invoices do, up to its own value.
           case when p.completely_invoiced then coalesce(least(i.net, i.worth) / nullif(i.worth, 0), 0) else 1 end as share,
           case when p.completely_invoiced then 0
                else coalesce(greatest(0, i.worth - coalesce(i.net, 0)) / nullif(i.worth, 0), 0) end as open
    from public.procurement p
    cross join lateral (select app.known_rate(p.tenant_id, p.client_id, p.currency, p.exchange_rate) as rate) r
    cross join lateral (
      select net, app.worth_of_order(in_tenant, p.id) as worth
      from app.invoiced_of(in_tenant, p.id, p.currency, r.rate)
    ) i
    where p.tenant_id = in_tenant and p.id = any (in_ids)
      and (app.counts_in_budgets('procurement', p.status) or p.status = 'declined' and i.worth > 0)
  ) p
  join public.procurement_line l on l.tenant_id = in_tenant and l.procurement_id = p.id
  cross join lateral (select app.came_of(p.status, l.kind, l.quantity, l.quantity_received) as came) c
$function$;

CREATE OR REPLACE FUNCTION app.announce_document()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  moved bigint;
begin
  if tg_table_name in ('procurement', 'invoice', 'contract') then
    perform pg_notify('live', json_build_object(
        'tenant', tenant_id, 'kind', tg_table_name, 'id', new.id, 'version', content_version)::text)
      from public.timeline where tenant_id = new.tenant_id and id = new.timeline_id;
    return null;
  elsif tg_table_name = 'timeline' then
    moved := new.id;
  else
    select timeline_id into moved from public.procurement where tenant_id = new.tenant_id and id = new.procurement_id;
  end if;
  perform pg_notify('live', json_build_object(
      'tenant', t.tenant_id, 'kind', d.kind, 'id', d.id, 'version', t.content_version)::text)
    from public.timeline t
    cross join lateral (
      select 'procurement' as kind, p.id from public.procurement p where p.tenant_id = t.tenant_id and p.timeline_id = t.id
      union all
      select 'invoice', i.id from public.invoice i where i.tenant_id = t.tenant_id and i.timeline_id = t.id
      union all
      select 'contract', c.id from public.contract c where c.tenant_id = t.tenant_id and c.timeline_id = t.id
    ) d
    where t.tenant_id = new.tenant_id and t.id = moved;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.announce_leaving()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('live', json_build_object(
    'tenant', old.tenant_id, 'kind', 'document_person', 'id', old.lb_user_id, 'version', 0)::text);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.announce_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('live', json_build_object(
    'tenant', new.tenant_id, 'kind', 'lb_user', 'id', new.id, 'version', new.token_version)::text);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.approval_limit_of(in_person bigint)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select approval_limit from public.lb_user where tenant_id = app.tenant_id() and id = in_person and app.is_admin()
$function$;
grant execute on function app.approval_limit_of(bigint) to reader;
grant execute on function app.approval_limit_of(bigint) to reader_price;
grant execute on function app.approval_limit_of(bigint) to writer;

CREATE OR REPLACE FUNCTION app.approves(in_tenant bigint, in_person bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with who as (
    select in_person as id
    union all
    select g.id from public.task_group_user m
      join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id and g.active
      where m.tenant_id = in_tenant and m.lb_user_id = in_person)
  select exists (select from public.lb_user u where u.tenant_id = in_tenant and u.id = in_person and u.approval_limit is not null)
    or exists (select from who join public.department_approver a on a.tenant_id = in_tenant and a.lb_user_id = who.id)
    or exists (select from who join public.cost_center_approver a on a.tenant_id = in_tenant and a.lb_user_id = who.id)
    or exists (select from who join public.supplier_approver a on a.tenant_id = in_tenant and a.lb_user_id = who.id)
$function$;

CREATE OR REPLACE FUNCTION app.approves_anything(in_person bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when app.is_admin() then app.approves(app.tenant_id(), in_person) end
$function$;
grant execute on function app.approves_anything(bigint) to reader;
grant execute on function app.approves_anything(bigint) to reader_price;
grant execute on function app.approves_anything(bigint) to writer;

CREATE OR REPLACE FUNCTION app.are_exports_futile(in_tenant bigint, in_client bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select app.futile_exports(in_tenant, in_client) >= 3
$function$;
grant execute on function app.are_exports_futile(bigint,bigint) to writer;

CREATE OR REPLACE FUNCTION app.audit_content(r audit_log)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN convert_to(((jsonb_build_array((r).tenant_id, (r).id, (r).type, (r)."table", (r).relation_table, (r).foreign_key, (r).lb_user_id, to_jsonb((r).affected_properties), (r).data_before, (r).data_after, (r).amounts_before, (r).amounts_after, (r).info, (r).random_id, (r).procurement_id, (r).invoice_id, (r).contract_id, (r).relation_key, ((EXTRACT(epoch FROM (r).created_at) * (1000000)::numeric))::bigint) || CASE WHEN ((r).means IS NULL) THEN '[]'::jsonb ELSE jsonb_build_array((r).means) END))::text, 'UTF8'::name);

CREATE OR REPLACE FUNCTION app.audit_figures()
 RETURNS TABLE(unsealed bigint, oldest_unsealed_seconds double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT count(*) AS count,
     COALESCE(EXTRACT(epoch FROM (now() - min(a.created_at))), (0)::numeric) AS "coalesce"
    FROM audit_log a
   WHERE (a.xact >= COALESCE(( SELECT audit_seal.sealed_before
            FROM audit_seal), '0'::xid8));
END;
grant execute on function app.audit_figures() to gate;

CREATE OR REPLACE FUNCTION app.audit_for_archive(in_client bigint, in_from date, in_until date)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select
    set_config('app.client_id', in_client::text, true),
    set_config('app.auditor_client', in_client::text, true),
    set_config('app.auditor_from', coalesce(in_from, '-infinity')::text, true),
    set_config('app.auditor_until', coalesce(in_until, 'infinity')::text, true)
$function$;
grant execute on function app.audit_for_archive(bigint,date,date) to gate;

CREATE OR REPLACE FUNCTION app.audit_group()
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  letters text := nullif(current_setting('app.audit_group', true), '');
begin
  if letters is null then
    select string_agg(chr(97 + (get_byte(bytes, place) % 26)), '')
      into letters
      from (select uuid_send(gen_random_uuid()) as bytes) random, generate_series(6, 15) as place;
    perform set_config('app.audit_group', letters, true);
  end if;
  return letters;
end
$function$;

CREATE OR REPLACE FUNCTION app.audit_heads()
 RETURNS TABLE(tenant_id bigint, "position" bigint, link bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 SELECT t.id,
     last."position",
     last.link
    FROM (tenant t
      CROSS JOIN LATERAL ( SELECT l."position",
             l.link
            FROM audit_link l
           WHERE (l.tenant_id = t.id)
           ORDER BY l."position" DESC
          LIMIT 1) last)
   WHERE (NOT (EXISTS ( SELECT
            FROM audit_closing c
           WHERE (c.deleted_tenant_id = t.id))));
END;
grant execute on function app.audit_heads() to gate;

CREATE OR REPLACE FUNCTION app.audited_bookings()
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.invoice_id from public.invoice_export_entry e
    where e.tenant_id = app.tenant_id() and e.booked_on between app.auditor_from() and app.auditor_until()
$function$;
grant execute on function app.audited_bookings() to auditor;

CREATE OR REPLACE PROCEDURE app.audited_view(IN table_name text)
 LANGUAGE plpgsql
AS $procedure$
declare
  target constant regclass := format('public.%I', table_name)::regclass;
  columns text;
begin
  select string_agg(case when p.parent is null then format('r.%I', a.attname)
      else format('(select p.id from %s p where p.tenant_id = r.tenant_id and p.id = r.%2$I) as %2$I', p.parent, a.attname) end,
      ', ' order by a.attnum) into columns
  from pg_attribute a
  left join lateral (
    select f.confrelid::regclass as parent from pg_constraint f
    where f.conrelid = target and f.contype = 'f' and f.conkey[2] = a.attnum and cardinality(f.conkey) = 2 and not a.attnotnull
      and f.confrelid in ('public.client'::regclass, 'public.cost_center'::regclass, 'public.department'::regclass,
        'public.supplier'::regclass, 'public.lb_user'::regclass)) p on true
  where a.attrelid = target and a.attnum > 0 and not a.attisdropped and has_column_privilege('auditor', target, a.attnum, 'select');
  execute format('create or replace view audited.%I with (security_invoker) as select %s from %s r', table_name, columns, target);
  execute format('grant select on audited.%I to auditor', table_name);
end
$procedure$;

CREATE OR REPLACE FUNCTION app.auditor_client()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.auditor_client'::text, true), ''::text))::bigint;
grant execute on function app.auditor_client() to auditor;

CREATE OR REPLACE FUNCTION app.auditor_from()
 RETURNS date
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.auditor_from'::text, true), ''::text))::date;
grant execute on function app.auditor_from() to auditor;

CREATE OR REPLACE FUNCTION app.auditor_until()
 RETURNS date
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.auditor_until'::text, true), ''::text))::date;
grant execute on function app.auditor_until() to auditor;

CREATE OR REPLACE FUNCTION app.awaits_power(in_person jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (select from public.control_change c where c.tenant_id = (in_person ->> 'tenant_id')::bigint and c.state = 'pending'
    and c.control <> 'email'
    and (c.table_name = 'lb_user' and c.row_key ->> 'id' = in_person ->> 'id' or exists (
      select from jsonb_each_text(c.after) a
      where a.value = in_person ->> 'id' and a.key ~ '^(lb_user|substitute|user_[a-z_]+)_id$')))
$function$;

CREATE OR REPLACE FUNCTION app.bank_columns(in_table text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (CASE in_table WHEN 'supplier'::text THEN '{iban,bic,bank}'::text WHEN 'supplier_bank_change'::text THEN '{iban,bic,former_iban,former_bic}'::text ELSE '{}'::text END)::text[];
grant execute on function app.bank_columns(text) to reader;
grant execute on function app.bank_columns(text) to reader_price;
grant execute on function app.bank_columns(text) to writer;

CREATE OR REPLACE FUNCTION app.begin_reading(in_what bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.reading_try as known (key) values (app.reading_key(in_what))
    on conflict (key) do update set tries = known.tries + 1, begun_at = clock_timestamp() where known.tries < 10;
  return found;
end $function$;
grant execute on function app.begin_reading(bytea) to gate;
grant execute on function app.begin_reading(bytea) to writer;

CREATE OR REPLACE FUNCTION app.billing_facts(in_tenant bigint, in_month date, in_now timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if current_setting('role') <> 'gate' and not coalesce(app.is_operator(), false) and in_tenant is distinct from app.tenant_id() then
    raise exception 'the facts of another tenant' using errcode = '42501';
  end if;
  return (
    select jsonb_build_object(
      'tenant', jsonb_build_object(
        'id', t.id, 'name', t.name, 'status', t.status, 'today', app.day_of_tenant(t.id, in_now), 'language', t.main_language, 'easybill_id', nullif(trim(t.easybill_id), ''),
        'created_on', app.day_of_tenant(t.id, t.created_at),
        'archived_on', case when t.status = 'archived' then app.day_of_tenant(t.id, t.archived_at) end,
        'billing_email', nullif(trim(t.billing_email), ''),
        'automatic_billing_mail', t.automatic_billing_mail,
        'sepa_agreement', t.sepa_agreement, 'sepa_agreement_date', t.sepa_agreement_date,
        'sepa_mandate_reference', nullif(trim(t.sepa_mandate_reference), ''), 'sepa_scheme', t.sepa_scheme,
        'sepa_prenotification_days', t.sepa_prenotification_days, 'sepa_last_use', t.sepa_last_use,
        'sepa_creditor_id', nullif(trim(t.sepa_creditor_id), ''),
        'holder', coalesce(nullif(trim(t.holder), ''), t.name), 'iban', nullif(trim(t.iban), ''), 'bic', nullif(trim(t.bic), ''),
        'was_debited', t.sepa_last_use is not null or exists (
          select from public.billing b join public.billing_step s on s.tenant_id = b.tenant_id and s.billing_id = b.id
          where b.tenant_id = in_tenant and s.tenant_id = in_tenant and s.step = 'debit' and s.outcome = 'done'
            and b.debit ->> 'mandate' = trim(t.sepa_mandate_reference))),
      'conditions', jsonb_build_object(
        'document_limit', t.document_limit, 'procurement_limit', t.procurement_limit, 'invoice_limit', t.invoice_limit,
        'base_price_document', t.base_price_document::text, 'base_price_procurement', t.base_price_procurement::text,
        'base_price_invoice', t.base_price_invoice::text, 'extra_price_document', t.extra_price_document::text,
        'extra_price_procurement', t.extra_price_procurement::text, 'extra_price_invoice', t.extra_price_invoice::text,
        'recognition_unit_price', t.recognition_unit_price::text, 'standard_package', t.standard_package),
      'counts', (
        select jsonb_build_object(
          'document', count(*) filter (where e.kind = 'document'), 'procurement', count(*) filter (where e.kind = 'procurement'),
          'invoice', count(*) filter (where e.kind = 'invoice'), 'recognition', count(*) filter (where e.kind = 'recognition'))
        from public.billable_event e
        where e.tenant_id = in_tenant and e.day >= in_month and e.day < in_month + interval '1 month'),
      'items', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'description', i.description, 'net_amount', i.net_amount::text, 'start_date', i.start_date, 'end_date', i.end_date)
          order by i.id), '[]') from public.tenant_additional_item i where i.tenant_id = in_tenant),
      'tiers', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'quantity', p.quantity, 'base_price', p.base_price::text, 'unit_price', p.unit_price::text) order by p.id), '[]')
        from public.tenant_tiered_price p where p.tenant_id = in_tenant))
    from public.tenant t where t.id = in_tenant);
end
$function$;
grant execute on function app.billing_facts(bigint,date,timestamp with time zone) to gate;
grant execute on function app.billing_facts(bigint,date,timestamp with time zone) to operator;
grant execute on function app.billing_facts(bigint,date,timestamp with time zone) to writer;

CREATE OR REPLACE FUNCTION app.billings_due(in_now timestamp with time zone)
 RETURNS TABLE(tenant_id bigint, month date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t.id, m.month
  from public.tenant t
  cross join lateral (select app.day_of_tenant(t.id, in_now) as today) d
  cross join lateral (select (date_trunc('month', d.today) - interval '1 month')::date as month) m
  where t.automatic_billing and nullif(trim(t.easybill_id), '') is not null
    and extract(day from d.today) <= 7
    and app.day_of_tenant(t.id, t.created_at) < date_trunc('month', d.today)
    and (t.status = 'active' or t.status = 'archived' and app.day_of_tenant(t.id, t.archived_at) >= m.month)
    and not app.is_deleting(t.id)
    and not exists (select from public.billing b where b.tenant_id = t.id and b.month = m.month)
  order by t.id
$function$;
grant execute on function app.billings_due(timestamp with time zone) to gate;

CREATE OR REPLACE FUNCTION app.booked_final_beside(in_invoice bigint)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(f.invoice_number_formatted, f.number, f.id::text)
  from public.invoice i
  join public.invoice f on f.tenant_id = i.tenant_id and f.procurement_id = i.procurement_id and f.document_type = 'final'
    and f.taken_off_ids is not null
  where i.tenant_id = app.tenant_id() and i.id = in_invoice and i.document_type = 'prepayment' and not exists (
    select from public.invoice o where o.tenant_id = i.tenant_id and o.procurement_id = i.procurement_id and i.id = any (o.taken_off_ids))
  order by f.id limit 1
$function$;
grant execute on function app.booked_final_beside(bigint) to reader;
grant execute on function app.booked_final_beside(bigint) to reader_price;
grant execute on function app.booked_final_beside(bigint) to writer;

CREATE OR REPLACE FUNCTION app.books_of(in_tenant bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'customer', t.easybill_id,
    'months', (
      select coalesce(jsonb_agg(to_jsonb(m) order by m.month), '[]') from (
        select to_char(e.day, 'YYYY-MM') as month, count(*) filter (where e.kind = 'document') as document,
          count(*) filter (where e.kind = 'procurement') as procurement, count(*) filter (where e.kind = 'invoice') as invoice,
          count(*) filter (where e.kind = 'recognition') as recognition
        from public.billable_event e where e.tenant_id = in_tenant group by 1
      ) m),
    'bills', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'month', to_char(b.month, 'YYYY-MM'), 'state', b.state, 'net', b.net::text, 'gross', b.gross::text,
          'document_id', b.document_id, 'document_number', b.document_number) order by b.month), '[]')
      from public.billing b where b.tenant_id = in_tenant))
  from public.tenant t where t.id = in_tenant
$function$;

CREATE OR REPLACE FUNCTION app.budget_consumed(in_budget bigint)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.consumed
  from public.budget b, app.budget_use(array[b.cost_center_id], b.start, null) u
  where b.tenant_id = app.tenant_id() and b.id = in_budget and u.budget_id = b.id and app.has_role('user-price')
$function$;
grant execute on function app.budget_consumed(bigint) to reader;
grant execute on function app.budget_consumed(bigint) to reader_price;
grant execute on function app.budget_consumed(bigint) to writer;

CREATE OR REPLACE FUNCTION app.budget_contracts(in_cost_centers bigint[], in_day date, in_except bigint DEFAULT NULL::bigint, in_decided boolean DEFAULT false)
 RETURNS TABLE(budget_id bigint, contract_id bigint, ledger_account_id bigint, day date, net numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with wanted as materialized (
    select b.id, b.cost_center_id, b.ledger_account_id, b.not_allocated, b.start, b."end"
    from public.budget b
    where b.tenant_id = app.tenant_id() and b.cost_center_id = any (in_cost_centers) and b.active
      and in_day between b.start and b."end"
  )
  select b.id, r.contract_id, r.ledger_account_id, r.day, r.net
  from app.contract_rests(in_cost_centers, null, in_except, in_decided) r
  join wanted b on b.cost_center_id = r.cost_center_id and r.day between b.start and b."end" and case
    when b.ledger_account_id is not null then r.ledger_account_id = b.ledger_account_id
    when b.not_allocated then not exists (
      select from wanted other
      where other.cost_center_id = b.cost_center_id and other.ledger_account_id = r.ledger_account_id)
    else true end
$function$;
grant execute on function app.budget_contracts(bigint[],date,bigint,boolean) to reader_price;

CREATE OR REPLACE FUNCTION app.budget_days_of_zone()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.budget_amount a
    set day = (p.submitted_at at time zone app.time_zone_of(a.tenant_id))::date
    from (select distinct tenant_id from changed where key = 'timezone' and client_id is null) c
    join public.procurement p on p.tenant_id = c.tenant_id
    where a.tenant_id = p.tenant_id and a.procurement_id = p.id and a.invoice_id is null
      and a.day <> (p.submitted_at at time zone app.time_zone_of(a.tenant_id))::date;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.budget_months(in_cost_centers bigint[], in_day date)
 RETURNS TABLE(budget_id bigint, month date, consumed numeric, committed numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with wanted as materialized (
    select b.id, b.cost_center_id, b.ledger_account_id, b.not_allocated, b.start, b."end"
    from public.budget b
    where b.tenant_id = app.tenant_id() and b.cost_center_id = any (in_cost_centers) and b.active
      and in_day between b.start and b."end"
  )
  select b.id, m.month, m.net, m.committed
  from wanted b
  cross join lateral (
    select date_trunc('month', a.day::timestamp)::date as month, sum(a.net) as net, sum(a.committed) as committed
    from public.budget_amount a
    where a.tenant_id = (select app.tenant_id()) and a.cost_center_id = b.cost_center_id and a.day between b.start and b."end"
      and ((select app.auditor_client()) is null or app.counts_for_reader(a))
      and case
        when b.ledger_account_id is not null then a.ledger_account_id = b.ledger_account_id
        when b.not_allocated then not exists (
          select from wanted other
          where other.cost_center_id = b.cost_center_id and other.ledger_account_id = a.ledger_account_id)
        else true end
    group by 1
  ) m
  where app.has_role('user-price')
  union all
  select c.budget_id, date_trunc('month', c.day::timestamp)::date, c.net, c.net
  from app.budget_contracts(in_cost_centers, in_day) c
  where app.has_role('user-price')
$function$;
grant execute on function app.budget_months(bigint[],date) to reader_price;

CREATE OR REPLACE FUNCTION app.budget_rows(in_cost_centers bigint[], in_day date)
 RETURNS TABLE(budget_id bigint, procurement_id bigint, invoice_id bigint, ledger_account_id bigint, day date, net numeric, committed numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with wanted as materialized (
    select b.id, b.cost_center_id, b.ledger_account_id, b.not_allocated, b.start, b."end"
    from public.budget b
    where b.tenant_id = app.tenant_id() and b.cost_center_id = any (in_cost_centers) and b.active
      and in_day between b.start and b."end"
  )
  select b.id, m.procurement_id, m.invoice_id, m.ledger_account_id, m.day,
    round(m.net_until, 2) - round(m.net_until - m.net, 2), round(m.committed_until, 2) - round(m.committed_until - m.committed, 2)
  from wanted b
  cross join lateral (
    select a.*, sum(a.net) over placed as net_until, sum(a.committed) over placed as committed_until
    from public.budget_amount a
    where a.tenant_id = (select app.tenant_id()) and a.cost_center_id = b.cost_center_id and a.day between b.start and b."end"
      and ((select app.auditor_client()) is null or app.counts_for_reader(a))
      and case
        when b.ledger_account_id is not null then a.ledger_account_id = b.ledger_account_id
        when b.not_allocated then not exists (
          select from wanted other
          where other.cost_center_id = b.cost_center_id and other.ledger_account_id = a.ledger_account_id)
        else true end
    window placed as (order by a.id rows unbounded preceding)
  ) m
  where app.has_role('user-price')
$function$;
grant execute on function app.budget_rows(bigint[],date) to reader_price;

CREATE OR REPLACE FUNCTION app.budget_unrated(in_cost_centers bigint[], in_day date)
 RETURNS TABLE(budget_id bigint, kind text, document_id bigint, ledger_account_id bigint, day date, currency text, net numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with unrated as materialized (
    select d.kind, d.id, d.currency, coalesce(l.cost_center_id, d.cost_center_id) as cost_center_id,
      coalesce(l.ledger_account_id, d.ledger_account_id) as ledger_account_id, l.day, l.net
    from public.document d
    cross join lateral (
      select l.cost_center_id, l.ledger_account_id, l.total_netto as net,
        (p.submitted_at at time zone (select app.time_zone()))::date as day
      from public.procurement p join public.procurement_line l on l.tenant_id = p.tenant_id and l.procurement_id = p.id
      where d.kind = 'procurement' and p.tenant_id = d.tenant_id and p.id = d.id
      union all
      select l.cost_center_id, l.ledger_account_id, case when l.id is null then i.total_netto else l.total_netto end * app.counted_share(i),
        i.invoice_date
      from public.invoice i left join public.invoice_line l on l.tenant_id = i.tenant_id and l.invoice_id = i.id
      where d.kind = 'invoice' and i.tenant_id = d.tenant_id and i.id = d.id
    ) l
    where d.tenant_id = app.tenant_id() and d.company_netto_cents is null and app.counts_in_budgets(d.kind, d.status)
      and (app.auditor_client() is null or d.client_id = app.auditor_client())
  ), wanted as materialized (
    select b.id, b.cost_center_id, b.ledger_account_id, b.not_allocated, b.start, b."end"
    from public.budget b
    where b.tenant_id = app.tenant_id() and b.cost_center_id = any (in_cost_centers) and b.active
      and in_day between b.start and b."end"
  )
  select b.id, u.kind, u.id, u.ledger_account_id, u.day, u.currency, sum(u.net)
  from wanted b
  join unrated u on u.cost_center_id = b.cost_center_id and u.day between b.start and b."end" and case
    when b.ledger_account_id is not null then u.ledger_account_id = b.ledger_account_id
    when b.not_allocated then not exists (
      select from wanted other
      where other.cost_center_id = b.cost_center_id and other.ledger_account_id = u.ledger_account_id)
    else true end
  where app.has_role('user-price')
  group by 1, 2, 3, 4, 5, 6 having sum(u.net) <> 0
$function$;
grant execute on function app.budget_unrated(bigint[],date) to reader_price;

CREATE OR REPLACE FUNCTION app.budget_use(in_cost_centers bigint[], in_day date, in_except bigint)
 RETURNS TABLE(budget_id bigint, consumed numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.budget_id, u.consumed from app.budget_use(in_cost_centers, in_day, in_except, false) u
$function$;
grant execute on function app.budget_use(bigint[],date,bigint) to writer;

CREATE OR REPLACE FUNCTION app.budget_use(in_cost_centers bigint[], in_day date, in_except bigint, in_decided boolean)
 RETURNS TABLE(budget_id bigint, consumed numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with wanted as materialized (
    select b.id, b.cost_center_id, b.ledger_account_id, b.not_allocated, b.start, b."end"
    from public.budget b
    where b.tenant_id = app.tenant_id() and b.cost_center_id = any (in_cost_centers) and b.active
      and in_day between b.start and b."end"
  ), contracts as materialized (
    select c.budget_id, sum(c.net) as net from app.budget_contracts(in_cost_centers, in_day, in_except, in_decided) c group by c.budget_id
  )
  select b.id, round(coalesce(sum(a.net), 0), 2) + coalesce((select c.net from contracts c where c.budget_id = b.id), 0)
  from wanted b
  left join public.budget_amount a on a.tenant_id = (select app.tenant_id()) and a.cost_center_id = b.cost_center_id
    and a.day between b.start and b."end"
      and ((select app.auditor_client()) is null or app.counts_for_reader(a))
    and (a.invoice_id is not null or a.procurement_id is distinct from in_except)
    and (a.is_decided or not in_decided)
    and case
      when b.ledger_account_id is not null then a.ledger_account_id = b.ledger_account_id
      when b.not_allocated then not exists (
        select from wanted other
        where other.cost_center_id = b.cost_center_id and other.ledger_account_id = a.ledger_account_id)
      else true end
  group by b.id
$function$;
grant execute on function app.budget_use(bigint[],date,bigint,boolean) to writer;

CREATE OR REPLACE FUNCTION app.budget_used(in_cost_center bigint, in_budget bigint, in_start date)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce((select u.consumed from app.budget_use(array[in_cost_center], in_start, null) u where u.budget_id = in_budget), 0)
$function$;
grant execute on function app.budget_used(bigint,bigint,date) to writer;

CREATE OR REPLACE FUNCTION app.budget_without_rate(in_budget bigint)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when app.has_role('user-price') then (
      select count(distinct (u.kind, u.document_id)) from app.budget_unrated(array[b.cost_center_id], b.start) u where u.budget_id = b.id) end
  from public.budget b where b.tenant_id = app.tenant_id() and b.id = in_budget
$function$;
grant execute on function app.budget_without_rate(bigint) to reader;
grant execute on function app.budget_without_rate(bigint) to reader_price;
grant execute on function app.budget_without_rate(bigint) to writer;

CREATE OR REPLACE FUNCTION app.bump_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_table_name = 'lb_user' then
    if new.is_group and (new.roles, new.active) is distinct from (old.roles, old.active) then
      update public.lb_user set token_version = token_version + 1
        where tenant_id = new.tenant_id
          and id in (select lb_user_id from public.task_group_user where tenant_id = new.tenant_id and task_group_id = new.id);
    end if;
  else
    update public.lb_user set token_version = token_version + 1
      where tenant_id = coalesce(new.tenant_id, old.tenant_id) and id in (new.lb_user_id, old.lb_user_id);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.bump_token_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.roles, new.blocked, new.active, new.client_id, new.department_id,
      new.auditor_client_id, new.auditor_from, new.auditor_until, new.auditor_ends_on)
     is distinct from (old.roles, old.blocked, old.active, old.client_id, old.department_id,
      old.auditor_client_id, old.auditor_from, old.auditor_until, old.auditor_ends_on) then
    new.token_version := old.token_version + 1;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.came_of(in_status text, in_kind text, in_quantity numeric, in_received numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((in_status = ANY (ARRAY['completed'::text, 'declined'::text])) AND (in_kind = 'item'::text) AND (in_quantity > (0)::numeric)) THEN (in_received / in_quantity) WHEN (in_status = 'declined'::text) THEN (0)::numeric ELSE (1)::numeric END;

CREATE OR REPLACE FUNCTION app.carry_out_control(in_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  change public.control_change;
  target text;
  names text;
  keys text;
  met bigint;
begin
  select * into strict change from public.control_change where tenant_id = app.tenant_id() and id = in_id;
  target := format('public.%I', change.table_name);
  select string_agg(quote_ident(name), ', ') into names from jsonb_object_keys(coalesce(change.after, change.before)) name;
  if change.act = 'insert' then
    execute format('insert into %1$s (tenant_id, %2$s) select $1, %2$s from jsonb_populate_record(null::%1$s, $2)', target, names)
      using change.tenant_id, change.after;
    return true;
  end if;
  select string_agg(format('t.%1$I = k.%1$I', name), ' and ') into keys from jsonb_object_keys(change.row_key) name;
  keys := format('from jsonb_populate_record(null::%1$s, $2) k', target)
    || case when change.act = 'update' then format(', jsonb_populate_record(null::%1$s, $4) r', target) else '' end
    || format(' where t.tenant_id = $1 and %s and app.picked(to_jsonb(t), array(select jsonb_object_keys($3))) = $3', keys);
  if change.act = 'update' then
    execute format('update %s t set %s %s', target,
        (select string_agg(format('%1$I = r.%1$I', name), ', ') from jsonb_object_keys(change.after) name), keys)
      using change.tenant_id, change.row_key, change.before, change.after;
  else
    execute format('delete from %s t using %s', target, substr(keys, 6)) using change.tenant_id, change.row_key, change.before;
  end if;
  get diagnostics met = row_count;
  return met = 1;
end
$function$;
grant execute on function app.carry_out_control(bigint) to writer;

CREATE OR REPLACE FUNCTION app.charged_of_contracts(in_contracts bigint[], in_day date)
 RETURNS TABLE(contract_id bigint, invoiced numeric, first_invoiced_on date, called_off numeric, received numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select k.id, coalesce(i.net, 0), i.first_day, coalesce(o.committed, 0), coalesce(o.received, 0)
  from public.contract k
  left join public.client c on c.tenant_id = k.tenant_id and c.id = k.client_id
  cross join lateral (
    select case when k.exchange_rate is null then k.currency else coalesce(c.currency, k.currency) end as name) currency
  left join lateral (
    select sum(v.net) as net, min(v.invoice_date) as first_day
    from public.invoice_state v
    where v.tenant_id = app.tenant_id() and v.contract_id = k.id and v.currency = currency.name and v.since <= in_day and v.until > in_day
      and v.invoice_date <= in_day and app.counts_in_budgets('invoice', v.status)) i on true
  left join lateral (
    select sum(f.committed) as committed, sum(greatest(0, f.received - f.invoiced)) as received
    from (
      select m.line, coalesce(sum(m.net) filter (where m.kind = 'ordered'), 0) as ordered,
        coalesce(sum(m.net) filter (where m.kind = 'received'), 0) as came, coalesce(sum(m.net) filter (where m.kind = 'ended'), 0) as ended,
        coalesce(sum(m.net) filter (where m.kind = 'invoiced'), 0) as charged
      from public.procurement p
      join public.order_movement m on m.tenant_id = p.tenant_id and m.procurement_id = p.id
      where p.tenant_id = app.tenant_id() and p.contract_id = k.id and m.currency = currency.name and m.day <= in_day
      group by m.line
    ) m
    cross join lateral app.line_figures(m.ordered, m.came, m.ended, m.charged) f) o on true
  where k.tenant_id = app.tenant_id() and k.id = any (in_contracts)
$function$;
grant execute on function app.charged_of_contracts(bigint[],date) to reader_price;
grant execute on function app.charged_of_contracts(bigint[],date) to writer;

CREATE OR REPLACE FUNCTION app.charged_of_orders(in_tenant bigint, in_orders bigint[])
 RETURNS TABLE(procurement_id bigint, procurement_line_id bigint, invoice_id bigint, net numeric, beyond numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with charges as materialized (
    select p.id as procurement_id, o.id as line_id, i.id as invoice_id, i.invoice_date,
      sum(app.in_currency(app.counted_share(i) * case when l.id is null then i.total_netto else coalesce(l.total_netto, 0) end,
        i.currency, app.known_rate(i.tenant_id, i.client_id, i.currency, i.exchange_rate),
        p.currency, app.known_rate(p.tenant_id, p.client_id, p.currency, p.exchange_rate))) as net
    from public.invoice i
    left join public.invoice_line l on l.tenant_id = in_tenant and l.invoice_id = i.id
    left join public.procurement_line o on o.tenant_id = in_tenant and o.id = l.procurement_line_id
    join public.procurement p on p.tenant_id = in_tenant and p.id = coalesce(o.procurement_id, i.procurement_id)
    where i.tenant_id = in_tenant and app.counts_in_budgets('invoice', i.status) and p.id = any (in_orders)
      and i.id in (select s.invoice_id from app.shares_of_orders(in_tenant, in_orders) s)
    group by p.id, o.id, i.id, i.invoice_date
  )
  select c.procurement_id, c.line_id, c.invoice_id, c.net,
    greatest(0, u.net - w.worth) - greatest(0, u.net - c.net - w.worth)
  from charges c
  cross join lateral (
    select sum(other.net) as net from charges other
    where other.procurement_id = c.procurement_id and other.line_id is not distinct from c.line_id
      and (other.invoice_date, other.invoice_id) <= (c.invoice_date, c.invoice_id)
  ) u
  cross join lateral (
    -- Amounts without a line are compared with the lines that no amount names.
    select coalesce(sum(o.total_netto), 0) as worth from public.procurement_line o
    where o.tenant_id = in_tenant and o.procurement_id = c.procurement_id and case when c.line_id is not null then o.id = c.line_id
      else not exists (select from charges named where named.line_id = o.id) end
  ) w
  -- Not known while a rate is unknown.
  where c.net is not null
$function$;
grant execute on function app.charged_of_orders(bigint,bigint[]) to writer;

CREATE OR REPLACE FUNCTION app.charges_of_orders(in_tenant bigint, in_orders bigint[])
 RETURNS TABLE(procurement_id bigint, line bigint, invoice_id bigint, day date, net numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with own as materialized (
    select o.procurement_id, o.id as line, i.id as invoice_id, coalesce(i.invoice_date, app.day_of_tenant(in_tenant, i.created_at)) as day,
      round(sum(l.total_netto) * app.known_rate(i.tenant_id, i.client_id, i.currency, i.exchange_rate) * app.counted_share(i), 2) as net
    from public.procurement_line o
    join public.invoice_line l on l.tenant_id = in_tenant and l.procurement_line_id = o.id
    join public.invoice i on i.tenant_id = in_tenant and i.id = l.invoice_id and app.counts_in_budgets('invoice', i.status)
    where o.tenant_id = in_tenant and o.procurement_id = any (in_orders)
    group by i.tenant_id, i.id, o.tenant_id, o.id
  ), rest as (
    select i.procurement_id, i.id as invoice_id, coalesce(i.invoice_date, app.day_of_tenant(in_tenant, i.created_at)) as day,
      round((i.total_netto - coalesce((
        select sum(l.total_netto) from public.invoice_line l
        where l.tenant_id = in_tenant and l.invoice_id = i.id and l.procurement_line_id is not null), 0))
        * app.known_rate(i.tenant_id, i.client_id, i.currency, i.exchange_rate) * app.counted_share(i), 2) as net
    from public.invoice i
    where i.tenant_id = in_tenant and i.procurement_id = any (in_orders) and app.counts_in_budgets('invoice', i.status)
  ), weighed as (
    select r.procurement_id, r.invoice_id, r.day, r.net, m.line, m.net as ordered, greatest(0, m.net - coalesce(sum(own.net), 0)) as uncharged
    from rest r
    cross join lateral (
      select m.line, sum(m.net) as net
      from (
        select o.line, o.day, o.net, min(o.day) over () as first_day from public.order_movement o
        where o.tenant_id = in_tenant and o.procurement_id = r.procurement_id and o.kind = 'ordered'
      ) m
      where m.day <= greatest(r.day, m.first_day) group by m.line
    ) m
    left join own on own.procurement_id = r.procurement_id and own.line = m.line and (own.day, own.invoice_id) <= (r.day, r.invoice_id)
    where r.net <> 0
    group by r.procurement_id, r.invoice_id, r.day, r.net, m.line, m.net
  ), shares as (
    select procurement_id, invoice_id, day, net, line,
      case when sum(uncharged) over of_invoice > 0 then uncharged when sum(ordered) over of_invoice > 0 then ordered else 1 end as weight
    from weighed window of_invoice as (partition by procurement_id, invoice_id)
  ), placed as (
    select procurement_id, invoice_id, day, net, line, weight, sum(weight) over (of_invoice order by line) as until,
      sum(weight) over of_invoice as whole
    from shares window of_invoice as (partition by procurement_id, invoice_id)
  ), charges as (
    select procurement_id, line, invoice_id, day, net from own
    union all
    select procurement_id, line, invoice_id, day, round(net * until / whole, 2) - round(net * (until - weight) / whole, 2) from placed
  )
  select procurement_id, line, invoice_id, day, sum(net) from charges group by 1, 2, 3, 4 having sum(net) <> 0
$function$;

CREATE OR REPLACE FUNCTION app.check_file_purpose()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  chosen uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
begin
  if current_user = 'writer' and not exists (
    select from public.file f
    where f.tenant_id = new.tenant_id and f.id = chosen and f.purpose = tg_argv[1]
      and (f.purpose <> 'signature' or f.created_by_id in (new.id, app.user_id())
        and not exists (select from public.lb_user o
          where o.tenant_id = new.tenant_id and o.signature_file_id = chosen and o.id <> new.id)))
  then
    raise exception 'foreign_key_violation' using errcode = '23503', column = tg_argv[0];
  end if;
  return null;
end
$function$;

CREATE OR REPLACE PROCEDURE app.child_wall(IN table_name text, IN amounts text[] DEFAULT '{}'::text[], IN ignored text[] DEFAULT '{}'::text[], IN parents text[] DEFAULT '{procurement}'::text[])
 LANGUAGE plpgsql
AS $procedure$
declare
  condition text;
begin
  select string_agg(format(
      '%2$I_id is not null and exists (select from %2$I d where d.tenant_id = %1$I.tenant_id and d.id = %1$I.%2$I_id)',
      table_name, parent), ' or ')
    into condition from unnest(parents) as parent;
  call app.wall(table_name, visible => condition, amounts => amounts, ignored => ignored, parent => parents[1]);
end
$procedure$;

CREATE OR REPLACE FUNCTION app.clean_up()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.login_request where created_at < now() - interval '1 day';
  delete from public.login_token where expires_at < now() - interval '1 day';
  delete from public.approval_link where expires_at < now() - interval '30 days';
  delete from public.refresh_token where expires_at < now() - interval '1 day';
  delete from public.passkey_challenge where expires_at < now();
  delete from public.command_log where created_at < now() - interval '7 days';
  delete from public.transaction where created_at < now() - interval '90 days';
  delete from public.manual_miss where last_at < now() - interval '180 days';
  delete from public.record_lock where locked_at < now() - interval '1 day';
  delete from public.webhook_delivery where created_at < now() - interval '30 days';
  delete from public.job where finished_at < now() - interval '30 days';
  delete from public.file where received_by = 'import' and created_at < now() - interval '30 days';
  -- A cart explains the origin of its lines.
  delete from public.punchout_cart c
    where c.updated_at < now() - interval '30 days' and c.state <> 'returned'
      and not exists (select from public.procurement_line l where l.tenant_id = c.tenant_id and l.punchout_cart_id = c.id);
  call app.clean_up_uploads();
end
$function$;
grant execute on function app.clean_up() to gate;

CREATE OR REPLACE FUNCTION app.clean_up_archives()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with ended as (
    update public.archive set state = 'expired'
    where state = 'done' and finished_at < now() - interval '30 days' returning tenant_id, id
  )
  delete from public.archive_member m
  where exists (select from ended e where e.tenant_id = m.tenant_id and e.id = m.archive_id)
    or exists (select from public.archive a where a.tenant_id = m.tenant_id and a.id = m.archive_id and a.state = 'failed')
$function$;
grant execute on function app.clean_up_archives() to gate;

CREATE OR REPLACE FUNCTION app.clean_up_exports()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 DELETE FROM file
   WHERE ((file.received_by = 'export'::text) AND (file.retain_until IS NULL) AND (file.created_at < (now() - '1 day'::interval)));
END;
grant execute on function app.clean_up_exports() to gate;

CREATE OR REPLACE FUNCTION app.clean_up_mails()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.mailbox_mail where created_at < now() - interval '400 days';
  delete from public.invoice_arrival where is_done and invoice_id is null and created_at < now() - interval '400 days'
$function$;
grant execute on function app.clean_up_mails() to gate;

CREATE OR REPLACE FUNCTION app.clean_up_punchouts()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
BEGIN ATOMIC
 UPDATE punchout_cart SET token_hash = NULL::bytea, token_until = NULL::timestamp with time zone
   WHERE (punchout_cart.token_until < now());
 DELETE FROM punchout_log
   WHERE (punchout_log.created_at < (now() - '90 days'::interval));
END;
grant execute on function app.clean_up_punchouts() to gate;

CREATE OR REPLACE FUNCTION app.clean_up_queue()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
      where starts_with(last_error, 'settled: ') and attempts >= max_attempts and run_at < now() - interval '30 days'));
end
$function$;
grant execute on function app.clean_up_queue() to gate;

CREATE OR REPLACE FUNCTION app.clean_up_readings()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ delete from public.reading_try where begun_at < now() - interval '90 days' $function$;
grant execute on function app.clean_up_readings() to gate;

CREATE OR REPLACE FUNCTION app.clean_up_security_log()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.security_log s using public.audit_log a
    where s.created_at < now() - interval '1 year'
      and a.tenant_id = s.tenant_id and a.id = s.sealed_in and a.created_at < now() - interval '1 year';
  delete from public.known_device where last_seen_at < now() - interval '1 year';
  delete from public.unknown_access where hour < now() - interval '1 year';
$function$;
grant execute on function app.clean_up_security_log() to gate;

CREATE OR REPLACE PROCEDURE app.clean_up_uploads()
 LANGUAGE plpgsql
 SET search_path TO ''
AS $procedure$
declare
  unnamed text := (
    select string_agg(format('not exists (select from %s r where r.tenant_id = f.tenant_id and r.%I = f.id)',
        k.conrelid::regclass, a.attname), ' and ')
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname <> 'tenant_id'
    where k.contype = 'f' and k.confrelid = 'public.file'::regclass and k.conrelid <> 'public.file_chunk'::regclass);
begin
  execute format(
    'delete from public.file f where f.is_master_data and f.created_at < now() - interval ''1 day'' and %s', unnamed);
end
$procedure$;

CREATE OR REPLACE FUNCTION app.client_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint;
grant execute on function app.client_id() to gate;
grant execute on function app.client_id() to operator;
grant execute on function app.client_id() to reader;
grant execute on function app.client_id() to reader_price;
grant execute on function app.client_id() to writer;

CREATE OR REPLACE FUNCTION app.close_audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.audit_closing (deleted_tenant_id, name, position, link, unsealed, actor_id)
    select old.id, old.name, coalesce(max(h.position), 0), (array_agg(h.link))[1],
           (select count(*) from public.audit_log a where a.tenant_id = old.id) - coalesce(max(h.position), 0), app.actor_id()
      from app.audit_heads() h where h.tenant_id = old.id;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION app.columns_of_people()
 RETURNS TABLE(relation text, column_name text, is_act boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select c.relname::text, a.attname::text,
    f.confdeltype = 'r' or f.confdeltype = 'n' and a.attname ~ '(_by|actor|maker)_id$'
  from pg_catalog.pg_constraint f
  join pg_catalog.pg_class c on c.oid = f.conrelid
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[array_length(f.conkey, 1)]
  where f.contype = 'f' and f.confrelid = 'public.lb_user'::regclass
  union all
  -- Logs outlive the rows they describe, so no foreign key covers them.
  values ('audit_log', 'lb_user_id', true), ('auditor_access', 'lb_user_id', true), ('auditor_access', 'actor_id', true),
    ('transaction', 'lb_user_id', true)
$function$;
grant execute on function app.columns_of_people() to writer;

CREATE OR REPLACE FUNCTION app.columns_of_suppliers()
 RETURNS TABLE(table_name regclass, column_name name)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select c.conrelid::regclass, a.attname from pg_catalog.pg_constraint c
  join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey) and a.attname <> 'tenant_id'
  where c.contype = 'f' and c.confrelid = 'public.supplier'::regclass order by 1, 2
$function$;

CREATE OR REPLACE FUNCTION app.committed_netto(k contract)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with span as (
    select coalesce(k.next_possible_contract_end, k.end_date) as until, case
      when k.start_date is null then t.today
      when k.amends_id is not null then greatest(k.start_date, t.today)
      else k.start_date end as day
    from (select app.day_of_tenant(k.tenant_id, now()) as today offset 0) t
  ), lines as (
    select l.total, coalesce(l.usage_type, k.usage_type) as usage from public.contract_line l
      where l.tenant_id = k.tenant_id and l.contract_id = k.id
    union all
    select k.total_netto, k.usage_type where not exists (
      select from public.contract_line l where l.tenant_id = k.tenant_id and l.contract_id = k.id)
  )
  select round(sum(l.total * app.intervals_until(s.until, s.day,
      case l.usage when 'monthly' then 1 when 'quarterly' then 3 when 'semiannually' then 6 when 'yearly' then 12 end)), 2)
  from lines l cross join span s
$function$;

CREATE OR REPLACE FUNCTION app.companies_reached(in_table text, in_id bigint, in_columns text[])
 RETURNS bigint[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when in_table = 'supplier' and 'external_id' = any (in_columns) and not exists (
      select from app.steering() s where s.table_name = in_table and s.field = any (in_columns) and s.field <> 'external_id')
    then array(
      select c.id from public.client c
      where c.tenant_id = app.tenant_id() and not exists (select from public.supplier_client k
        where k.tenant_id = c.tenant_id and k.client_id = c.id and k.supplier_id = in_id and k.external_id is not null)
      order by c.id) end
$function$;
grant execute on function app.companies_reached(text,bigint,text[]) to reader;
grant execute on function app.companies_reached(text,bigint,text[]) to reader_price;
grant execute on function app.companies_reached(text,bigint,text[]) to writer;

CREATE OR REPLACE FUNCTION app.confirm_rights(in_sha256 text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;
grant execute on function app.confirm_rights(text) to writer;

CREATE OR REPLACE FUNCTION app.confirms_accounts(in_tenant bigint, in_person bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from public.lb_user u
    where u.tenant_id = in_tenant and u.id = in_person and u.active and not u.blocked and not u.is_group and (
      u.roles && '{user-admin,user-can-insert-supplier}' or exists (
        select from public.task_group_user m
        join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id and g.is_group and g.active
        where m.tenant_id = u.tenant_id and m.lb_user_id = u.id and g.roles && '{user-admin,user-can-insert-supplier}')))
$function$;
grant execute on function app.confirms_accounts(bigint,bigint) to writer;

CREATE OR REPLACE FUNCTION app.contract_rests(in_cost_centers bigint[], in_contract bigint, in_except bigint, in_decided boolean)
 RETURNS TABLE(contract_id bigint, cost_center_id bigint, ledger_account_id bigint, day date, net numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with months as materialized (
    select m.contract_id, m.cost_center_id, m.ledger_account_id, m.day, m.net,
      sum(m.net) over (partition by m.contract_id order by m.day) as net_until
    from public.contract_month m
    join public.contract k on k.tenant_id = m.tenant_id and k.id = m.contract_id
    join public.client c on c.tenant_id = k.tenant_id and c.id = k.client_id and c.contracts_in_budgets
    where m.tenant_id = app.tenant_id() and (m.cost_center_id = any (in_cost_centers) or m.contract_id = in_contract)
      and (app.auditor_client() is null or k.client_id = app.auditor_client())
  ), charged as materialized (
    select k.id, round(coalesce(o.net, 0) + coalesce(i.net, 0) + coalesce(s.net, 0), 2) as net
    from (select distinct m.contract_id as id from months m) k
    left join lateral (
      select sum(a.net) as net from public.procurement p
      join public.budget_amount a on a.tenant_id = p.tenant_id and a.procurement_id = p.id
      where p.tenant_id = app.tenant_id() and p.contract_id = k.id
        and (a.invoice_id is not null or p.id is distinct from in_except) and (a.is_decided or not in_decided)) o on true
    left join lateral (
      select sum(a.net) as net from public.invoice i
      join public.budget_amount a on a.tenant_id = i.tenant_id and a.invoice_id = i.id and a.procurement_id is null
      where i.tenant_id = app.tenant_id() and i.contract_id = k.id) i on true
    left join lateral (
      -- Invoices of the contract that name an order of no contract count with that order.
      select sum(s.net * s.exchange_rate) as net
      from app.orders_of_invoices(app.tenant_id(), array(
        select i.id from public.invoice i where i.tenant_id = app.tenant_id() and i.contract_id = k.id)) as o (id)
      join public.procurement p on p.tenant_id = app.tenant_id() and p.id = o.id and p.contract_id is null
      cross join lateral app.shares_of_orders(p.tenant_id, array[p.id]) s
      join public.invoice i on i.tenant_id = p.tenant_id and i.id = s.invoice_id and i.contract_id = k.id) s on true
  )
  select m.contract_id, m.cost_center_id, m.ledger_account_id, m.day, least(m.net, m.net_until - c.net)
  from months m join charged c on c.id = m.contract_id
  where m.net_until > c.net and m.net > 0
$function$;
grant execute on function app.contract_rests(bigint[],bigint,bigint,boolean) to writer;

CREATE OR REPLACE FUNCTION app.control_columns(in_table text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (CASE in_table WHEN 'lb_user'::text THEN '{roles,approval_limit,priority_approval_limit,notification_mail_interval_minutes,token_issued_at,token_expires_at,token_maker_id}'::text WHEN 'task_group'::text THEN '{roles,approval_limit,priority_approval_limit}'::text WHEN 'audit_log'::text THEN '{means}'::text WHEN 'timeline_entry'::text THEN '{means}'::text ELSE '{}'::text END)::text[];
grant execute on function app.control_columns(text) to reader;
grant execute on function app.control_columns(text) to reader_price;
grant execute on function app.control_columns(text) to writer;

CREATE OR REPLACE FUNCTION app.controls()
 RETURNS TABLE(table_name text, control text, kind text, columns text[], of_new boolean, initial jsonb, of_table text, parent text)
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select 'client', c, 'columns', array[c], true, i, 'client', 'id'
  from (values
    ('bank_change_second_person', '{"bank_change_second_person": true}'::jsonb),
    ('separate_check', '{"separate_check": true}'),
    ('min_approval', '{"min_approval": 1}'),
    ('self_approval', '{"self_approval": "never"}'),
    ('amount_basis', '{"amount_basis": "net"}'),
    ('when_limit_exceeded', '{"when_limit_exceeded": "confirm"}'),
    ('when_budget_exceeded', '{"when_budget_exceeded": "confirm"}'),
    ('contracts_in_budgets', '{"contracts_in_budgets": false}'),
    ('substitute_limit', '{"substitute_limit": "lower"}'),
    ('price_tolerance_percent', '{"price_tolerance_percent": 0}'), ('price_tolerance_amount', '{"price_tolerance_amount": null}'),
    ('over_delivery_percent', '{"over_delivery_percent": 0}'),
    ('tax_tolerance', '{"tax_tolerance": 0.02}'),
    ('match_price_tolerance', '{"match_price_tolerance": 0}'),
    ('match_price_tolerance_amount', '{"match_price_tolerance_amount": 0}'),
    ('match_quantity_tolerance', '{"match_quantity_tolerance": 0}'),
    ('match_quantity_tolerance_amount', '{"match_quantity_tolerance_amount": 0}'),
    ('match_freight_tolerance_amount', '{"match_freight_tolerance_amount": 0}'), ('automatic_export', '{"automatic_export": "off"}'), ('touchless_invoices', '{"touchless_invoices": false}'),
    ('separate_signature', '{"separate_signature": true}'),
    -- It gives everybody what the right to delete directly gives one person.
    ('can_delete_document_directly', '{"can_delete_document_directly": false}'),
    ('user_clearing_id', '{}'), ('user_select_product_id', '{}'), ('user_send_order_id', '{}'), ('user_consignee_id', '{}'),
    ('user_invoice_manual_check_id', '{}'), ('user_invoice_clearing_id', '{}')) as v (c, i)
  union all select 'client', c, 'columns', array[c], false, '{}', 'client', 'id' from unnest(array['active', 'currency']) c
  union all select 'department', c, 'columns', array[c], true, '{}', 'department', 'id'
    from unnest(array['user_clearing_id', 'user_select_product_id', 'user_send_order_id', 'user_consignee_id']) c
  union all select 'product_group', 'user_select_product_id', 'columns', '{user_select_product_id}', true, '{}', 'product_group', 'id'
  union all select 'budget', 'value', 'columns', '{value,cost_center_id,ledger_account_id,start,end,not_allocated,active}', false, '{}', 'cost_center', 'cost_center_id'
  union all select 'budget', 'budget', 'deletion', '{name,value,cost_center_id,start}', false, '{}', 'cost_center', 'cost_center_id'
  union all values
    ('lb_user', 'email', 'columns', '{email}'::text[], false, '{}'::jsonb, 'lb_user', 'id'),
    -- The issuer decides which account belongs to which person.
    ('sign_on_issuer', 'active', 'columns', '{active,trusts_addresses}', true, '{"active": false, "trusts_addresses": false}', 'sign_on_issuer', 'id'),
    -- Whoever applies a template trusts that it holds what was confirmed.
    ('role_template', 'roles', 'columns', '{roles}', true, '{"roles": []}', 'role_template', 'id'),
    ('sign_on_group', 'sign_on_group', 'rows', '{sign_on_issuer_id,value,task_group_id}', true, '{}', 'sign_on_issuer', 'sign_on_issuer_id'),
    ('sign_on_issuer', 'issuer', 'columns', '{issuer,application_id,organisation_claim,organisation,groups_claim}', false, '{}', 'sign_on_issuer', 'id'),
    -- An auditor is appointed for a company and a period.
    ('lb_user', 'roles', 'columns', '{roles,auditor_client_id,auditor_from,auditor_until,auditor_ends_on}', true, '{"roles": []}', 'lb_user', 'id'),
    -- Without rights the limit of a new person has no effect, and null would mean unlimited.
    ('lb_user', 'approval_limit', 'columns', '{approval_limit}', false, '{}', 'lb_user', 'id'),
    ('lb_user', 'priority_approval_limit', 'columns', '{priority_approval_limit}', false, '{}', 'lb_user', 'id'),
    ('lb_user', 'is_group', 'columns', '{is_group}', false, '{}', 'lb_user', 'id'),
    ('lb_user', 'active', 'columns', '{active}', false, '{}', 'lb_user', 'id'),
    ('lb_user', 'substitute_id', 'columns', '{substitute_id,absence_from,absence_to}', true, '{}', 'lb_user', 'id'),
    ('lb_user', 'lb_user', 'deletion', '{name}', false, '{}', 'lb_user', 'id'),
    ('service_token', 'service_token', 'rows', '{lb_user_id,name,calls,networks,expires_at}', true, '{}', 'lb_user', 'lb_user_id'),
    ('task_group_user', 'task_group_user', 'rows', '{task_group_id,lb_user_id}', true, '{}', 'task_group', 'task_group_id'),
    ('department_approver', 'department_approver', 'rows', '{department_id,lb_user_id,is_required}', true, '{}', 'department', 'department_id'),
    ('cost_center_approver', 'cost_center_approver', 'rows', '{cost_center_id,lb_user_id,is_required}', true, '{}', 'cost_center', 'cost_center_id'),
    -- The name by which approvers know the payee of a confirmed account.
    ('supplier', 'name', 'columns', '{name}', false, '{}', 'supplier', 'id'),
    ('supplier', 'external_id', 'columns', '{external_id}', true, '{"external_id": null}', 'supplier', 'id'),
    ('supplier', 'vat_number', 'columns', '{vat_number}', true, '{"vat_number": null}', 'supplier', 'id'),
    ('supplier_client', 'supplier_client', 'rows', '{supplier_id,client_id,external_id,client_number,vendor_account}', true, '{}', 'supplier', 'supplier_id'),
    -- Otherwise its number would be free for another supplier.
    ('supplier', 'supplier', 'deletion', '{name}', false, '{}', 'supplier', 'id'),
    ('supplier', 'merged_into_id', 'columns', '{merged_into_id}', false, '{}', 'supplier', 'id'),
    ('supplier_approver', 'supplier_approver', 'rows', '{supplier_id,lb_user_id,is_required}', true, '{}', 'supplier', 'supplier_id')
  union all select 'configuration', c, 'setting', '{key,client_id,model,value,lb_user_id}', true, i, 'configuration', null
  from (values
    ('user_clearing_id', '{"lb_user_id": null}'::jsonb), ('user_select_product_id', '{"lb_user_id": null}'),
    ('user_send_order_id', '{"lb_user_id": null}'), ('user_consignee_id', '{"lb_user_id": null}'),
    ('user_invoice_manual_check_id', '{"lb_user_id": null}'), ('user_invoice_clearing_id', '{"lb_user_id": null}'),
    ('approval_limit_priority', '{"value": "false"}'),
    ('invoice_approval', '{"value": "if-no-order"}'),
    ('procurement_or_contract_required', '{"value": "false"}'),
    -- Without it a rejected check no longer holds an invoice back.
    ('insolvency_law_fields', '{"value": "false"}'),
    ('module_permissions', '{"value": "false"}'),
    ('approve_from_mail', '{"value": "true"}'),
    ('mail_redirect_to', '{"value": null}'),
    ('session_idle_minutes', '{"value": null}'),
    ('passkey_administrators', '{"value": "false"}'),
    ('passkey_approval_amount', '{"value": null}'),
    ('sign_on_only', '{"value": "false"}')) as v (c, i)
$function$;
grant execute on function app.controls() to writer;

CREATE OR REPLACE FUNCTION app.copy_payment_in_advance()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    if new.procurement_id is not distinct from old.procurement_id then
      return new;
    end if;
  end if;
  new.payment_in_advance := new.payment_in_advance or exists (
    select from public.procurement p
    where p.tenant_id = new.tenant_id and p.id = new.procurement_id and p.payment_in_advance);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.corrected_parts(i invoice)
 RETURNS TABLE(cost_center_id bigint, ledger_account_id bigint, net numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select t.cost_center_id, t.ledger_account_id, sum(t.net)
  from public.invoice o
  cross join lateral app.taken_parts(o, not exists (select from app.orders_of_invoices(i.tenant_id, array[i.id]))) t
  where o.tenant_id = i.tenant_id and o.id = i.corrects_invoice_id
  group by 1, 2
$function$;
grant execute on function app.corrected_parts(invoice) to writer;

CREATE OR REPLACE FUNCTION app.count_documents_of_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  steering constant text[] := (select array_agg(s.field) from app.steering() s where s.table_name = tg_table_name);
  owner_table constant text := tg_argv[0];
  owner_column constant text := owner_table || '_id';
  changed jsonb[];
begin
  if tg_op = 'INSERT' then
    select array_agg(to_jsonb(n)) into changed from now_is n;
  elsif tg_op = 'DELETE' then
    select array_agg(to_jsonb(o)) into changed from was o;
  else
    select array_agg(to_jsonb(o)) || array_agg(to_jsonb(n)) into changed
      from was o join now_is n on n.id = o.id and n.tenant_id = o.tenant_id
      where app.picked(to_jsonb(o), steering) is distinct from app.picked(to_jsonb(n), steering);
  end if;
  perform app.note_reached(owner_table, of_company.owners, of_company.clients)
    from (select array_agg(distinct (row ->> owner_column)::bigint) as owners,
        case when owner_table <> 'client' and row ? 'client_id' then array[(row ->> 'client_id')::bigint] end as clients
      from unnest(changed) row group by 2) of_company;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.count_documents_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.id is distinct from app.user_id() then
    perform app.note_reached('lb_user', array[new.id], null);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.count_documents_under_setting()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  setting constant public.configuration := case when tg_op = 'DELETE' then old else new end;
begin
  if setting.client_id is null
    and (tg_op <> 'UPDATE' or (old.value, old.lb_user_id) is distinct from (new.value, new.lb_user_id)) then
    perform app.note_reached_setting(setting.key);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.count_documents_waiting()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  steering constant text[] := (select array_agg(s.field) from app.steering() s where s.table_name = tg_table_name);
  change record;
begin
  for change in
    select array_agg(c.id) as reached, c.clients, jsonb_object_agg(c.id, c.after) filter (where c.is_steered) as steered
    from (
      select n.id, app.picked(to_jsonb(n), steering) as after, d.columns <> '{}' as is_steered,
        case when not (o.active and not n.active) then app.companies_reached(tg_table_name, n.id, d.columns) end as clients
      from was o join now_is n on n.id = o.id and n.tenant_id = o.tenant_id
      cross join lateral (select array(select name from unnest(steering) name
        where to_jsonb(o) -> name is distinct from to_jsonb(n) -> name) as columns) d
      where o.active and not n.active or d.columns <> '{}') c
    group by c.clients
  loop
    perform app.note_reached(tg_table_name, change.reached, change.clients);
    perform app.note_steered(tg_table_name, change.steered);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.count_fact()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.billable_event (tenant_id, kind, source_kind, source_id, day)
    values (new.tenant_id, tg_argv[0], tg_argv[1], (to_jsonb(new) ->> tg_argv[2])::bigint,
      app.day_of_tenant(new.tenant_id, now()))
    on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.count_storage(in_tenant bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.tenant_storage (tenant_id, files, bytes, documents, counted_at)
    select t.id, f.files, f.bytes, (select count(*) from public.document d where d.tenant_id = in_tenant), clock_timestamp()
      from public.tenant t
      cross join (select count(*) as files, coalesce(sum(size), 0) as bytes from public.file where tenant_id = in_tenant) f
      where t.id = in_tenant
    on conflict (tenant_id) do update
      set files = excluded.files, bytes = excluded.bytes, documents = excluded.documents, counted_at = excluded.counted_at
$function$;
grant execute on function app.count_storage(bigint) to gate;

CREATE OR REPLACE FUNCTION app.count_unknown(in_counts jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.unknown_access as u (hour, code, times)
    select date_trunc('hour', clock_timestamp(), 'UTC'), key, value::bigint from jsonb_each_text(in_counts) order by key
    on conflict (hour, code) do update set times = u.times + excluded.times
$function$;
grant execute on function app.count_unknown(jsonb) to gate;

CREATE OR REPLACE FUNCTION app.counted_amounts(in_kind text, in_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(a)), '[]') from app.kept_amounts(in_kind, in_id) a having app.has_role('user-price')
$function$;
grant execute on function app.counted_amounts(text,bigint) to reader;
grant execute on function app.counted_amounts(text,bigint) to reader_price;
grant execute on function app.counted_amounts(text,bigint) to writer;

CREATE OR REPLACE FUNCTION app.counted_share(i invoice)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when not app.counts_in_budgets('invoice', i.status) then 0
    when i.total_netto < 0 or i.total_brutto < 0 then case when app.gives_back(i) then 1 else 0 end
    when i.document_type = 'final' and i.total_netto > 0
      then greatest(0, i.total_netto - coalesce((select sum(p.total_netto) from app.prepayments_of(i) p), 0)) / i.total_netto
    else 1 end
$function$;
grant execute on function app.counted_share(invoice) to writer;

CREATE OR REPLACE FUNCTION app.counts_for_reader(in_amount budget_amount)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select app.auditor_client() is null or exists (select from public.document d
    where d.tenant_id = in_amount.tenant_id and d.client_id = app.auditor_client()
      and case when in_amount.invoice_id is not null then d.kind = 'invoice' and d.id = in_amount.invoice_id
        else d.kind = 'procurement' and d.id = in_amount.procurement_id end)
$function$;

CREATE OR REPLACE FUNCTION app.counts_in_budgets(in_kind text, in_status text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE in_kind WHEN 'procurement'::text THEN (in_status = ANY (ARRAY['approval'::text, 'approved'::text, 'ordered'::text, 'clearing'::text, 'completed'::text])) WHEN 'invoice'::text THEN (in_status = ANY (ARRAY['approval'::text, 'financial-approval'::text, 'clearing'::text, 'accounting'::text, 'export'::text, 'completed'::text])) ELSE false END;
grant execute on function app.counts_in_budgets(text,text) to writer;

CREATE OR REPLACE FUNCTION app.day_of_tenant(in_tenant bigint, in_at timestamp with time zone)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (in_at at time zone app.time_zone_of(in_tenant))::date;
exception when invalid_parameter_value then
  return (in_at at time zone 'Europe/Berlin')::date;
end
$function$;
grant execute on function app.day_of_tenant(bigint,timestamp with time zone) to writer;

CREATE OR REPLACE FUNCTION app.deactivate_merged()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.active := false;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.decide_bank_change(in_id bigint, in_state text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  change public.supplier_bank_change;
begin
  if not app.has_role('user-can-insert-supplier') or app.is_acting() or in_state not in ('confirmed', 'rejected') then
    raise exception 'permission denied for table supplier_bank_change' using errcode = '42501';
  end if;
  select * into change from public.supplier_bank_change where tenant_id = app.tenant_id() and id = in_id for no key update;
  if change.state is distinct from 'pending' then
    return 'record_changed';
  elsif in_state = 'confirmed' and (app.actor_id() is not distinct from change.proposed_by_id
      or app.made_lately(app.tenant_id(), app.actor_id(), change.proposed_by_id)) then
    return 'second_person_required';
  end if;
  update public.supplier_bank_change set state = in_state, decided_by_id = app.user_id(), decided_at = now()
    where tenant_id = app.tenant_id() and id = in_id;
  return null;
end
$function$;
grant execute on function app.decide_bank_change(bigint,text) to writer;

CREATE OR REPLACE FUNCTION app.decide_control(in_id bigint, in_state text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  change public.control_change;
begin
  if not app.is_admin() or app.is_acting() or in_state not in ('confirmed', 'rejected') then
    raise exception 'permission denied for table control_change' using errcode = '42501';
  end if;
  select * into change from public.control_change where tenant_id = app.tenant_id() and id = in_id for no key update;
  if change.state is distinct from 'pending' then
    return 'record_changed';
  elsif in_state = 'confirmed' and not app.may_confirm(app.tenant_id(), app.actor_id(), change.proposed_by_id) then
    return 'second_administrator_required';
  end if;
  update public.control_change set state = in_state, decided_by_id = app.actor_id(), decided_at = now()
    where tenant_id = app.tenant_id() and id = in_id;
  return null;
end
$function$;
grant execute on function app.decide_control(bigint,text) to writer;

CREATE OR REPLACE FUNCTION app.deletion_log(in_running boolean)
 RETURNS TABLE(id bigint, tenant_id bigint, kind text, name text, first_day date, last_day date, operator_name text, archive_sha256 text, state text, has_problem boolean, done bigint, total bigint, removed jsonb, books jsonb, closing_position bigint, closing_link text, closing_unsealed bigint, started_at timestamp with time zone, finished_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select d.id, d.deleted_tenant_id, d.kind, d.name, d.first_day, d.last_day, d.operator_name, d.archive_sha256, d.state,
    d.problem is not null, case d.kind when 'tenant' then r.rows else coalesce((d.removed ->> 'documents')::bigint, 0) end,
    case d.kind when 'tenant' then e.rows else (d.expected ->> 'deletable')::bigint end,
    case d.kind when 'tenant' then jsonb_build_object(
      'documents', coalesce((d.removed ->> 'document')::bigint, 0), 'files', coalesce((d.removed ->> 'file')::bigint, 0),
      'people', coalesce((d.removed ->> 'lb_user')::bigint, 0), 'rows', r.rows) else d.removed end,
    d.books, d.closing_position, d.closing_link, d.closing_unsealed, d.started_at, d.finished_at
  from public.deletion d
  cross join lateral (select coalesce(sum(value::bigint), 0)::bigint as rows from jsonb_each_text(d.removed) where key <> 'queue') r
  -- The number is unknown while the rows are still being counted.
  cross join lateral (
    select case when d.step <> 'count' then coalesce(sum(value::bigint), 0)::bigint end as rows from jsonb_each_text(d.expected)
    where d.kind = 'tenant') e
  where app.is_operator() and (d.state = 'running' or not in_running)
  order by d.id desc limit 500
$function$;
grant execute on function app.deletion_log(boolean) to operator;

CREATE OR REPLACE FUNCTION app.deletion_preview(in_tenant bigint, in_kind text, in_first date, in_last date, in_made_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  zone text := app.zone_of_tenant(in_tenant);
  from_at timestamptz := coalesce(in_first::timestamp at time zone zone, '-infinity');
  end_at timestamptz := coalesce((in_last + 1)::timestamp at time zone zone, 'infinity');
begin
  if not app.is_operator() then
    raise exception 'permission denied for table document' using errcode = '42501';
  end if;
  return (
    with found as materialized (
      select *, in_kind = 'procurement' and app.is_needed('procurement', in_tenant, id) as has_invoices from unnest(case in_kind when 'tenant' then array['procurement', 'invoice', 'contract'] else array[in_kind] end) as k (wanted)
        cross join lateral app.documents_for_deletion(in_tenant, k.wanted, from_at, end_at)
    ), needed as materialized (
      select id from found where has_invoices
      union
      select n.id from app.needed_invoices(in_tenant, case when in_kind = 'invoice' then array(
        select id from found where not is_held and (not is_kept or coalesce(changed_at <= in_made_at, false))) end) as n (id)
    ), d as materialized (
      select f.*, n.id is not null as is_needed from found f left join needed n on n.id = f.id
    ), going as materialized (select kind, id from d where not is_held and not is_needed)
    select jsonb_build_object(
      'from_at', from_at, 'end_at', end_at,
      'documents', (select count(*) from d),
      'held', (select count(*) from d where is_held),
      'needed', (select count(*) from d where is_needed and not is_held),
      'kept', (select count(*) from d where is_kept and not is_held and not is_needed),
      'uncovered', (select count(*) from d where is_kept and not is_held and not is_needed and changed_at > in_made_at),
      -- Files without a document, such as exports and their protocols.
      'files_kept', (
        select count(*) from public.file f
        where in_kind = 'tenant' and f.tenant_id = in_tenant and f.retain_until >= (select app.day_of_tenant(in_tenant, now()))
          and num_nonnulls(f.procurement_id, f.invoice_id, f.contract_id) = 0),
      'files_uncovered', (
        select count(*) from public.file f
        where in_kind = 'tenant' and f.tenant_id = in_tenant and f.retain_until >= (select app.day_of_tenant(in_tenant, now())) and f.created_at > in_made_at
          and num_nonnulls(f.procurement_id, f.invoice_id, f.contract_id) = 0),
      'lines', (
        select count(*) from going g join public.procurement_line l on l.tenant_id = in_tenant and l.procurement_id = g.id
        where g.kind = 'procurement')
        + (select count(*) from going g join public.invoice_line l on l.tenant_id = in_tenant and l.invoice_id = g.id
        where g.kind = 'invoice')
        + (select count(*) from going g join public.contract_line l on l.tenant_id = in_tenant and l.contract_id = g.id
        where g.kind = 'contract'),
      'timelines', (select count(*) from going),
      'receipts', (
        select count(*) from going g join public.goods_receipt r on r.tenant_id = in_tenant and r.procurement_id = g.id
        where g.kind = 'procurement'),
      'files', case when in_kind = 'tenant' then (select count(*) from public.file f where f.tenant_id = in_tenant) else (
        select count(*) from going g join public.file f on f.tenant_id = in_tenant
          and case g.kind when 'procurement' then f.procurement_id when 'invoice' then f.invoice_id end = g.id) end,
      'people', (select count(*) from public.lb_user u where in_kind = 'tenant' and u.tenant_id = in_tenant and not u.is_group),
      'billings_open', (
        select count(*) from public.billing b
        where in_kind = 'tenant' and b.tenant_id = in_tenant and b.state in ('open', 'cancelling'))));
end
$function$;
grant execute on function app.deletion_preview(bigint,text,date,date,timestamp with time zone) to operator;

CREATE OR REPLACE FUNCTION app.digest_lock(in_person bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
RETURN hashtextextended(format('digest %s %s'::text, app.tenant_id(), in_person), (3)::bigint);
grant execute on function app.digest_lock(bigint) to writer;

CREATE OR REPLACE FUNCTION app.discard_job(in_tenant bigint, in_job bigint, in_reason text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  its_kind text;
begin
  perform app.require_operator();
  update public.job set discarded_at = now()
    where tenant_id = in_tenant and id = in_job and state = 'failed' and discarded_at is null
    returning kind into its_kind;
  if its_kind is null then
    return false;
  end if;
  perform app.note_operation(in_tenant, 'job_discarded', format('%s %s: %s', its_kind, in_job, in_reason));
  return true;
end
$function$;
grant execute on function app.discard_job(bigint,bigint,text) to operator;

CREATE OR REPLACE FUNCTION app.document_of(row_data jsonb, table_name text, kind text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (table_name = kind) THEN ((row_data ->> 'id'::text))::bigint WHEN (table_name <> ALL (ARRAY['procurement'::text, 'invoice'::text, 'contract'::text])) THEN ((row_data ->> (kind || '_id'::text)))::bigint ELSE NULL::bigint END;

CREATE OR REPLACE PROCEDURE app.document_wall(IN table_name text, IN drafts text, IN amounts text[], IN ignored text[] DEFAULT '{}'::text[])
 LANGUAGE plpgsql
AS $procedure$
begin
  call app.wall(table_name, amounts => amounts, ignored => ignored, visible => format(
    '(%2$s) and ((select app.sees_all(%1$L))
        or client_id = (select app.scope_client(%1$L))
        or department_id = (select app.scope_department(%1$L)))
     or creator_id = (select app.user_id())
     or exists (select from document_person dp
          where dp.tenant_id = %1$I.tenant_id and dp.kind = %1$L and dp.document_id = %1$I.id
            and dp.lb_user_id = any ((select app.persons())::bigint[])
            and (dp.is_assignee or (%2$s) and (select app.sees_involved(%1$L))))', table_name, drafts));
end
$procedure$;

CREATE OR REPLACE FUNCTION app.documents_for_deletion(in_tenant bigint, in_kind text, in_from timestamp with time zone, in_until timestamp with time zone)
 RETURNS TABLE(kind text, id bigint, timeline_id bigint, created_at timestamp with time zone, is_held boolean, is_kept boolean, changed_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select 'procurement', d.id, d.timeline_id, d.created_at, d.legal_hold is not null,
    d.created_at >= s.since and d.status <> 'draft' or exists (
      select from public.file f where f.tenant_id = in_tenant and f.procurement_id = d.id and f.received_by is distinct from 'view'
        and (f.created_at >= s.since and d.status <> 'draft' or f.retain_until >= (select app.day_of_tenant(in_tenant, now())))),
    greatest(d.updated_at, t.updated_at)
  from public.procurement d
  join public.timeline t on t.tenant_id = in_tenant and t.id = d.timeline_id
  cross join (select app.kept_since(in_tenant, 'order') as since) s
  where in_kind = 'procurement' and d.tenant_id = in_tenant and d.created_at >= in_from and d.created_at < in_until
  union all
  select 'invoice', d.id, d.timeline_id, d.created_at, d.legal_hold is not null,
    not (d.status = 'open' and d.number is null and d.supplier_id is null and not exists (
        select from public.invoice_recognition r where r.tenant_id = in_tenant and r.invoice_id = d.id and r.state = 'done'))
      and (d.created_at >= s.since or exists (
        select from public.file f where f.tenant_id = in_tenant and f.invoice_id = d.id and f.received_by is distinct from 'view'
          and (f.created_at >= s.since or f.retain_until >= (select app.day_of_tenant(in_tenant, now()))))),
    greatest(d.updated_at, t.updated_at)
  from public.invoice d
  join public.timeline t on t.tenant_id = in_tenant and t.id = d.timeline_id
  cross join (select app.kept_since(in_tenant, 'invoice') as since) s
  where in_kind = 'invoice' and d.tenant_id = in_tenant and d.created_at >= in_from and d.created_at < in_until
  union all
  select 'contract', d.id, d.timeline_id, d.created_at, d.legal_hold is not null,
    d.created_at >= s.since and d.status <> 'draft' or exists (
      select from public.file f where f.tenant_id = in_tenant and f.contract_id = d.id and f.received_by is distinct from 'view'
        and (f.created_at >= s.since and d.status <> 'draft' or f.retain_until >= (select app.day_of_tenant(in_tenant, now())))),
    greatest(d.updated_at, t.updated_at)
  from public.contract d
  join public.timeline t on t.tenant_id = in_tenant and t.id = d.timeline_id
  cross join (select app.kept_since(in_tenant, 'order') as since) s
  where in_kind = 'contract' and d.tenant_id = in_tenant and d.created_at >= in_from and d.created_at < in_until
$function$;

CREATE OR REPLACE FUNCTION app.documents_hold(in_table text)
 RETURNS TABLE(kind text, relation text, document_column text, held_column text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select k.kind, c.relname::text, case c.relname when k.kind then 'id' else k.kind || '_id' end, a.attname::text
  from unnest('{procurement,invoice,contract}'::text[]) as k (kind)
  join pg_class c on c.relnamespace = 'public'::regnamespace and c.relname in (k.kind, k.kind || '_line')
  join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and f.confdeltype = 'r'
  join pg_class held on held.oid = f.confrelid and held.relnamespace = c.relnamespace and held.relname = in_table
  join pg_attribute a on a.attrelid = c.oid and a.attnum = f.conkey[array_length(f.conkey, 1)]
  order by k.kind, c.relname, a.attname
$function$;
grant execute on function app.documents_hold(text) to reader;
grant execute on function app.documents_hold(text) to reader_price;
grant execute on function app.documents_hold(text) to writer;

CREATE OR REPLACE FUNCTION app.documents_reached()
 RETURNS TABLE(kind text, document_id bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  reached constant text := nullif(current_setting('app.reached', true), '');
  settings constant text[] := string_to_array(nullif(current_setting('app.reached_settings', true), ''), ',');
begin
  if reached is null and settings is null then
    return;
  end if;
  return query
    select w.kind, w.document_id from app.reached_rows() r cross join lateral app.documents_waiting_on(r."table", r.ids, r.clients) w
    union select s.kind, s.document_id from app.documents_under_settings(settings) s;
end
$function$;
grant execute on function app.documents_reached() to operator;
grant execute on function app.documents_reached() to reader;
grant execute on function app.documents_reached() to reader_price;
grant execute on function app.documents_reached() to writer;

CREATE OR REPLACE FUNCTION app.documents_under_settings(in_keys text[])
 RETURNS TABLE(kind text, document_id bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select distinct d.kind, d.id from app.steering() s
  join public.document d on d.tenant_id = app.tenant_id() and d.kind = any (s.kinds) and d.status = any (app.open_statuses(d.kind))
  where s.table_name = 'configuration' and s.field = any (in_keys)
$function$;
grant execute on function app.documents_under_settings(text[]) to reader;
grant execute on function app.documents_under_settings(text[]) to reader_price;
grant execute on function app.documents_under_settings(text[]) to writer;

CREATE OR REPLACE FUNCTION app.documents_waiting_on(in_table text, in_ids bigint[], in_clients bigint[])
 RETURNS TABLE(kind text, document_id bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  held record;
begin
  if in_table in ('lb_user', 'task_group') then
    return query select d.kind, d.id from public.document d
      where d.tenant_id = app.tenant_id() and d.assignee_ids && in_ids and d.status = any (app.open_statuses(d.kind))
        and d.kind = any (app.kinds_on())
        and (in_clients is null or d.client_id = any (in_clients));
    return;
  end if;
  for held in
    select h.kind, string_agg(format('select h.%I from public.%I h where h.tenant_id = $1 and h.%I = any ($2)',
      h.document_column, h.relation, h.held_column), ' union ') as holding
    from app.documents_hold(in_table) h where h.kind = any (app.kinds_on()) group by h.kind
  loop
    return query execute format(
      'select d.kind, d.id from public.document d
       where d.tenant_id = $1 and d.kind = %L and d.status = any ($3)
         and ($4::bigint[] is null or d.client_id = any ($4)) and d.id in (%s)', held.kind, held.holding)
      using app.tenant_id(), in_ids, app.open_statuses(held.kind), in_clients;
  end loop;
end
$function$;
grant execute on function app.documents_waiting_on(text,bigint[],bigint[]) to reader;
grant execute on function app.documents_waiting_on(text,bigint[],bigint[]) to reader_price;
grant execute on function app.documents_waiting_on(text,bigint[],bigint[]) to writer;

CREATE OR REPLACE FUNCTION app.duplicates_of(in_invoice bigint)
 RETURNS TABLE(invoice_id bigint, why text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 2
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  with i as materialized (
    select * from public.invoice where tenant_id = app.tenant_id() and id = in_invoice
  ), found as materialized (
    select other.invoice_id as id, 1 as place
      from i
      join public.file mine on mine.tenant_id = i.tenant_id and mine.id = coalesce(i.view_file_id, i.file_id)
      join public.file other on other.tenant_id = mine.tenant_id and other.sha256 = mine.sha256
      where other.invoice_id is not null
    union all
    select other.id, 2
      from i join public.invoice other on other.tenant_id = i.tenant_id and other.number_key = i.number_key
      where other.supplier_id = i.supplier_id or other.vat_number = i.vat_number or other.iban = i.iban
    union all
    select other.id, 3
      from i
      join public.invoice other on other.tenant_id = i.tenant_id and other.supplier_id = i.supplier_id
        and other.invoice_date = i.invoice_date and other.total_brutto = i.total_brutto
      where i.total_brutto <> 0
  )
  select o.id, case when min(f.place) = 1 then 'file' when min(f.place) = 2 then 'number' else 'amount' end
  from found f
  cross join i
  join public.invoice o on o.tenant_id = i.tenant_id and o.id = f.id and o.id <> i.id
    and (o.status not in ('declined', 'declined-exported') or app.was_exported(o.tenant_id, o.id))
    and (o.document_type = 'credit_note') = (i.document_type = 'credit_note')
  group by o.id;
end
$function$;
grant execute on function app.duplicates_of(bigint) to reader;
grant execute on function app.duplicates_of(bigint) to reader_price;
grant execute on function app.duplicates_of(bigint) to writer;

CREATE OR REPLACE FUNCTION app.end_broken_moves()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
BEGIN ATOMIC
 UPDATE tenant SET status = 'active'::text
   WHERE ((tenant.status = 'moving'::text) AND pg_try_advisory_xact_lock(app.move_key(tenant.id)));
END;

CREATE OR REPLACE FUNCTION app.end_contract_calendar()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.contract_calendar where tenant_id = new.tenant_id and lb_user_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.end_of_retention(in_day date, in_years integer)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN make_date(((EXTRACT(year FROM in_day))::integer + in_years), 12, 31);
grant execute on function app.end_of_retention(date,integer) to writer;

CREATE OR REPLACE FUNCTION app.end_reading(in_what bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ delete from public.reading_try where key = app.reading_key(in_what) $function$;
grant execute on function app.end_reading(bytea) to gate;
grant execute on function app.end_reading(bytea) to writer;

CREATE OR REPLACE FUNCTION app.end_with_auditor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select u.auditor_ends_on into new.ends_on from public.lb_user u where u.tenant_id = new.tenant_id and u.id = new.lb_user_id;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.enqueue(in_kind text, in_input jsonb, in_run_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  new_job bigint;
begin
  if app.tenant_id() is null then
    raise exception 'a job needs a tenant' using errcode = '42501';
  end if;
  insert into public.job (tenant_id, kind, input, lb_user_id, actor_id, means)
    values (app.tenant_id(), in_kind, in_input, app.user_id(), nullif(app.actor_id(), app.user_id()), app.means())
    returning id into new_job;
  perform app.queue_job(app.tenant_id(), new_job, in_kind, in_run_at);
  return new_job;
end
$function$;
grant execute on function app.enqueue(text,jsonb,timestamp with time zone) to writer;

CREATE OR REPLACE FUNCTION app.enqueue_automatic_exports()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member record;
  new_job bigint;
begin
  for member in
    select c.tenant_id, c.id from public.client c
      join public.client_automatic_export a on a.tenant_id = c.tenant_id and a.client_id = c.id
      join public.tenant t on t.id = c.tenant_id
      cross join lateral (select app.are_exports_futile(c.tenant_id, c.id) as is_futile) f
    where c.automatic_export <> 'off' and c.active and t.status = 'active'
      and not exists (select from public.configuration m where m.tenant_id = c.tenant_id and m.client_id is null
        and m.key = 'module_invoice' and m.value = 'false')
      and not exists (select from public.job j where j.tenant_id = c.tenant_id and j.kind = 'automatic_export'
        and j.state in ('queued', 'running') and (j.input ->> 'client_id')::bigint = c.id)
      and (f.is_futile <> (a.stopped_at is not null) or not f.is_futile and case c.automatic_export
        when 'daily' then coalesce(a.last_day < app.day_of_tenant(c.tenant_id, now()), true)
          and c.automatic_export_hour <= app.hour_of_tenant(c.tenant_id, now())
        else exists (select from app.waits_for_automatic_export(c.tenant_id, c.id) w
          left join public.invoice_readiness r on r.tenant_id = c.tenant_id and r.invoice_id = w
          where r.code is null) end)
  loop
    insert into public.job (tenant_id, kind, input)
      values (member.tenant_id, 'automatic_export', json_build_object('client_id', member.id)) returning id into new_job;
    perform app.queue_job(member.tenant_id, new_job, 'automatic_export', null);
  end loop;
end
$function$;
grant execute on function app.enqueue_automatic_exports() to gate;

CREATE OR REPLACE FUNCTION app.enqueue_daily(in_kind text, in_hour integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member record;
  here timestamp;
  new_job bigint;
begin
  for member in
    select t.id, coalesce(c.value, 'Europe/Berlin') as zone
    from public.tenant t
    left join public.configuration c on c.tenant_id = t.id and c.key = 'timezone' and c.client_id is null
    where t.status = 'active'
  loop
    begin
      here := now() at time zone member.zone;
    exception when invalid_parameter_value then
      here := now() at time zone 'Europe/Berlin';
    end;
    continue when extract(hour from here) < in_hour or exists (
      select from public.job j where j.tenant_id = member.id and j.kind = in_kind and j.created_at > now() - interval '2 days'
        and j.input ->> 'day' = here::date::text);
    insert into public.job (tenant_id, kind, input)
      values (member.id, in_kind, json_build_object('day', here::date)) returning id into new_job;
    perform app.queue_job(member.id, new_job, in_kind, null);
  end loop;
end
$function$;
grant execute on function app.enqueue_daily(text,integer) to gate;

CREATE OR REPLACE FUNCTION app.enqueue_digest(in_person bigint, in_run_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  job text := format('digest %s %s', app.tenant_id(), in_person);
begin
  if app.tenant_id() is null then
    raise exception 'a digest needs a tenant' using errcode = '42501';
  end if;
  if pg_try_advisory_xact_lock_shared(app.digest_lock(in_person)) then
    -- A separate statement, to see what was committed before the lock.
    perform from graphile_worker.jobs where key = job and locked_at is null and attempts = 0;
    if found then
      return;
    end if;
  end if;
  perform graphile_worker.add_job(
    'digest', json_build_object('tenant_id', app.tenant_id(), 'person_id', in_person), run_at => in_run_at,
    max_attempts => 100, job_key => job, job_key_mode => 'preserve_run_at');
end
$function$;
grant execute on function app.enqueue_digest(bigint,timestamp with time zone) to writer;

CREATE OR REPLACE FUNCTION app.enqueue_export_looks()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due record;
  new_job bigint;
begin
  for due in
    select r.tenant_id, r.id, r.ended_at < now() - interval '6 days' as is_last
    from public.tenant t
      join public.invoice_export_run r on r.tenant_id = t.id
    where t.status = 'active' and r.state in ('done', 'failed')
      and r.ended_at between now() - interval '8 days' and now() - interval '10 minutes'
      and (r.asked_at is null or r.asked_at < now() - interval '1 day')
      and exists (select from public.invoice_export_transfer f
        where f.tenant_id = r.tenant_id and f.invoice_export_run_id = r.id)
      and exists (select from public.invoice_export_entry e
        where e.tenant_id = r.tenant_id and e.invoice_export_run_id = r.id and e.state in ('exported', 'uncertain')
          and coalesce(e.found not in ('arrived', 'changed'), true))
      and not exists (select from public.configuration m where m.tenant_id = r.tenant_id and m.client_id is null
        and m.key = 'module_invoice' and m.value = 'false')
      and not exists (select from public.job j where j.tenant_id = r.tenant_id and j.kind = 'export_look'
        and j.state in ('queued', 'running') and (j.input ->> 'run_id')::bigint = r.id)
  loop
    insert into public.job (tenant_id, kind, input)
      values (due.tenant_id, 'export_look', json_build_object('run_id', due.id, 'is_last', due.is_last)) returning id into new_job;
    perform app.queue_job(due.tenant_id, new_job, 'export_look', null);
  end loop;
end
$function$;
grant execute on function app.enqueue_export_looks() to gate;

CREATE OR REPLACE FUNCTION app.enqueue_login(in_email text, in_tenant text, in_return_to text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform graphile_worker.add_job(
    'login', json_build_object('email', in_email, 'tenant', in_tenant, 'return_to', in_return_to), max_attempts => 5);
end
$function$;
grant execute on function app.enqueue_login(text,text,text) to gate;

CREATE OR REPLACE FUNCTION app.enqueue_mail(in_tenant bigint, in_mail bigint, in_run_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if app.tenant_id() is distinct from in_tenant and app.tenant_id() is not null then
    raise exception 'mail of another tenant' using errcode = '42501';
  end if;
  perform graphile_worker.add_job(
    'mail', json_build_object('tenant_id', in_tenant, 'mail_id', in_mail), run_at => in_run_at, max_attempts => 100);
end
$function$;
grant execute on function app.enqueue_mail(bigint,bigint,timestamp with time zone) to gate;
grant execute on function app.enqueue_mail(bigint,bigint,timestamp with time zone) to writer;

CREATE OR REPLACE FUNCTION app.enqueue_mailbox_imports()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member record;
  new_job bigint;
begin
  for member in
    select m.tenant_id, m.id from public.mailbox m join public.tenant t on t.id = m.tenant_id
    where t.status = 'active' and m.active and m.import_invoices_automatically
      and case m.sign_in when 'password' then m.password else m.oauth_secret end is not null
      and not exists (select from public.configuration c where c.tenant_id = m.tenant_id and c.client_id is null
        and c.key = 'module_invoice' and c.value = 'false')
      and not exists (select from public.job j where j.tenant_id = m.tenant_id and j.kind = 'import_mailbox'
        and j.state in ('queued', 'running') and (j.input ->> 'mailbox_id')::bigint = m.id)
  loop
    insert into public.job (tenant_id, kind, input)
      values (member.tenant_id, 'import_mailbox', json_build_object('mailbox_id', member.id)) returning id into new_job;
    perform app.queue_job(member.tenant_id, new_job, 'import_mailbox', null);
  end loop;
end
$function$;
grant execute on function app.enqueue_mailbox_imports() to gate;

CREATE OR REPLACE FUNCTION app.enqueue_readiness()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  member record;
  new_job bigint;
begin
  update public.invoice_readiness_look l set looked_at = now()
    where not exists (select from public.audit_log a where a.tenant_id = l.tenant_id and a.xact >= l.seen_xact);
  for member in
    select t.id from public.tenant t
    where t.status = 'active'
      and not exists (select from public.configuration c where c.tenant_id = t.id and c.client_id is null
        and c.key = 'module_invoice' and c.value = 'false')
      and exists (select from public.client c
        left join public.invoice_readiness_look l on l.tenant_id = c.tenant_id and l.client_id = c.id
        where c.tenant_id = t.id and (l.client_id is null or l.worked_out_at < now() - interval '6 hours'
          or exists (select from public.audit_log a where a.tenant_id = t.id and a.xact >= l.seen_xact)))
      and not exists (select from public.job j where j.tenant_id = t.id and j.kind = 'export_readiness'
        and j.state in ('queued', 'running'))
  loop
    insert into public.job (tenant_id, kind, input) values (member.id, 'export_readiness', '{}') returning id into new_job;
    perform app.queue_job(member.id, new_job, 'export_readiness', null);
  end loop;
end
$function$;
grant execute on function app.enqueue_readiness() to gate;

CREATE OR REPLACE FUNCTION app.enqueue_webhooks()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due record;
  new_job bigint;
begin
  for due in
    select w.tenant_id, w.id from public.webhook w
    join public.tenant t on t.id = w.tenant_id and t.status = 'active'
    join public.lb_user u on u.tenant_id = w.tenant_id and u.id = w.lb_user_id and u.active and (u.is_service or not u.blocked)
    where w.active and w.secret is not null and coalesce(w.paused_until <= now(), true)
      and exists (select from public.webhook_delivery d
        where d.tenant_id = w.tenant_id and d.webhook_id = w.id and d.state = 'waiting' and d.next_try_at <= now())
      and not exists (select from public.job j where j.tenant_id = w.tenant_id and j.kind = 'send_webhooks'
        and j.state in ('queued', 'running') and (j.input ->> 'webhook_id')::bigint = w.id)
  loop
    insert into public.job (tenant_id, kind, input)
      values (due.tenant_id, 'send_webhooks', json_build_object('webhook_id', due.id)) returning id into new_job;
    perform app.queue_job(due.tenant_id, new_job, 'send_webhooks', null);
  end loop;
end
$function$;
grant execute on function app.enqueue_webhooks() to gate;

CREATE OR REPLACE FUNCTION app.enter(in_tenant bigint, in_person bigint, in_actor bigint, in_version integer, in_as_operator boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person record;
  groups bigint[];
  effective text[];
  is_auditor boolean;
begin
  if in_person = 0 and in_actor = 0 and in_version is null and not in_as_operator then
    perform app.enter_as_tenant(in_tenant);
    return;
  end if;
  -- A service account is blocked for people; only its tokens enter (AUTH-34).
  select u.id, u.roles, u.client_id, u.department_id, u.token_version, u.blocked and not u.is_service as blocked, u.active, t.status
    into person
    from public.lb_user u join public.tenant t on t.id = u.tenant_id
    where u.tenant_id = in_tenant and u.id = in_person;
  -- While its tenant moves to another installation a person only reads (TECH-18), and no job runs.
  if person.id is null or person.status <> 'active' and (person.status <> 'moving' or in_version is null)
     or (in_version is not null and (person.token_version <> in_version or person.blocked or not person.active)) then
    raise exception 'unauthenticated' using errcode = '28000';
  end if;
  if in_actor <> in_person and not app.administers(in_tenant, in_actor) then
    raise exception 'unauthenticated' using errcode = '28000';
  end if;
  is_auditor := 'user-auditor' = any (person.roles);
  select coalesce(array_agg(g.id), '{}'), coalesce(array_agg(distinct role) filter (where role is not null), '{}')
    into groups, effective
    from public.task_group_user m
    join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id and g.is_group and g.active
    left join lateral unnest(g.roles) as role on true
    where m.tenant_id = in_tenant and m.lb_user_id = in_person and not is_auditor;
  effective := effective || person.roles;
  if is_auditor then
    effective := effective || 'user-price'::text;
  end if;
  -- Acting as somebody else never crosses tenants.
  if in_as_operator and (in_actor <> in_person or not 'user-operator' = any (effective)) then
    raise exception 'permission denied for table tenant' using errcode = '42501';
  end if;
  perform
    set_config('app.tenant_id', in_tenant::text, true),
    set_config('app.user_id', in_person::text, true),
    set_config('app.actor_id', in_actor::text, true),
    set_config('app.roles', array_to_string(effective, ','), true),
    set_config('app.is_admin', case when 'user-admin' = any (effective) then 'on' else '' end, true),
    set_config('app.is_operator', case when in_as_operator then 'on' else '' end, true),
    -- As an auditor a person does not see the documents of an earlier role.
    set_config('app.persons', (case when is_auditor then '{}'::bigint[] else in_person || groups end)::text, true),
    set_config('app.client_id', coalesce(person.client_id::text, ''), true),
    set_config('app.department_id', coalesce(person.department_id::text, ''), true),
    set_config('app.permissions', app.permissions_of(in_tenant, in_person)::text, true),
    set_config('app.procurement_scope', app.scope_of(effective, 'user-see-all-orders'), true),
    set_config('app.procurement_involved', app.involved_of(effective, 'user-see-all-orders', 'user-see-own-orders-and-involved'), true),
    set_config('app.invoice_scope', app.scope_of(effective, 'user-see-all-invoices'), true),
    set_config('app.invoice_involved', app.involved_of(effective, 'user-see-all-invoices', 'user-see-own-invoices-and-involved'), true),
    set_config('app.contract_scope', app.scope_of(effective, 'user-see-contracts'), true),
    set_config('app.contract_involved', app.involved_of(effective, 'user-see-contracts', 'user-see-own-contracts-and-involved'), true);
  if is_auditor then
    perform app.enter_as_auditor(in_tenant, in_person, in_version);
  end if;
  if person.status = 'moving' then
    perform set_config('app.moving', 'on', true), set_config('transaction_read_only', 'on', true);
  end if;
end
$function$;
grant execute on function app.enter(bigint,bigint,bigint,integer,boolean) to kontor_web;

CREATE OR REPLACE FUNCTION app.enter_as_auditor(in_tenant bigint, in_person bigint, in_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  auditor record;
begin
  select u.auditor_client_id, u.auditor_from, u.auditor_until, u.auditor_ends_on into strict auditor
    from public.lb_user u where u.tenant_id = in_tenant and u.id = in_person;
  if app.is_over(in_tenant, auditor.auditor_ends_on) then
    raise exception 'auditor_ended' using errcode = '28000', detail = auditor.auditor_ends_on::text;
  end if;
  perform
    set_config('app.client_id', auditor.auditor_client_id::text, true),
    set_config('app.auditor_client', auditor.auditor_client_id::text, true),
    set_config('app.auditor_from', auditor.auditor_from::text, true),
    set_config('app.auditor_until', auditor.auditor_until::text, true);
  if coalesce(current_setting('app.own_matters', true), '') = 'on' then
    return;
  end if;
  -- Jobs and mail links have no request, and auditors have neither.
  if in_version is null or not exists (
      select from public.auditor_access a where a.tenant_id = in_tenant
        and a.request_id = nullif(current_setting('app.request_id', true), '')::uuid and a.lb_user_id = in_person) then
    raise exception 'permission denied for table auditor_access' using errcode = '42501';
  end if;
  perform set_config('transaction_read_only', 'on', true);
end
$function$;

CREATE OR REPLACE FUNCTION app.enter_as_tenant(in_tenant bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.tenant where id = in_tenant and status = 'active') then
    raise exception 'unauthenticated' using errcode = '28000';
  end if;
  perform
    set_config('app.tenant_id', in_tenant::text, true),
    set_config('app.user_id', '', true),
    set_config('app.actor_id', '', true),
    set_config('app.roles', 'user-admin', true),
    set_config('app.is_admin', 'on', true),
    set_config('app.is_operator', '', true),
    set_config('app.persons', '{}', true),
    set_config('app.client_id', '', true),
    set_config('app.department_id', '', true),
    set_config('app.permissions', '{}', true),
    set_config('app.procurement_scope', 'all', true), set_config('app.procurement_involved', '', true),
    set_config('app.invoice_scope', 'all', true), set_config('app.invoice_involved', '', true),
    set_config('app.contract_scope', 'all', true), set_config('app.contract_involved', '', true);
end
$function$;

CREATE OR REPLACE FUNCTION app.enter_for_archive(in_tenant bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.tenant where id = in_tenant) then
    raise exception 'unauthenticated' using errcode = '28000';
  end if;
  perform
    set_config('app.tenant_id', in_tenant::text, true),
    set_config('app.user_id', '', true),
    set_config('app.actor_id', '', true),
    set_config('app.roles', '', true),
    set_config('app.is_admin', '', true),
    set_config('app.is_operator', '', true),
    set_config('app.persons', '{}', true);
end
$function$;
grant execute on function app.enter_for_archive(bigint) to gate;

CREATE OR REPLACE FUNCTION app.events_of_operators(in_ids bigint[])
 RETURNS TABLE(id bigint, person text, actor text, what text, device text, network text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.id, u.name, a.name, s.what, s.device, s.network
    from public.security_log s
    join public.lb_user u on u.tenant_id = s.tenant_id and u.id = coalesce(s.lb_user_id, s.actor_id)
    left join public.lb_user a on a.tenant_id = s.tenant_id and a.id = s.actor_id and a.id <> u.id
    where app.is_operator() and s.tenant_id = app.tenant_id() and s.id = any (in_ids)
      and ('user-operator' = any (u.roles) or exists (
        select from public.task_group_user m
        join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id and g.active
        where m.tenant_id = u.tenant_id and m.lb_user_id = u.id and 'user-operator' = any (g.roles)))
$function$;
grant execute on function app.events_of_operators(bigint[]) to operator;

CREATE OR REPLACE FUNCTION app.facts_of_contracts(in_tenant bigint, in_ids bigint[])
 RETURNS TABLE(contract_id bigint, facts jsonb, lines jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select k.id,
    jsonb_build_object('status', k.status, 'client_id', k.client_id, 'department_id', k.department_id,
      'cost_center_id', k.cost_center_id, 'currency', case when k.exchange_rate is null then k.currency else coalesce(c.currency, k.currency) end, 'rate', k.exchange_rate::text,
      'usage_type', k.usage_type, 'payment_direction', k.payment_direction, 'payment_timing', k.payment_timing,
      'ledger_account_id', k.ledger_account_id, 'created_on', app.day_of_tenant(in_tenant, k.created_at), 'termination_deadline', k.termination_deadline,
      'next_possible_contract_end', k.next_possible_contract_end,
      'signed_on', case
        when e.steps > 0 then app.day_of_tenant(in_tenant, e.signed_at)
        when k.status in ('active', 'completed', 'expired', 'cancelled')
          then coalesce(k.contract_date, k.start_date, app.day_of_tenant(in_tenant, k.created_at)) end,
      'terms', jsonb_build_object('term_type', k.term_type, 'start_date', k.start_date, 'end_date', k.end_date,
        'duration', k.duration::text, 'duration_unit_type', k.duration_unit_type, 'min_duration', k.min_duration::text,
        'renewal_type', k.renewal_type, 'renewal_duration', k.renewal_duration::text,
        'renewal_duration_unit_type', k.renewal_duration_unit_type, 'notice_period', k.notice_period::text,
        'notice_period_unit_type', k.notice_period_unit_type, 'later_notice_period', k.later_notice_period::text,
        'later_notice_period_unit_type', k.later_notice_period_unit_type, 'notice_workdays', k.notice_workdays::text,
        'termination_to', k.termination_to, 'termination_day', k.termination_day, 'first_end', k.first_end),
      'notice', jsonb_build_object('terminated_on', k.terminated_on, 'agreed_end', k.agreed_end)),
    coalesce((
      select jsonb_agg(jsonb_build_object('total', l.total::text, 'usage_type', l.usage_type) order by l.id)
      from public.contract_line l where l.tenant_id = in_tenant and l.contract_id = k.id), '[]')
  from public.contract k
  left join public.client c on c.tenant_id = in_tenant and c.id = k.client_id
  left join lateral (
    select max(e.completed_at) filter (where e.status = 'approved') as signed_at, count(*) as steps
    from public.timeline_entry e
    where e.tenant_id = in_tenant and e.contract_id = k.id and e.type = 'contract-signing') e on true
  where k.tenant_id = in_tenant and k.id = any (in_ids) and k.amends_id is null
$function$;

CREATE OR REPLACE FUNCTION app.facts_of_invoices(in_tenant bigint, in_ids bigint[])
 RETURNS TABLE(invoice_id bigint, is_counted boolean, created_on date, status text, client_id bigint, department_id bigint, cost_center_id bigint, contract_id bigint, invoice_date date, currency text, net numeric, exported_on date, discount_1_date date, discount_2_date date, discount_1_net numeric, discount_2_net numeric, paid boolean, paid_on date)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select i.id, app.counts_in_budgets('invoice', i.status), app.day_of_tenant(in_tenant, i.created_at), i.status, i.client_id, i.department_id, i.cost_center_id,
    coalesce(i.contract_id, p.contract_id), i.invoice_date, case when n.is_rated then coalesce(c.currency, i.currency) else i.currency end, round(i.total_netto * n.rate, 2),
    (i.exported_at at time zone app.time_zone_of(in_tenant))::date, i.discount_1_date, i.discount_2_date,
    coalesce(i.discount_1_amount, 0) * n.share * n.rate, coalesce(i.discount_2_amount, 0) * n.share * n.rate,
    i.paid, case when i.paid then i.paid_on end
  from public.invoice i
  left join public.client c on c.tenant_id = in_tenant and c.id = i.client_id
  left join public.procurement p on p.tenant_id = in_tenant and p.id = i.procurement_id
  cross join lateral (
    select r.rate is not null as is_rated, coalesce(r.rate, 1) as rate, coalesce(i.total_netto / nullif(i.total_brutto, 0), 0) as share
    from (select case when c.currency <> i.currency then i.exchange_rate else 1 end as rate) r) n
  where i.tenant_id = in_tenant and i.id = any (in_ids)
$function$;

CREATE OR REPLACE FUNCTION app.failed_jobs(in_kind text, in_before timestamp with time zone, in_before_tenant bigint, in_before_id bigint, in_limit integer)
 RETURNS TABLE(tenant_id bigint, tenant text, id bigint, kind text, failed_at timestamp with time zone, created_at timestamp with time zone, attempts integer, code text, failure text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.require_operator();
  return query
    select j.tenant_id, t.name, j.id, j.kind, j.finished_at, j.created_at, j.attempts,
      case when j.error ->> 'code' ~ '^[a-z][a-z0-9_]{0,60}$' then j.error ->> 'code' else 'unexpected' end, j.failure
    from public.job j join public.tenant t on t.id = j.tenant_id
    where j.state = 'failed' and j.discarded_at is null and (in_kind is null or j.kind = in_kind)
      and (j.finished_at, j.tenant_id, j.id)
        < (coalesce(in_before, 'infinity'), coalesce(in_before_tenant, 9223372036854775807), coalesce(in_before_id, 9223372036854775807))
    order by j.finished_at desc, j.tenant_id desc, j.id desc limit in_limit;
end
$function$;
grant execute on function app.failed_jobs(text,timestamp with time zone,bigint,bigint,integer) to operator;

CREATE OR REPLACE FUNCTION app.failed_mails(in_before timestamp with time zone, in_before_tenant bigint, in_before_id bigint, in_limit integer)
 RETURNS TABLE(tenant_id bigint, tenant text, id bigint, kind text, state text, created_at timestamp with time zone, attempts integer, recipient text, failure text, may_retry boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.require_operator();
  return query
    select m.tenant_id, t.name, m.id, m.kind, m.state, m.created_at, m.attempts, app.mask_address(m.recipient),
      app.mail_failure(m.error), app.may_resend(m)
    from public.mail m join public.tenant t on t.id = m.tenant_id
    where m.state in ('failed', 'uncertain')
      and (m.created_at, m.tenant_id, m.id)
        < (coalesce(in_before, 'infinity'), coalesce(in_before_tenant, 9223372036854775807), coalesce(in_before_id, 9223372036854775807))
    order by m.created_at desc, m.tenant_id desc, m.id desc limit in_limit;
end
$function$;
grant execute on function app.failed_mails(timestamp with time zone,bigint,bigint,integer) to operator;

CREATE OR REPLACE FUNCTION app.first_open_day(in_tenant bigint, in_client bigint)
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(max(day) + 1, '-infinity') from public.closed_month where tenant_id = in_tenant and client_id = in_client
$function$;

CREATE OR REPLACE FUNCTION app.fold_document_totals(in_tenant bigint, in_span timestamp with time zone, in_products boolean)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with several as (
    select unnest(array_agg(id)) as id from public.document_total
      where tenant_id = in_tenant and span = in_span and (dimension = 'product') = in_products
      group by kind, currency, dimension, key having count(*) > 1
  ), taken as materialized (
    select s.id from public.document_total s
      where s.tenant_id = in_tenant and s.id = any (array(select id from several)) for update skip locked
  ), gone as (
    delete from public.document_total s where s.tenant_id = in_tenant and s.id = any (array(select id from taken))
      returning s.kind, s.currency, s.dimension, s.key, s.count, s.quantity, s.net
  )
  insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, quantity, net)
    select in_tenant, in_span, kind, currency, dimension, key, sum(count), sum(quantity), sum(net)
      from gone group by kind, currency, dimension, key having sum(count) <> 0 or sum(quantity) <> 0 or sum(net) <> 0
$function$;

CREATE OR REPLACE FUNCTION app.folded(given text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  plain text := given;
begin
  if octet_length(plain) > length(plain) then
    plain := lower(regexp_replace(normalize(plain, NFKD), '[\u0300-\u036f]', '', 'g') collate pg_c_utf8);
    plain := replace(replace(replace(translate(plain, 'øłđıς', 'oldiσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  else
    plain := lower(plain);
  end if;
  return btrim(regexp_replace(
    plain, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u1680\u2190-\u2bff\u3000-\u303f\ufeff]+',
    ' ', 'g'));
end
$function$;
grant execute on function app.folded(text) to gate;
grant execute on function app.folded(text) to reader;
grant execute on function app.folded(text) to reader_price;
grant execute on function app.folded(text) to writer;

CREATE OR REPLACE FUNCTION app.forget_arrived_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' or new.file_id is distinct from old.file_id then
    delete from public.file where tenant_id = old.tenant_id and id = old.file_id
      and num_nonnulls(procurement_id, invoice_id, contract_id) = 0;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.forget_document_persons()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.document_person
    where tenant_id = old.tenant_id and kind = tg_table_name and document_id = old.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.forget_login_links()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.login_token where tenant_id = new.tenant_id and lb_user_id = new.id and used_at is null;
  delete from public.approval_link where tenant_id = new.tenant_id and lb_user_id = new.id and used_at is null;
  delete from public.sign_on_identity where tenant_id = new.tenant_id and lb_user_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.forget_moved_application_secret()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.application_secret is not distinct from old.application_secret then
    new.application_secret := null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.forget_moved_password()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.host, old.port, old.tls, old.protocol) is distinct from (new.host, new.port, new.tls, new.protocol) then
    if new.password is not distinct from old.password then
      new.password := null;
    end if;
    if new.oauth_secret is not distinct from old.oauth_secret then
      new.oauth_secret := null;
    end if;
    if new.oauth_refresh_token is not distinct from old.oauth_refresh_token then
      new.oauth_refresh_token := null;
    end if;
  end if;
  if new.access_token is not distinct from old.access_token then
    new.access_token := null;
    new.access_until := null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.forget_moved_secret()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.secret is not distinct from old.secret then
    new.secret := null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.forget_original_of_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from public.file where tenant_id = old.tenant_id and id = old.file_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.forget_queue_of(in_tenant bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  gone bigint;
begin
  delete from graphile_worker._private_jobs where locked_at is null and payload::jsonb ->> 'tenant_id' = in_tenant::text;
  get diagnostics gone = row_count;
  return gone;
end
$function$;

CREATE OR REPLACE FUNCTION app.found_administrator(in_tenant bigint, in_name text, in_email text, in_lang text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  founded bigint;
begin
  if not app.is_operator() or exists (select from public.lb_user where tenant_id = in_tenant) then
    raise exception 'permission denied for table lb_user' using errcode = '42501';
  end if;
  insert into public.lb_user (tenant_id, name, email, lang, roles)
    values (in_tenant, in_name, in_email, in_lang, '{user-admin}') returning id into founded;
  return founded;
end
$function$;
grant execute on function app.found_administrator(bigint,text,text,text) to operator;

CREATE OR REPLACE FUNCTION app.free_budget(in_cost_center bigint)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select sum(b.value - u.consumed)
  from app.budget_use(array[in_cost_center], (now() at time zone app.time_zone())::date, null) u
  join public.budget b on b.tenant_id = app.tenant_id() and b.id = u.budget_id
  where app.has_role('user-price')
$function$;
grant execute on function app.free_budget(bigint) to reader;
grant execute on function app.free_budget(bigint) to reader_price;
grant execute on function app.free_budget(bigint) to writer;

CREATE OR REPLACE FUNCTION app.futile_exports(in_tenant bigint, in_client bigint)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select count(*)::integer from public.invoice_export_run r
    join public.client_automatic_export a on a.tenant_id = r.tenant_id and a.client_id = r.client_id and r.started_at >= a.set_at
  where r.tenant_id = in_tenant and r.client_id = in_client and r.is_automatic and r.state in ('done', 'failed') and r.id > coalesce((
    select max(o.id) from public.invoice_export_run o
    where o.tenant_id = in_tenant and o.client_id = in_client and o.exported_count > 0), 0)
$function$;
grant execute on function app.futile_exports(bigint,bigint) to writer;

CREATE OR REPLACE FUNCTION app.given_beyond(i invoice, in_with_others boolean)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select g.cost_center_id
  from (select cost_center_id, sum(net) as net from app.own_parts(i) group by 1) g
  where i.corrects_invoice_id is not null and g.cost_center_id is not null and g.net < 0 and -g.net > coalesce((
    select sum(c.net) from app.corrected_parts(i) c where c.cost_center_id = g.cost_center_id), 0) + coalesce((
    select sum(c.net)
    from public.invoice o cross join lateral app.own_parts(o) c
    where in_with_others and o.tenant_id = i.tenant_id and c.cost_center_id = g.cost_center_id
      and o.corrects_invoice_id = i.corrects_invoice_id and o.id <> i.id and o.total_brutto < 0
      and o.status not in ('declined', 'declined-exported')), 0)
$function$;
grant execute on function app.given_beyond(invoice,boolean) to writer;

CREATE OR REPLACE FUNCTION app.given_up_entries()
 RETURNS TABLE(id bigint, task text, attempts integer, last_error text, payload json)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select j.id, j.task_identifier, j.attempts::integer, j.last_error, p.payload
      from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)
      where j.attempts >= j.max_attempts and j.locked_at is null
        and coalesce(not starts_with(j.last_error, 'settled: '), true)
      order by j.id limit 100;
end
$function$;
grant execute on function app.given_up_entries() to gate;

CREATE OR REPLACE FUNCTION app.gives_back(i invoice)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select i.status in ('accounting', 'export', 'completed')
    and (i.corrects_invoice_id is null or exists (
      select from public.invoice c where c.tenant_id = i.tenant_id and c.id = i.corrects_invoice_id
        and app.counts_in_budgets('invoice', c.status)))
    and not exists (select from app.given_beyond(i, false))
    and coalesce((
      select abs((r.covered ->> 'value')::numeric) >= abs(round(
          case r.covered ->> 'basis' when 'gross' then i.total_brutto else i.total_netto end * app.known_rate(i.tenant_id, i.client_id, i.currency, i.exchange_rate), 2))
        from public.approval_record r
        where r.tenant_id = i.tenant_id and r.invoice_id = i.id and r.state <> 'asked' order by r.id desc limit 1), true)
$function$;
grant execute on function app.gives_back(invoice) to writer;

CREATE OR REPLACE FUNCTION app.goes_before_audit(in_table text, in_tenant bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select in_table not in ('audit_log', 'audit_link')
    and (in_table <> 'security_log' or exists (select from public.audit_closing where deleted_tenant_id = in_tenant))
$function$;

CREATE OR REPLACE FUNCTION app.governs(in_table text, in_control text, in_old jsonb, in_new jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when in_table in ('supplier', 'supplier_client') then app.governs_names(in_table, in_control, in_old, in_new)
    when in_table = 'budget' then app.undercuts_budget(in_old, in_new,
      app.budget_used((in_old ->> 'cost_center_id')::bigint, (in_old ->> 'id')::bigint, (in_old ->> 'start')::date))
    when in_table <> 'lb_user' then true else case in_control
    -- A group's address gives no login and may change at once; so may the active flag of a person.
    when 'email' then not (in_old ->> 'is_group')::boolean
    when 'active' then (in_old ->> 'is_group')::boolean
    -- Everyone chooses their own substitute.
    when 'substitute_id' then (in_new ->> 'id')::bigint is distinct from app.actor_id()
    when 'lb_user' then app.holds_power(in_old)
    else true end end
$function$;
grant execute on function app.governs(text,text,jsonb,jsonb) to writer;

CREATE OR REPLACE FUNCTION app.governs_names(in_table text, in_control text, in_old jsonb, in_new jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when in_control = 'supplier' then coalesce(in_old ->> 'external_id', in_old ->> 'vat_number') is not null
      or exists (select from public.supplier_client k where k.tenant_id = (in_old ->> 'tenant_id')::bigint
        and k.supplier_id = (in_old ->> 'id')::bigint and coalesce(k.external_id, k.vendor_account) is not null)
    when in_control = 'name' then exists (select from public.supplier_bank_change b where b.tenant_id = (in_old ->> 'tenant_id')::bigint
      and b.supplier_id = (in_old ->> 'id')::bigint and b.state = 'confirmed')
    when in_table = 'supplier' then in_control = 'merged_into_id' or in_old ->> in_control is not null
      or app.stands_elsewhere((in_new ->> 'tenant_id')::bigint, (in_new ->> 'id')::bigint, in_control, in_new ->> in_control)
    else (in_old ->> 'supplier_id', in_old ->> 'client_id', in_old ->> 'external_id', in_old ->> 'vendor_account')
        is distinct from (in_new ->> 'supplier_id', in_new ->> 'client_id', in_new ->> 'external_id', in_new ->> 'vendor_account')
      and (coalesce(in_old ->> 'external_id', in_old ->> 'vendor_account') is not null
        or exists (select from public.supplier s where s.tenant_id = (in_new ->> 'tenant_id')::bigint
          and s.id = (in_new ->> 'supplier_id')::bigint and s.external_id <> in_new ->> 'external_id')
        or app.stands_elsewhere((in_new ->> 'tenant_id')::bigint, (in_new ->> 'supplier_id')::bigint, 'external_id', in_new ->> 'external_id')
        or app.stands_elsewhere((in_new ->> 'tenant_id')::bigint, (in_new ->> 'supplier_id')::bigint, 'vendor_account', in_new ->> 'vendor_account')) end
$function$;

CREATE OR REPLACE FUNCTION app.guard_approver()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not app.may_be_named(new.tenant_id, new.lb_user_id) then
    raise exception 'not_selectable' using errcode = '23514', column = 'lb_user_id';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.guard_auditor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_table_name = 'lb_user' then
    if new.approval_limit is not null
        or exists (select from public.task_group_user m where m.tenant_id = new.tenant_id and m.lb_user_id = new.id)
        or exists (select from public.department_approver a where a.tenant_id = new.tenant_id and a.lb_user_id = new.id)
        or exists (select from public.cost_center_approver a where a.tenant_id = new.tenant_id and a.lb_user_id = new.id)
        or exists (select from public.supplier_approver a where a.tenant_id = new.tenant_id and a.lb_user_id = new.id)
        or exists (select from public.lb_user u where u.tenant_id = new.tenant_id and u.substitute_id = new.id) then
      raise exception 'auditor_only' using errcode = '23514', column = 'roles';
    end if;
  elsif exists (select from public.lb_user u where u.tenant_id = new.tenant_id and u.id = new.lb_user_id
                  and 'user-auditor' = any (u.roles)) then
    raise exception 'auditor_only' using errcode = '23514', column = 'lb_user_id';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.guard_end_of_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_user = 'writer' and not app.is_own_session()
     and not (app.is_acting() and (old.lb_user_id, old.actor_id) = (app.user_id(), app.actor_id())) then
    raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.guard_four_eyes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  guarded text;
begin
  if app.actor_id() is not distinct from app.user_id() then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_nargs = 0 then
    raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
  end if;
  foreach guarded in array tg_argv loop
    -- An empty list of roles equals null.
    if coalesce(nullif(nullif(before -> guarded, 'null'), '[]'), 'null')
       is distinct from coalesce(nullif(nullif(after -> guarded, 'null'), '[]'), 'null') then
      raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
    end if;
  end loop;
  return case when tg_op = 'DELETE' then old else new end;
end
$function$;

CREATE OR REPLACE FUNCTION app.guard_login()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_user = 'writer' and not app.is_own_session() then
    raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$function$;

CREATE OR REPLACE FUNCTION app.guard_merging()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  shared text;
begin
  if tg_op = 'INSERT' or app.means() in ('token', 'job', 'mail_link') or old.merged_into_id is not null then
    raise exception 'permission denied for table supplier' using errcode = '42501';
  end if;
  if new.merged_into_id = new.id or exists (select from public.supplier s
      where s.tenant_id = new.tenant_id and s.id = new.merged_into_id and not s.active) then
    raise exception 'not_selectable' using errcode = '55000', column = 'merged_into_id';
  end if;
  select concat_ws(' ', coalesce(p.order_number_formatted, p.draft_number_formatted), p.name) into shared from app.shared_orders(new.tenant_id, new.id, new.merged_into_id) o
    join public.procurement p on p.tenant_id = new.tenant_id and p.id = o.procurement_id
    where o.joining_id is null and not o.is_over order by p.id limit 1;
  if shared is not null then
    raise exception 'suppliers_share_request' using errcode = '55000', column = 'merged_into_id', detail = jsonb_build_object('name', shared);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.guard_named_substitute()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not app.may_be_named(new.tenant_id, new.substitute_id) then
    raise exception 'not_selectable' using errcode = '23514', column = 'substitute_id';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.guard_operator_role()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  is_taken boolean;
begin
  if current_user <> 'writer' then
    return new;
  end if;
  if tg_table_name = 'task_group_user' then
    is_taken := exists (select from public.lb_user g where g.tenant_id = new.tenant_id and g.id = new.task_group_id
                          and 'user-operator' = any (g.roles));
  elsif tg_op = 'INSERT' then
    is_taken := 'user-operator' = any (new.roles);
  elsif 'user-operator' = any (old.roles) then
    is_taken := (new.email, new.api_token_hash) is distinct from (old.email, old.api_token_hash)
      and app.actor_id() is distinct from old.id;
  else
    is_taken := 'user-operator' = any (new.roles);
  end if;
  if is_taken then
    raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.guard_own_tenant()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.id = app.tenant_id() then
    raise exception 'permission denied for table tenant' using errcode = '42501';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.guard_service()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  wrong constant text := case
    when tg_op = 'UPDATE' and new.is_service <> old.is_service then 'is_service'
    when not new.is_service then null
    when new.email is not null then 'email'
    when new.approval_limit is not null then 'approval_limit'
    when new.priority_approval_limit is not null then 'priority_approval_limit'
    when new.substitute_id is not null then 'substitute_id'
    when 'user-auditor' = any (new.roles) then 'roles' end;
begin
  if wrong is not null then
    raise exception 'service_account' using errcode = '23514', column = wrong;
  end if;
  if new.is_service then
    new.blocked := true;
    new.name := left(regexp_replace(new.name, '\s*\[API\]\s*$', '', 'i'), 249) || ' [API]';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.guard_service_groups()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.lb_user u where u.tenant_id = new.tenant_id and u.id = new.lb_user_id and u.is_service) then
    raise exception 'service_account' using errcode = '23514', column = 'lb_user_id';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.guard_substitute()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ahead integer;
  behind integer;
  is_circle boolean;
begin
  if new.substitute_id is null then
    return new;
  end if;
  if new.substitute_id = new.id then
    raise exception 'substitute_circle' using errcode = '23514';
  end if;
  if exists (select from public.lb_user u where u.tenant_id = new.tenant_id and u.id = new.substitute_id and u.is_group) then
    raise exception 'person_required' using errcode = '23514';
  end if;
  with recursive chain as (
    select new.substitute_id as person, 1 as length, app.absence(new) as during
    union all
    select u.substitute_id, c.length + 1, c.during * app.absence(u)
    from chain c join public.lb_user u on u.tenant_id = new.tenant_id and u.id = c.person
    where c.person <> new.id and c.length <= 3 and c.during && app.absence(u)
  )
  select max(length), bool_or(person = new.id) into ahead, is_circle from chain;
  if is_circle then
    raise exception 'substitute_circle' using errcode = '23514';
  end if;
  with recursive chain as (
    select new.id as person, 0 as length, app.absence(new) as during
    union all
    select u.id, c.length + 1, c.during * app.absence(u)
    from chain c join public.lb_user u on u.tenant_id = new.tenant_id and u.substitute_id = c.person
    where u.id <> new.id and c.length <= 3 and c.during && app.absence(u)
  )
  select max(length) into behind from chain;
  if ahead + behind > 3 then
    raise exception 'substitute_chain' using errcode = '23514';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.handles_bank()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (app.has_role('user-can-insert-supplier'::text) OR app.has_role('user-can-change-invoices'::text) OR app.has_role('user-export-invoice'::text) OR app.has_role('user-see-all-invoices'::text) OR app.has_role('user-see-all-invoices-belonging-to-own-company'::text) OR (COALESCE(current_setting('app.auditor_client'::text, true), ''::text) <> ''::text));
grant execute on function app.handles_bank() to reader;
grant execute on function app.handles_bank() to reader_price;
grant execute on function app.handles_bank() to writer;

CREATE OR REPLACE FUNCTION app.hanging_invoices(in_tenant bigint, in_id bigint)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select id from public.invoice where tenant_id = in_tenant and corrects_invoice_id = in_id
  union all
  select f.id
  from public.invoice i
  left join public.invoice c on c.tenant_id = i.tenant_id and c.id = i.corrects_invoice_id
  join public.invoice f on f.tenant_id = i.tenant_id and f.procurement_id = coalesce(c.procurement_id, i.procurement_id)
    and i.id = any (f.taken_off_ids)
  where i.tenant_id = in_tenant and i.id = in_id
$function$;
grant execute on function app.hanging_invoices(bigint,bigint) to writer;

CREATE OR REPLACE FUNCTION app.hangs_on(table_name text, VARIADIC parents text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN (SELECT string_agg(format('exists (select from %2$I p where p.tenant_id = %1$I.tenant_id and p.id = %1$I.%2$I_id)'::text, hangs_on.table_name, parent.parent), ' and '::text) AS string_agg FROM unnest(hangs_on.parents) parent(parent));

CREATE OR REPLACE FUNCTION app.has_role(wanted text)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(string_to_array(NULLIF(current_setting('app.roles'::text, true), ''::text), ','::text), '{}'::text[]) && ARRAY[wanted, 'user-admin'::text]);
grant execute on function app.has_role(text) to gate;
grant execute on function app.has_role(text) to operator;
grant execute on function app.has_role(text) to reader;
grant execute on function app.has_role(text) to reader_price;
grant execute on function app.has_role(text) to writer;

CREATE OR REPLACE FUNCTION app.health_database()
 RETURNS TABLE(version text, size_bytes bigint, connections integer, most_connections integer, longest_transaction_seconds double precision, migrations text[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.require_operator();
  return query
    select current_setting('server_version'), pg_database_size(current_database()),
      (select sum(numbackends)::integer from pg_stat_database), current_setting('max_connections')::integer,
      coalesce((
        select extract(epoch from clock_timestamp() - min(xact_start)) from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()), 0)::double precision,
      array(select m.name from app.migration m order by m.name);
end
$function$;
grant execute on function app.health_database() to operator;

CREATE OR REPLACE FUNCTION app.health_folders()
 RETURNS TABLE(name text, problem text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.require_operator();
  return query select f.name, f.problem from public.unclaimed_folder f where f.seen_at > now() - interval '1 hour' order by f.name;
end
$function$;
grant execute on function app.health_folders() to operator;

CREATE OR REPLACE FUNCTION app.health_nodes()
 RETURNS TABLE(id text, roles text[], version text, runtime text, started_at timestamp with time zone, heartbeat_at timestamp with time zone, silent_seconds double precision, running bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.require_operator();
  return query
    with process as (
      select n.id::text as key, n.roles, n.version, n.runtime, n.started_at, n.heartbeat_at,
        array(select w.id from public.worker w where w.node_id = n.id) as lanes
      from public.node n
      union all
      select w.id, array['worker'], null, null, w.started_at, w.heartbeat_at,
        array(select l.id from public.worker l where w.id in (l.id, l.beside))
      from public.worker w where w.beside is null and not exists (select from public.node n where n.id = w.node_id)
    )
    select p.key, p.roles, p.version, p.runtime, p.started_at, p.heartbeat_at,
      extract(epoch from clock_timestamp() - p.heartbeat_at)::double precision,
      (select count(*) from graphile_worker.jobs j where j.locked_by = any (p.lanes))
    from process p order by p.started_at, p.key;
end
$function$;
grant execute on function app.health_nodes() to operator;

CREATE OR REPLACE FUNCTION app.health_queues()
 RETURNS TABLE(kind text, waiting bigint, due bigint, running bigint, resting bigint, repeated bigint, failed bigint, oldest_due_seconds double precision, has_jobs boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.require_operator();
  return query
    with entry as (
      select q.task_identifier as kind, q.run_at <= now() as is_due, q.run_at, q.locked_at is not null as is_running,
        q.attempts < q.max_attempts as is_open, coalesce(j.attempts, m.attempts, q.attempts) > 0 as is_repeated,
        p.payload ->> 'job_id' is null and p.payload ->> 'mail_id' is null as is_task, coalesce(t.status <> 'active', false) as rests
      from graphile_worker.jobs q
      join graphile_worker._private_jobs p on p.id = q.id
      left join public.tenant t on t.id = (p.payload ->> 'tenant_id')::bigint
      left join public.job j on j.tenant_id = (p.payload ->> 'tenant_id')::bigint and j.id = (p.payload ->> 'job_id')::bigint
      left join public.mail m on m.tenant_id = (p.payload ->> 'tenant_id')::bigint and m.id = (p.payload ->> 'mail_id')::bigint
    ), counted as (
      select e.kind, count(*) filter (where is_open and not is_running and not rests and not is_due) as waiting,
        count(*) filter (where is_open and not is_running and not rests and is_due) as due,
        count(*) filter (where is_running) as running, 0::bigint as resting,
        count(*) filter (where is_open and not is_running and not rests and is_repeated) as repeated,
        count(*) filter (where is_task and not is_open and not is_running) as failed,
        min(run_at) filter (where is_open and not is_running and not rests and is_due) as oldest, false as has_jobs
      from entry e group by e.kind
      union all
      select j.kind, 0, 0, 0, count(*), 0, 0, null, false
      from public.job j join public.tenant t on t.id = j.tenant_id
      where j.state in ('queued', 'running') and t.status in ('archived', 'moving', 'arriving') group by j.kind
      union all
      select 'mail', 0, 0, 0, count(*), 0, 0, null, false
      from public.tenant t join public.mail m on m.tenant_id = t.id
      where m.state in ('queued', 'sending') and t.status in ('archived', 'moving', 'arriving') having count(*) > 0
      union all
      select j.kind, 0, 0, 0, 0, 0, count(*), null, true
      from public.job j where j.state = 'failed' and j.discarded_at is null group by j.kind
      union all
      select 'mail', 0, 0, 0, 0, 0, count(*), null, false
      from public.mail m where m.state in ('failed', 'uncertain') having count(*) > 0
    )
    select c.kind, sum(c.waiting)::bigint, sum(c.due)::bigint, sum(c.running)::bigint, sum(c.resting)::bigint, sum(c.repeated)::bigint,
      sum(c.failed)::bigint, coalesce(extract(epoch from now() - min(c.oldest)), 0)::double precision, bool_or(c.has_jobs)
    from counted c group by c.kind order by c.kind;
end
$function$;
grant execute on function app.health_queues() to operator;

CREATE OR REPLACE FUNCTION app.health_tenants()
 RETURNS TABLE(id bigint, name text, status text, files bigint, bytes bigint, documents bigint, counted_at timestamp with time zone, failed_mails bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.require_operator();
  return query
    select t.id, t.name, t.status, s.files, s.bytes, s.documents, s.counted_at, coalesce(f.count, 0)
    from public.tenant t
    left join public.tenant_storage s on s.tenant_id = t.id
    left join (
      select m.tenant_id, count(*) as count from public.mail m where m.state in ('failed', 'uncertain') group by m.tenant_id
    ) f on f.tenant_id = t.id
    order by s.bytes desc nulls last, t.name, t.id;
end
$function$;
grant execute on function app.health_tenants() to operator;

CREATE OR REPLACE FUNCTION app.hidden_rows(in_table text)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found bigint[];
begin
  execute format(
    'select array_agg(distinct l.%1$s_id) from public.permission_%1$s l
     where l.tenant_id = app.tenant_id() and not exists (select from public.permission_%1$s m
       where m.tenant_id = l.tenant_id and m.%1$s_id = l.%1$s_id and m.permission_id = any (app.permissions()))', in_table)
    into found;
  return coalesce(found, '{}');
end
$function$;
grant execute on function app.hidden_rows(text) to reader;
grant execute on function app.hidden_rows(text) to reader_price;

CREATE OR REPLACE FUNCTION app.hold_bank_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  actor constant bigint := nullif(app.actor_id(), 0);
  former public.supplier;
  waiting public.supplier_bank_change;
  waits boolean;
begin
  if tg_op = 'UPDATE' then
    former := old;
  end if;
  if exists (
    select from public.supplier_bank_change b
    where b.tenant_id = new.tenant_id and b.supplier_id = new.id and b.state = 'confirmed' and b.decided_at = now()
      and b.iban is not distinct from new.iban and b.bic is not distinct from new.bic) then
    return new;
  end if;
  select * into waiting from public.supplier_bank_change b
    where b.tenant_id = new.tenant_id and b.supplier_id = new.id and b.state = 'pending';
  waits := (waiting.id is not null
      or exists (select from public.client c where c.tenant_id = new.tenant_id and c.bank_change_second_person))
    and app.accounts_are_watched(new.tenant_id, actor);
  -- A waiting account keeps its proposer, even if somebody names it again.
  if not waits or waiting.id is null or (waiting.iban, waiting.bic) is distinct from (new.iban, new.bic) then
    update public.supplier_bank_change set state = 'replaced', decided_by_id = actor, decided_at = now() where tenant_id = new.tenant_id and id = waiting.id;
    insert into public.supplier_bank_change
        (tenant_id, supplier_id, iban, bic, former_iban, former_bic, state, at_once, proposed_by_id, decided_by_id, decided_at)
      select new.tenant_id, new.id, new.iban, new.bic, former.iban, former.bic, case when waits then 'pending' else 'confirmed' end,
        not waits, actor, case when not waits then actor end, case when not waits then now() end;
  end if;
  if waits then
    perform set_config('app.waiting', (coalesce(nullif(current_setting('app.waiting', true), ''), '0')::integer + 1)::text, true);
    new.iban := former.iban;
    new.bic := former.bic;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.hold_control()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  old_row constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole constant jsonb := coalesce(new_row, old_row);
  actor constant bigint := app.actor_id();
  entry record;
  change public.control_change;
  is_held boolean;
begin
  -- Jobs only carry out what people have set.
  if coalesce(actor, 0) = 0 then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  for entry in
    select * from app.controls() c where c.table_name = tg_table_name and case c.kind
      when 'columns' then tg_op = 'UPDATE' or tg_op = 'INSERT' and c.of_new
      when 'deletion' then tg_op = 'DELETE'
      when 'setting' then c.control in (old_row ->> 'key', new_row ->> 'key')
      else true end
  loop
    change := null;
    change.before := app.picked(old_row, entry.columns);
    change.after := app.picked(new_row, entry.columns);
    if tg_op = 'INSERT' and entry.kind = 'columns' then
      change.before := app.picked(entry.initial, entry.columns);
    elsif tg_op = 'INSERT' and entry.kind = 'setting' then
      change.before := change.after || entry.initial;
    end if;
    continue when change.before is not distinct from change.after
      or jsonb_strip_nulls(change.before) is not distinct from jsonb_strip_nulls(change.after)
      or not app.governs(tg_table_name, entry.control, old_row, new_row);
    if actor is distinct from app.user_id() then
      raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
    end if;
    change.act := case when change.before is null then 'insert' when change.after is null then 'delete' else 'update' end;
    change.row_key := case when change.act = 'insert' then change.after when whole ? 'id' then app.picked(whole, '{id}')
      else app.picked(old_row, entry.columns) end;
    continue when exists (select from public.control_change c
      where c.tenant_id = (whole ->> 'tenant_id')::bigint and c.table_name = tg_table_name and c.row_key = change.row_key
        and c.control = entry.control and c.state = 'confirmed' and not c.at_once and c.decided_at = now()
        and c.after is not distinct from change.after);
    if tg_table_name = 'budget' then
      perform app.note_undercut_budget(old_row, change.after);
    end if;
    is_held := app.is_watched((whole ->> 'tenant_id')::bigint, actor)
      and (entry.control <> 'email' or app.holds_power(old_row) or app.awaits_power(old_row));
    update public.control_change c set state = 'void', decided_at = now()
      where c.tenant_id = (whole ->> 'tenant_id')::bigint and c.table_name = tg_table_name and c.row_key = change.row_key
        and c.control = entry.control and c.state = 'pending';
    change.of_id := case when entry.parent is not null then (whole ->> entry.parent)::bigint end;
    change.of_table := case when tg_table_name = 'lb_user' and (whole ->> 'is_group')::boolean then 'task_group' else entry.of_table end;
    insert into public.control_change (tenant_id, table_name, control, act, row_key, before, after, of_table, of_id, of_name,
        state, at_once, proposed_by_id, decided_by_id, decided_at)
      select (whole ->> 'tenant_id')::bigint, tg_table_name, entry.control, change.act, change.row_key, change.before, change.after,
        change.of_table, change.of_id, app.name_of(change.of_table, change.of_id, whole),
        case when is_held then 'pending' else 'confirmed' end, not is_held, actor,
        case when not is_held then actor end, case when not is_held then now() end;
    continue when not is_held;
    perform set_config('app.waiting', (coalesce(nullif(current_setting('app.waiting', true), ''), '0')::integer + 1)::text, true);
    if change.act <> 'update' then
      return null;
    end if;
    new := jsonb_populate_record(new, change.before);
  end loop;
  if tg_op <> 'DELETE' then
    return new;
  end if;
  -- Pending changes of a deleted row.
  update public.control_change c set state = 'void', decided_at = now()
    where c.tenant_id = (whole ->> 'tenant_id')::bigint and c.table_name = tg_table_name and c.row_key = app.picked(whole, '{id}')
      and c.state = 'pending';
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION app.holds_power(in_person jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select in_person -> 'roles' <> '[]' or in_person ->> 'approval_limit' is not null or exists (
    select from public.task_group_user m where m.tenant_id = (in_person ->> 'tenant_id')::bigint and m.lb_user_id = (in_person ->> 'id')::bigint)
    or app.is_chosen((in_person ->> 'tenant_id')::bigint, (in_person ->> 'id')::bigint)
$function$;
grant execute on function app.holds_power(jsonb) to writer;

CREATE OR REPLACE FUNCTION app.hour_of_tenant(in_tenant bigint, in_at timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return extract(hour from in_at at time zone app.time_zone_of(in_tenant));
exception when invalid_parameter_value then
  return extract(hour from in_at at time zone 'Europe/Berlin');
end
$function$;

CREATE OR REPLACE FUNCTION app.identity_columns(in_row jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(name, in_row -> name)
    from unnest('{name,country,supplier_number,external_id,vendor_account,vat_number,tax_number,active,client_id}'::text[]) name
    where in_row ? name
$function$;

CREATE OR REPLACE FUNCTION app.in_currency(in_net numeric, in_currency text, in_rate numeric, to_currency text, to_rate numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (in_currency = to_currency) THEN in_net ELSE round(((in_net * in_rate) / to_rate), 2) END;
grant execute on function app.in_currency(numeric,text,numeric,text,numeric) to writer;

CREATE OR REPLACE FUNCTION app.intervals_until(in_until date, in_from date, in_months integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case
    when in_months is null then 1
    when in_until is null then 12 / in_months
    when case when extract(day from in_from) > 1 then in_from - 1 + make_interval(months => first.count * in_months)
           else in_from + make_interval(months => first.count * in_months) - interval '1 day' end >= in_until then first.count
    else first.count + 1 end
  from (select greatest(1, floor((
    (extract(year from in_until) - extract(year from in_from)) * 12 + extract(month from in_until) - extract(month from in_from))
    / in_months)::integer) as count) first
$function$;

CREATE OR REPLACE FUNCTION app.invite_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform graphile_worker.add_job(
    'invitation', json_build_object('tenant_id', new.tenant_id, 'person_id', new.id), max_attempts => 5);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.invoiced_of(in_tenant bigint, in_procurement bigint, in_currency text, in_rate numeric)
 RETURNS TABLE(net numeric, charged numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(sum(s.net), 0), coalesce(sum(s.net) filter (where s.net > 0), 0) from (
    select app.in_currency(net, currency, exchange_rate, in_currency, in_rate) as net
    from app.shares_of_orders(in_tenant, array[in_procurement])
  ) s
$function$;
grant execute on function app.invoiced_of(bigint,bigint,text,numeric) to writer;

CREATE OR REPLACE FUNCTION app.invoiced_quantity(in_line bigint)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(l.quantity), 0) from public.invoice_line l
  join public.invoice i on i.tenant_id = l.tenant_id and i.id = l.invoice_id
  where l.tenant_id = app.tenant_id() and l.procurement_line_id = in_line and l.kind = 'item'
    and app.counted_share(i) > 0
$function$;
grant execute on function app.invoiced_quantity(bigint) to reader;
grant execute on function app.invoiced_quantity(bigint) to reader_price;
grant execute on function app.invoiced_quantity(bigint) to writer;

CREATE OR REPLACE FUNCTION app.involved_of(effective text[], widest text, involved text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN ((effective && ARRAY[involved]) OR (app.scope_of(effective, widest) <> 'own'::text)) THEN 'on'::text ELSE ''::text END;

CREATE OR REPLACE FUNCTION app.is_account_confirmed(in_tenant bigint, in_supplier bigint, in_iban text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (select from public.supplier_bank_change b
    where b.tenant_id = in_tenant and b.supplier_id = in_supplier and b.iban = in_iban and b.state = 'confirmed')
$function$;
grant execute on function app.is_account_confirmed(bigint,bigint,text) to writer;

CREATE OR REPLACE FUNCTION app.is_acting()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (app.actor_id() IS DISTINCT FROM app.user_id());
grant execute on function app.is_acting() to gate;
grant execute on function app.is_acting() to operator;
grant execute on function app.is_acting() to writer;

CREATE OR REPLACE FUNCTION app.is_admin()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(current_setting('app.is_admin'::text, true), ''::text) = 'on'::text);
grant execute on function app.is_admin() to gate;
grant execute on function app.is_admin() to operator;
grant execute on function app.is_admin() to reader;
grant execute on function app.is_admin() to reader_price;
grant execute on function app.is_admin() to writer;

CREATE OR REPLACE FUNCTION app.is_chosen(in_tenant bigint, in_person bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place record;
  is_found boolean;
begin
  for place in
    select distinct p.relation, p.column_name from app.columns_of_people() p
    join app.controls() c on c.table_name = p.relation and p.column_name = any (c.columns)
  loop
    execute format('select exists (select from public.%I where tenant_id = $1 and %I = $2)', place.relation, place.column_name)
      into is_found using in_tenant, in_person;
    if is_found then
      return true;
    end if;
  end loop;
  return false;
end
$function$;

CREATE OR REPLACE FUNCTION app.is_deleting(in_tenant bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (EXISTS (SELECT FROM deletion d WHERE ((d.deleted_tenant_id = is_deleting.in_tenant) AND (d.kind = 'tenant'::text) AND (d.state = 'running'::text))));
grant execute on function app.is_deleting(bigint) to operator;

CREATE OR REPLACE FUNCTION app.is_gone(kind text, document bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN ((NOT (EXISTS (SELECT FROM procurement d WHERE ((is_gone.kind = 'procurement'::text) AND (d.tenant_id = app.tenant_id()) AND (d.id = is_gone.document))))) AND (NOT (EXISTS (SELECT FROM invoice d WHERE ((is_gone.kind = 'invoice'::text) AND (d.tenant_id = app.tenant_id()) AND (d.id = is_gone.document))))) AND (NOT (EXISTS (SELECT FROM contract d WHERE ((is_gone.kind = 'contract'::text) AND (d.tenant_id = app.tenant_id()) AND (d.id = is_gone.document))))));
grant execute on function app.is_gone(text,bigint) to reader;
grant execute on function app.is_gone(text,bigint) to reader_price;

CREATE OR REPLACE FUNCTION app.is_held(in_tenant bigint, in_procurement bigint, in_invoice bigint, in_contract bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.invoice d where d.tenant_id = in_tenant and d.id = in_invoice and d.legal_hold is not null)
    or exists (select from public.procurement d where d.tenant_id = in_tenant and d.id = in_procurement and d.legal_hold is not null)
    or exists (select from public.contract d where d.tenant_id = in_tenant and d.id = in_contract and d.legal_hold is not null)
$function$;

CREATE OR REPLACE FUNCTION app.is_kept(in_file file)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (((in_file).received_by IS DISTINCT FROM 'view'::text) AND ((((in_file).received_by IS DISTINCT FROM 'sample'::text) AND COALESCE((app.kept_until_of((in_file).tenant_id, (in_file).created_at, (in_file).retain_until, (in_file).procurement_id, (in_file).invoice_id, (in_file).contract_id) >= app.day_of_tenant((in_file).tenant_id, now())), false)) OR app.is_held((in_file).tenant_id, (in_file).procurement_id, (in_file).invoice_id, (in_file).contract_id)));

CREATE OR REPLACE FUNCTION app.is_named(in_tenant bigint, in_person bigint, in_acts_only boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  place record;
  is_found boolean;
begin
  for place in
    select p.relation, p.column_name from app.columns_of_people() p
    where p.is_act or not in_acts_only and exists (select from app.controls() c where c.table_name = p.relation)
    order by p.is_act desc, p.relation = 'audit_log', p.relation, p.column_name
  loop
    execute format('select exists (select from public.%I where tenant_id = $1 and %I = $2)', place.relation, place.column_name)
      into is_found using in_tenant, in_person;
    if is_found then
      return true;
    end if;
  end loop;
  -- The person's own logins and logouts are no acts.
  return exists (select from public.security_log s where s.tenant_id = in_tenant and s.actor_id = in_person
    and s.kind in ('passkey_made', 'passkey_removed', 'token_made', 'token_revoked', 'acting_began', 'address_changed',
      'rights_changed', 'control_changed'));
end
$function$;

CREATE OR REPLACE FUNCTION app.is_needed(in_kind text, in_tenant bigint, in_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case in_kind
    when 'procurement' then exists (select from public.invoice where tenant_id = in_tenant and procurement_id = in_id) or exists (
      select from public.procurement_line o join public.invoice_line l on l.tenant_id = in_tenant and l.procurement_line_id = o.id
      where o.tenant_id = in_tenant and o.procurement_id = in_id)
    when 'contract' then exists (select from public.invoice where tenant_id = in_tenant and contract_id = in_id)
    when 'invoice' then exists (select from app.hanging_invoices(in_tenant, in_id))
    else false end
$function$;
grant execute on function app.is_needed(text,bigint,bigint) to writer;

CREATE OR REPLACE FUNCTION app.is_on(module text)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (POSITION((((','::text || module) || ','::text)) IN (COALESCE(NULLIF(current_setting('app.modules_off'::text, true), ''::text), app.modules_off()))) = 0);
grant execute on function app.is_on(text) to reader;
grant execute on function app.is_on(text) to reader_price;

CREATE OR REPLACE FUNCTION app.is_operator()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(current_setting('app.is_operator'::text, true), ''::text) = 'on'::text);
grant execute on function app.is_operator() to gate;
grant execute on function app.is_operator() to operator;
grant execute on function app.is_operator() to reader;
grant execute on function app.is_operator() to reader_price;
grant execute on function app.is_operator() to writer;

CREATE OR REPLACE FUNCTION app.is_over(in_tenant bigint, in_day date)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (now() at time zone app.time_zone_of(in_tenant))::date > in_day
$function$;
grant execute on function app.is_over(bigint,date) to gate;
grant execute on function app.is_over(bigint,date) to writer;

CREATE OR REPLACE FUNCTION app.is_own_session()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((NOT app.is_acting()) AND COALESCE((app.means() = ANY (ARRAY['link'::text, 'passkey'::text, 'sign_on'::text, 'demo'::text])), false));
grant execute on function app.is_own_session() to gate;
grant execute on function app.is_own_session() to operator;
grant execute on function app.is_own_session() to writer;

CREATE OR REPLACE FUNCTION app.is_pseudonym(in_email text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
RETURN COALESCE((in_email ~~ '%@pseudonym.invalid'::text), false);

CREATE OR REPLACE FUNCTION app.is_removing(in_tenant bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN (EXISTS (SELECT FROM deletion d WHERE ((d.deleted_tenant_id = is_removing.in_tenant) AND (d.state = 'running'::text) AND (d.working = pg_current_xact_id_if_assigned()))));

CREATE OR REPLACE FUNCTION app.is_sign_on_only(in_tenant bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.configuration
    where tenant_id = in_tenant and client_id is null and key = 'sign_on_only' and value = 'true')
$function$;
grant execute on function app.is_sign_on_only(bigint) to gate;
grant execute on function app.is_sign_on_only(bigint) to writer;

CREATE OR REPLACE FUNCTION app.is_translations(value jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN ((jsonb_typeof(value) = 'array'::text) AND (jsonb_array_length(value) >= 1) AND (NOT (EXISTS (SELECT FROM jsonb_array_elements(is_translations.value) item(value) WHERE ((((item.value ->> 'lang'::text) ~ '^[a-z]{2}$'::text) IS NOT TRUE) OR (COALESCE(TRIM(BOTH FROM (item.value ->> 'name'::text)), ''::text) = ''::text))))) AND (SELECT (count(DISTINCT (item.value ->> 'lang'::text)) = count(*)) FROM jsonb_array_elements(is_translations.value) item(value)));
grant execute on function app.is_translations(jsonb) to writer;

CREATE OR REPLACE FUNCTION app.is_untold(in_order procurement_supplier_order)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select in_order.state = 'open' and not exists (select from public.procurement_order_letter l
    where l.tenant_id = in_order.tenant_id and l.supplier_order_id = in_order.id)
$function$;

CREATE OR REPLACE FUNCTION app.is_watched(in_tenant bigint, in_person bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.lb_user u
    where u.tenant_id = in_tenant and u.id <> in_person and not u.is_group and u.email is not null
      and (u.put_out_at > now() - interval '7 days'
        or ('user-admin' = any (u.roles) or u.id in (
            select m.lb_user_id from public.task_group_user m
            join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id
            where m.tenant_id = in_tenant and 'user-admin' = any (g.roles)))
          and app.may_confirm(in_tenant, u.id, in_person)))
$function$;
grant execute on function app.is_watched(bigint,bigint) to writer;

CREATE OR REPLACE FUNCTION app.keep_actor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.actor_id := case when new.completed_at is not null and app.is_acting() then app.actor_id() end;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_administrator()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Two administrators who remove each other's right wait for each other; the second sees the first change.
  perform from public.tenant t where t.id = old.tenant_id for no key update;
  if found and not exists (
    select from public.lb_user u
    where u.tenant_id = old.tenant_id and not u.is_group and app.administers(u.tenant_id, u.id)
  ) then
    raise exception 'last_administrator' using errcode = '23514', column = tg_argv[0];
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_approval(in_kind text, in_id bigint, in_state text, in_covered jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.approval_record (tenant_id, procurement_id, invoice_id, contract_id, state, covered, made_by_id, actor_id)
    values (app.tenant_id(), case in_kind when 'procurement' then in_id end, case in_kind when 'invoice' then in_id end,
      case in_kind when 'contract' then in_id end, in_state, in_covered, nullif(app.user_id(), 0), nullif(app.actor_id(), 0))
$function$;
grant execute on function app.keep_approval(text,bigint,text,jsonb) to writer;

CREATE OR REPLACE FUNCTION app.keep_billing_document()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.document_id is distinct from old.document_id or new.month <> old.month then
    raise exception 'which document a billing has is decided once' using errcode = '23514';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_billing_kind()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'what a billing is for is decided once' using errcode = '23514';
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_budget_amounts(in_tenant bigint, in_kind text, in_documents bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  orders bigint[] := in_documents;
  own bigint[] := '{}';
  invoices bigint[];
begin
  if in_kind not in ('procurement', 'invoice') then
    return;
  end if;
  if in_kind = 'invoice' then
    in_documents := array(select app.with_corrections(in_tenant, in_documents));
    orders := array(
      select app.orders_of_invoices(in_tenant, in_documents)
      union
      select procurement_id from public.budget_amount
        where tenant_id = in_tenant and invoice_id = any (in_documents) and procurement_id is not null);
    own := in_documents;
  else
    -- Credit notes of an order's invoices count where the order counts.
    own := array(
      select c.id from public.invoice c
      where c.tenant_id = in_tenant and c.corrects_invoice_id in (
        select id from public.invoice where tenant_id = in_tenant and procurement_id = any (orders)
        union
        select l.invoice_id from public.procurement_line o
          join public.invoice_line l on l.tenant_id = in_tenant and l.procurement_line_id = o.id
          where o.tenant_id = in_tenant and o.procurement_id = any (orders)));
  end if;
  -- Of concurrent changes of an order and its invoice, the later one counts the result of the first.
  perform from public.procurement where tenant_id = in_tenant and id = any (orders) order by id for no key update;
  with counted as materialized (
    select procurement_id, cost_center_id, ledger_account_id, day, is_decided, sum(net) as net, sum(committed) as committed
      from app.amounts_of_orders(in_tenant, orders)
      where cost_center_id is not null and day is not null and net is not null group by 1, 2, 3, 4, 5
  ), gone as (
    delete from public.budget_amount
    where tenant_id = in_tenant and procurement_id = any (orders) and invoice_id is null
      and (procurement_id, cost_center_id, coalesce(ledger_account_id, 0)) not in (
        select procurement_id, cost_center_id, coalesce(ledger_account_id, 0) from counted)
  )
  insert into public.budget_amount as b
      (tenant_id, procurement_id, cost_center_id, ledger_account_id, day, is_decided, net, committed)
    select in_tenant, procurement_id, cost_center_id, ledger_account_id, day, is_decided, net, committed from counted
    where (procurement_id, cost_center_id, coalesce(ledger_account_id, 0), day, is_decided, net, committed) not in (
      select procurement_id, cost_center_id, coalesce(ledger_account_id, 0), day, is_decided, net, committed
      from public.budget_amount where tenant_id = in_tenant and procurement_id = any (orders) and invoice_id is null)
  on conflict (tenant_id, procurement_id, invoice_id, cost_center_id, ledger_account_id) do update
    set day = excluded.day, is_decided = excluded.is_decided, net = excluded.net, committed = excluded.committed;
  invoices := own || array(
    select invoice_id from app.shares_of_orders(in_tenant, orders)
    union
    select id from public.invoice where tenant_id = in_tenant and procurement_id = any (orders)
    union
    select invoice_id from public.budget_amount
      where tenant_id = in_tenant and procurement_id = any (orders) and invoice_id is not null);
  if invoices = '{}' then
    return;
  end if;
  with counted as materialized (
    select procurement_id, invoice_id, cost_center_id, ledger_account_id, day, sum(net) as net
      from app.amounts_of_invoices(in_tenant, invoices)
      where cost_center_id is not null and day is not null and net is not null
        and (invoice_id = any (own) or procurement_id = any (orders)) group by 1, 2, 3, 4, 5
  ), gone as (
    delete from public.budget_amount
    where tenant_id = in_tenant and invoice_id = any (invoices)
      and (invoice_id = any (own) or procurement_id = any (orders))
      and (coalesce(procurement_id, 0), invoice_id, cost_center_id, coalesce(ledger_account_id, 0)) not in (
        select coalesce(procurement_id, 0), invoice_id, cost_center_id, coalesce(ledger_account_id, 0) from counted)
  )
  insert into public.budget_amount as b
      (tenant_id, procurement_id, invoice_id, cost_center_id, ledger_account_id, day, is_decided, net, committed)
    select in_tenant, procurement_id, invoice_id, cost_center_id, ledger_account_id, day, true, net, 0 from counted
  on conflict (tenant_id, procurement_id, invoice_id, cost_center_id, ledger_account_id) do update
    set day = excluded.day, is_decided = excluded.is_decided, net = excluded.net
    where (b.day, b.is_decided, b.net) is distinct from (excluded.day, excluded.is_decided, excluded.net);
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_contract_states(in_tenant bigint, in_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  today date := app.day_of_tenant(in_tenant, now());
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('closed month', in_tenant));
  with changed as materialized (
    select f.*, l.id as last_id
    from app.facts_of_contracts(in_tenant, in_ids) f
    left join public.contract_state l on l.tenant_id = in_tenant and l.contract_id = f.contract_id and l.until = 'infinity'
    where (l.id is not null or f.facts ->> 'signed_on' is not null) and (f.facts, f.lines) is distinct from (l.facts, l.lines)
  ), replaced as (
    delete from public.contract_state v using changed c
    where v.tenant_id = in_tenant and v.id = c.last_id and v.since >= today
  ), ended as (
    update public.contract_state v set until = today from changed c
    where v.tenant_id = in_tenant and v.id = c.last_id and v.since < today
  )
  insert into public.contract_state (tenant_id, contract_id, since, facts, lines)
  select in_tenant, c.contract_id, case when c.last_id is null then app.first_open_day(in_tenant, (c.facts ->> 'client_id')::bigint) else today end, c.facts, c.lines
  from changed c;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_credited()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  credit text := (select coalesce(c.invoice_number_formatted, c.number, c.id::text)
    from public.invoice c
    join public.invoice_export_entry e on e.tenant_id = c.tenant_id and e.invoice_id = c.id
    where c.tenant_id = old.tenant_id and c.corrects_invoice_id = old.id
      and c.status not in ('declined', 'declined-exported') and e.state = 'exported' and not e.is_reversal
      and not exists (select from public.invoice_export_entry r
        where r.tenant_id = e.tenant_id and r.reverses_entry_id = e.id and r.state = 'exported')
    limit 1);
begin
  if credit is not null then
    raise exception 'credit_note_booked' using errcode = '55000', detail = jsonb_build_object('number', credit);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_currency()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  documents integer;
  budgets integer;
begin
  select count(*) into documents from public.document d
    where d.tenant_id = new.tenant_id and d.client_id = new.id and d.status <> 'draft';
  select count(*) into budgets from public.budget b
    join public.cost_center_client l on l.tenant_id = b.tenant_id and l.cost_center_id = b.cost_center_id
    where b.tenant_id = new.tenant_id and l.client_id = new.id and b.active;
  if documents + budgets > 0 then
    raise exception 'currency_in_use' using errcode = '55000', column = 'currency',
      detail = jsonb_build_object('documents', documents, 'budgets', budgets);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_deleting()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner bigint := case tg_table_name when 'tenant' then new.id else (to_jsonb(new) ->> 'tenant_id')::bigint end;
begin
  if app.is_deleting(owner) then
    raise exception 'the tenant is being deleted' using errcode = '55000';
  end if;
  if session_user = 'kontor_web'
     -- The end of a broken move.
     and (to_jsonb(old) ->> 'status', to_jsonb(new) ->> 'status') is distinct from ('moving', 'active')
     and exists (select from public.tenant where id = owner and status in ('moving', 'moved', 'arriving')) then
    raise exception 'the tenant moves to another installation' using errcode = '55000';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_delivery_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  company bigint := case tg_table_name when 'client' then to_jsonb(new) ->> 'id' else to_jsonb(old) ->> 'client_id' end;
begin
  -- Two concurrent deletions of the last two addresses wait for each other.
  perform from public.client c where c.tenant_id = app.tenant_id() and c.id = company for no key update;
  if found and not exists (
    select from public.client_address a where a.tenant_id = app.tenant_id() and a.client_id = company
  ) then
    raise exception 'validation_failed' using errcode = '23514', column = 'client_addresses',
      detail = '{"rule": "rows_required", "count": 1}';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_document_persons(in_tenant bigint, in_kind text, in_documents bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  delete from public.document_person p
    using public.document d
    where d.tenant_id = in_tenant and d.kind = in_kind and d.id = any (in_documents)
      and p.tenant_id = in_tenant and p.kind = in_kind and p.document_id = d.id and p.lb_user_id <> all (d.concerned_ids);
  insert into public.document_person (tenant_id, kind, document_id, lb_user_id, is_assignee)
    select in_tenant, in_kind, d.id, person, person = any (d.holder_ids)
      from public.document d
      cross join lateral unnest(d.concerned_ids) as person
      left join public.document_person p on p.tenant_id = in_tenant and p.kind = in_kind
        and p.document_id = d.id and p.lb_user_id = person
      where d.tenant_id = in_tenant and d.kind = in_kind and d.id = any (in_documents)
        and p.is_assignee is distinct from (person = any (d.holder_ids))
    on conflict (tenant_id, kind, document_id, lb_user_id) do update set is_assignee = excluded.is_assignee;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_documents(in_tenant bigint, in_kind text, in_documents bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform app.list_documents(in_tenant, in_kind, in_documents);
  perform app.keep_budget_amounts(in_tenant, in_kind, in_documents);
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_exported_parties()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if app.was_exported(old.tenant_id, old.id) and (new.client_id is distinct from old.client_id or not exists (
      select from public.supplier s where s.tenant_id = old.tenant_id and s.id = old.supplier_id and s.merged_into_id = new.supplier_id)) then
    raise exception 'exported_party_fixed' using errcode = '55000',
      column = case when new.client_id is distinct from old.client_id then 'client_id' else 'supplier_id' end;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_former_approvals(in_tenant bigint)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with company as (
    select c.tenant_id, c.id, c.currency, c.amount_basis from public.client c where c.tenant_id = in_tenant
  ), basis as (
    -- The value compared with limits, in the company's currency; unknown without a rate.
    select 'procurement' as kind, p.tenant_id, p.id, p.client_id, p.department_id, p.currency, p.exchange_rate, null::numeric as amount_due,
        case when c.amount_basis = 'gross' then p.total_brutto else coalesce(p.approved_netto, p.total_netto) end as total,
        jsonb_build_object('contract_id', p.contract_id) as links, '{}'::jsonb as terms
      from public.procurement p left join company c on c.tenant_id = p.tenant_id and c.id = p.client_id
      where p.tenant_id = in_tenant and (p.status in ('approved', 'ordered') or p.status = 'clearing' and p.approved_netto is not null)
    union all
    select 'invoice', i.tenant_id, i.id, i.client_id, i.department_id, i.currency, i.exchange_rate, i.amount_due,
        case when c.amount_basis = 'gross' then i.total_brutto else i.total_netto end,
        jsonb_build_object('procurement_id', i.procurement_id, 'contract_id', i.contract_id, 'corrects_invoice_id', i.corrects_invoice_id),
        '{}'
      from public.invoice i left join company c on c.tenant_id = i.tenant_id and c.id = i.client_id
      where i.tenant_id = in_tenant and i.status in ('accounting', 'export', 'completed')
    union all
    select 'contract', k.tenant_id, k.id, k.client_id, k.department_id, k.currency, k.exchange_rate, null,
        case when c.amount_basis = 'gross'
          then (select coalesce(sum(round(l.total * (1 + coalesce(l.tax, 0) / 100), 2)), 0)
            from public.contract_line l where l.tenant_id = k.tenant_id and l.contract_id = k.id)
          else k.total_netto end,
        '{}',
        jsonb_build_object('term_type', k.term_type, 'start_date', k.start_date::text, 'duration', k.duration::text,
          'duration_unit_type', k.duration_unit_type, 'min_duration', k.min_duration::text, 'renewal_type', k.renewal_type,
          'renewal_duration', k.renewal_duration::text, 'renewal_duration_unit_type', k.renewal_duration_unit_type,
          'notice_period', k.notice_period::text, 'notice_period_unit_type', k.notice_period_unit_type,
          'notice_workdays', k.notice_workdays::text, 'termination_to', k.termination_to,
          'termination_special_right', k.termination_special_right, 'first_end', k.first_end::text, 'usage_type', k.usage_type,
          'payment_direction', k.payment_direction)
        || jsonb_build_object('intervals', coalesce((select string_agg(distinct coalesce(l.usage_type, k.usage_type, '-'), ' ')
          from public.contract_line l where l.tenant_id = k.tenant_id and l.contract_id = k.id), ''))
      from public.contract k left join company c on c.tenant_id = k.tenant_id and c.id = k.client_id
      where k.tenant_id = in_tenant and exists (select from public.timeline_entry e where e.tenant_id = k.tenant_id
        and e.contract_id = k.id and e.status = 'approved' and e.type in ('contract-signing', 'contract-approval'))
  ), line as (
    select 'procurement' as kind, l.procurement_id as id, l.id as place, l.description as text, l.quantity, l.total_netto as net,
        coalesce(l.cost_center_id, p.cost_center_id) as cost_center_id, coalesce(l.ledger_account_id, p.ledger_account_id) as ledger_account_id,
        l.supplier_id
      from public.procurement_line l join public.procurement p on p.tenant_id = l.tenant_id and p.id = l.procurement_id
      where l.tenant_id = in_tenant
    union all
    select 'invoice', i.id, l.id, l.description, l.quantity, case when l.id is null then i.total_netto else l.total_netto end,
        coalesce(l.cost_center_id, i.cost_center_id), coalesce(l.ledger_account_id, i.ledger_account_id), i.supplier_id
      from public.invoice i left join public.invoice_line l on l.tenant_id = i.tenant_id and l.invoice_id = i.id where i.tenant_id = in_tenant
    union all
    select 'contract', k.id, l.id, l.name, l.quantity, case when l.id is null then k.total_netto else l.total end,
        k.cost_center_id, k.ledger_account_id, k.supplier_id
      from public.contract k left join public.contract_line l on l.tenant_id = k.tenant_id and l.contract_id = k.id where k.tenant_id = in_tenant
  ), cover as (
    select b.*, jsonb_build_object(
        'client_id', b.client_id, 'department_id', b.department_id, 'currency', b.currency, 'company_currency', c.currency,
        'basis', coalesce(c.amount_basis, 'net'), 'rate', r.rate::text, 'value', round(b.total * coalesce(r.rate, r.equal), 2)::text,
        'amount_due', round(b.amount_due * coalesce(r.rate, r.equal), 2)::text, 'links', b.links, 'terms', b.terms,
        'lines', coalesce((select jsonb_agg(jsonb_build_object('text', l.text, 'quantity', l.quantity::text, 'net', coalesce(l.net, 0)::text,
            'cost_center_id', l.cost_center_id, 'ledger_account_id', l.ledger_account_id, 'supplier_id', l.supplier_id) order by l.place)
          from line l where l.kind = b.kind and l.id = b.id), '[]')) as covered
      from basis b
      left join company c on c.tenant_id = b.tenant_id and c.id = b.client_id
      cross join lateral (select case when b.currency <> c.currency then b.exchange_rate end as rate,
        case when c.id is null or b.currency = c.currency then 1 end as equal) r
  )
  insert into public.approval_record (tenant_id, procurement_id, invoice_id, contract_id, state, covered)
    select v.tenant_id, case when v.kind = 'procurement' then v.id end, case when v.kind = 'invoice' then v.id end,
        case when v.kind = 'contract' then v.id end, 'approved', v.covered
      from cover v
      where not exists (select from public.approval_record r where r.tenant_id = v.tenant_id and r.state <> 'asked' and case v.kind
        when 'procurement' then r.procurement_id when 'invoice' then r.invoice_id else r.contract_id end = v.id)
$function$;

CREATE OR REPLACE FUNCTION app.keep_guarding()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  guarded text;
  is_guarding boolean;
begin
  foreach guarded in array '{client,department,cost_center,supplier,product_group}'::text[] loop
    execute format('select exists (select from public.permission_%s l where l.tenant_id = $1 and l.permission_id = $2)', guarded)
      into is_guarding using old.tenant_id, old.id;
    if is_guarding then
      raise exception 'foreign_key_violation' using errcode = '23503', column = 'permission_id';
    end if;
  end loop;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_held()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'the document % is held', old.id using errcode = '55000';
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_invoice_states(in_tenant bigint, in_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  today date := app.day_of_tenant(in_tenant, now());
begin
  -- A closing waits for changes under way, so that each of them is in its lists or on the first open day.
  perform pg_advisory_xact_lock_shared(hashtextextended('closed month', in_tenant));
  with changed as materialized (
    select f.*, f.is_counted or coalesce(l.is_checked, false) as is_checked, l.id as last_id, l.is_checked as was_checked,
      app.first_open_day(in_tenant, f.client_id) as open_from,
      l.since >= today and not exists (
        select from public.closed_month m
        where m.tenant_id = in_tenant and m.client_id = l.client_id and m.closed_at >= l.recorded_at) as is_replaced,
      case when l.id is null then f.paid_on
        when l.paid_on = f.paid_on then l.paid_noted_on
        when f.paid_on is not null then greatest(f.paid_on, today) end as paid_noted_on
    from app.facts_of_invoices(in_tenant, in_ids) f
    left join public.invoice_state l on l.tenant_id = in_tenant and l.invoice_id = f.invoice_id and l.until = 'infinity'
    where (l.id is not null or f.invoice_date is not null)
      and (f.status, f.client_id, f.department_id, f.cost_center_id, f.contract_id, f.invoice_date, f.currency, f.net, f.exported_on,
        f.discount_1_date, f.discount_2_date, f.discount_1_net, f.discount_2_net, f.paid, f.paid_on) is distinct from
        (l.status, l.client_id, l.department_id, l.cost_center_id, l.contract_id, l.invoice_date, l.currency, l.net, l.exported_on,
        l.discount_1_date, l.discount_2_date, l.discount_1_net, l.discount_2_net, l.paid, l.paid_on)
  ), replaced as (
    delete from public.invoice_state v using changed c
    where v.tenant_id = in_tenant and v.id = c.last_id and c.is_replaced
  ), ended as (
    update public.invoice_state v set until = today from changed c
    where v.tenant_id = in_tenant and v.id = c.last_id and not c.is_replaced
  ), span as (
    select c.invoice_id, case
        when c.last_id is not null then today
        else least(today, greatest(case when c.is_checked then c.invoice_date else c.created_on end, c.open_from)) end as since,
      date 'infinity' as until
    from changed c
    union all
    select c.invoice_id, greatest(c.invoice_date, c.open_from), f.since
    from changed c
    cross join lateral (
      select min(v.since) as since from public.invoice_state v where v.tenant_id = in_tenant and v.invoice_id = c.invoice_id) f
    where c.is_checked and not c.was_checked and c.invoice_date < f.since and c.open_from < f.since
  )
  insert into public.invoice_state (tenant_id, invoice_id, since, until, is_checked, status, client_id, department_id, cost_center_id, contract_id,
    invoice_date, currency, net, exported_on, discount_1_date, discount_2_date, discount_1_net, discount_2_net, paid, paid_on, paid_noted_on)
  select in_tenant, c.invoice_id, s.since, s.until, c.is_checked, c.status, c.client_id, c.department_id, c.cost_center_id, c.contract_id,
    c.invoice_date, c.currency, c.net, c.exported_on, c.discount_1_date, c.discount_2_date, c.discount_1_net, c.discount_2_net,
    c.paid, c.paid_on, c.paid_noted_on
  from changed c join span s on s.invoice_id = c.invoice_id;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_invoiced()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if app.is_needed(tg_table_name, old.tenant_id, old.id) and (tg_table_name = 'procurement' or not app.is_removing(old.tenant_id)) then
    raise exception 'an invoice hangs on % %', tg_table_name, old.id using errcode = '55000';
  end if;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_main_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  main text := (select main_language from public.tenant where id = new.tenant_id);
  named jsonb := jsonb_build_object('lang', main, 'name', new.name);
begin
  if new.translations = '[]' then
    return new;
  end if;
  if tg_op = 'INSERT' or new.translations is distinct from old.translations or new.name = old.name then
    new.name := coalesce(
      jsonb_path_query_first(new.translations, '$[*] ? (@.lang == $main).name', jsonb_build_object('main', main)) #>> '{}',
      new.translations #>> '{0,name}', new.name);
  else
    new.translations := jsonb_build_array(named) || coalesce(
      (select jsonb_agg(item order by place) from jsonb_array_elements(new.translations) with ordinality as e (item, place)
       where item ->> 'lang' <> main), '[]');
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_means()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.means := case when new.completed_at is not null then coalesce(app.means(), new.means) end;
  new.way := case when new.means in ('token', 'mail_link', 'job') then new.means end;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_named(in_row jsonb, in_supplier bigint, in_column text, in_client bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  tenant constant bigint := (in_row ->> 'tenant_id')::bigint;
  other text;
begin
  if in_row ->> in_column is not null then
    perform pg_advisory_xact_lock(hashtextextended('names of suppliers', tenant));
    other := app.named_by(tenant, in_supplier, in_column, in_row ->> in_column, in_client);
    if other is not null then
      raise exception 'supplier_named' using errcode = '55000', column = in_column,
        detail = jsonb_build_object('name', other, 'value', in_row ->> in_column);
    end if;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_named_number()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted constant jsonb := to_jsonb(new);
  was constant jsonb := case when tg_op = 'UPDATE' and old.active then to_jsonb(old) else '{}' end;
  place text := '';
  wanted_column text;
  other text;
begin
  if not new.active or nullif(btrim(wanted ->> tg_argv[0]), '') is null then
    return new;
  end if;
  foreach wanted_column in array tg_argv[1:] loop
    place := place || format(' and o.%1$I is not distinct from ($1).%1$I', wanted_column);
  end loop;
  if (select bool_and(was ->> name is not distinct from wanted ->> name) from unnest(tg_argv[0:]) name) then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('numbers of ' || tg_table_name, new.tenant_id));
  execute format(
    'select o.name from public.%1$I o where o.tenant_id = ($1).tenant_id and o.active and o.id <> ($1).id
      and lower(btrim(o.%2$I)) = lower(btrim(($1).%2$I))%3$s order by o.id limit 1', tg_table_name, tg_argv[0], place) into other using new;
  if other is not null then
    raise exception 'number_taken' using errcode = '55000', column = tg_argv[0],
      detail = jsonb_build_object('name', other, 'value', wanted ->> tg_argv[0]);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_names_in_company()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION app.keep_names_of_supplier()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was constant jsonb := case when tg_op = 'UPDATE' and old.active then to_jsonb(old) else '{}' end;
  wanted text;
begin
  foreach wanted in array tg_argv loop
    if new.active and was ->> wanted is distinct from to_jsonb(new) ->> wanted then
      perform app.keep_named(to_jsonb(new), new.id, wanted, null);
    end if;
  end loop;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_narrowed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_last boolean;
begin
  for place in 0 .. tg_nargs - 1 by 2 loop
    execute format(
      'select exists (select from public.%1$I l where l.tenant_id = $1 and l.%3$I = $2 and not exists (
         select from public.%1$I o join public.%4$I c on c.tenant_id = o.tenant_id and c.id = o.%3$I
         where o.tenant_id = l.tenant_id and o.%2$I = l.%2$I and c.id <> $2))',
      tg_argv[place], tg_argv[place + 1], tg_table_name || '_id', tg_table_name)
      into is_last using old.tenant_id, old.id;
    if is_last then
      raise exception 'foreign_key_violation' using errcode = '23503', table = left(tg_argv[place + 1], -3);
    end if;
  end loop;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_number()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  before text := to_jsonb(old) ->> tg_argv[0];
begin
  if before is not null and before is distinct from to_jsonb(new) ->> tg_argv[0] then
    raise exception 'a document number never changes'
      using errcode = '23514', constraint = tg_table_name || '_' || tg_argv[0] || '_fixed';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_order_movements(in_tenant bigint, in_kind text, in_documents bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  orders bigint[] := in_documents;
  known bigint[];
  zone text := app.time_zone_of(in_tenant);
  today date := (now() at time zone zone)::date;
begin
  if in_kind not in ('procurement', 'invoice') then
    return;
  end if;
  if in_kind = 'invoice' then
    in_documents := array(select app.with_corrections(in_tenant, in_documents));
    orders := array(
      select app.orders_of_invoices(in_tenant, in_documents)
      union
      select procurement_id from public.order_movement where tenant_id = in_tenant and invoice_id = any (in_documents));
  end if;
  -- Orders that were never ordered have no movements.
  orders := array(
    select p.id from public.procurement p
    where p.tenant_id = in_tenant and p.id = any (orders) and (
      p.status in ('ordered', 'completed')
      or exists (select from public.procurement_supplier_order o
        where o.tenant_id = in_tenant and o.procurement_id = p.id and o.sent_at is not null)
      or exists (select from public.order_movement m where m.tenant_id = in_tenant and m.procurement_id = p.id))
    order by p.id for no key update);
  if orders = '{}' then
    return;
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('closed month', in_tenant));
  if in_kind = 'procurement' then
    known := array(select distinct procurement_id from public.order_movement where tenant_id = in_tenant and procurement_id = any (orders));
    insert into public.order_movement (tenant_id, procurement_id, line, kind, day, currency, net, goods_receipt_id)
      select in_tenant, l.procurement_id, l.line, 'received',
        greatest((r.received_at at time zone zone)::date, l.open_from), l.currency,
        round(l.worth * r.until / l.quantity, 2) - round(l.worth * (r.until - r.quantity) / l.quantity, 2), r.id
      from (
        select o.*, q.quantity, app.first_open_day(in_tenant, p.client_id) as open_from from app.lines_of_orders(in_tenant, orders) o
        join public.procurement p on p.tenant_id = in_tenant and p.id = o.procurement_id
        join public.procurement_line q on q.tenant_id = in_tenant and q.id = o.line and q.kind = 'item' and q.quantity is not null
        where o.ordered_at is not null
      ) l
      join (
        select id, procurement_line_id, received_at, quantity,
          sum(quantity) over (partition by procurement_line_id order by id) as until
        from public.goods_receipt where tenant_id = in_tenant and procurement_id = any (orders)
      ) r on r.procurement_line_id = l.line
      where not exists (select from public.order_movement m where m.tenant_id = in_tenant and m.goods_receipt_id = r.id);
    with target as materialized (
      select o.*, (o.ordered_at at time zone zone)::date as ordered_on,
        (coalesce(o.came_at, o.ended_at) at time zone zone)::date as came_on, (o.ended_at at time zone zone)::date as ended_on,
        app.first_open_day(in_tenant, p.client_id) as open_from
      from app.lines_of_orders(in_tenant, orders) o
      join public.procurement p on p.tenant_id = in_tenant and p.id = o.procurement_id
      where o.ordered_at is not null
    ), written as (
      select m.procurement_id, m.line, m.kind, m.cost_center_id, m.currency, sum(m.net) as net
      from public.order_movement m
      where m.tenant_id = in_tenant and m.procurement_id = any (orders) and m.kind <> 'invoiced' group by 1, 2, 3, 4, 5
    ), due as (
      select t.procurement_id, t.line, v.kind, v.cost_center_id, t.currency, v.net,
        -- For an order without movements the date is that of its documents; later changes are dated today.
        case when t.procurement_id = any (known) then today else greatest(v.day, t.open_from) end as day
      from target t
      cross join lateral (values
        ('ordered', t.cost_center_id, t.worth, t.ordered_on),
        ('received', null, t.received, greatest(t.ordered_on, coalesce(t.came_on, today))),
        ('ended', null, t.ended, greatest(t.ordered_on, coalesce(t.ended_on, today)))
      ) as v (kind, cost_center_id, net, day)
    )
    insert into public.order_movement (tenant_id, procurement_id, line, kind, day, currency, net, cost_center_id)
      select in_tenant, coalesce(d.procurement_id, w.procurement_id), coalesce(d.line, w.line), coalesce(d.kind, w.kind),
        coalesce(d.day, today), coalesce(d.currency, w.currency), coalesce(d.net, 0) - coalesce(w.net, 0),
        coalesce(d.cost_center_id, w.cost_center_id)
      from due d
      full join written w on w.line = d.line and w.kind = d.kind
        and w.cost_center_id is not distinct from d.cost_center_id and w.currency = d.currency
      -- A line without value is recorded as ordered once, too.
      where coalesce(d.net, 0) <> coalesce(w.net, 0) or d.kind = 'ordered' and w.line is null
      -- If a line moves to another cost center, the movement to it comes later.
      order by coalesce(d.net, 0) - coalesce(w.net, 0);
  end if;
  -- An invoice counts on its own date; what changes of it later counts on the day of the change, so that no list of a
  -- former day moves.
  with charged as materialized (
    select c.*, m.currency from app.charges_of_orders(in_tenant, orders) c
    join lateral (
      select currency from public.order_movement
      where tenant_id = in_tenant and procurement_id = c.procurement_id and kind = 'ordered' limit 1) m on true
  ), written as materialized (
    select procurement_id, line, invoice_id, min(currency) as currency, sum(net) as net, max(day) as day
    from public.order_movement
    where tenant_id = in_tenant and procurement_id = any (orders) and kind = 'invoiced' group by 1, 2, 3
  )
  insert into public.order_movement (tenant_id, procurement_id, line, kind, day, currency, net, invoice_id)
    select in_tenant, coalesce(c.procurement_id, w.procurement_id), coalesce(c.line, w.line), 'invoiced',
      case when k.day is null then greatest(c.day, app.first_open_day(in_tenant, p.client_id)) else greatest(k.day, today) end, coalesce(c.currency, w.currency),
      coalesce(c.net, 0) - coalesce(w.net, 0), coalesce(c.invoice_id, w.invoice_id)
    from charged c
    full join written w on w.procurement_id = c.procurement_id and w.line = c.line and w.invoice_id = c.invoice_id
    join public.procurement p on p.tenant_id = in_tenant and p.id = coalesce(c.procurement_id, w.procurement_id)
    left join (select procurement_id, invoice_id, max(day) as day from written group by 1, 2) k
      on k.procurement_id = coalesce(c.procurement_id, w.procurement_id) and k.invoice_id = coalesce(c.invoice_id, w.invoice_id)
    where coalesce(c.net, 0) <> coalesce(w.net, 0);
  update public.order_movement m set settled_on = s.day
    from (
      select l.procurement_id, case when bool_and(f.is_settled) then max(l.day) else 'infinity' end as day
      from (
        select o.procurement_id, o.line, max(o.day) as day, sum(o.net) filter (where o.kind = 'ordered') as ordered,
          sum(o.net) filter (where o.kind = 'received') as came, sum(o.net) filter (where o.kind = 'ended') as ended,
          sum(o.net) filter (where o.kind = 'invoiced') as charged
        from public.order_movement o where o.tenant_id = in_tenant and o.procurement_id = any (orders)
        group by o.procurement_id, o.line
      ) l
      cross join lateral app.line_figures(coalesce(l.ordered, 0), coalesce(l.came, 0), coalesce(l.ended, 0), coalesce(l.charged, 0)) f
      group by l.procurement_id
    ) s
    where m.tenant_id = in_tenant and m.procurement_id = s.procurement_id and m.settled_on <> s.day;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_original()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not app.is_kept(old) or app.is_removing(old.tenant_id) then
    return null;
  end if;
  if tg_op = 'UPDATE'
      and (new.tenant_id, new.id, new.name, new.mime, new.size, new.sha256, new.received_by, new.created_at)
        is not distinct from (old.tenant_id, old.id, old.name, old.mime, old.size, old.sha256, old.received_by, old.created_at)
      and app.is_kept(new)
      and (old.retain_until is null or new.retain_until >= old.retain_until)
      and app.kept_until_of(new.tenant_id, new.created_at, new.retain_until, new.procurement_id, new.invoice_id, new.contract_id)
        >= app.kept_until_of(old.tenant_id, old.created_at, old.retain_until, old.procurement_id, old.invoice_id, old.contract_id)
      and app.is_held(new.tenant_id, new.procurement_id, new.invoice_id, new.contract_id)
        >= app.is_held(old.tenant_id, old.procurement_id, old.invoice_id, old.contract_id) then
    return null;
  end if;
  raise exception 'file % is kept', old.id using errcode = '55000';
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_original_bytes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.file f where f.tenant_id = old.tenant_id and f.id = old.file_id and app.is_kept(f))
      and not app.is_removing(old.tenant_id) then
    raise exception 'file % is kept', old.file_id using errcode = '55000';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_people()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    if app.is_named(old.tenant_id, old.id, true)
        and not app.is_removing(old.tenant_id) and exists (select from public.tenant t where t.id = old.tenant_id) then
      raise exception 'foreign_key_violation' using errcode = '23503';
    end if;
    return old;
  end if;
  if num_nonnulls(old.approval_limit, old.priority_approval_limit) > 0 or app.is_named(old.tenant_id, old.id, false) then
    raise exception 'not_convertible' using errcode = '23514', column = 'is_group';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_review()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.is_complete then
    raise exception 'review % is kept', old.id using errcode = '55000';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_sample_documents(in_kind text, in_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if in_kind not in ('procurement', 'invoice') then
    raise exception 'no sample data has %', in_kind using errcode = '22023';
  end if;
  execute format('
      insert into public.sample_record (tenant_id, table_name, record_id, content_version)
      select d.tenant_id, $1, d.id, t.content_version
      from public.%I d join public.timeline t on t.tenant_id = d.tenant_id and t.id = d.timeline_id
      where d.tenant_id = app.tenant_id() and d.id = any ($2) and d.created_at = now()', in_kind)
    using in_kind, in_ids;
  delete from public.billable_event b using public.sample_record s
    where b.tenant_id = app.tenant_id() and b.source_kind = in_kind and b.source_id = any (in_ids)
      and s.tenant_id = b.tenant_id and s.table_name = in_kind and s.record_id = b.source_id;
end
$function$;
grant execute on function app.keep_sample_documents(text,bigint[]) to writer;

CREATE OR REPLACE FUNCTION app.keep_security_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then
    if old.created_at < now() - interval '1 year' or not exists (select from public.tenant t where t.id = old.tenant_id) then
      return old;
    end if;
  elsif tg_op = 'UPDATE' then
    if old.sealed_in is null and to_jsonb(new) - 'sealed_in' = to_jsonb(old) - 'sealed_in' then
      return new;
    end if;
  end if;
  raise exception 'the security log is not changed' using errcode = '55000';
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_sign_on()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  whole constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  tenant constant bigint := (whole ->> 'tenant_id')::bigint;
begin
  -- `hold_control` refuses a change while acting as another.
  if tg_op <> 'DELETE' and app.is_acting() then
    return new;
  end if;
  -- Of two transactions, one that chooses it and one that takes the issuer away, the second sees the first.
  perform pg_advisory_xact_lock(hashtextextended('single sign-on', tenant));
  if (tg_table_name = 'configuration' or app.is_sign_on_only(tenant))
      and not exists (select from public.sign_on_issuer i where i.tenant_id = tenant and i.active
        and (tg_table_name = 'configuration' or i.id <> (whole ->> 'id')::bigint)) then
    raise exception 'sign_on_needs_issuer' using errcode = '55000',
      column = case when tg_table_name = 'configuration' then 'sign_on_only' else 'active' end;
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_states(in_tenant bigint, in_kind text, in_documents bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if in_kind = 'invoice' then
    perform app.keep_invoice_states(in_tenant, in_documents);
  elsif in_kind = 'contract' then
    perform app.keep_contract_states(in_tenant, in_documents);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_system_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_user = 'writer' then
    raise exception 'permission denied for table lb_user' using errcode = '42501';
  end if;
  return coalesce(new, old);
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_taken_off()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  final text := app.taken_off_by(old);
begin
  if final is not null then
    raise exception 'prepayment_taken_off' using errcode = '55000', detail = jsonb_build_object('number', final);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_tenant_names_apart()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('names of tenants'));
  if exists (select from public.tenant t where t.id <> new.id and t.name <> new.name
      and app.look_alike(t.name) = app.look_alike(new.name)) then
    raise exception 'unique_violation' using errcode = '23505', column = 'name';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_time_zone()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform now() at time zone new.value;
  return new;
exception when invalid_parameter_value then
  raise exception 'validation_failed' using errcode = '22023', column = 'timezone', detail = '{"rule": "time_zone"}';
end
$function$;

CREATE OR REPLACE FUNCTION app.keep_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'version % is kept', old.number using errcode = '55000';
end
$function$;

CREATE OR REPLACE FUNCTION app.kept_amounts(in_kind text, in_id bigint)
 RETURNS TABLE(cost_center_id bigint, ledger_account_id bigint, day date, net numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select a.cost_center_id, a.ledger_account_id, a.day, a.net from public.budget_amount a
  where in_kind = 'procurement' and a.tenant_id = (select app.tenant_id()) and a.procurement_id = in_id and a.invoice_id is null
  union all
  select a.cost_center_id, a.ledger_account_id, a.day, a.net from public.budget_amount a
  where in_kind = 'invoice' and a.tenant_id = (select app.tenant_id()) and a.invoice_id = in_id
  union all
  select r.cost_center_id, r.ledger_account_id, r.day, r.net from app.contract_rests(null, in_id, null, false) r
  where in_kind = 'contract'
$function$;
grant execute on function app.kept_amounts(text,bigint) to writer;

CREATE OR REPLACE FUNCTION app.kept_since(in_tenant bigint, in_class text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select make_date(extract(year from now() at time zone z.zone)::integer - app.retention_years(in_tenant, in_class), 1, 1)::timestamp
    at time zone z.zone
  from (select app.time_zone_of(in_tenant) as zone) z
$function$;

CREATE OR REPLACE FUNCTION app.kept_until(in_created timestamp with time zone, in_stored date, in_procurement bigint, in_invoice bigint, in_contract bigint)
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
RETURN app.kept_until_of(app.tenant_id(), in_created, in_stored, in_procurement, in_invoice, in_contract);
grant execute on function app.kept_until(timestamp with time zone,date,bigint,bigint,bigint) to reader;
grant execute on function app.kept_until(timestamp with time zone,date,bigint,bigint,bigint) to reader_price;
grant execute on function app.kept_until(timestamp with time zone,date,bigint,bigint,bigint) to writer;

CREATE OR REPLACE FUNCTION app.kept_until_of(in_tenant bigint, in_created timestamp with time zone, in_stored date, in_procurement bigint, in_invoice bigint, in_contract bigint)
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(in_stored, case when k.class is not null then app.end_of_retention(
    (in_created at time zone app.time_zone_of(in_tenant))::date, app.retention_years(in_tenant, k.class)) end)
  from (select case
    when in_invoice is not null then 'invoice'
    when exists (select from public.procurement p where p.tenant_id = in_tenant and p.id = in_procurement and p.status <> 'draft')
      or exists (select from public.contract c where c.tenant_id = in_tenant and c.id = in_contract and c.status <> 'draft')
    then 'order' end as class) k
$function$;

CREATE OR REPLACE FUNCTION app.kinds_on()
 RETURNS text[]
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select array_agg(k.kind)
    from (values ('procurement', true), ('invoice', true), ('contract', false)) as k (kind, by_default)
    left join public.configuration c
      on c.tenant_id = app.tenant_id() and c.client_id is null and c.key = 'module_' || k.kind
    where coalesce(c.value, k.by_default::text) = 'true'
$function$;
grant execute on function app.kinds_on() to reader;
grant execute on function app.kinds_on() to reader_price;
grant execute on function app.kinds_on() to writer;

CREATE OR REPLACE FUNCTION app.kinds_seen(extent text)
 RETURNS text[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ARRAY(SELECT kind.kind FROM unnest(ARRAY['procurement'::text, 'invoice'::text, 'contract'::text]) kind(kind) WHERE CASE kinds_seen.extent WHEN 'involved'::text THEN app.sees_involved(kind.kind) ELSE (COALESCE(current_setting((('app.'::text || kind.kind) || '_scope'::text), true), ''::text) = kinds_seen.extent) END);
grant execute on function app.kinds_seen(text) to reader;
grant execute on function app.kinds_seen(text) to reader_price;

CREATE OR REPLACE FUNCTION app.known_rate(in_tenant bigint, in_client bigint, in_currency text, in_rate numeric)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when in_rate is not null then in_rate
    when not exists (select from public.client c where c.tenant_id = in_tenant and c.id = in_client and c.currency <> in_currency) then 1 end
$function$;
grant execute on function app.known_rate(bigint,bigint,text,numeric) to writer;

CREATE OR REPLACE FUNCTION app.leavers()
 RETURNS TABLE(id bigint, name text, left_on date, kept_until date, is_held boolean, is_pseudonym boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.id, u.name, app.day_of_tenant(u.tenant_id, u.updated_at), nullif(k.until, 'infinity'), k.until = 'infinity', app.is_pseudonym(u.email)
    from public.lb_user u cross join lateral (select app.person_kept_until(u.tenant_id, u.id) as until) k
    where u.tenant_id = app.tenant_id() and not u.active and not u.is_group and not u.is_system
    order by k.until, u.name, u.id limit 1000
$function$;
grant execute on function app.leavers() to writer;

CREATE OR REPLACE FUNCTION app.line_figures(ordered anyelement, came anyelement, ended anyelement, charged anyelement)
 RETURNS TABLE(invoiced anyelement, beyond anyelement, received anyelement, committed anyelement, released anyelement, is_settled boolean)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select i.invoiced, charged - i.invoiced, r.received, e.committed, ordered - i.invoiced - e.committed,
    e.committed = 0 and r.received = i.invoiced and (charged = i.invoiced or ordered = ended and ordered <> 0)
  from (select least(greatest(charged, 0), greatest(ordered, 0)) as invoiced) i
  cross join lateral (select greatest(0, ordered - ended - i.invoiced) as committed) e
  cross join lateral (select least(came, greatest(ordered - ended, i.invoiced)) as received) r
$function$;
grant execute on function app.line_figures(anyelement,anyelement,anyelement,anyelement) to reader;
grant execute on function app.line_figures(anyelement,anyelement,anyelement,anyelement) to reader_price;
grant execute on function app.line_figures(anyelement,anyelement,anyelement,anyelement) to writer;

CREATE OR REPLACE FUNCTION app.lines_of_contract(in_tenant bigint, in_id bigint)
 RETURNS TABLE(lines_text text)
 LANGUAGE sql
 STABLE
AS $function$
  select left(coalesce(string_agg(concat_ws(' ', name, item_number), ' ' order by sort_no, id), ''), 8000)
    from public.contract_line where tenant_id = in_tenant and contract_id = in_id
$function$;

CREATE OR REPLACE FUNCTION app.lines_of_invoice(in_tenant bigint, in_id bigint)
 RETURNS TABLE(lines_text text)
 LANGUAGE sql
 STABLE
AS $function$
  select left(coalesce(string_agg(concat_ws(' ', description, item_number), ' ' order by sort_no, id), ''), 8000)
    from public.invoice_line where tenant_id = in_tenant and invoice_id = in_id
$function$;

CREATE OR REPLACE FUNCTION app.lines_of_orders(in_tenant bigint, in_orders bigint[])
 RETURNS TABLE(procurement_id bigint, line bigint, currency text, cost_center_id bigint, ordered_at timestamp with time zone, came_at timestamp with time zone, ended_at timestamp with time zone, worth numeric, received numeric, ended numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.id, l.id, case when k.rate is null then p.currency else coalesce(c.currency, p.currency) end, coalesce(l.cost_center_id, p.cost_center_id),
    -- A line whose supplier's order was never sent is not ordered, and a later line not before it was added.
    case when (l.order_state is distinct from 'cancelled' or o.sent_at is not null) and coalesce(o.sent_at, p.sent_at) is not null
      then greatest(least(o.sent_at, p.sent_at), l.created_at) end,
    p.came_at, p.ended_at, a.worth, r.received,
    case when p.completely_invoiced then a.worth
      when p.status in ('declined', 'completed') or l.order_state = 'cancelled' then a.worth - r.received else 0 end
  from (
    select p.id, p.client_id, p.cost_center_id, p.currency, p.exchange_rate, p.status, p.completely_invoiced,
      coalesce(min(e.completed_at) filter (where e.type = 'send-order' and e.status = 'approved'),
        case when p.status in ('ordered', 'completed') then coalesce(p.submitted_at, p.created_at) end) as sent_at,
      max(e.completed_at) filter (where p.status in ('declined', 'completed') and e.type in ('delivery', 'cancellation', 'approval')) as ended_at,
      (select min(g.received_at) from public.goods_receipt g where g.tenant_id = in_tenant and g.procurement_id = p.id) as came_at,
      exists (select from public.procurement_line l where l.tenant_id = in_tenant and l.procurement_id = p.id and l.quantity_received > 0)
        or p.status = 'completed' as has_come
    from public.procurement p
    left join public.timeline_entry e on e.tenant_id = in_tenant and e.procurement_id = p.id
    where p.tenant_id = in_tenant and p.id = any (in_orders)
    group by p.tenant_id, p.id
  ) p
  join public.procurement_line l on l.tenant_id = in_tenant and l.procurement_id = p.id
  left join public.client c on c.tenant_id = in_tenant and c.id = p.client_id
  left join public.procurement_supplier_order o on o.tenant_id = in_tenant and o.procurement_id = p.id
    and o.supplier_id = l.supplier_id and o.marketplace_id is not distinct from l.marketplace_id
  cross join lateral (select case when c.currency <> p.currency then p.exchange_rate else 1 end as rate) k
  cross join lateral (select round(l.total_netto * coalesce(k.rate, 1), 2) as worth) a
  -- Freight and surcharges count as received with the first goods.
  cross join lateral (select case when l.kind = 'item' and l.quantity is not null
    -- More than ordered fulfils the order, no more (PROC-42).
    then round(a.worth * least(l.quantity_received / l.quantity, 1), 2) when p.has_come then a.worth else 0 end as received) r
$function$;

CREATE OR REPLACE FUNCTION app.lines_of_procurement(in_tenant bigint, in_id bigint)
 RETURNS TABLE(supplier_id bigint, supplier_ids bigint[], lines_text text, lines_owed_on date, owes_undated_lines boolean)
 LANGUAGE sql
 STABLE
AS $function$
  select (array_agg(line.supplier_id order by sort_no, id) filter (where line.supplier_id is not null))[1],
      coalesce(array_agg(distinct line.supplier_id) filter (where line.supplier_id is not null), '{}'),
      left(coalesce(string_agg(words, ' ' order by sort_no, id), ''), 8000),
      min(owed_on) filter (where is_outstanding),
      coalesce(bool_or(owed_on is null) filter (where is_outstanding), false)
    from (
      select l.sort_no, l.id, concat_ws(' ', l.description, l.item_number, s.name) as words, l.supplier_id,
          l.is_outstanding, coalesce(l.confirmed_delivery_date, l.delivery_date) as owed_on
        from public.procurement_line l left join public.supplier s on s.tenant_id = l.tenant_id and s.id = l.supplier_id
        where l.tenant_id = in_tenant and l.procurement_id = in_id
    ) line
$function$;

CREATE OR REPLACE PROCEDURE app.link(IN link_table text, IN first_table text, IN second_table text)
 LANGUAGE plpgsql
AS $procedure$
declare
  parents text[] := array(select name from unnest(array[first_table, second_table]) as name
    where name in ('client', 'department', 'cost_center', 'supplier', 'client_address'));
begin
  execute format(
    'create table public.%1$I (
       tenant_id bigint not null, %2$I bigint not null, %3$I bigint not null,
       primary key (tenant_id, %2$I, %3$I),
       foreign key (tenant_id, %2$I) references public.%4$I (tenant_id, id) on delete cascade,
       foreign key (tenant_id, %3$I) references public.%5$I (tenant_id, id) on delete cascade)',
    link_table, first_table || '_id', second_table || '_id', first_table, second_table);
  execute format('create index on public.%I (tenant_id, %I)', link_table, second_table || '_id');
  -- Links of permission groups decide on visibility and are therefore visible; they contain only keys.
  call app.wall(link_table, visible => case first_table
    when 'permission' then 'true' else app.hangs_on(link_table, variadic parents) end);
end
$procedure$;

CREATE OR REPLACE FUNCTION app.list_commitments_of_the_day()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select app.list_documents(app.tenant_id(), 'contract', array(
    select id from public.contract where tenant_id = app.tenant_id() and (amends_id is not null or start_date is null)
      and status = any (app.open_statuses('contract'))), false)
$function$;
grant execute on function app.list_commitments_of_the_day() to writer;

CREATE OR REPLACE FUNCTION app.list_contract(in_tenant bigint, in_ids bigint[], in_whole boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  whole bigint[] := in_ids;
  missing bigint[];
  moved bigint[];
begin
  if not in_whole then
    with written as (
      update public.document d set (status, creator_id, client_id, department_id, cost_center_id, ledger_account_id, under_contract_id, delivery_date, invoice_date, due_date, currency, total_netto, total_brutto, company_currency, company_netto, committed_netto, assignee_ids, waiting_since, content_version, step, step_kind, step_user_id, step_for_user_id, asked_ids, reminded_ids, concerned_ids, holder_ids, urgent_on, at_stake) = row (m.*, u.*)
        from unnest(in_ids) as one (id)
        cross join lateral app.moving_contract(in_tenant, one.id) m
        cross join lateral app.notice_of_contract(in_tenant, one.id) u
        cross join lateral app.words_of_contract(in_tenant, one.id) w
        where d.tenant_id = in_tenant and d.kind = 'contract' and d.id = one.id
          and (row (d.status, d.creator_id, d.client_id, d.department_id, d.cost_center_id, d.ledger_account_id, d.under_contract_id, d.delivery_date, d.invoice_date, d.due_date, d.currency, d.total_netto, d.total_brutto, d.company_currency, d.company_netto, d.committed_netto, d.assignee_ids, d.waiting_since, d.content_version, d.step, d.step_kind, d.step_user_id, d.step_for_user_id, d.asked_ids, d.reminded_ids, d.concerned_ids, d.holder_ids, d.urgent_on, d.at_stake) is distinct from row (m.*, u.*) or row (d.timeline_id, d.number, d.running_number, d.name, d.created_at, d.head_text, d.supplier_id, d.supplier_ids) is distinct from row (w.*))
        returning d.id, row (d.timeline_id, d.number, d.running_number, d.name, d.created_at, d.head_text, d.supplier_id, d.supplier_ids) is distinct from row (w.*) as is_reworded,
          row (old.concerned_ids, old.holder_ids) is distinct from row (new.concerned_ids, new.holder_ids) as is_moved
    )
    select array_agg(id) filter (where is_reworded), array_agg(id) filter (where is_moved) into whole, moved from written;
    if moved is not null then
      perform app.keep_document_persons(in_tenant, 'contract', moved);
    end if;
    if whole is null then
      return;
    end if;
  end if;
  missing := array(select unnest(whole)
    except select id from public.document where tenant_id = in_tenant and kind = 'contract' and id = any (whole));
  if missing <> '{}' then
    insert into public.document (tenant_id, kind, id, status, creator_id, client_id, department_id, cost_center_id, ledger_account_id, under_contract_id, delivery_date, invoice_date, due_date, currency, total_netto, total_brutto, company_currency, company_netto, committed_netto, assignee_ids, waiting_since, content_version, step, step_kind, step_user_id, step_for_user_id, asked_ids, reminded_ids, concerned_ids, holder_ids, urgent_on, at_stake, timeline_id, number, running_number, name, created_at, head_text, supplier_id, supplier_ids, lines_text)
      select in_tenant, 'contract', one.id, m.*, u.*, w.*, l.*
        from unnest(missing) as one (id)
        cross join lateral app.moving_contract(in_tenant, one.id) m
        cross join lateral app.notice_of_contract(in_tenant, one.id) u
        cross join lateral app.words_of_contract(in_tenant, one.id) w
        cross join lateral app.lines_of_contract(in_tenant, one.id) l
      on conflict do nothing;
    perform app.keep_document_persons(in_tenant, 'contract', missing);
    whole := array(select unnest(whole) except select unnest(missing));
  end if;
  if whole <> '{}' then
    with written as (
      update public.document d set (status, creator_id, client_id, department_id, cost_center_id, ledger_account_id, under_contract_id, delivery_date, invoice_date, due_date, currency, total_netto, total_brutto, company_currency, company_netto, committed_netto, assignee_ids, waiting_since, content_version, step, step_kind, step_user_id, step_for_user_id, asked_ids, reminded_ids, concerned_ids, holder_ids, urgent_on, at_stake, timeline_id, number, running_number, name, created_at, head_text, supplier_id, supplier_ids, lines_text) = row (m.*, u.*, w.*, l.*)
        from unnest(whole) as one (id)
        cross join lateral app.moving_contract(in_tenant, one.id) m
        cross join lateral app.notice_of_contract(in_tenant, one.id) u
        cross join lateral app.words_of_contract(in_tenant, one.id) w
        cross join lateral app.lines_of_contract(in_tenant, one.id) l
        where d.tenant_id = in_tenant and d.kind = 'contract' and d.id = one.id
          and row (d.status, d.creator_id, d.client_id, d.department_id, d.cost_center_id, d.ledger_account_id, d.under_contract_id, d.delivery_date, d.invoice_date, d.due_date, d.currency, d.total_netto, d.total_brutto, d.company_currency, d.company_netto, d.committed_netto, d.assignee_ids, d.waiting_since, d.content_version, d.step, d.step_kind, d.step_user_id, d.step_for_user_id, d.asked_ids, d.reminded_ids, d.concerned_ids, d.holder_ids, d.urgent_on, d.at_stake, d.timeline_id, d.number, d.running_number, d.name, d.created_at, d.head_text, d.supplier_id, d.supplier_ids, d.lines_text) is distinct from row (m.*, u.*, w.*, l.*)
        returning d.id,
          row (old.concerned_ids, old.holder_ids) is distinct from row (new.concerned_ids, new.holder_ids) as is_moved
    )
    select array_agg(id) filter (where is_moved) into moved from written;
    if moved is not null then
      perform app.keep_document_persons(in_tenant, 'contract', moved);
    end if;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION app.list_documents(in_tenant bigint, in_kind text, in_documents bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.list_documents(in_tenant, in_kind, in_documents, true);
end
$function$;

CREATE OR REPLACE FUNCTION app.list_documents(in_tenant bigint, in_kind text, in_documents bigint[], in_whole boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Old migrations list documents before the newest table of the lists exists; 0460 lists all documents.
  if to_regclass('public.contract_notice_day') is null then
    return;
  end if;
  case in_kind
    when 'procurement' then perform app.list_procurement(in_tenant, in_documents, in_whole);
    when 'invoice' then perform app.list_invoice(in_tenant, in_documents, in_whole);
    when 'contract' then perform app.list_contract(in_tenant, in_documents, in_whole);
  end case;
end
$function$;

CREATE OR REPLACE FUNCTION app.list_invoice(in_tenant bigint, in_ids bigint[], in_whole boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  whole bigint[] := in_ids;
  missing bigint[];
  moved bigint[];
begin
  if not in_whole then
    with written as (
      update public.document d set (status, creator_id, client_id, department_id, cost_center_id, ledger_account_id, under_contract_id, delivery_date, invoice_date, due_date, currency, total_netto, total_brutto, company_currency, company_netto, assignee_ids, waiting_since, content_version, step, step_kind, step_user_id, step_for_user_id, asked_ids, concerned_ids, holder_ids, urgent_on, at_stake) = row (m.*, u.*)
        from unnest(in_ids) as one (id)
        cross join lateral app.moving_invoice(in_tenant, one.id) m
        cross join lateral app.urgency_of_invoice(in_tenant, one.id) u
        cross join lateral app.words_of_invoice(in_tenant, one.id) w
        where d.tenant_id = in_tenant and d.kind = 'invoice' and d.id = one.id
          and (row (d.status, d.creator_id, d.client_id, d.department_id, d.cost_center_id, d.ledger_account_id, d.under_contract_id, d.delivery_date, d.invoice_date, d.due_date, d.currency, d.total_netto, d.total_brutto, d.company_currency, d.company_netto, d.assignee_ids, d.waiting_since, d.content_version, d.step, d.step_kind, d.step_user_id, d.step_for_user_id, d.asked_ids, d.concerned_ids, d.holder_ids, d.urgent_on, d.at_stake) is distinct from row (m.*, u.*) or row (d.timeline_id, d.number, d.running_number, d.name, d.created_at, d.head_text, d.supplier_id, d.supplier_ids) is distinct from row (w.*))
        returning d.id, row (d.timeline_id, d.number, d.running_number, d.name, d.created_at, d.head_text, d.supplier_id, d.supplier_ids) is distinct from row (w.*) as is_reworded,
          row (old.concerned_ids, old.holder_ids) is distinct from row (new.concerned_ids, new.holder_ids) as is_moved
    )
    select array_agg(id) filter (where is_reworded), array_agg(id) filter (where is_moved) into whole, moved from written;
    if moved is not null then
      perform app.keep_document_persons(in_tenant, 'invoice', moved);
    end if;
    if whole is null then
      return;
    end if;
  end if;
  missing := array(select unnest(whole)
    except select id from public.document where tenant_id = in_tenant and kind = 'invoice' and id = any (whole));
  if missing <> '{}' then
    insert into public.document (tenant_id, kind, id, status, creator_id, client_id, department_id, cost_center_id, ledger_account_id, under_contract_id, delivery_date, invoice_date, due_date, currency, total_netto, total_brutto, company_currency, company_netto, assignee_ids, waiting_since, content_version, step, step_kind, step_user_id, step_for_user_id, asked_ids, concerned_ids, holder_ids, urgent_on, at_stake, timeline_id, number, running_number, name, created_at, head_text, supplier_id, supplier_ids, lines_text)
      select in_tenant, 'invoice', one.id, m.*, u.*, w.*, l.*
        from unnest(missing) as one (id)
        cross join lateral app.moving_invoice(in_tenant, one.id) m
        cross join lateral app.urgency_of_invoice(in_tenant, one.id) u
        cross join lateral app.words_of_invoice(in_tenant, one.id) w
        cross join lateral app.lines_of_invoice(in_tenant, one.id) l
      on conflict do nothing;
    perform app.keep_document_persons(in_tenant, 'invoice', missing);
    whole := array(select unnest(whole) except select unnest(missing));
  end if;
  if whole <> '{}' then
    with written as (
      update public.document d set (status, creator_id, client_id, department_id, cost_center_id, ledger_account_id, under_contract_id, delivery_date, invoice_date, due_date, currency, total_netto, total_brutto, company_currency, company_netto, assignee_ids, waiting_since, content_version, step, step_kind, step_user_id, step_for_user_id, asked_ids, concerned_ids, holder_ids, urgent_on, at_stake, timeline_id, number, running_number, name, created_at, head_text, supplier_id, supplier_ids, lines_text) = row (m.*, u.*, w.*, l.*)
        from unnest(whole) as one (id)
        cross join lateral app.moving_invoice(in_tenant, one.id) m
        cross join lateral app.urgency_of_invoice(in_tenant, one.id) u
        cross join lateral app.words_of_invoice(in_tenant, one.id) w
        cross join lateral app.lines_of_invoice(in_tenant, one.id) l
        where d.tenant_id = in_tenant and d.kind = 'invoice' and d.id = one.id
          and row (d.status, d.creator_id, d.client_id, d.department_id, d.cost_center_id, d.ledger_account_id, d.under_contract_id, d.delivery_date, d.invoice_date, d.due_date, d.currency, d.total_netto, d.total_brutto, d.company_currency, d.company_netto, d.assignee_ids, d.waiting_since, d.content_version, d.step, d.step_kind, d.step_user_id, d.step_for_user_id, d.asked_ids, d.concerned_ids, d.holder_ids, d.urgent_on, d.at_stake, d.timeline_id, d.number, d.running_number, d.name, d.created_at, d.head_text, d.supplier_id, d.supplier_ids, d.lines_text) is distinct from row (m.*, u.*, w.*, l.*)
        returning d.id,
          row (old.concerned_ids, old.holder_ids) is distinct from row (new.concerned_ids, new.holder_ids) as is_moved
    )
    select array_agg(id) filter (where is_moved) into moved from written;
    if moved is not null then
      perform app.keep_document_persons(in_tenant, 'invoice', moved);
    end if;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION app.list_noted_documents()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  noted text := current_setting('app.changed_documents', true);
  listed record;
begin
  if coalesce(noted, '') = '' then
    return null;
  end if;
  perform set_config('app.changed_documents', '', true);
  for listed in
    select tenant_id, kind, is_whole, array_agg(id) as ids, array_agg(id) filter (where is_counted) as counted_ids
      from (
        select split_part(one, ' ', 1)::bigint as tenant_id, split_part(one, ' ', 2) as kind,
            split_part(one, ' ', 3)::bigint as id, bool_or(split_part(one, ' ', 4) = 'all') as is_whole,
            bool_or(split_part(one, ' ', 4) <> 'step') as is_counted
          from unnest(string_to_array(noted, ',')) as one group by 1, 2, 3
      ) d group by 1, 2, 3
  loop
    perform app.list_documents(listed.tenant_id, listed.kind, listed.ids, listed.is_whole);
    perform app.keep_states(listed.tenant_id, listed.kind, listed.ids);
    if listed.counted_ids is not null then
      perform app.keep_budget_amounts(listed.tenant_id, listed.kind, listed.counted_ids);
      perform app.keep_order_movements(listed.tenant_id, listed.kind, listed.counted_ids);
    end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.list_passed_days()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select app.list_documents(app.tenant_id(), 'invoice', array(
    select i.id from public.invoice i
      join public.document d on d.tenant_id = i.tenant_id and d.kind = 'invoice' and d.id = i.id
      where i.tenant_id = app.tenant_id() and i.discount_1_date is not null and not i.paid
        and d.urgent_on in (i.discount_1_date, i.discount_2_date)
        and d.urgent_on < app.day_of_tenant(i.tenant_id, now())), false)
$function$;
grant execute on function app.list_passed_days() to writer;

CREATE OR REPLACE FUNCTION app.list_procurement(in_tenant bigint, in_ids bigint[], in_whole boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  whole bigint[] := in_ids;
  missing bigint[];
  moved bigint[];
begin
  if not in_whole then
    with written as (
      update public.document d set (status, creator_id, client_id, department_id, cost_center_id, ledger_account_id, under_contract_id, delivery_date, invoice_date, due_date, currency, total_netto, total_brutto, company_currency, company_netto, assignee_ids, waiting_since, content_version, step, step_kind, step_user_id, step_for_user_id, asked_ids, concerned_ids, holder_ids, urgent_on, at_stake) = row (m.*, u.*)
        from unnest(in_ids) as one (id)
        cross join lateral app.moving_procurement(in_tenant, one.id) m
        cross join lateral app.urgency_of_procurement(in_tenant, one.id) u
        cross join lateral app.words_of_procurement(in_tenant, one.id) w
        where d.tenant_id = in_tenant and d.kind = 'procurement' and d.id = one.id
          and (row (d.status, d.creator_id, d.client_id, d.department_id, d.cost_center_id, d.ledger_account_id, d.under_contract_id, d.delivery_date, d.invoice_date, d.due_date, d.currency, d.total_netto, d.total_brutto, d.company_currency, d.company_netto, d.assignee_ids, d.waiting_since, d.content_version, d.step, d.step_kind, d.step_user_id, d.step_for_user_id, d.asked_ids, d.concerned_ids, d.holder_ids, d.urgent_on, d.at_stake) is distinct from row (m.*, u.*) or row (d.timeline_id, d.number, d.running_number, d.name, d.created_at, d.head_text) is distinct from row (w.*))
        returning d.id, row (d.timeline_id, d.number, d.running_number, d.name, d.created_at, d.head_text) is distinct from row (w.*) as is_reworded,
          row (old.concerned_ids, old.holder_ids) is distinct from row (new.concerned_ids, new.holder_ids) as is_moved
    )
    select array_agg(id) filter (where is_reworded), array_agg(id) filter (where is_moved) into whole, moved from written;
    if moved is not null then
      perform app.keep_document_persons(in_tenant, 'procurement', moved);
    end if;
    if whole is null then
      return;
    end if;
  end if;
  missing := array(select unnest(whole)
    except select id from public.document where tenant_id = in_tenant and kind = 'procurement' and id = any (whole));
  if missing <> '{}' then
    insert into public.document (tenant_id, kind, id, status, creator_id, client_id, department_id, cost_center_id, ledger_account_id, under_contract_id, delivery_date, invoice_date, due_date, currency, total_netto, total_brutto, company_currency, company_netto, assignee_ids, waiting_since, content_version, step, step_kind, step_user_id, step_for_user_id, asked_ids, concerned_ids, holder_ids, urgent_on, at_stake, timeline_id, number, running_number, name, created_at, head_text, supplier_id, supplier_ids, lines_text, lines_owed_on, owes_undated_lines)
      select in_tenant, 'procurement', one.id, m.*, u.*, w.*, l.*
        from unnest(missing) as one (id)
        cross join lateral app.moving_procurement(in_tenant, one.id) m
        cross join lateral app.urgency_of_procurement(in_tenant, one.id) u
        cross join lateral app.words_of_procurement(in_tenant, one.id) w
        cross join lateral app.lines_of_procurement(in_tenant, one.id) l
      on conflict do nothing;
    perform app.keep_document_persons(in_tenant, 'procurement', missing);
    whole := array(select unnest(whole) except select unnest(missing));
  end if;
  if whole <> '{}' then
    with written as (
      update public.document d set (status, creator_id, client_id, department_id, cost_center_id, ledger_account_id, under_contract_id, delivery_date, invoice_date, due_date, currency, total_netto, total_brutto, company_currency, company_netto, assignee_ids, waiting_since, content_version, step, step_kind, step_user_id, step_for_user_id, asked_ids, concerned_ids, holder_ids, urgent_on, at_stake, timeline_id, number, running_number, name, created_at, head_text, supplier_id, supplier_ids, lines_text, lines_owed_on, owes_undated_lines) = row (m.*, u.*, w.*, l.*)
        from unnest(whole) as one (id)
        cross join lateral app.moving_procurement(in_tenant, one.id) m
        cross join lateral app.urgency_of_procurement(in_tenant, one.id) u
        cross join lateral app.words_of_procurement(in_tenant, one.id) w
        cross join lateral app.lines_of_procurement(in_tenant, one.id) l
        where d.tenant_id = in_tenant and d.kind = 'procurement' and d.id = one.id
          and row (d.status, d.creator_id, d.client_id, d.department_id, d.cost_center_id, d.ledger_account_id, d.under_contract_id, d.delivery_date, d.invoice_date, d.due_date, d.currency, d.total_netto, d.total_brutto, d.company_currency, d.company_netto, d.assignee_ids, d.waiting_since, d.content_version, d.step, d.step_kind, d.step_user_id, d.step_for_user_id, d.asked_ids, d.concerned_ids, d.holder_ids, d.urgent_on, d.at_stake, d.timeline_id, d.number, d.running_number, d.name, d.created_at, d.head_text, d.supplier_id, d.supplier_ids, d.lines_text, d.lines_owed_on, d.owes_undated_lines) is distinct from row (m.*, u.*, w.*, l.*)
        returning d.id,
          row (old.concerned_ids, old.holder_ids) is distinct from row (new.concerned_ids, new.holder_ids) as is_moved
    )
    select array_agg(id) filter (where is_moved) into moved from written;
    if moved is not null then
      perform app.keep_document_persons(in_tenant, 'procurement', moved);
    end if;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION app.listed_steps(in_tenant bigint, in_timeline bigint)
 RETURNS TABLE(assignee_ids bigint[], waiting_since timestamp with time zone, step text, step_kind text, step_user_id bigint, step_for_user_id bigint, involved_ids bigint[], held_ids bigint[])
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(array_agg(distinct e.lb_user_id) filter (where e.is_current and e.lb_user_id is not null), '{}'),
      case when bool_or(e.is_current) then
        greatest(max(e.created_at) filter (where e.is_current), max(e.completed_at) filter (where e.is_done)) end,
      (array_agg(e.type order by e.entry_no) filter (where e.is_current))[1],
      (array_agg(e.text_type order by e.entry_no) filter (where e.is_current))[1],
      (array_agg(e.lb_user_id order by e.entry_no) filter (where e.is_current))[1],
      (array_agg(e.for_user_id order by e.entry_no) filter (where e.is_current))[1],
      array_agg(e.lb_user_id) filter (where e.is_step) || array_agg(e.for_user_id) filter (where e.is_step),
      array_agg(e.lb_user_id) filter (where e.is_held) || array_agg(e.for_user_id) filter (where e.is_held)
    from (
      select entry_no, type, text_type, lb_user_id, for_user_id, created_at, completed_at,
          status is distinct from 'comment' as is_step,
          text_type in ('present', 'assignment') and status is distinct from 'comment' as is_current,
          text_type not in ('future', 'finished-unsuccessful') and status is distinct from 'comment' as is_held,
          status in ('approved', 'declined', 'canceled') as is_done
        from public.timeline_entry where tenant_id = in_tenant and timeline_id = in_timeline
    ) e
$function$;

CREATE OR REPLACE FUNCTION app.log_access(in_kind text, in_operation text, in_table text, in_target text, in_request uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if app.auditor_client() is null then
    raise exception 'permission denied for table auditor_access' using errcode = '42501';
  end if;
  insert into public.auditor_access (tenant_id, lb_user_id, actor_id, kind, operation, target_table, target_id, request_id)
    values (app.tenant_id(), app.user_id(), coalesce(app.actor_id(), app.user_id()), in_kind, in_operation, in_table, in_target, in_request);
end
$function$;
grant execute on function app.log_access(text,text,text,text,uuid) to auditor;

CREATE OR REPLACE FUNCTION app.log_control()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  present jsonb := case when tg_op = 'DELETE' then before else after end;
  is_right boolean := tg_table_name in ('lb_user', 'task_group_user', 'permission_user');
  changed text;
begin
  select string_agg(name, ',') into changed from unnest(tg_argv) as name
    where coalesce(nullif(nullif(before -> name, 'null'), '[]'), 'null') is distinct from coalesce(nullif(nullif(after -> name, 'null'), '[]'), 'null');
  if changed is null and (tg_nargs > 0 or before = after) then
    return null;
  end if;
  perform app.log_security(
    (present ->> case when tg_table_name = 'tenant' then 'id' else 'tenant_id' end)::bigint,
    case when is_right then 'rights_changed' else 'control_changed' end,
    (case when tg_table_name = 'lb_user' then present ->> 'id' when is_right then present ->> 'lb_user_id' end)::bigint,
    app.actor_id(),
    jsonb_build_object('what', concat_ws(' ', tg_table_name, coalesce(changed, present ->> 'key', lower(tg_op))),
      'target_id', case when jsonb_typeof(present -> 'id') = 'number' then present ->> 'id' end));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.log_control_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.log_security(
    new.tenant_id,
    case when new.table_name in ('lb_user', 'task_group_user') then 'rights_changed' else 'control_changed' end,
    case new.table_name when 'lb_user' then new.of_id
      when 'task_group_user' then (coalesce(new.after, new.before) ->> 'lb_user_id')::bigint end,
    app.actor_id(),
    jsonb_build_object('what', concat_ws(' ', new.table_name, case when new.control = new.table_name then new.act else new.control end),
      'target_id', new.of_id, 'code', new.state));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.log_device()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.log_security(new.tenant_id, 'new_device', new.lb_user_id, new.lb_user_id, jsonb_build_object('device', new.device))
    where exists (select from public.known_device k
      where k.tenant_id = new.tenant_id and k.lb_user_id = new.lb_user_id and k.device <> new.device);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.log_mutation(tenant bigint, key text, called text, input text, answer text, person bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into transaction (tenant_id, transaction_key, mutation, variables, response, lb_user_id)
    values (tenant, key, called, input::jsonb, answer::jsonb, person);
exception when others then
  raise warning 'the call % of tenant % is not in the transaction log: %', called, tenant, sqlerrm;
end
$function$;
grant execute on function app.log_mutation(bigint,text,text,text,text,bigint) to writer;

CREATE OR REPLACE FUNCTION app.log_passkey()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform app.log_security(new.tenant_id, 'passkey_made', new.lb_user_id, app.actor_id(), jsonb_build_object('target_id', new.id));
  else
    perform app.log_security(old.tenant_id, 'passkey_removed', old.lb_user_id, app.actor_id(), jsonb_build_object('target_id', old.id));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.log_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.api_token_hash is distinct from old.api_token_hash then
    perform app.log_security(new.tenant_id, case when new.api_token_hash is null then 'token_revoked' else 'token_made' end, new.id, app.actor_id());
  end if;
  if new.email is distinct from old.email then
    perform app.log_security(new.tenant_id, 'address_changed', new.id, app.actor_id());
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.log_refusal(in_tenant bigint, in_kind text, in_person bigint, in_actor bigint, in_means text, in_what text, in_code text, in_device text, in_address text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  this_minute constant timestamptz := date_trunc('minute', clock_timestamp());
  former public.security_count;
  now_counted integer := 1;
begin
  if in_kind not in ('login_failed', 'token_refused', 'refused') then
    raise exception 'permission denied for table security_log' using errcode = '42501';
  end if;
  if not exists (select from public.tenant t where t.id = in_tenant) then
    return;
  end if;
  loop
    insert into public.security_count (tenant_id, kind, lb_user_id, minute, times)
      values (in_tenant, in_kind, coalesce(in_person, 0), this_minute, 1) on conflict (tenant_id, kind, lb_user_id) do nothing;
    exit when found;
    select * into former from public.security_count c
      where (c.tenant_id, c.kind, c.lb_user_id) = (in_tenant, in_kind, coalesce(in_person, 0)) for update;
    -- It may just have been settled.
    continue when not found;
    if former.minute <> this_minute then
      perform app.note_count(former);
    else
      now_counted := former.times + 1;
    end if;
    update public.security_count c set minute = this_minute, times = now_counted
      where (c.tenant_id, c.kind, c.lb_user_id) = (in_tenant, in_kind, coalesce(in_person, 0));
    exit;
  end loop;
  if now_counted <= app.most_refusals() then
    insert into public.security_log (tenant_id, kind, lb_user_id, actor_id, means, what, code, device, network)
      values (in_tenant, in_kind, in_person, in_actor, in_means, left(in_what, 200), in_code, left(in_device, 100), app.network_of(in_address));
  end if;
end
$function$;
grant execute on function app.log_refusal(bigint,text,bigint,bigint,text,text,text,text,text) to gate;

CREATE OR REPLACE FUNCTION app.log_security(in_tenant bigint, in_kind text, in_person bigint, in_actor bigint, in_about jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.security_log (tenant_id, kind, lb_user_id, actor_id, means, what, target_id, code, device, network)
    values (in_tenant, in_kind, in_person, nullif(in_actor, 0), coalesce(in_about ->> 'means', app.means()),
      left(in_about ->> 'what', 200), (in_about ->> 'target_id')::bigint, in_about ->> 'code', in_about ->> 'device',
      app.network_of(in_about ->> 'address'))
$function$;

CREATE OR REPLACE FUNCTION app.log_service_token()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.log_security(new.tenant_id, case when new.secret_hash is null then 'token_revoked' else 'token_made' end,
    new.lb_user_id, app.actor_id());
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.log_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_acting boolean := new.actor_id <> new.lb_user_id;
  about jsonb := jsonb_build_object('device', new.device, 'address', new.client_address, 'means', new.means);
begin
  if tg_op = 'INSERT' then
    perform app.log_security(new.tenant_id, case when is_acting then 'acting_began' else 'login' end, new.lb_user_id, new.actor_id, about);
  else
    perform app.log_security(new.tenant_id,
      case when is_acting then 'acting_ended' when new.ended_by = 'logout' then 'logout' else 'session_ended' end,
      new.lb_user_id, coalesce(nullif(app.actor_id(), 0), new.actor_id),
      about || jsonb_build_object('code', case when new.ended_by <> 'logout' then new.ended_by end));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.log_sign_on_identity()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform app.log_security(new.tenant_id, 'sign_on_bound', new.lb_user_id, app.actor_id(), jsonb_build_object('target_id', new.id, 'means', 'sign_on'));
  else
    perform app.log_security(old.tenant_id, 'sign_on_removed', old.lb_user_id, app.actor_id(), jsonb_build_object('target_id', old.id));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.look_alike(in_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
  select btrim(translate(
    lower(normalize(regexp_replace(in_name,
      '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]',
      '', 'g'), NFKC) collate app.german),
    'авеёіїјкмнорстухѕԁһӏԛԝѵαβγεζηικμνορτυχςցհոօսıɑɡɩʟ',
    'abeëiïjkmhopctyxsdhlqwvabyeznikmvoptuxcghnouiagil'))
$function$;
grant execute on function app.look_alike(text) to operator;

CREATE OR REPLACE FUNCTION app.looked_up_wait(in_tenant bigint, in_timeline bigint, in_created timestamp with time zone, in_completed timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select greatest(in_created, max(o.completed_at)) from public.timeline_entry o
    where o.tenant_id = in_tenant and o.timeline_id = in_timeline and o.status in ('approved', 'declined', 'canceled')
      and o.completed_at < in_completed
$function$;

CREATE OR REPLACE FUNCTION app.made_lately(in_tenant bigint, in_person bigint, in_maker bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.lb_user u where u.tenant_id = in_tenant and u.id = in_person
    and u.made_by_id = in_maker and u.made_at > now() - interval '7 days')
$function$;
grant execute on function app.made_lately(bigint,bigint,bigint) to writer;

CREATE OR REPLACE FUNCTION app.mail_failure(in_error text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when in_error = 'the recipient is blocked or inactive' then 'recipient_blocked'
    when in_error = 'the process ended while sending' then 'interrupted'
    when in_error = 'all attempts of the queue are used up' then 'attempts_used'
    else coalesce(
      (select nullif(concat_ws(' ', found[1], found[2]), '')
        from regexp_match(in_error, '(?:^|[ :(])([45]\d\d)(?:[ -]([45]\.\d{1,3}\.\d{1,3})(?!\S))?(?=[ -]|$)') as found),
      substring(in_error from '\m(ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)\M'),
      'unknown')
  end
$function$;

CREATE OR REPLACE FUNCTION app.makes_administrators(in_group lb_user)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select in_group.is_group and in_group.active and 'user-admin' = any (in_group.roles)
$function$;

CREATE OR REPLACE FUNCTION app.mask_address(in_address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select left(in_address, 1) || '***' || coalesce(substring(in_address from '@[^@]*$'), '')
$function$;

CREATE OR REPLACE FUNCTION app.may_be_named(in_tenant bigint, in_person bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (select from public.lb_user u where u.tenant_id = in_tenant and u.id = in_person
    and (not u.active or u.blocked or u.is_system or u.auditor_ends_on is not null))
$function$;
grant execute on function app.may_be_named(bigint,bigint) to writer;

CREATE OR REPLACE FUNCTION app.may_confirm(in_tenant bigint, in_person bigint, in_proposer bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select in_person is distinct from in_proposer and app.administers(in_tenant, in_person)
    and not app.made_lately(in_tenant, in_person, in_proposer)
$function$;
grant execute on function app.may_confirm(bigint,bigint,bigint) to writer;

CREATE OR REPLACE FUNCTION app.may_resend(in_mail mail)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select in_mail.state = 'failed' and in_mail.text_body is not null and in_mail.job_id is null
    and in_mail.kind not in ('order', 'change', 'cancellation', 'termination')
$function$;

CREATE OR REPLACE FUNCTION app.means()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN NULLIF(current_setting('app.means'::text, true), ''::text);
grant execute on function app.means() to gate;
grant execute on function app.means() to operator;
grant execute on function app.means() to reader;
grant execute on function app.means() to reader_price;
grant execute on function app.means() to writer;

CREATE OR REPLACE FUNCTION app.meet_device(in_tenant bigint, in_person bigint, in_device text, in_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.known_device (tenant_id, lb_user_id, device, first_seen_at, last_seen_at)
    values (in_tenant, in_person, in_device, in_now, in_now) on conflict (tenant_id, lb_user_id, device) do nothing;
  if found then
    return exists (select from public.known_device k
      where k.tenant_id = in_tenant and k.lb_user_id = in_person and k.device <> in_device);
  end if;
  update public.known_device k set last_seen_at = in_now
    where k.tenant_id = in_tenant and k.lb_user_id = in_person and k.device = in_device;
  return false;
end
$function$;
grant execute on function app.meet_device(bigint,bigint,text,timestamp with time zone) to gate;

CREATE OR REPLACE FUNCTION app.module_of(table_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (table_name = ANY (ARRAY['goods_receipt'::text, 'order_confirmation'::text, 'order_confirmation_line'::text, 'order_movement'::text, 'marketplace'::text, 'marketplace_product_group'::text, 'client_marketplace'::text, 'punchout_cart'::text, 'punchout_log'::text])) THEN 'procurement'::text WHEN (table_name = ANY (ARRAY['mailbox'::text, 'mailbox_mail'::text, 'buyer_reference'::text, 'supplier_hint'::text, 'client_tax_key'::text, 'd365_allowed_combination'::text, 'accounting_connection'::text, 'accounting_sign_in'::text, 'client_discount_code'::text, 'client_d365_dimension'::text, 'client_automatic_export'::text])) THEN 'invoice'::text WHEN (table_name ~ '^(procurement|invoice|contract)(_|$)'::text) THEN "substring"(table_name, '^[a-z]+'::text) WHEN (table_name ~ '^permission(_|$)'::text) THEN 'permissions'::text ELSE NULL::text END;
grant execute on function app.module_of(text) to reader;
grant execute on function app.module_of(text) to reader_price;

CREATE OR REPLACE FUNCTION app.modules_off()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select ',' || coalesce(string_agg(m.module || ',', '' order by m.module), '')
    from (values ('procurement', true), ('invoice', true), ('contract', false), ('permissions', false)) as m (module, by_default)
    left join public.configuration c
      on c.tenant_id = app.tenant_id() and c.client_id is null and c.key = 'module_' || m.module
    where coalesce(c.value, m.by_default::text) <> 'true'
$function$;
grant execute on function app.modules_off() to kontor_web;
grant execute on function app.modules_off() to reader;
grant execute on function app.modules_off() to reader_price;

CREATE OR REPLACE FUNCTION app.more(in_counts jsonb, in_key text, in_more bigint)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (in_more = 0) THEN in_counts ELSE (in_counts || jsonb_build_object(in_key, (COALESCE(((in_counts ->> in_key))::bigint, (0)::bigint) + in_more))) END;

CREATE OR REPLACE FUNCTION app.most_refusals()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
RETURN 10;

CREATE OR REPLACE FUNCTION app.move_key(in_tenant bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN hashtextextended(('move of tenant '::text || in_tenant), (0)::bigint);

CREATE OR REPLACE FUNCTION app.move_tenant()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status in ('archived', 'moved') then
    update public.refresh_token set revoked_at = now() where tenant_id = new.id and revoked_at is null;
    update public.lb_user set token_version = token_version + 1 where tenant_id = new.id and not is_group;
    return null;
  elsif new.status <> 'active' then
    return null;
  end if;
  perform app.queue_job(j.tenant_id, j.id, j.kind, null)
    from public.job j
    where j.tenant_id = new.id and j.state in ('queued', 'running') and not exists (
      select from graphile_worker._private_jobs q
      where (q.payload ->> 'job_id')::bigint = j.id and (q.payload ->> 'tenant_id')::bigint = new.id);
  perform graphile_worker.add_job('mail', json_build_object('tenant_id', m.tenant_id, 'mail_id', m.id), max_attempts => 100)
    from public.mail m
    where m.tenant_id = new.id and m.state in ('queued', 'sending') and not exists (
      select from graphile_worker._private_jobs q
      where (q.payload ->> 'mail_id')::bigint = m.id and (q.payload ->> 'tenant_id')::bigint = new.id);
  perform graphile_worker.add_job(
      'digest', json_build_object('tenant_id', new.id, 'person_id', n.lb_user_id), max_attempts => 100,
      job_key => format('digest %s %s', new.id, n.lb_user_id), job_key_mode => 'preserve_run_at')
    from (select distinct lb_user_id from public.notification where tenant_id = new.id and sent_at is null) n;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.move_to_merged()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  pointing record;
  place tid;
begin
  perform app.void_bank_change(new.tenant_id, new.id, '{merged_into_id}');
  delete from public.procurement_supplier_order o using app.shared_orders(new.tenant_id, new.id, new.merged_into_id) s
    where o.tenant_id = new.tenant_id and o.id = s.joining_id and not s.is_over;
  for pointing in select c.table_name, c.column_name, format('tenant_id = $1 and %I = $2', c.column_name)
      || case c.table_name
        -- Merging changes no number under which the other supplier has postings.
        when 'public.supplier_client'::regclass then ' and (external_id is null or not exists (
          select from public.supplier s where s.tenant_id = $1 and s.id = $3 and s.external_id is not null))'
        -- Lines stay with their order.
        when 'public.procurement_line'::regclass then ' and not exists (select from app.shared_orders($1, $2, $3) s
          where s.procurement_id = procurement_line.procurement_id and s.marketplace_id is not distinct from procurement_line.marketplace_id)'
        -- Access to one supplier becomes access to the other; a supplier open to everyone stays so.
        when 'public.permission_supplier'::regclass then ' and exists (select from public.permission_supplier o where o.tenant_id = $1 and o.supplier_id = $3)'
        when 'public.supplier_department'::regclass then ' and exists (select from public.supplier_department o where o.tenant_id = $1 and o.supplier_id = $3)'
        else '' end as matching
    from app.columns_of_suppliers() c
  loop
    begin
      execute format('update %s set %I = $3 where %s', pointing.table_name, pointing.column_name, pointing.matching)
        using new.tenant_id, new.id, new.merged_into_id;
    exception when unique_violation then
      -- The target already has an equal row: this one stays as history.
      for place in execute format('select ctid from %s where %s', pointing.table_name, pointing.matching)
        using new.tenant_id, new.id, new.merged_into_id
      loop
        begin
          execute format('update %s set %I = $1 where ctid = $2', pointing.table_name, pointing.column_name) using new.merged_into_id, place;
        exception when unique_violation then
          null;
        end;
      end loop;
    end;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.moving_contract(in_tenant bigint, in_id bigint)
 RETURNS TABLE(status text, creator_id bigint, client_id bigint, department_id bigint, cost_center_id bigint, ledger_account_id bigint, under_contract_id bigint, delivery_date date, invoice_date date, due_date date, currency text, total_netto numeric, total_brutto numeric, company_currency text, company_netto numeric, committed_netto numeric, assignee_ids bigint[], waiting_since timestamp with time zone, content_version integer, step text, step_kind text, step_user_id bigint, step_for_user_id bigint, asked_ids bigint[], reminded_ids bigint[], concerned_ids bigint[], holder_ids bigint[])
 LANGUAGE sql
 STABLE
AS $function$
  select h.status, h.creator_id, h.client_id, h.department_id, h.cost_center_id, h.ledger_account_id, h.id,
      -- After a notice there is no deadline to miss.
      null::date, null::date, case when h.terminated_on is null then h.termination_deadline end,
      -- Prices of different intervals are never added: the yearly value, with the expected value of usage billing (CON-37,
      -- CON-39).
      h.currency, coalesce(app.yearly_netto(h), 0), null::numeric,
      coalesce(c.currency, h.currency),
      -- In the company's currency, null without a rate: yearly cost and commitment.
      round(coalesce(app.yearly_netto(h), 0) * w.rate, 2), round(app.committed_netto(h) * w.rate, 2),
      s.assignee_ids, coalesce(s.waiting_since, r.reminded_at), t.content_version, s.step, s.step_kind, s.step_user_id,
      s.step_for_user_id, q.asked_ids, r.reminded_ids, p.concerned_ids, p.holder_ids
    from public.contract h
    left join public.client c on c.tenant_id = in_tenant and c.id = h.client_id
    cross join lateral (select case when c.currency <> h.currency then h.exchange_rate else 1 end as rate) w
    join public.timeline t on t.tenant_id = in_tenant and t.id = h.timeline_id
    cross join lateral app.listed_steps(in_tenant, h.timeline_id) s
    cross join lateral (
      select coalesce(array_agg(distinct lb_user_id) filter (where answered_at is null), '{}') as asked_ids,
          array_agg(lb_user_id) as shown_ids
        from public.document_question where tenant_id = in_tenant and contract_id = in_id
    ) q
    cross join lateral (
      select coalesce(array_agg(distinct person.id) filter (where person.id is not null), '{}') as reminded_ids,
          min(due.created_at) as reminded_at
        from public.contract_due_reminder due
        left join public.contract_reminder set on set.tenant_id = in_tenant and set.id = due.contract_reminder_id
        left join lateral app.reminded_people(in_tenant, array[set.lb_user_id, h.responsible_id, h.creator_id], h.client_id,
          due.is_wide) as person (id) on true
        where due.tenant_id = in_tenant and due.contract_id = in_id and due.acknowledged_at is null
    ) r
    cross join lateral (
      select array(select distinct person from unnest(array[h.creator_id, h.responsible_id] || array(
          select lb_user_id from public.contract_reminder where tenant_id = in_tenant and contract_id = in_id)
          || s.involved_ids || q.shown_ids || r.reminded_ids) as person
            where person is not null order by person) as concerned_ids,
          array(select distinct person from unnest(array[h.creator_id] || s.held_ids || q.shown_ids) as person
            where person is not null order by person) as holder_ids
        -- Prevents repeated evaluation.
        offset 0
    ) p
    where h.tenant_id = in_tenant and h.id = in_id
$function$;

CREATE OR REPLACE FUNCTION app.moving_invoice(in_tenant bigint, in_id bigint)
 RETURNS TABLE(status text, creator_id bigint, client_id bigint, department_id bigint, cost_center_id bigint, ledger_account_id bigint, under_contract_id bigint, delivery_date date, invoice_date date, due_date date, currency text, total_netto numeric, total_brutto numeric, company_currency text, company_netto numeric, assignee_ids bigint[], waiting_since timestamp with time zone, content_version integer, step text, step_kind text, step_user_id bigint, step_for_user_id bigint, asked_ids bigint[], concerned_ids bigint[], holder_ids bigint[])
 LANGUAGE sql
 STABLE
AS $function$
  select h.status, h.creator_id, h.client_id, h.department_id, h.cost_center_id, h.ledger_account_id, h.contract_id,
      h.delivery_date, h.invoice_date, h.due_date, h.currency, h.total_netto, h.total_brutto, coalesce(c.currency, h.currency),
      -- Without a rate the value in the company's currency is unknown.
      round(h.total_netto * case when c.currency <> h.currency then h.exchange_rate else 1 end, 2),
      s.assignee_ids, s.waiting_since, t.content_version, s.step, s.step_kind, s.step_user_id, s.step_for_user_id, q.asked_ids,
      p.concerned_ids, p.holder_ids
    from public.invoice h
    left join public.client c on c.tenant_id = in_tenant and c.id = h.client_id
    join public.timeline t on t.tenant_id = in_tenant and t.id = h.timeline_id
    cross join lateral app.listed_steps(in_tenant, h.timeline_id) s
    cross join lateral (
      select coalesce(array_agg(distinct lb_user_id) filter (where answered_at is null), '{}') as asked_ids,
          array_agg(lb_user_id) as shown_ids
        from public.document_question where tenant_id = in_tenant and invoice_id = in_id
    ) q
    cross join lateral (
      select array(select distinct person from unnest(array[h.creator_id] || s.involved_ids || q.shown_ids) as person
            where person is not null order by person) as concerned_ids,
          array(select distinct person from unnest(array[h.creator_id] || s.held_ids || q.shown_ids) as person
            where person is not null order by person) as holder_ids
        -- Prevents repeated evaluation.
        offset 0
    ) p
    where h.tenant_id = in_tenant and h.id = in_id
$function$;

CREATE OR REPLACE FUNCTION app.moving_procurement(in_tenant bigint, in_id bigint)
 RETURNS TABLE(status text, creator_id bigint, client_id bigint, department_id bigint, cost_center_id bigint, ledger_account_id bigint, under_contract_id bigint, delivery_date date, invoice_date date, due_date date, currency text, total_netto numeric, total_brutto numeric, company_currency text, company_netto numeric, assignee_ids bigint[], waiting_since timestamp with time zone, content_version integer, step text, step_kind text, step_user_id bigint, step_for_user_id bigint, asked_ids bigint[], concerned_ids bigint[], holder_ids bigint[])
 LANGUAGE sql
 STABLE
AS $function$
  select h.status, h.creator_id, h.client_id, h.department_id, h.cost_center_id, h.ledger_account_id, h.contract_id,
      h.delivery_date, null::date, h.delivery_date, h.currency, h.total_netto, h.total_brutto, coalesce(c.currency, h.currency),
      -- Without a rate the value in the company's currency is unknown.
      round(h.total_netto * case when c.currency <> h.currency then h.exchange_rate else 1 end, 2),
      s.assignee_ids, s.waiting_since, t.content_version, s.step, s.step_kind, s.step_user_id, s.step_for_user_id, q.asked_ids,
      p.concerned_ids, p.holder_ids
    from public.procurement h
    left join public.client c on c.tenant_id = in_tenant and c.id = h.client_id
    join public.timeline t on t.tenant_id = in_tenant and t.id = h.timeline_id
    cross join lateral app.listed_steps(in_tenant, h.timeline_id) s
    cross join lateral (
      select coalesce(array_agg(distinct lb_user_id) filter (where answered_at is null), '{}') as asked_ids,
          array_agg(lb_user_id) filter (where h.status <> 'draft') as shown_ids
        from public.document_question where tenant_id = in_tenant and procurement_id = in_id
    ) q
    cross join lateral (
      select array(select distinct person from unnest(array[h.creator_id, h.consignee_id] || array(
          select sent_by_id from public.procurement_supplier_order where tenant_id = in_tenant and procurement_id = in_id)
          || s.involved_ids || q.shown_ids) as person
            where person is not null order by person) as concerned_ids,
          array(select distinct person from unnest(array[h.creator_id] || s.held_ids || q.shown_ids) as person
            where person is not null order by person) as holder_ids
        -- Prevents repeated evaluation.
        offset 0
    ) p
    where h.tenant_id = in_tenant and h.id = in_id
$function$;

CREATE OR REPLACE FUNCTION app.name_of(in_table text, in_id bigint, in_row jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found text;
begin
  if in_table = 'configuration' then
    return '';
  end if;
  execute format('select name from public.%I where tenant_id = $1 and id = $2',
    case in_table when 'task_group' then 'lb_user' else in_table end) into found using (in_row ->> 'tenant_id')::bigint, in_id;
  return coalesce(in_row ->> 'name', found, '');
end
$function$;
grant execute on function app.name_of(text,bigint,jsonb) to writer;

CREATE OR REPLACE FUNCTION app.named_by(in_tenant bigint, in_supplier bigint, in_column text, in_value text, in_client bigint DEFAULT NULL::bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
  select o.name from public.supplier o
  -- One index scan per column: a condition over all columns, or a join, would read all suppliers.
  where o.tenant_id = in_tenant and o.active and o.id <> in_supplier and o.id = any (array(
      select s.id from public.supplier s where in_column = 'vat_number' and s.tenant_id = in_tenant and s.vat_number = in_value
      union all select s.id from public.supplier s where in_column = 'iban' and s.tenant_id = in_tenant and s.iban = in_value
      union all select k.supplier_id from public.supplier_client k
        where in_column = 'vendor_account' and k.tenant_id = in_tenant and k.client_id = in_client and k.vendor_account = in_value
      union all select s.id from public.supplier s
        where in_column = 'external_id' and s.tenant_id = in_tenant and rtrim(s.external_id, '0') = rtrim(in_value, '0')
      union all select k.supplier_id from public.supplier_client k
        where in_column = 'external_id' and k.tenant_id = in_tenant and rtrim(k.external_id, '0') = rtrim(in_value, '0')))
    -- The number applies in the company, or in each company without its own number for the supplier.
    and (in_column <> 'external_id' or exists (
      select from public.client c
      left join public.supplier_client k on k.tenant_id = c.tenant_id and k.client_id = c.id and k.supplier_id = o.id
      where c.tenant_id = in_tenant
        and case when in_client is not null then c.id = in_client else not exists (select from public.supplier_client m
          where m.tenant_id = in_tenant and m.supplier_id = in_supplier and m.client_id = c.id and m.external_id is not null) end
        and rpad(coalesce(k.external_id, o.external_id), c.ledger_account_length + 1, '0') = rpad(in_value, c.ledger_account_length + 1, '0')))
  order by o.id limit 1
$function$;

CREATE OR REPLACE FUNCTION app.names_in(translations jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (jsonb_path_query_array(translations, '$[*]."name"'::jsonpath))::text;
grant execute on function app.names_in(jsonb) to gate;
grant execute on function app.names_in(jsonb) to reader;
grant execute on function app.names_in(jsonb) to reader_price;
grant execute on function app.names_in(jsonb) to writer;

CREATE OR REPLACE PROCEDURE app.narrow(IN table_name text)
 LANGUAGE plpgsql
AS $procedure$
declare
  target regclass := format('public.%I', table_name)::regclass;
  controls text;
  bank text;
begin
  select string_agg(quote_ident(name), ', ') into controls from unnest(app.control_columns(table_name)) as name;
  select string_agg(quote_ident(name), ', ') into bank from unnest(app.bank_columns(table_name)) as name;
  if controls is not null then
    execute format('revoke select (%s) on %s from reader, reader_price', controls, target);
    execute format('grant select (%s) on %s to reader_admin', controls, target);
  end if;
  if bank is not null then
    execute format('revoke select (%s) on %s from reader, reader_price', bank, target);
    execute format('grant select (%s) on %s to reader_bank, reader_price_bank', bank, target);
  end if;
end
$procedure$;

CREATE OR REPLACE FUNCTION app.needed_invoices(in_tenant bigint, in_going bigint[])
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with recursive needed as (
    select unnest(taken_off_ids || corrects_invoice_id) as id from public.invoice
      where tenant_id = in_tenant and (taken_off_ids is not null or corrects_invoice_id is not null) and id <> all (in_going)
    union
    select unnest(i.taken_off_ids || i.corrects_invoice_id) from needed n
      join public.invoice i on i.tenant_id = in_tenant and i.id = n.id
  )
  select id from needed where id is not null
$function$;

CREATE OR REPLACE FUNCTION app.network_of(in_address text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  plain constant text := regexp_replace(regexp_replace(in_address, '^::ffff:(?=\d+\.)', '', 'i'), '%.*$', '');
begin
  if not coalesce(pg_catalog.pg_input_is_valid(plain, 'inet'), false) then
    return null;
  end if;
  return pg_catalog.text(pg_catalog.network(pg_catalog.set_masklen(plain::inet, case pg_catalog.family(plain::inet) when 4 then 24 else 48 end)));
end
$function$;

CREATE OR REPLACE FUNCTION app.next_link(previous bytea, start bytea, content bytea)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN sha256((COALESCE(previous, start, '\x'::bytea) || content));

CREATE OR REPLACE FUNCTION app.next_number(in_abbreviation text, at_least integer DEFAULT 1)
 RETURNS integer
 LANGUAGE sql
BEGIN ATOMIC
 INSERT INTO number_counter AS counter (tenant_id, abbreviation, last)
   VALUES (app.tenant_id(), next_number.in_abbreviation, GREATEST(next_number.at_least, 1)) ON CONFLICT(tenant_id, abbreviation) DO UPDATE SET last = GREATEST((counter.last + 1), next_number.at_least)
   RETURNING counter.last;
END;
grant execute on function app.next_number(text,integer) to writer;

CREATE OR REPLACE FUNCTION app.note_audit(in_type text, in_table text, in_relation text, in_record bigint, in_info text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  new_id bigint;
  via text;
begin
  if app.actor_id() is distinct from app.user_id() then
    select ' via ' || name into via from public.lb_user where tenant_id = app.tenant_id() and id = app.user_id();
  end if;
  if in_type not in ('info', 'checkbox') or app.tenant_id() is null then
    raise exception 'permission denied for table audit_log' using errcode = '42501';
  end if;
  insert into public.audit_log (tenant_id, type, "table", relation_table, foreign_key, lb_user_id, info, random_id, procurement_id, invoice_id, contract_id)
    values (app.tenant_id(), in_type, in_table, in_relation, in_record, app.actor_id(), in_info || coalesce(via, ''), app.audit_group(),
            case when in_table = 'procurement' then in_record end, case when in_table = 'invoice' then in_record end,
            case when in_table = 'contract' then in_record end)
    returning id into new_id;
  return new_id;
end
$function$;
grant execute on function app.note_audit(text,text,text,bigint,text) to writer;

CREATE OR REPLACE FUNCTION app.note_automatic_export()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and new.automatic_export = old.automatic_export or tg_op = 'INSERT' and new.automatic_export = 'off' then
    return null;
  end if;
  delete from public.client_automatic_export where tenant_id = new.tenant_id and client_id = new.id;
  if new.automatic_export <> 'off' then
    insert into public.client_automatic_export (tenant_id, client_id, set_by_id)
      values (new.tenant_id, new.id, nullif(app.actor_id(), 0));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.note_bank_change(in_supplier bigint, in_iban text, in_bic text, in_proposed_by bigint, in_invoice bigint, in_is_alone boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if in_is_alone and app.accounts_are_watched(app.tenant_id(), app.actor_id())
      or not in_is_alone and app.actor_id() = any (app.proposers_of_account(app.tenant_id(), in_supplier, in_iban)) then
    raise exception 'permission denied for table supplier_bank_change' using errcode = '42501';
  end if;
  update public.supplier_bank_change set state = 'replaced', decided_by_id = app.user_id(), decided_at = now()
    where tenant_id = app.tenant_id() and supplier_id = in_supplier and state = 'pending' and iban is not distinct from in_iban;
  insert into public.supplier_bank_change (tenant_id, supplier_id, iban, bic, former_iban, former_bic, state, at_once, proposed_by_id,
      decided_by_id, decided_at, source_invoice_id)
    select s.tenant_id, s.id, in_iban, in_bic, s.iban, s.bic, 'confirmed', in_is_alone, in_proposed_by, app.user_id(), now(), in_invoice
    from public.supplier s where s.tenant_id = app.tenant_id() and s.id = in_supplier;
end
$function$;
grant execute on function app.note_bank_change(bigint,text,text,bigint,bigint,boolean) to writer;

CREATE OR REPLACE FUNCTION app.note_budget_used()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.used := app.budget_used((new.before ->> 'cost_center_id')::bigint, (new.row_key ->> 'id')::bigint, (new.before ->> 'start')::date);
  select left(concat_ws(' ', c.number, c.name) || ', ' || b.name, 300) into new.of_name from public.budget b
    join public.cost_center c on c.tenant_id = b.tenant_id and c.id = b.cost_center_id
    where b.tenant_id = new.tenant_id and b.id = (new.row_key ->> 'id')::bigint;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.note_changed_documents()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  noted text;
begin
  if tg_table_name in ('timeline_entry', 'document_question') then
    select string_agg(distinct concat_ws(' ', tenant_id,
        case when procurement_id is not null then 'procurement' when invoice_id is not null then 'invoice' else 'contract' end,
        coalesce(procurement_id, invoice_id, contract_id), 'step'), ',') into noted
      from changed where coalesce(procurement_id, invoice_id, contract_id) is not null;
  elsif tg_table_name = 'procurement_supplier_order' then
    select string_agg(distinct concat_ws(' ', tenant_id, 'procurement', procurement_id, 'step'), ',') into noted from changed;
  elsif tg_table_name in ('contract_reminder', 'contract_due_reminder', 'contract_notice_day') then
    select string_agg(distinct concat_ws(' ', tenant_id, 'contract', contract_id, 'step'), ',') into noted from changed;
  elsif tg_table_name = 'timeline' then
    select string_agg(concat_ws(' ', c.tenant_id, d.kind, d.id, 'step'), ',') into noted
      from changed c join public.document d on d.tenant_id = c.tenant_id and d.timeline_id = c.id;
  elsif tg_table_name = 'procurement_line' then
    select string_agg(distinct concat_ws(' ', tenant_id, 'procurement', procurement_id, 'all'), ',') into noted from changed;
  elsif tg_table_name = 'invoice_line' then
    select string_agg(distinct concat_ws(' ', tenant_id, 'invoice', invoice_id, 'all'), ',') into noted from changed;
  elsif tg_table_name = 'contract_line' then
    select string_agg(distinct concat_ws(' ', tenant_id, 'contract', contract_id, 'all'), ',') into noted from changed;
  else
    select string_agg(concat_ws(' ', tenant_id, tg_table_name, id, case tg_op when 'INSERT' then 'all' else 'head' end), ',')
      into noted from changed;
  end if;
  perform set_config('app.changed_documents',
    concat_ws(',', nullif(current_setting('app.changed_documents', true), ''), noted), true);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.note_count(in_count security_count)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.security_log (tenant_id, kind, lb_user_id, actor_id, times)
    select in_count.tenant_id, in_count.kind, nullif(in_count.lb_user_id, 0), nullif(in_count.lb_user_id, 0), in_count.times - app.most_refusals()
    where in_count.times > app.most_refusals()
$function$;

CREATE OR REPLACE FUNCTION app.note_hand()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  followed text[] := array['updated_at', 'entry_no', 'size', 'text_type'];
begin
  if tg_table_name = 'timeline_entry' and changed ->> 'type' = 'comment'
     or tg_op = 'UPDATE' and to_jsonb(old) - followed = changed - followed then
    return null;
  end if;
  insert into public.document_hand (tenant_id, procurement_id, invoice_id, contract_id, lb_user_id, actor_id)
    select app.tenant_id(), d.procurement_id, d.invoice_id, d.contract_id, app.user_id(), app.actor_id()
    from (
      select id as procurement_id, null::bigint as invoice_id, null::bigint as contract_id from public.procurement
        where tenant_id = app.tenant_id() and id = app.document_of(changed, tg_table_name, 'procurement')
      union all
      select null, id, null from public.invoice
        where tenant_id = app.tenant_id() and id = app.document_of(changed, tg_table_name, 'invoice')
      union all
      select null, null, id from public.contract
        where tenant_id = app.tenant_id() and id = app.document_of(changed, tg_table_name, 'contract')
    ) d limit 1
    on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.note_maker()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  actor constant bigint := nullif(app.actor_id(), 0);
begin
  if actor is null or actor = new.id then
    return new;
  end if;
  if tg_op = 'INSERT' then
    new.made_by_id := actor;
    new.made_at := now();
    return new;
  end if;
  if new.email is distinct from old.email or (new.active and not new.blocked) and (old.blocked or not old.active)
      or 'user-admin' = any (new.roles) and not app.administers(old.tenant_id, old.id) then
    new.made_by_id := actor;
    new.made_at := now();
  end if;
  if (new.blocked or not new.active) and app.administers(old.tenant_id, old.id) then
    new.put_out_at := now();
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.note_maker_in_groups()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_table_name = 'task_group_user' then
    perform app.note_maker_of_members(new.tenant_id, g.id, array[new.lb_user_id]) from public.lb_user g
      where g.tenant_id = new.tenant_id and g.id = new.task_group_id and app.makes_administrators(g);
  elsif app.makes_administrators(new) and not app.makes_administrators(old) then
    perform app.note_maker_of_members(new.tenant_id, new.id, array(
      select m.lb_user_id from public.task_group_user m where m.tenant_id = new.tenant_id and m.task_group_id = new.id));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.note_maker_of_members(in_tenant bigint, in_group bigint, in_people bigint[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.lb_user u set made_by_id = nullif(app.actor_id(), 0), made_at = now()
  where u.tenant_id = in_tenant and u.id = any (in_people) and nullif(app.actor_id(), 0) <> u.id and not 'user-admin' = any (u.roles)
    and not exists (
      select from public.task_group_user m join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id
      where m.tenant_id = in_tenant and m.lb_user_id = u.id and g.id <> in_group and app.makes_administrators(g))
$function$;

CREATE OR REPLACE FUNCTION app.note_money_hand()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if coalesce(app.actor_id(), 0) > 0 and not app.actor_id() = any (new.money_by_ids) then
    new.money_by_ids := new.money_by_ids || app.actor_id();
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.note_money_hand_of_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  line public.invoice_line := case when tg_op = 'DELETE' then old else new end;
begin
  update public.invoice set money_by_ids = money_by_ids || app.actor_id()
    where tenant_id = line.tenant_id and id = line.invoice_id and app.actor_id() > 0 and not app.actor_id() = any (money_by_ids);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.note_operation(in_tenant bigint, in_what text, in_about text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.audit_log (
    tenant_id, type, "table", relation_table, foreign_key, lb_user_id, affected_properties, data_before, data_after, info, random_id)
  select in_tenant, 'update', 'tenant', 'tenant', in_tenant, case when in_tenant = app.tenant_id() then app.actor_id() end,
    array[in_what], jsonb_build_object(in_what, null), jsonb_build_object(in_what, in_about), 'operator ' || u.name, app.audit_group()
  from public.lb_user u where u.tenant_id = app.tenant_id() and u.id = app.actor_id()
$function$;

CREATE OR REPLACE FUNCTION app.note_reached(in_table text, in_ids bigint[], in_clients bigint[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select set_config('app.reached', (coalesce(nullif(current_setting('app.reached', true), ''), '[]')::jsonb
    || jsonb_build_object('table', in_table, 'ids', in_ids, 'clients', in_clients))::text, true)
  where cardinality(in_ids) > 0
$function$;
grant execute on function app.note_reached(text,bigint[],bigint[]) to writer;

CREATE OR REPLACE FUNCTION app.note_reached_setting(in_key text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select set_config('app.reached_settings', concat_ws(',', nullif(current_setting('app.reached_settings', true), ''), in_key), true)
$function$;
grant execute on function app.note_reached_setting(text) to writer;

CREATE OR REPLACE FUNCTION app.note_standing_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "app.tenant_id" TO ''
AS $function$
begin
  insert into public.supplier_bank_change (tenant_id, supplier_id, iban, bic, state, at_once, decided_at)
    select new.tenant_id, new.id, new.iban, new.bic, 'confirmed', true, now()
    where not app.is_account_confirmed(new.tenant_id, new.id, new.iban);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.note_steered(in_table text, in_rows jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select set_config('app.steered', (steered || jsonb_build_object(in_table, coalesce(steered -> in_table, '{}') || in_rows))::text, true)
  from (select coalesce(nullif(current_setting('app.steered', true), ''), '{}')::jsonb as steered) known
  where in_rows is not null
$function$;
grant execute on function app.note_steered(text,jsonb) to writer;

CREATE OR REPLACE FUNCTION app.note_taken_off()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.taken_off_ids := case when new.document_type = 'final' and (new.is_leaving or new.status = 'completed')
    then coalesce(new.taken_off_ids, array(select id from app.prepayments_of(new))) end;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.note_twins()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  named jsonb;
begin
  if exists (
    select from public.supplier o where o.tenant_id = new.tenant_id and o.id <> new.id and o.merged_into_id is null and o.vat_number = new.vat_number
    union all select from public.supplier o where o.tenant_id = new.tenant_id and o.id <> new.id and o.merged_into_id is null and o.tax_number = new.tax_number
    union all select from public.supplier o where o.tenant_id = new.tenant_id and o.id <> new.id and o.merged_into_id is null and o.iban = new.iban
    union all select from public.supplier_bank_change b
      where b.tenant_id = new.tenant_id and b.iban = new.iban and b.supplier_id <> new.id and b.state = 'pending') then
    perform set_config('app.twins', (coalesce(nullif(current_setting('app.twins', true), ''), '0')::integer + 1)::text, true);
    -- An import names the first of them.
    named := coalesce(nullif(current_setting('app.twin_names', true), ''), '[]')::jsonb;
    if jsonb_array_length(named) < 10 then
      perform set_config('app.twin_names', (named || to_jsonb(new.name))::text, true);
    end if;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.note_unclaimed_folders(in_names text[], in_problems text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.unclaimed_folder where name <> all (in_names);
  insert into public.unclaimed_folder (name, problem) select * from unnest(in_names, in_problems)
    on conflict (name) do update set problem = excluded.problem, seen_at = now()
$function$;
grant execute on function app.note_unclaimed_folders(text[],text[]) to gate;

CREATE OR REPLACE FUNCTION app.note_undercut_budget(in_budget jsonb, in_after jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select set_config('app.undercut_budgets', (coalesce(nullif(current_setting('app.undercut_budgets', true), ''), '[]')::jsonb
    || jsonb_build_object('id', in_budget -> 'id', 'after', in_after,
      'name', (select left(concat_ws(' ', c.number, c.name), 200) from public.cost_center c
        where c.tenant_id = (in_budget ->> 'tenant_id')::bigint and c.id = (in_budget ->> 'cost_center_id')::bigint)
        || ', ' || (in_budget ->> 'name')))::text, true)
$function$;

CREATE OR REPLACE FUNCTION app.note_untold_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.is_untold := exists (select from public.client c where c.tenant_id = new.tenant_id and c.bank_change_second_person);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.note_webhook_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.webhook w where w.tenant_id = new.tenant_id and w.active) then
    insert into public.webhook_delivery (tenant_id, webhook_id, event, subject_table, subject_id, facts, occurred_at)
      select w.tenant_id, w.id, e.event, e.subject_table, e.subject_id, e.facts, new.created_at
      from app.webhook_events(new) e
      join public.webhook w on w.tenant_id = new.tenant_id and w.active and e.event = any (w.events)
      where not exists (select from public.webhook_delivery d
        where d.tenant_id = w.tenant_id and d.webhook_id = w.id and d.state = 'waiting' and d.created_at = now()
          and d.event = e.event and d.subject_table = e.subject_table and d.subject_id = e.subject_id and d.facts = e.facts);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.notice_of_contract(in_tenant bigint, in_id bigint)
 RETURNS TABLE(urgent_on date, at_stake numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(n.day, u.urgent_on),
      case when n.day is null then u.at_stake
        when c.currency <> h.currency and h.exchange_rate is null then null
        else n.at_stake end
    from app.urgency_of_contract(in_tenant, in_id) u
    join public.contract h on h.tenant_id = in_tenant and h.id = in_id
    left join public.client c on c.tenant_id = in_tenant and c.id = h.client_id
    left join public.contract_notice_day n
      on n.tenant_id = in_tenant and n.contract_id = in_id and n.deadline = u.urgent_on
    -- A plan of its own, as that of the estimate.
    offset 0
$function$;

CREATE OR REPLACE FUNCTION app.number_key(in_printed text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN NULLIF(ltrim(regexp_replace(upper(in_printed), '[^[:alnum:]]'::text, ''::text, 'g'::text), '0'::text), ''::text);
grant execute on function app.number_key(text) to writer;

CREATE OR REPLACE FUNCTION app.number_words(formatted text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT concat_ws(' '::text, (parts.kind || parts.digits), (SELECT string_agg(substr(parts.digits, place.place), ' '::text) AS string_agg FROM generate_series(1, length(parts.digits)) place(place))) AS concat_ws FROM (SELECT "substring"(number_words.formatted, '^\D*'::text) AS kind, ltrim("substring"(number_words.formatted, '\d+$'::text), '0'::text) AS digits) parts);
grant execute on function app.number_words(text) to gate;
grant execute on function app.number_words(text) to reader;
grant execute on function app.number_words(text) to reader_price;
grant execute on function app.number_words(text) to writer;

CREATE OR REPLACE FUNCTION app.of_other_companies(in_table text)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select l.cost_center_id from public.cost_center_client l
    where in_table = 'cost_center' and l.tenant_id = app.tenant_id()
    group by l.cost_center_id having not bool_or(l.client_id = app.auditor_client())
  union all
  select d.id from public.department d
    where in_table = 'department' and d.tenant_id = app.tenant_id() and d.client_id is distinct from app.auditor_client()
      and (d.client_id is not null
        or exists (select from public.department_client l where l.tenant_id = d.tenant_id and l.department_id = d.id))
      and not exists (select from public.department_client l
        where l.tenant_id = d.tenant_id and l.department_id = d.id and l.client_id = app.auditor_client())
  union all
  -- A supplier of a visible invoice or order is needed to understand it, whichever company it belongs to.
  select l.supplier_id from public.supplier_client l
    where in_table = 'supplier' and l.tenant_id = app.tenant_id()
    group by l.supplier_id having not bool_or(l.client_id = app.auditor_client())
      and not exists (select from public.document d
        where d.tenant_id = app.tenant_id() and d.supplier_id = l.supplier_id and d.client_id = app.auditor_client())
$function$;
grant execute on function app.of_other_companies(text) to auditor;

CREATE OR REPLACE FUNCTION app.open_statuses(in_kind text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE in_kind WHEN 'procurement'::text THEN '{open,approval,approved,ordered,clearing}'::text[] WHEN 'invoice'::text THEN '{open,approval,financial-approval,clearing,accounting,export}'::text[] WHEN 'contract'::text THEN '{pending,check,contract-approval,signature,clearing,completed,active,inactive}'::text[] ELSE NULL::text[] END;
grant execute on function app.open_statuses(text) to reader;
grant execute on function app.open_statuses(text) to reader_price;
grant execute on function app.open_statuses(text) to writer;

CREATE OR REPLACE FUNCTION app.operation_proofs()
 RETURNS TABLE(kind text, proven_at timestamp with time zone, is_passed boolean, figures jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  (select distinct on (p.kind) p.kind, p.proven_at, p.is_passed, p.figures
     from public.operation_proof p order by p.kind, p.proven_at desc)
  union all
  select 'version', v.first_at, true, jsonb_build_object('version', v.version) from app.product_version v
$function$;
grant execute on function app.operation_proofs() to writer;

CREATE OR REPLACE FUNCTION app.operators()
 RETURNS TABLE(tenant_id bigint, id bigint, email text, name text, lang text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.tenant_id, u.id, u.email, u.name::text, u.lang from public.lb_user u
  join public.tenant t on t.id = u.tenant_id
  where 'user-operator' = any (u.roles) and u.active and not u.blocked and not u.is_group and u.email is not null
  order by u.tenant_id, u.id limit 20
$function$;
grant execute on function app.operators() to writer;

CREATE OR REPLACE FUNCTION app.ordered_key(product_id bigint, supplier_id bigint, item_number text, unit text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (jsonb_build_array(product_id, CASE WHEN (product_id IS NULL) THEN supplier_id ELSE NULL::bigint END, CASE WHEN (product_id IS NULL) THEN item_number ELSE NULL::text END, COALESCE(unit, ''::text)))::text;

CREATE OR REPLACE FUNCTION app.ordered_products(in_orders bigint[], in_currencies text[])
 RETURNS TABLE(product_id bigint, supplier_id bigint, item_number text, unit text, currency text, quantity numeric, net numeric)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with orders as materialized (
    select o.currency, case when p.currency <> o.currency then p.exchange_rate else 1 end as rate, array_agg(o.id) as ids
      from unnest(in_orders, in_currencies) as o (id, currency)
      join public.procurement p on p.tenant_id = app.tenant_id() and p.id = o.id
      where app.has_role('user-price')
      group by 1, 2
  )
  select l.product_id, l.supplier_id, l.item_number, l.unit, o.currency, sum(l.quantity),
      coalesce(sum(l.net * o.rate), 0)
    from orders o
    cross join lateral (
      select product_id, case when product_id is null then supplier_id end as supplier_id,
          case when product_id is null then item_number end as item_number, coalesce(unit, '') as unit,
          sum(quantity) as quantity, sum(total_netto) as net
        from public.procurement_line
        where tenant_id = app.tenant_id() and kind = 'item' and (product_id is not null or item_number is not null)
          and procurement_id = any (o.ids)
        group by 1, 2, 3, 4
      offset 0
    ) l
    group by 1, 2, 3, 4, 5
$function$;
grant execute on function app.ordered_products(bigint[],text[]) to reader_price;

CREATE OR REPLACE FUNCTION app.orders_of_invoices(in_tenant bigint, in_ids bigint[])
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select procurement_id from public.invoice
    where tenant_id = in_tenant and id = any (in_ids) and procurement_id is not null
  union
  select o.procurement_id from public.invoice_line l
    join public.procurement_line o on o.tenant_id = in_tenant and o.id = l.procurement_line_id
    where l.tenant_id = in_tenant and l.invoice_id = any (in_ids)
$function$;
grant execute on function app.orders_of_invoices(bigint,bigint[]) to writer;

CREATE OR REPLACE FUNCTION app.own_currency()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  own text;
  known record;
  found record;
  is_other boolean := false;
begin
  select c.currency into own from public.client c where c.tenant_id = new.tenant_id and c.id = new.client_id;
  if own is null then
    return new;
  end if;
  if new.currency = own then
    new.exchange_rate := null;
    new.rate_date := null;
    new.rate_source := null;
    return new;
  end if;
  select * into known from app.rate_day_of(new);
  if tg_op = 'UPDATE' then
    is_other := (new.currency, new.client_id) is distinct from (old.currency, old.client_id);
  end if;
  if new.exchange_rate is null or tg_op = 'UPDATE' and new.rate_source = 'ecb' and new.exchange_rate is not distinct from old.exchange_rate
    and (is_other or known.is_open) then
    select * into found from app.reference_rate(own, new.currency, known.day);
    if found.rate is not null then
      new.exchange_rate := found.rate;
      new.rate_date := found.day;
      new.rate_source := 'ecb';
    elsif is_other or new.exchange_rate is null then
      new.exchange_rate := null;
      new.rate_source := null;
    end if;
  elsif new.rate_source is distinct from 'document' then
    select * into found from app.reference_rate(own, new.currency, coalesce(new.rate_date, known.day));
    new.rate_source := case when found.rate = new.exchange_rate then 'ecb' else 'typed' end;
    if new.rate_source = 'ecb' then
      new.rate_date := found.day;
    end if;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.own_currency_of_company()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.procurement set exchange_rate = null, rate_date = null, rate_source = null
    where tenant_id = new.tenant_id and client_id = new.id and currency = new.currency and exchange_rate is not null;
  update public.invoice set exchange_rate = null, rate_date = null, rate_source = null
    where tenant_id = new.tenant_id and client_id = new.id and currency = new.currency and exchange_rate is not null;
  update public.contract set exchange_rate = null, rate_date = null, rate_source = null
    where tenant_id = new.tenant_id and client_id = new.id and currency = new.currency and exchange_rate is not null;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.own_mail_interval(in_person bigint)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select notification_mail_interval_minutes from public.lb_user
    where tenant_id = app.tenant_id() and id = in_person and id = app.user_id()
$function$;
grant execute on function app.own_mail_interval(bigint) to reader;
grant execute on function app.own_mail_interval(bigint) to reader_price;

CREATE OR REPLACE FUNCTION app.own_parts(i invoice)
 RETURNS TABLE(cost_center_id bigint, ledger_account_id bigint, net numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(l.cost_center_id, i.cost_center_id), coalesce(l.ledger_account_id, i.ledger_account_id),
      round(sum(l.total_netto) * app.known_rate(i.tenant_id, i.client_id, i.currency, i.exchange_rate), 2)
    from public.invoice_line l where l.tenant_id = i.tenant_id and l.invoice_id = i.id group by 1, 2
  union all
  select i.cost_center_id, i.ledger_account_id, round(i.total_netto * app.known_rate(i.tenant_id, i.client_id, i.currency, i.exchange_rate), 2) where not exists (
    select from public.invoice_line l where l.tenant_id = i.tenant_id and l.invoice_id = i.id)
$function$;
grant execute on function app.own_parts(invoice) to writer;

CREATE OR REPLACE FUNCTION app.own_steps_done(in_from timestamp with time zone, in_to timestamp with time zone, in_types text[])
 RETURNS TABLE(type text, waited interval)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_bitmapscan TO 'off'
AS $function$
  select e.type, e.completed_at - coalesce(e.waited_since, app.looked_up_wait(e.tenant_id, e.timeline_id, e.created_at, e.completed_at))
    from public.timeline_entry e
    where e.tenant_id = app.tenant_id() and e.lb_user_id = app.user_id() and e.status in ('approved', 'declined')
      and e.completed_at >= in_from and e.completed_at < in_to and e.type = any (in_types)
      and case when e.procurement_id is not null then 'procurement' when e.invoice_id is not null then 'invoice' else 'contract' end
        = any ((select app.kinds_on())::text[])
$function$;
grant execute on function app.own_steps_done(timestamp with time zone,timestamp with time zone,text[]) to reader;
grant execute on function app.own_steps_done(timestamp with time zone,timestamp with time zone,text[]) to reader_price;

CREATE OR REPLACE FUNCTION app.parts_of_charts(status text, department_id bigint, cost_center_id bigint, ledger_account_id bigint)
 RETURNS TABLE(dimension text, key text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  values ('status', status), ('department', department_id::text), ('cost_center', cost_center_id::text),
    ('ledger_account', ledger_account_id::text)
$function$;

CREATE OR REPLACE FUNCTION app.pass_invoiced_netto()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  tenants bigint[];
  orders bigint[];
begin
  if tg_table_name = 'invoice' then
    select array_agg(distinct c.tenant_id), array_agg(distinct o.id) into tenants, orders
    from changed c cross join lateral (
      select app.orders_of_invoices(c.tenant_id, array(select app.with_corrections(c.tenant_id, array[c.id]))) as id
      union
      select c.procurement_id where c.procurement_id is not null
      union
      select l.procurement_id from public.invoice_line i
        join public.procurement_line l on l.tenant_id = c.tenant_id and l.id = i.procurement_line_id
        where i.tenant_id = c.tenant_id and i.invoice_id = c.id
    ) o;
  else
    select array_agg(distinct c.tenant_id), array_agg(distinct o.id) into tenants, orders
    from changed c cross join lateral (
      select l.procurement_id as id from public.procurement_line l
        where l.tenant_id = c.tenant_id and l.id = c.procurement_line_id
      union
      select i.procurement_id from public.invoice i
        where i.tenant_id = c.tenant_id and i.id = c.invoice_id and i.procurement_id is not null
    ) o
    where c.procurement_line_id is not null;
  end if;
  if orders is null then
    return null;
  end if;
  -- Locks several orders in a fixed order.
  perform from public.procurement p where p.tenant_id = any (tenants) and p.id = any (orders) order by p.id for no key update;
  update public.procurement p set
    open_value = p.total_netto - touched.net,
    completely_invoiced = case
      when p.type <> 'single_invoice' then p.completely_invoiced
      when touched.net > 0 and touched.net >= p.total_netto then true
      -- An order completed by invoices is open again without them. A credit note alone reopens nothing, since no
      -- invoice is to follow, but it does not keep an order completed by others; a manual setting stays.
      when touched.charged < p.total_netto and (p.open_value <= 0 or touched.net < touched.charged and not exists (
        select from public.timeline_entry e
        where e.tenant_id = p.tenant_id and e.procurement_id = p.id and e.message_code = 'document_edited'
          and e.message_values ->> 'fields' = 'completely_invoiced')) then false
      else p.completely_invoiced end
    from (
      select o.tenant_id, o.id, i.net, i.charged
      from public.procurement o cross join lateral app.invoiced_of(o.tenant_id, o.id, o.currency,
        app.known_rate(o.tenant_id, o.client_id, o.currency, o.exchange_rate)) i
      where o.tenant_id = any (tenants) and o.id = any (orders)
    ) touched
    where p.tenant_id = touched.tenant_id and p.id = touched.id and p.open_value is distinct from p.total_netto - touched.net;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.pass_supplier_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.product set supplier_text = new.name where tenant_id = new.tenant_id and supplier_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.people_of_others()
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select u.id from public.lb_user u
    where u.tenant_id = app.tenant_id() and u.client_id <> app.auditor_client() and u.id is distinct from app.user_id()
      and not app.administers(u.tenant_id, u.id) and not u.roles && '{user-can-insert-supplier,user-can-insert-product}'
      and not exists (select from public.document_person p
        join public.document d on d.tenant_id = p.tenant_id and d.kind = p.kind and d.id = p.document_id
        where p.tenant_id = u.tenant_id and p.lb_user_id = u.id and d.client_id = app.auditor_client())
      and not exists (select from public.cost_center_approver a where a.tenant_id = u.tenant_id and a.lb_user_id = u.id
        and a.cost_center_id not in (select app.of_other_companies('cost_center')))
      and not exists (select from public.department_approver a where a.tenant_id = u.tenant_id and a.lb_user_id = u.id
        and a.department_id not in (select app.of_other_companies('department')))
      and not exists (select from public.supplier_approver a where a.tenant_id = u.tenant_id and a.lb_user_id = u.id
        and a.supplier_id not in (select app.of_other_companies('supplier')))
$function$;
grant execute on function app.people_of_others() to auditor;

CREATE OR REPLACE PROCEDURE app.permission_wall(IN table_name text)
 LANGUAGE plpgsql
AS $procedure$
declare
  condition text := format(
    '(select app.is_admin()) or %1$s.id <> all ((select app.hidden_rows(%1$L))::bigint[])', table_name);
begin
  call app.wall(table_name, visible => condition);
end
$procedure$;

CREATE OR REPLACE FUNCTION app.permissions()
 RETURNS bigint[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.permissions'::text, true), ''::text))::bigint[];
grant execute on function app.permissions() to gate;
grant execute on function app.permissions() to operator;
grant execute on function app.permissions() to reader;
grant execute on function app.permissions() to reader_price;
grant execute on function app.permissions() to writer;

CREATE OR REPLACE FUNCTION app.permissions_of(in_tenant bigint, in_person bigint)
 RETURNS bigint[]
 LANGUAGE sql
 STABLE
RETURN (SELECT COALESCE(array_agg(p.id), '{}'::bigint[]) AS "coalesce" FROM (permission_user m JOIN permission p ON (((p.tenant_id = m.tenant_id) AND (p.id = m.permission_id) AND p.active))) WHERE ((m.tenant_id = permissions_of.in_tenant) AND (m.lb_user_id = permissions_of.in_person)));

CREATE OR REPLACE FUNCTION app.person_kept_until(in_tenant bigint, in_person bigint)
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(
    (select app.end_of_retention(app.day_of_tenant(in_tenant, u.updated_at), 10)
       from public.lb_user u where u.tenant_id = in_tenant and u.id = in_person),
    (select max(case when app.is_held(in_tenant, k.procurement_id, k.invoice_id, k.contract_id) then 'infinity'
          else app.kept_until_of(in_tenant, k.created_at, null, k.procurement_id, k.invoice_id, k.contract_id) end)
       from (select d.created_at, case d.kind when 'procurement' then d.id end as procurement_id,
           case d.kind when 'invoice' then d.id end as invoice_id, case d.kind when 'contract' then d.id end as contract_id
         from public.document_person p
         join public.document d on d.tenant_id = p.tenant_id and d.kind = p.kind and d.id = p.document_id
         where p.tenant_id = in_tenant and p.lb_user_id = in_person) k))
$function$;

CREATE OR REPLACE FUNCTION app.persons()
 RETURNS bigint[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.persons'::text, true), ''::text))::bigint[];
grant execute on function app.persons() to gate;
grant execute on function app.persons() to operator;
grant execute on function app.persons() to reader;
grant execute on function app.persons() to reader_price;
grant execute on function app.persons() to writer;

CREATE OR REPLACE FUNCTION app.pick(row_data jsonb, wanted text[], amounts text[], want_amounts boolean)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
RETURN (SELECT jsonb_object_agg(key.key, (pick.row_data -> key.key)) AS jsonb_object_agg FROM unnest(pick.wanted) key(key) WHERE ((pick.row_data IS NOT NULL) AND ((key.key = ANY (pick.amounts)) = pick.want_amounts)));

CREATE OR REPLACE FUNCTION app.picked(in_row jsonb, in_columns text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_object_agg(name, in_row -> name) from unnest(in_columns) name where in_row is not null
$function$;
grant execute on function app.picked(jsonb,text[]) to writer;

CREATE OR REPLACE FUNCTION app.prepaid_rows(i invoice)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('tax_percentage', r.rate::text, 'tax_category', r.category, 'net', r.net::text,
    'tax', r.tax::text)), '[]')
  from app.prepayments_of(i) p
  cross join lateral (
    select t.tax_percentage as rate, t.tax_category as category, t.net, t.tax from public.invoice_tax t
      where t.tenant_id = p.tenant_id and t.invoice_id = p.id
    union all
    select coalesce(p.tax, 0), 'S', p.total_netto, p.total_tax where not exists (
      select from public.invoice_tax t where t.tenant_id = p.tenant_id and t.invoice_id = p.id)) r
$function$;
grant execute on function app.prepaid_rows(invoice) to writer;

CREATE OR REPLACE FUNCTION app.prepayments_of(i invoice)
 RETURNS SETOF invoice
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.* from public.invoice p
  where p.tenant_id = i.tenant_id and p.id = any (i.taken_off_ids)
  union all
  select p.* from (
    select o.* from public.invoice o
    where o.tenant_id = i.tenant_id and o.procurement_id = i.procurement_id and o.document_type = 'prepayment'
    union all
    select n.* from public.invoice o
    join public.invoice n on n.tenant_id = o.tenant_id and n.corrects_invoice_id = o.id
    where o.tenant_id = i.tenant_id and o.procurement_id = i.procurement_id and o.document_type = 'prepayment'
      and n.document_type = 'credit_note' and app.gives_back(n)) p
  where i.taken_off_ids is null and i.document_type = 'final' and p.currency = i.currency and app.counts_in_budgets('invoice', p.status)
    and not exists (
      select from public.invoice f where f.tenant_id = i.tenant_id and f.procurement_id = i.procurement_id and f.document_type = 'final'
        and f.id < i.id and app.counts_in_budgets('invoice', f.status))
$function$;
grant execute on function app.prepayments_of(invoice) to writer;

CREATE OR REPLACE FUNCTION app.priority_of(in_person bigint)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select priority_approval_limit from public.lb_user where tenant_id = app.tenant_id() and id = in_person and app.is_admin()
$function$;
grant execute on function app.priority_of(bigint) to reader;
grant execute on function app.priority_of(bigint) to reader_price;
grant execute on function app.priority_of(bigint) to writer;

CREATE OR REPLACE FUNCTION app.proposers_of_account(in_tenant bigint, in_supplier bigint, in_iban text)
 RETURNS bigint[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array(select distinct b.proposed_by_id from public.supplier_bank_change b
    where b.tenant_id = in_tenant and b.supplier_id = in_supplier and b.iban = in_iban and b.state <> 'confirmed'
      and b.proposed_by_id is not null)
$function$;
grant execute on function app.proposers_of_account(bigint,bigint,text) to writer;

CREATE OR REPLACE FUNCTION app.pseudonymise_leavers()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET session_replication_role TO 'replica'
AS $function$
declare
  leaver record;
begin
  for leaver in
    select u.tenant_id, u.id from public.lb_user u
    where not u.active and not u.is_group and not u.is_system and not app.is_pseudonym(u.email)
      and u.updated_at < now() - interval '10 years'
      and app.person_kept_until(u.tenant_id, u.id) < app.day_of_tenant(u.tenant_id, now())
    order by u.tenant_id, u.id limit 100 for update of u skip locked
  loop
    delete from public.passkey where tenant_id = leaver.tenant_id and lb_user_id = leaver.id;
    delete from public.refresh_token where tenant_id = leaver.tenant_id and lb_user_id = leaver.id;
    delete from public.login_token where tenant_id = leaver.tenant_id and lb_user_id = leaver.id;
    delete from public.known_device where tenant_id = leaver.tenant_id and lb_user_id = leaver.id;
    delete from public.sign_on_identity where tenant_id = leaver.tenant_id and lb_user_id = leaver.id;
    delete from public.user_address where tenant_id = leaver.tenant_id and lb_user_id = leaver.id;
    delete from public.mail where tenant_id = leaver.tenant_id and lb_user_id = leaver.id and file_id is null;
    update public.lb_user set name = 'Person ' || id, email = 'person-' || id || '@pseudonym.invalid', roles = '{}',
        approval_limit = null, priority_approval_limit = null, api_token_hash = null, token_maker_id = null,
        signature_file_id = null, substitute_id = null, absence_from = null, absence_to = null, auditor_client_id = null,
        auditor_from = null, auditor_until = null, auditor_ends_on = null
      where tenant_id = leaver.tenant_id and id = leaver.id;
    insert into public.audit_log (tenant_id, type, "table", foreign_key, info, random_id)
      values (leaver.tenant_id, 'info', 'lb_user', leaver.id, 'Art. 17 GDPR', app.audit_group());
  end loop;
end
$function$;
grant execute on function app.pseudonymise_leavers() to gate;

CREATE OR REPLACE FUNCTION app.queue_archive()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform graphile_worker.add_job('archive', json_build_object('tenant_id', new.tenant_id), job_key => 'archive asked for');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.queue_deletion()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform graphile_worker.add_job('deletion', job_key => 'deletion', max_attempts => 100);
end
$function$;
grant execute on function app.queue_deletion() to gate;

CREATE OR REPLACE FUNCTION app.queue_figures()
 RETURNS TABLE(ready bigint, later bigint, running bigint, given_up bigint, oldest_ready_seconds double precision)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- PL/pgSQL, because the queue's tables are created only after the migrations.
  return query
    select count(*) filter (where waits and run_at <= now()), count(*) filter (where waits and run_at > now()),
           count(*) filter (where locked_at is not null), count(*) filter (where locked_at is null and not waits),
           coalesce(extract(epoch from now() - min(run_at) filter (where waits and run_at <= now())), 0)::double precision
      from (select run_at, locked_at, locked_at is null and attempts < max_attempts as waits from graphile_worker.jobs) entry;
end
$function$;
grant execute on function app.queue_figures() to gate;

CREATE OR REPLACE FUNCTION app.queue_job(in_tenant bigint, in_job bigint, in_kind text, in_run_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform graphile_worker.add_job(
    in_kind, json_build_object('tenant_id', in_tenant, 'job_id', in_job), run_at => in_run_at, max_attempts => 100,
    queue_name => app.reading_queue(in_tenant, in_job, in_kind),
    priority => (select count(*)::integer from public.job
                 where tenant_id = in_tenant and id <> in_job and state in ('queued', 'running')));
end $function$;

CREATE OR REPLACE FUNCTION app.queue_scheduled(in_task text, in_due timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if in_due > clock_timestamp() then
    raise exception 'a task is queued when it is due' using errcode = '22008';
  end if;
  insert into public.scheduled_task as known (task, due) values (in_task, in_due)
    on conflict (task) do update set due = excluded.due
    where known.due < excluded.due or known.due > clock_timestamp();
  if not found then
    return false;
  end if;
  perform graphile_worker.add_job(in_task, '{}', job_key => in_task, run_at => clock_timestamp());
  return true;
end
$function$;
grant execute on function app.queue_scheduled(text,timestamp with time zone) to gate;

CREATE OR REPLACE FUNCTION app.rate_day_of(in_row contract, OUT day date, OUT is_open boolean)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (coalesce(made.at, now()) at time zone app.time_zone())::date, made.at is null
  from (select min(e.completed_at) as at from public.timeline_entry e where e.tenant_id = in_row.tenant_id and e.contract_id = in_row.id
    and e.type = 'contract-start' and e.status = 'approved') made
$function$;
grant execute on function app.rate_day_of(contract) to writer;

CREATE OR REPLACE FUNCTION app.rate_day_of(in_row invoice, OUT day date, OUT is_open boolean)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(in_row.vat_due_date, in_row.invoice_date), not exists (
    select from public.timeline_entry e where e.tenant_id = in_row.tenant_id and e.invoice_id = in_row.id
      and e.type = 'invoice-manual-check' and e.status = 'approved')
$function$;
grant execute on function app.rate_day_of(invoice) to writer;

CREATE OR REPLACE FUNCTION app.rate_day_of(in_row procurement, OUT day date, OUT is_open boolean)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (coalesce(in_row.submitted_at, now()) at time zone app.time_zone())::date, in_row.submitted_at is null
$function$;
grant execute on function app.rate_day_of(procurement) to writer;

CREATE OR REPLACE FUNCTION app.reached_rows()
 RETURNS TABLE("table" text, ids bigint[], clients bigint[])
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select r."table", array_agg(distinct id), r.clients
  from jsonb_to_recordset(nullif(current_setting('app.reached', true), '')::jsonb) as r ("table" text, ids bigint[], clients bigint[])
  cross join unnest(r.ids) as id
  group by r."table", r.clients
$function$;
grant execute on function app.reached_rows() to operator;
grant execute on function app.reached_rows() to reader;
grant execute on function app.reached_rows() to reader_price;
grant execute on function app.reached_rows() to writer;

CREATE OR REPLACE FUNCTION app.reader_ended(in_what bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.reading_try set tries = least(tries + 4, 10) where key = app.reading_key(in_what)
$function$;
grant execute on function app.reader_ended(bytea) to gate;
grant execute on function app.reader_ended(bytea) to writer;

CREATE OR REPLACE FUNCTION app.reading_key(in_what bytea)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select sha256(convert_to(coalesce(app.tenant_id()::text, '') || ' ', 'UTF8') || in_what) $function$;

CREATE OR REPLACE FUNCTION app.reading_queue(in_tenant bigint, in_job bigint, in_kind text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  is_small boolean;
begin
  if in_kind not in ('recognise_invoice', 'recognise_contract', 'learn_from_invoice') then
    return null;
  end if;
  select f.mime in ('application/xml', 'text/xml') and f.size < 500000 or f.mime = 'application/pdf' and f.size < 150000 into is_small
    from public.job j
      left join public.invoice i on i.tenant_id = in_tenant and i.id = (j.input ->> 'invoice_id')::bigint
      join public.file f on f.tenant_id = in_tenant and f.id = coalesce(i.view_file_id, i.file_id)
    where j.tenant_id = in_tenant and j.id = in_job;
  return format('reading %s %s', in_tenant, case when coalesce(is_small, false) then 'small' else (in_job % 2)::text end);
end $function$;

CREATE OR REPLACE FUNCTION app.rebuild_document_totals(in_tenant bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  lock table public.document_total in share row exclusive mode;
  delete from public.document_total where tenant_id = in_tenant;
  insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, net)
    select in_tenant, d.span, d.kind, d.currency, p.dimension, p.key, sum(d.count), sum(d.net)
      from (
        select app.sum_span(created_at) as span, kind, company_currency as currency, status, department_id, cost_center_id,
            ledger_account_id, count(*) as count, coalesce(sum(company_netto), 0) as net
          from public.document where tenant_id = in_tenant and status <> 'draft'
          group by 1, 2, 3, 4, 5, 6, 7
      ) d
      cross join lateral app.parts_of_charts(d.status, d.department_id, d.cost_center_id, d.ledger_account_id) p
      group by 2, 3, 4, 5, 6;
  insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, quantity, net)
    select in_tenant, app.sum_span(d.created_at), 'procurement', d.company_currency, 'product',
        app.ordered_key(l.product_id, l.supplier_id, l.item_number, l.unit), count(*), sum(coalesce(l.quantity, 0)), sum(l.total_netto)
      from public.document d
      join public.procurement_line l on l.tenant_id = in_tenant and l.procurement_id = d.id
      where d.tenant_id = in_tenant and d.kind = 'procurement' and d.status <> 'draft' and d.currency = d.company_currency
        and l.kind = 'item' and (l.product_id is not null or l.item_number is not null)
      group by 2, 4, 6;
end
$function$;

CREATE OR REPLACE FUNCTION app.reference_rate(in_own text, in_other text, in_day date, OUT rate numeric, OUT day date)
 RETURNS SETOF record
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with known as (
    select k.currency, k.day, k.per_euro from public.reference_rate k
    where k.currency in (in_own, in_other) and k.day between in_day - 7 and in_day
    union all select 'EUR', days.day, 1 from (
      select distinct k.day from public.reference_rate k where k.currency in (in_own, in_other) and k.day between in_day - 7 and in_day
    ) days where 'EUR' in (in_own, in_other)
  )
  select round(own.per_euro / other.per_euro, 6), own.day
  from known own join known other on other.day = own.day and other.currency = in_other
  where own.currency = in_own and round(own.per_euro / other.per_euro, 6) > 0
  order by own.day desc limit 1
$function$;
grant execute on function app.reference_rate(text,text,date) to writer;

CREATE OR REPLACE FUNCTION app.reminded_people(in_tenant bigint, in_persons bigint[], in_client bigint, in_wide boolean)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
AS $function$
  with first as materialized (select app.reminded_person(in_tenant, in_persons, in_client) as id)
  select id from first where id is not null
  union
  select u.id
    from first
    join public.lb_user p on p.tenant_id = in_tenant and p.id = first.id
    cross join lateral (values (p.substitute_id),
      ((select responsible_id from public.client where tenant_id = in_tenant and id = in_client))) as other (id)
    join public.lb_user u on u.tenant_id = in_tenant and u.id = other.id and u.active and not u.blocked
    where in_wide
$function$;
grant execute on function app.reminded_people(bigint,bigint[],bigint,boolean) to writer;

CREATE OR REPLACE FUNCTION app.reminded_person(in_tenant bigint, in_persons bigint[], in_client bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select p.id
    from unnest(in_persons || (select responsible_id from public.client where tenant_id = in_tenant and id = in_client))
      with ordinality as p (id, place)
    join public.lb_user u on u.tenant_id = in_tenant and u.id = p.id and u.active and not u.blocked
    order by p.place limit 1
$function$;
grant execute on function app.reminded_person(bigint,bigint[],bigint) to writer;

CREATE OR REPLACE FUNCTION app.remove_documents(in_tenant bigint, in_kind text, in_ids bigint[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  column_name text := in_kind || '_id';
  files uuid[];
  counterparts bigint[] := '{}';
  contracts bigint[];
  timelines bigint[];
  settled jsonb;
  counts jsonb := '{}';
  gone bigint;
  unnamed text := (
    select string_agg(format('not exists (select from %s r where r.tenant_id = f.tenant_id and r.%I = f.id)',
        k.conrelid::regclass, a.attname), ' and ')
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname <> 'tenant_id'
    where k.contype = 'f' and k.confrelid = 'public.file'::regclass and k.conrelid not in ('public.file_chunk'::regclass, 'public.archive_member'::regclass));
begin
  if in_ids = '{}' then
    return counts;
  end if;
  execute format('select array_agg(timeline_id), array_agg(distinct contract_id) filter (where contract_id is not null)
    from public.%I where tenant_id = $1 and id = any ($2)', in_kind) into timelines, contracts using in_tenant, in_ids;
  -- Every file referenced by one of these documents, from any table.
  execute (
    select format('select array_agg(distinct id) from (select f.id from public.file f where f.tenant_id = $1 and f.%I = any ($2)', column_name)
      || string_agg(format(' union all select r.%I from %s r where r.tenant_id = $1 and r.%I = any ($2) and r.%1$I is not null',
        a.attname, k.conrelid::regclass, case when k.conrelid = format('public.%I', in_kind)::regclass then 'id' else column_name end), '')
      || ') n'
    from pg_catalog.pg_constraint k
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname <> 'tenant_id'
    where k.contype = 'f' and k.confrelid = 'public.file'::regclass and k.conrelid not in ('public.file_chunk'::regclass, 'public.archive_member'::regclass)
      and (k.conrelid = format('public.%I', in_kind)::regclass or exists (
        select from pg_catalog.pg_attribute o where o.attrelid = k.conrelid and o.attname = column_name)))
    into files using in_tenant, in_ids;
  if in_kind = 'procurement' then
    select count(*) into gone from public.goods_receipt where tenant_id = in_tenant and procurement_id = any (in_ids);
    counts := app.more(counts, 'receipts', gone);
    update public.procurement_line l set punchout_cart_id = null
      from public.punchout_cart c
      where c.tenant_id = in_tenant and c.procurement_id = any (in_ids) and l.tenant_id = in_tenant and l.punchout_cart_id = c.id
        and l.procurement_id <> all (in_ids);
    delete from public.procurement_line where tenant_id = in_tenant and procurement_id = any (in_ids);
    get diagnostics gone = row_count;
    counts := app.more(counts, 'lines', gone);
  else
    counterparts := array(
      select procurement_id from public.invoice where tenant_id = in_tenant and id = any (in_ids) and procurement_id is not null
      union
      select l.procurement_id from public.invoice_line i
        join public.procurement_line l on l.tenant_id = in_tenant and l.id = i.procurement_line_id
        where i.tenant_id = in_tenant and i.invoice_id = any (in_ids));
    -- A completed order stays completed when its invoices are deleted after their retention.
    select jsonb_agg(jsonb_build_object('id', id, 'open', open_value, 'is_complete', completely_invoiced) order by id) into settled
      from public.procurement where tenant_id = in_tenant and id = any (counterparts);
    delete from public.invoice_line where tenant_id = in_tenant and invoice_id = any (in_ids);
    get diagnostics gone = row_count;
    counts := app.more(counts, 'lines', gone);
  end if;
  execute format('delete from public.mail where tenant_id = $1 and %I = any ($2)', column_name) using in_tenant, in_ids;
  update public.file set procurement_id = null, invoice_id = null
    where tenant_id = in_tenant and id = any (files) and num_nonnulls(procurement_id, invoice_id) > 0;
  execute format('delete from public.%I where tenant_id = $1 and id = any ($2)', in_kind) using in_tenant, in_ids;
  get diagnostics gone = row_count;
  counts := app.more(app.more(counts, 'documents', gone), 'timelines', gone);
  delete from public.timeline where tenant_id = in_tenant and id = any (timelines);
  execute 'delete from public.file f where f.tenant_id = $1 and f.id = any ($2) and ' || unnamed using in_tenant, files;
  get diagnostics gone = row_count;
  counts := app.more(counts, 'files', gone);
  if in_kind = 'invoice' then
    update public.procurement p set open_value = (s.one ->> 'open')::numeric, completely_invoiced = (s.one ->> 'is_complete')::boolean
      from jsonb_array_elements(settled) as s (one)
      where p.tenant_id = in_tenant and p.id = (s.one ->> 'id')::bigint
        and (p.open_value, p.completely_invoiced) is distinct from ((s.one ->> 'open')::numeric, (s.one ->> 'is_complete')::boolean);
  end if;
  if counterparts <> '{}' then
    perform app.list_documents(in_tenant, 'procurement', counterparts);
    perform app.keep_budget_amounts(in_tenant, 'procurement', counterparts);
    perform app.keep_order_movements(in_tenant, 'procurement', counterparts);
  end if;
  if contracts is not null then
    perform app.list_documents(in_tenant, 'contract', contracts);
  end if;
  return counts;
end
$function$;

CREATE OR REPLACE FUNCTION app.remove_documents_of(in_deletion bigint, in_milliseconds integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
declare
  d public.deletion;
  until timestamptz := clock_timestamp() + in_milliseconds * interval '1 millisecond';
  page record;
  counted record;
begin
  select * into strict d from public.deletion where id = in_deletion for update;
  if d.kind = 'tenant' or d.state <> 'running' then
    raise exception 'no documents are being deleted' using errcode = '55000';
  end if;
  update public.deletion set working = pg_current_xact_id() where id = in_deletion;
  -- The tenant's audit records every deletion under the operator's name.
  perform set_config('app.tenant_id', d.operator_tenant_id::text, true), set_config('app.user_id', d.operator_id::text, true),
    set_config('app.actor_id', d.operator_id::text, true), set_config('app.is_operator', 'on', true);
  loop
    -- Queried again each time: a document may have been held or changed meanwhile.
    execute format('select array_agg(id order by created_at, id) as ids, min(created_at) as first_at, max(created_at) as last_at,
        (array_agg(id order by created_at desc, id desc))[1] as last_id
      from (select id, created_at from public.%I where tenant_id = $1 and created_at >= $2 and created_at < $3
        and (created_at, id) > ($4, $5) order by created_at, id limit 10) p', d.kind)
      into page using d.deleted_tenant_id, d.first_at, d.end_at, d.place_at, d.place_id;
    if page.ids is null then
      d.state := 'done';
      d.finished_at := clock_timestamp();
      exit;
    end if;
    execute format('select from public.timeline where tenant_id = $1 and id in (
        select timeline_id from public.%I where tenant_id = $1 and id = any ($2)) order by id for update', d.kind)
      using d.deleted_tenant_id,
        case d.kind when 'invoice' then array(select app.with_hanging_invoices(d.deleted_tenant_id, page.ids)) else page.ids end;
    page.ids := array(
      select f.id from app.documents_for_deletion(d.deleted_tenant_id, d.kind, page.first_at, page.last_at + interval '1 microsecond') f
      where f.id = any (page.ids) and not f.is_held and (d.kind <> 'procurement' or not app.is_needed(d.kind, d.deleted_tenant_id, f.id))
        and (not f.is_kept or coalesce(f.changed_at <= d.archive_made_at, false)));
    if d.kind = 'invoice' then
      page.ids := array(
        select distinct hangs from unnest(page.ids) one cross join lateral app.with_hanging_invoices(d.deleted_tenant_id, array[one]) hangs
        where not exists (
          select from app.with_hanging_invoices(d.deleted_tenant_id, array[one]) as hanging (id)
          join public.invoice i on i.tenant_id = d.deleted_tenant_id and i.id = hanging.id
          cross join lateral app.documents_for_deletion(
            d.deleted_tenant_id, d.kind, i.created_at, i.created_at + interval '1 microsecond') f
          where f.id = i.id and (i.created_at < d.first_at or i.created_at >= d.end_at or f.is_held
            or f.is_kept and coalesce(f.changed_at > d.archive_made_at, true))));
    end if;
    for counted in select key, value from jsonb_each_text(app.remove_documents(d.deleted_tenant_id, d.kind, page.ids))
    loop
      d.removed := app.more(d.removed, counted.key, counted.value::bigint);
    end loop;
    d.place_at := page.last_at;
    d.place_id := page.last_id;
    exit when clock_timestamp() > until;
  end loop;
  update public.deletion set state = d.state, removed = d.removed, place_at = d.place_at, place_id = d.place_id, working = null,
      worked_at = clock_timestamp(), problem = null, finished_at = d.finished_at
    where id = in_deletion;
end
$function$;

CREATE OR REPLACE FUNCTION app.remove_sample(OUT removed bigint, OUT kept jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  one record;
  gone bigint;
  blocking text;
begin
  set constraints all immediate;
  removed := app.remove_sample_documents();
  kept := coalesce((
    select jsonb_agg(jsonb_build_object('table', s.table_name, 'id', s.record_id, 'used_by', s.table_name) order by s.table_name, s.record_id)
    from public.sample_record s where s.table_name in ('procurement', 'invoice')), '[]');
  for one in
    select s.table_name, s.record_id from public.sample_record s
      join unnest(array['product', 'product_group', 'supplier', 'posting_key', 'cost_center', 'ledger_account', 'department', 'client'])
        with ordinality as o (table_name, place) on o.table_name = s.table_name
      order by o.place, s.record_id
  loop
    begin
      execute format('delete from public.%I where id = $1', one.table_name) using one.record_id;
      get diagnostics gone = row_count;
      delete from public.sample_record where table_name = one.table_name and record_id = one.record_id;
      removed := removed + gone;
    exception when foreign_key_violation or restrict_violation then
      get stacked diagnostics blocking = table_name;
      kept := kept || jsonb_build_object('table', one.table_name, 'id', one.record_id, 'used_by', blocking);
    end;
  end loop;
end
$function$;
grant execute on function app.remove_sample() to writer;

CREATE OR REPLACE FUNCTION app.remove_sample_documents()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  orders bigint[];
  invoices bigint[];
begin
  orders := array(
    select d.id from public.sample_record s
      join public.procurement d on d.tenant_id = s.tenant_id and d.id = s.record_id
      join public.timeline t on t.tenant_id = d.tenant_id and t.id = d.timeline_id and t.content_version = s.content_version
      where s.tenant_id = app.tenant_id() and s.table_name = 'procurement' and d.status = 'draft' and d.legal_hold is null
        and not exists (select from public.file f where f.tenant_id = d.tenant_id and f.procurement_id = d.id)
      order by d.id for update of t);
  invoices := array(
    select d.id from public.sample_record s
      join public.invoice d on d.tenant_id = s.tenant_id and d.id = s.record_id
      join public.timeline t on t.tenant_id = d.tenant_id and t.id = d.timeline_id and t.content_version = s.content_version
      where s.tenant_id = app.tenant_id() and s.table_name = 'invoice' and d.legal_hold is null
        and not exists (select from public.file f where f.tenant_id = d.tenant_id and f.invoice_id = d.id and f.created_at > s.kept_at)
        and not exists (select from public.timeline_entry e where e.tenant_id = d.tenant_id and e.invoice_id = d.id
          and e.completed_at > s.kept_at and e.type <> 'invoice-upload')
      order by d.id for update of t);
  invoices := array(select unnest(invoices) except select app.needed_invoices(app.tenant_id(), invoices));
  perform app.remove_documents(app.tenant_id(), 'invoice', invoices);
  orders := array(select id from unnest(orders) id where not app.is_needed('procurement', app.tenant_id(), id));
  perform app.remove_documents(app.tenant_id(), 'procurement', orders);
  delete from public.sample_record s where s.tenant_id = app.tenant_id()
    and (s.table_name = 'procurement'
        and not exists (select from public.procurement d where d.tenant_id = s.tenant_id and d.id = s.record_id)
      or s.table_name = 'invoice'
        and not exists (select from public.invoice d where d.tenant_id = s.tenant_id and d.id = s.record_id));
  return cardinality(orders) + cardinality(invoices);
end
$function$;
grant execute on function app.remove_sample_documents() to writer;

CREATE OR REPLACE FUNCTION app.remove_tenant_rows(in_deletion bigint, in_milliseconds integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET session_replication_role TO 'replica'
 SET lock_timeout TO '2s'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  d public.deletion;
  until timestamptz := clock_timestamp() + in_milliseconds * interval '1 millisecond';
  this text;
  gone bigint;
  head record;
  open_rows bigint;
  rows_gone bigint;
begin
  select * into strict d from public.deletion where id = in_deletion for update;
  if d.kind <> 'tenant' or d.state <> 'running' then
    raise exception 'no tenant is being deleted' using errcode = '55000';
  end if;
  if d.step = 'count' then
    if d.books is null then
      d.books := coalesce(app.books_of(d.deleted_tenant_id), '{}');
      d.removed := app.more(d.removed, 'queue', app.forget_queue_of(d.deleted_tenant_id));
    end if;
    for this in select name from app.tables_of_tenants() where name > d.place loop
      execute format('select count(*) from public.%I where tenant_id = $1', this) into gone using d.deleted_tenant_id;
      d.expected := app.more(d.expected, this, gone);
      d.place := this;
      exit when clock_timestamp() > until;
    end loop;
    if not exists (select from app.tables_of_tenants() where name > d.place) then
      d.step := 'rows';
      d.place := '';
    end if;
  elsif d.step = 'rows' then
    for this in select name from app.tables_of_tenants() where name > d.place and app.goes_before_audit(name, d.deleted_tenant_id) loop
      loop
        execute format('delete from public.%1$I where ctid = any (array(select ctid from public.%1$I where tenant_id = $1 limit $2))', this)
          using d.deleted_tenant_id, case when this in ('file_chunk', 'archive_piece') then 20 else 500 end;
        get diagnostics gone = row_count;
        d.removed := app.more(d.removed, this, gone);
        exit when gone = 0 or clock_timestamp() > until;
      end loop;
      exit when gone > 0;
      d.place := this;
      exit when clock_timestamp() > until;
    end loop;
    if not exists (select from app.tables_of_tenants() where name > d.place and app.goes_before_audit(name, d.deleted_tenant_id)) then
      -- The audit ends here. Rows not sealed by now are counted.
      select l.position, l.link into head from public.audit_link l
        where l.tenant_id = d.deleted_tenant_id order by l.position desc limit 1;
      select count(*) into open_rows from public.audit_log a
        where a.tenant_id = d.deleted_tenant_id and a.xact >= coalesce((select sealed_before from public.audit_seal limit 1), '0')
          and not exists (select from public.audit_link l where l.tenant_id = a.tenant_id and l.audit_log_id = a.id);
      insert into public.audit_closing (deleted_tenant_id, name, position, link, unsealed, actor_id)
        select d.deleted_tenant_id, d.name, coalesce(head.position, 0), head.link, open_rows, d.operator_id
        where not exists (select from public.audit_closing where deleted_tenant_id = d.deleted_tenant_id);
      if d.closing_position is null then
        d.closing_position := coalesce(head.position, 0);
        d.closing_link := encode(head.link, 'hex');
        d.closing_unsealed := open_rows;
      end if;
      d.step := 'audit';
    end if;
  elsif d.step = 'audit' then
    -- From the end, so that the remaining rows are an intact chain.
    loop
      with ends as (
        delete from public.audit_link where tenant_id = d.deleted_tenant_id and position > coalesce((
          select l.position from public.audit_link l where l.tenant_id = d.deleted_tenant_id
          order by l.position desc offset 500 limit 1), -1)
        returning audit_log_id
      ), rows as (
        delete from public.audit_log a where a.tenant_id = d.deleted_tenant_id and a.id = any (array(select audit_log_id from ends))
        returning 1
      )
      select (select count(*) from ends), (select count(*) from rows) into gone, rows_gone;
      d.removed := app.more(app.more(d.removed, 'audit_link', gone), 'audit_log', rows_gone);
      exit when gone = 0 or clock_timestamp() > until;
    end loop;
    if gone = 0 then
      delete from public.audit_log where ctid = any (array(
        select ctid from public.audit_log where tenant_id = d.deleted_tenant_id limit 500));
      get diagnostics gone = row_count;
      d.removed := app.more(d.removed, 'audit_log', gone);
    end if;
    if gone = 0 then
      d.step := 'end';
    end if;
  else
    -- Waits for running writes to the tenant; new ones are impossible afterwards.
    perform from public.tenant where id = d.deleted_tenant_id for update;
    d.removed := app.more(d.removed, 'queue', app.forget_queue_of(d.deleted_tenant_id));
    for this in select name from app.tables_of_tenants() loop
      execute format('select 1 from public.%I where tenant_id = $1 limit 1', this) into gone using d.deleted_tenant_id;
      exit when gone is not null;
    end loop;
    if gone is not null then
      d.step := 'rows';
      d.place := '';
    else
      delete from public.tenant where id = d.deleted_tenant_id;
      d.state := 'done';
      d.finished_at := clock_timestamp();
    end if;
  end if;
  update public.deletion set state = d.state, step = d.step, place = d.place, expected = d.expected, removed = d.removed, books = d.books,
      closing_position = d.closing_position, closing_link = d.closing_link, closing_unsealed = d.closing_unsealed,
      worked_at = clock_timestamp(), problem = null, finished_at = d.finished_at
    where id = in_deletion;
end
$function$;

CREATE OR REPLACE FUNCTION app.rename_in_main_language()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.department set translations = translations where tenant_id = new.id and translations <> '[]';
  update public.cost_center set translations = translations where tenant_id = new.id and translations <> '[]';
  update public.product_group set translations = translations where tenant_id = new.id and translations <> '[]';
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.renew_contract_months()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ids bigint[];
begin
  select array_agg(n.contract_id) into ids from changed n
    where n.tenant_id = app.tenant_id() and (
      exists (select from public.client c
        where c.tenant_id = n.tenant_id and c.id = (n.facts ->> 'client_id')::bigint and c.contracts_in_budgets)
      or exists (select from public.contract_month m where m.tenant_id = n.tenant_id and m.contract_id = n.contract_id));
  if ids is not null then
    perform app.enqueue('keep_contract_months', jsonb_build_object('contracts', ids));
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.renew_mandate()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.sepa_last_use is not distinct from old.sepa_last_use then
    new.sepa_last_use := null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.repeat_job(in_tenant bigint, in_job bigint, in_wait interval)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select app.queue_job(tenant_id, id, kind, clock_timestamp() + in_wait) from public.job where tenant_id = in_tenant and id = in_job
$function$;
grant execute on function app.repeat_job(bigint,bigint,interval) to gate;

CREATE OR REPLACE FUNCTION app.repeat_job(in_tenant bigint, in_job bigint, in_run_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select app.queue_job(tenant_id, id, kind, in_run_at) from public.job where tenant_id = in_tenant and id = in_job;
$function$;
grant execute on function app.repeat_job(bigint,bigint,timestamp with time zone) to gate;

CREATE OR REPLACE FUNCTION app.require_job(in_tenant bigint, in_job bigint, in_attempt integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.job where tenant_id = in_tenant and id = in_job and attempts = in_attempt and state in ('queued', 'running')
    for key share;
  if not found then
    raise exception 'job % was taken over', in_job using errcode = 'KJ001';
  end if;
end
$function$;
grant execute on function app.require_job(bigint,bigint,integer) to gate;
grant execute on function app.require_job(bigint,bigint,integer) to kontor_web;

CREATE OR REPLACE FUNCTION app.require_modules(needed jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from jsonb_each_text(needed) as module
      left join public.configuration c
        on c.tenant_id = app.tenant_id() and c.client_id is null and c.key = 'module_' || module.key
      where coalesce(c.value, module.value) <> 'true'
  ) then
    raise exception 'permission denied for a module that is off' using errcode = '42501';
  end if;
  return true;
end
$function$;
grant execute on function app.require_modules(jsonb) to reader;
grant execute on function app.require_modules(jsonb) to reader_price;
grant execute on function app.require_modules(jsonb) to writer;

CREATE OR REPLACE FUNCTION app.require_operator()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if not app.is_operator() then
    raise exception 'permission denied for the health of the installation' using errcode = '42501';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION app.require_passkey(in_of_operators boolean)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if in_of_operators and 'user-operator' = any (string_to_array(current_setting('app.roles', true), ','))
     or (app.is_admin() or app.is_acting()) and exists (
       select from public.configuration c where c.tenant_id = app.tenant_id() and c.client_id is null
         and c.key = 'passkey_administrators' and c.value = 'true') then
    raise exception 'passkey_required' using errcode = '28000';
  end if;
end
$function$;
grant execute on function app.require_passkey(boolean) to kontor_web;

CREATE OR REPLACE FUNCTION app.require_sign_on()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not (app.is_admin() or app.is_acting() or 'user-auditor' = any (string_to_array(current_setting('app.roles', true), ',')))
     and app.is_sign_on_only(app.tenant_id()) then
    raise exception 'sign_on_required' using errcode = '28000';
  end if;
end
$function$;
grant execute on function app.require_sign_on() to kontor_web;

CREATE OR REPLACE FUNCTION app.restart_webhook()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.is_gone := false;
  new.failures := 0;
  new.paused_until := null;
  new.told_at := null;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.retention_years(in_tenant bigint, in_class text)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(legal.years, (
    select c.value::integer from public.configuration c
    where c.tenant_id = in_tenant and c.client_id is null and c.key = legal.key and c.value ~ '^\d{1,2}$'))
  from (values ('invoice', 8, 'retention_years_invoice'), ('order', 6, 'retention_years_order')) legal (class, years, key)
  where legal.class = in_class
$function$;

CREATE OR REPLACE FUNCTION app.retry_job(in_tenant bigint, in_job bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  its_kind text;
begin
  perform app.require_operator();
  update public.job
    set state = 'queued', failed_attempts = 0, ended_attempts = attempts, progress = 0, error = null, failure = null, finished_at = null
    where tenant_id = in_tenant and id = in_job and state = 'failed' and discarded_at is null
    returning kind into its_kind;
  if its_kind is null then
    return false;
  end if;
  perform app.queue_job(in_tenant, in_job, its_kind, null);
  perform app.note_operation(in_tenant, 'job_retried', format('%s %s', its_kind, in_job));
  return true;
end
$function$;
grant execute on function app.retry_job(bigint,bigint) to operator;

CREATE OR REPLACE FUNCTION app.retry_jobs(in_kind text, in_limit integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform app.require_operator();
  return (
    select count(*) filter (where app.retry_job(j.tenant_id, j.id))
    from (
      select tenant_id, id from public.job
      where state = 'failed' and discarded_at is null and kind = in_kind
      order by finished_at, tenant_id, id limit in_limit for update skip locked) j);
end
$function$;
grant execute on function app.retry_jobs(text,integer) to operator;

CREATE OR REPLACE FUNCTION app.retry_mail(in_tenant bigint, in_mail bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  its_kind text;
begin
  perform app.require_operator();
  update public.mail m set state = 'queued', attempts = 0, error = null
    where m.tenant_id = in_tenant and m.id = in_mail and app.may_resend(m)
    returning m.kind into its_kind;
  if its_kind is null then
    return false;
  end if;
  perform graphile_worker.add_job('mail', json_build_object('tenant_id', in_tenant, 'mail_id', in_mail), max_attempts => 100);
  perform app.note_operation(in_tenant, 'mail_retried', format('%s %s', its_kind, in_mail));
  return true;
end
$function$;
grant execute on function app.retry_mail(bigint,bigint) to operator;

CREATE OR REPLACE FUNCTION app.rights_matrix()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'company', p.company,
      'roles', p.roles, 'groups', p.groups, 'limit', p.approval_limit, 'approves', p.approves, 'substitute', p.substitute)
      order by p.name, p.id), '[]')
  from (
    select u.id, u.name, u.email, c.name as company, to_jsonb(u.roles) as roles, u.approval_limit::text, s.name as substitute,
      app.approves(u.tenant_id, u.id) as approves,
      (select coalesce(jsonb_agg(jsonb_build_object('name', g.name, 'roles', g.roles) order by g.name, g.id), '[]')
        from public.task_group_user m
        join public.lb_user g on g.tenant_id = m.tenant_id and g.id = m.task_group_id and g.active
        where m.tenant_id = u.tenant_id and m.lb_user_id = u.id) as groups
    from public.lb_user u
    left join public.client c on c.tenant_id = u.tenant_id and c.id = u.client_id
    left join public.lb_user s on s.tenant_id = u.tenant_id and s.id = u.substitute_id
    where u.tenant_id = app.tenant_id() and u.active and (not u.blocked or u.is_service) and not u.is_group and not u.is_system) p
$function$;
grant execute on function app.rights_matrix() to writer;

CREATE OR REPLACE FUNCTION app.roles_of(in_person bigint)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select roles from public.lb_user where tenant_id = app.tenant_id() and id = in_person and app.is_admin()
$function$;
grant execute on function app.roles_of(bigint) to reader;
grant execute on function app.roles_of(bigint) to reader_price;
grant execute on function app.roles_of(bigint) to writer;

CREATE OR REPLACE FUNCTION app.roll_over_contracts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if app.tenant_id() is not null and exists (
    select from now_is n join was o on o.tenant_id = n.tenant_id and o.id = n.id
      where (n.notice_transit_days, n.federal_state) is distinct from (o.notice_transit_days, o.federal_state)
  ) then
    perform app.enqueue('roll_over_contracts', '{}');
  end if;
  if app.tenant_id() is not null and exists (
    select from now_is n join was o on o.tenant_id = n.tenant_id and o.id = n.id
      where n.contracts_in_budgets <> o.contracts_in_budgets
  ) then
    perform app.enqueue('keep_contract_months', '{}');
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.scope_client(kind text)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (current_setting((('app.'::text || kind) || '_scope'::text), true) = 'client'::text) THEN (NULLIF(current_setting('app.client_id'::text, true), ''::text))::bigint ELSE NULL::bigint END;
grant execute on function app.scope_client(text) to gate;
grant execute on function app.scope_client(text) to operator;
grant execute on function app.scope_client(text) to reader;
grant execute on function app.scope_client(text) to reader_price;
grant execute on function app.scope_client(text) to writer;

CREATE OR REPLACE FUNCTION app.scope_department(kind text)
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (current_setting((('app.'::text || kind) || '_scope'::text), true) = 'department'::text) THEN (NULLIF(current_setting('app.department_id'::text, true), ''::text))::bigint ELSE NULL::bigint END;
grant execute on function app.scope_department(text) to gate;
grant execute on function app.scope_department(text) to operator;
grant execute on function app.scope_department(text) to reader;
grant execute on function app.scope_department(text) to reader_price;
grant execute on function app.scope_department(text) to writer;

CREATE OR REPLACE FUNCTION app.scope_of(effective text[], widest text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (effective && ARRAY[widest, 'user-admin'::text]) THEN 'all'::text WHEN (effective && ARRAY[(widest || '-belonging-to-own-company'::text)]) THEN 'client'::text WHEN (effective && ARRAY[(widest || '-belonging-to-own-department'::text)]) THEN 'department'::text ELSE 'own'::text END;

CREATE OR REPLACE FUNCTION app.seal_audit(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  here bigint := (select system_identifier from pg_catalog.pg_control_system());
  before pg_snapshot;
  elsewhere xid[];
  horizon xid8;
  mark xid8;
  sealed integer;
begin
  if not pg_catalog.pg_try_advisory_xact_lock(4211003) then
    return 0;
  end if;
  -- Transactions older than the horizon have ended, or ran in another database from the first snapshot to the second
  -- and were found there in between. Transactions numbered only then are newer than the first snapshot.
  before := pg_catalog.pg_current_snapshot();
  elsewhere := array(
    select backend_xid from pg_catalog.pg_stat_activity where datname <> current_database() and backend_xid is not null
    union all select transaction from pg_catalog.pg_prepared_xacts where database <> current_database());
  select least(min(running), pg_catalog.pg_current_xact_id_if_assigned(), pg_catalog.pg_snapshot_xmax(before)) into horizon
    from pg_catalog.pg_snapshot_xip(pg_catalog.pg_current_snapshot()) as running
    where running::xid <> all (elsewhere);
  -- Never moves the mark back, even if the database of an older transaction is not found this time. A mark at an
  -- unassigned number comes from another cluster.
  select sealed_before into mark from public.audit_seal
    where cluster = here and sealed_before <= pg_catalog.pg_snapshot_xmax(before);
  horizon := greatest(mark, horizon);
  with open as materialized (
    select a.tenant_id, a.id
      from public.audit_log a
      where (mark is null or a.xact >= mark and a.xact < horizon)
        and not exists (select from public.audit_link l where l.tenant_id = a.tenant_id and l.audit_log_id = a.id)
        -- Its links come from its old place; what is open then is stamped anew when it has arrived.
        and not exists (select from public.tenant t where t.id = a.tenant_id and t.status = 'arriving')
      order by a.id limit most
  ), head as (
    select t.tenant_id, coalesce(last.position, 0) as position, last.link
      from (select distinct tenant_id from open) t
      left join lateral (select l.position, l.link from public.audit_link l
        where l.tenant_id = t.tenant_id order by l.position desc limit 1) last on true
  )
  insert into public.audit_link (tenant_id, position, audit_log_id, link)
    select tenant_id, position + row_number() over in_order, a.id, app.chain(link, app.audit_content(a)) over in_order
      from open join public.audit_log a using (tenant_id, id) join head using (tenant_id)
      window in_order as (partition by tenant_id order by a.id rows unbounded preceding);
  get diagnostics sealed = row_count;
  if sealed < most then
    delete from public.audit_seal;
    insert into public.audit_seal (cluster, sealed_before) values (here, horizon);
  end if;
  return sealed;
end
$function$;
grant execute on function app.seal_audit(integer) to gate;

CREATE OR REPLACE FUNCTION app.seal_security_log(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sealed integer;
begin
  if not pg_catalog.pg_try_advisory_xact_lock(4211003) then
    return 0;
  end if;
  with open as materialized (
    select s.tenant_id, s.id, encode(sha256(app.security_content(s)), 'hex') as digest
      from public.security_log s where s.sealed_in is null
        and not exists (select from public.tenant t where t.id = s.tenant_id and t.status = 'arriving')
      order by s.id limit most
  ), seals as (
    insert into public.audit_log (tenant_id, type, "table", info, random_id, data_after)
      select tenant_id, 'info', 'security_log', 'sealed', app.audit_group(), jsonb_object_agg(id, digest) from open group by tenant_id
      returning tenant_id, id
  )
  update public.security_log s set sealed_in = seals.id
    from open join seals using (tenant_id) where s.tenant_id = open.tenant_id and s.id = open.id;
  get diagnostics sealed = row_count;
  return sealed;
end
$function$;
grant execute on function app.seal_security_log(integer) to gate;

CREATE OR REPLACE FUNCTION app.search_text(VARIADIC texts text[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  lines text := E'\n';
  each text;
  with_plain_vowels text;
begin
  foreach each in array texts loop
    each := app.folded(each);
    if each <> '' then
      lines := lines || ' ' || each || E' \n';
    end if;
  end loop;
  with_plain_vowels := regexp_replace(lines, '([aou])e', '\1', 'g');
  return case when with_plain_vowels = lines then lines else lines || with_plain_vowels end;
end
$function$;
grant execute on function app.search_text(text[]) to gate;
grant execute on function app.search_text(text[]) to reader;
grant execute on function app.search_text(text[]) to reader_price;
grant execute on function app.search_text(text[]) to writer;

CREATE OR REPLACE FUNCTION app.security_content(r security_log)
 RETURNS bytea
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN convert_to((jsonb_build_array((r).tenant_id, (r).id, (r).kind, (r).lb_user_id, (r).actor_id, (r).means, (r).what, (r).target_id, (r).code, (r).device, (r).network, (r).times, ((EXTRACT(epoch FROM (r).created_at) * (1000000)::numeric))::bigint))::text, 'UTF8'::name);

CREATE OR REPLACE FUNCTION app.sees_all(kind text)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(current_setting((('app.'::text || kind) || '_scope'::text), true), ''::text) = 'all'::text);
grant execute on function app.sees_all(text) to gate;
grant execute on function app.sees_all(text) to operator;
grant execute on function app.sees_all(text) to reader;
grant execute on function app.sees_all(text) to reader_price;
grant execute on function app.sees_all(text) to writer;

CREATE OR REPLACE FUNCTION app.sees_involved(kind text)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (COALESCE(current_setting((('app.'::text || kind) || '_involved'::text), true), ''::text) = 'on'::text);
grant execute on function app.sees_involved(text) to gate;
grant execute on function app.sees_involved(text) to operator;
grant execute on function app.sees_involved(text) to reader;
grant execute on function app.sees_involved(text) to reader_price;
grant execute on function app.sees_involved(text) to writer;

CREATE OR REPLACE FUNCTION app.sees_record(table_name text, record bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  found_it boolean;
begin
  if record is null then
    return false;
  end if;
  execute format('select exists (select from public.%I where tenant_id = app.tenant_id() and id = $1)', table_name)
    into found_it using record;
  return found_it;
exception when insufficient_privilege or undefined_column or undefined_table then
  return false;
end
$function$;
grant execute on function app.sees_record(text,bigint) to reader;
grant execute on function app.sees_record(text,bigint) to reader_price;

CREATE OR REPLACE FUNCTION app.session_idle(in_tenant bigint)
 RETURNS interval
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select make_interval(mins => value::integer) from public.configuration
    where tenant_id = in_tenant and client_id is null and key = 'session_idle_minutes' and value ~ '^[1-9]\d{0,4}$'
$function$;
grant execute on function app.session_idle(bigint) to gate;

CREATE OR REPLACE FUNCTION app.settle_entry(in_entry bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform graphile_worker.permanently_fail_jobs(array[id], concat('settled: ', last_error))
    from graphile_worker.jobs where id = in_entry and attempts >= max_attempts;
end
$function$;
grant execute on function app.settle_entry(bigint) to gate;

CREATE OR REPLACE FUNCTION app.settle_security_log()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with over as (
    delete from public.security_count where minute < date_trunc('minute', clock_timestamp()) returning security_count as counted
  )
  select app.note_count(counted) from over
$function$;
grant execute on function app.settle_security_log() to gate;

CREATE OR REPLACE FUNCTION app.settle_tasks()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if app.tenant_id() is not null and exists (
    select from after_change a join before_change b on b.tenant_id = a.tenant_id and b.id = a.id
    where (a.substitute_id, a.absence_from, a.absence_to, a.active, a.blocked)
      is distinct from (b.substitute_id, b.absence_from, b.absence_to, b.active, b.blocked)
  ) then
    perform app.enqueue('settle_tasks', '{}');
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.settle_tasks_of_groups()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform app.enqueue('settle_tasks', '{}');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.shared_orders(in_tenant bigint, in_supplier bigint, in_other bigint)
 RETURNS TABLE(procurement_id bigint, marketplace_id bigint, joining_id bigint, is_over boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with shared as (
    select one.procurement_id, one.marketplace_id, one.id, other.id as other_id, app.is_untold(one) as is_untold,
      app.is_untold(other) as is_other_untold, p.status in ('declined', 'completed') as is_over
    from public.procurement_supplier_order one
    join public.procurement_supplier_order other on other.tenant_id = in_tenant and other.procurement_id = one.procurement_id
      and other.marketplace_id is not distinct from one.marketplace_id and other.supplier_id = in_other
    join public.procurement p on p.tenant_id = in_tenant and p.id = one.procurement_id
    where one.tenant_id = in_tenant and one.supplier_id = in_supplier)
  -- A shop accepts no further lines for a received order.
  select s.procurement_id, s.marketplace_id, case
      when s.is_untold and s.is_other_untold or s.is_untold and s.marketplace_id is null then s.id
      when s.is_other_untold and s.marketplace_id is null then s.other_id end, s.is_over
  from shared s
$function$;

CREATE OR REPLACE FUNCTION app.shares_of_orders(in_tenant bigint, in_orders bigint[])
 RETURNS TABLE(procurement_id bigint, invoice_id bigint, invoice_date date, net numeric, currency text, exchange_rate numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select i.procurement_id, i.id, i.invoice_date, round(app.counted_share(i) * (i.total_netto - coalesce((
      select sum(l.total_netto) from public.invoice_line l
      join public.procurement_line o on o.tenant_id = in_tenant and o.id = l.procurement_line_id
      where l.tenant_id = in_tenant and l.invoice_id = i.id and o.procurement_id <> i.procurement_id), 0)), 2),
      i.currency, app.known_rate(i.tenant_id, i.client_id, i.currency, i.exchange_rate)
    from public.invoice i
    where i.tenant_id = in_tenant and i.procurement_id = any (in_orders) and app.counts_in_budgets('invoice', i.status)
  union all
  select o.procurement_id, i.id, i.invoice_date, round(app.counted_share(i) * sum(l.total_netto), 2), i.currency,
      app.known_rate(i.tenant_id, i.client_id, i.currency, i.exchange_rate)
    from public.procurement_line o
    join public.invoice_line l on l.tenant_id = in_tenant and l.procurement_line_id = o.id
    join public.invoice i on i.tenant_id = in_tenant and i.id = l.invoice_id
    where o.tenant_id = in_tenant and o.procurement_id = any (in_orders)
      and i.procurement_id is distinct from o.procurement_id and app.counts_in_budgets('invoice', i.status)
    group by o.procurement_id, i.tenant_id, i.id
$function$;
grant execute on function app.shares_of_orders(bigint,bigint[]) to writer;

CREATE OR REPLACE FUNCTION app.shown_name(main text, translations jsonb)
 RETURNS app.german_text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN CASE WHEN (translations = '[]'::jsonb) THEN main ELSE COALESCE((jsonb_path_query_first(translations, '$[*]?(@."lang" == $"lang")."name"'::jsonpath, jsonb_build_object('lang', current_setting('app.lang'::text, true))) #>> '{}'::text[]), main) END;
grant execute on function app.shown_name(text,jsonb) to reader;
grant execute on function app.shown_name(text,jsonb) to reader_price;
grant execute on function app.shown_name(text,jsonb) to writer;

CREATE OR REPLACE FUNCTION app.stands_elsewhere(in_tenant bigint, in_supplier bigint, in_column text, in_value text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
  select case in_column
    when 'vat_number' then exists (select from public.supplier o
      where o.tenant_id = in_tenant and o.id <> in_supplier and o.vat_number = in_value collate "default")
    when 'vendor_account' then exists (select from public.supplier_client k
      where k.tenant_id = in_tenant and k.supplier_id <> in_supplier and k.vendor_account = in_value collate "default")
    else exists (select from public.supplier o
        where o.tenant_id = in_tenant and o.id <> in_supplier and rtrim(o.external_id, '0') = rtrim(in_value, '0') collate "default")
      or exists (select from public.supplier_client k
        where k.tenant_id = in_tenant and k.supplier_id <> in_supplier and rtrim(k.external_id, '0') = rtrim(in_value, '0') collate "default") end
$function$;

CREATE OR REPLACE FUNCTION app.start_deletion(in_tenant bigint, in_kind text, in_first date, in_last date, in_sha256 text, in_made_at timestamp with time zone, in_preview jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  started bigint;
  zone text := app.zone_of_tenant(in_tenant);
begin
  if not app.is_operator() or in_kind = 'tenant' and (
      in_tenant = app.tenant_id()
      or not exists (select from public.tenant where id = in_tenant and status = 'archived')
      or exists (select from public.procurement where tenant_id = in_tenant and legal_hold is not null)
      or exists (select from public.invoice where tenant_id = in_tenant and legal_hold is not null)
      or exists (select from public.contract where tenant_id = in_tenant and legal_hold is not null)) then
    raise exception 'permission denied for table tenant' using errcode = '42501';
  end if;
  insert into public.deletion (deleted_tenant_id, kind, name, first_day, last_day, first_at, end_at, operator_tenant_id, operator_id,
      operator_name, archive_sha256, archive_made_at, step, expected)
    select t.id, in_kind, t.name, in_first, in_last, in_first::timestamp at time zone zone, (in_last + 1)::timestamp at time zone zone,
      u.tenant_id, u.id, u.name, in_sha256, in_made_at, case in_kind when 'tenant' then 'count' else 'documents' end,
      case in_kind when 'tenant' then '{}' else in_preview end
    from public.tenant t, public.lb_user u
    where t.id = in_tenant and u.tenant_id = app.tenant_id() and u.id = app.user_id()
    returning id into started;
  perform app.queue_deletion();
  return started;
end
$function$;
grant execute on function app.start_deletion(bigint,text,date,date,text,timestamp with time zone,jsonb) to operator;

CREATE OR REPLACE FUNCTION app.stay_in_tenant()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.tenant_id <> app.tenant_id() then
    raise exception 'permission denied for table %', tg_table_name using errcode = '42501';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.steering()
 RETURNS TABLE(table_name text, field text, kinds text[])
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select 'client', c, null::text[] from unnest('{country,vat_number,tax_number,client_number,consultant_number,
    ledger_account_length,min_approval,amount_basis,self_approval,price_tolerance_percent,price_tolerance_amount,over_delivery_percent,substitute_limit,when_limit_exceeded,
    when_budget_exceeded,contracts_in_budgets,tax_tolerance,match_price_tolerance,match_quantity_tolerance,match_price_tolerance_amount,
    match_quantity_tolerance_amount,match_freight_tolerance_amount,bank_change_second_person,separate_check,touchless_invoices,separate_signature,
    internal_lead_days,notice_transit_days,fiscal_year_start,payables_ledger,receivables_ledger,datev_lock,datev_service_date,
    datev_closed_until,datev_kost_length,datev_kost2,datev_collective_account,d365_legal_entity,d365_journal_name,d365_document,
    d365_procurement_category,required_fields,user_clearing_id,
    user_select_product_id,user_send_order_id,user_consignee_id,user_invoice_manual_check_id,user_invoice_clearing_id}'::text[]) c
  union all select 'department', c, null from unnest('{client_id,user_clearing_id,user_select_product_id,user_send_order_id,
    user_consignee_id}'::text[]) c
  union all select t, c, null from (values
    ('client_tax_key', 'tax_category'), ('client_tax_key', 'tax_percentage'), ('client_tax_key', 'posting_key_id'),
    ('client_discount_code', 'percentage'), ('client_discount_code', 'days'), ('client_discount_code', 'code'),
    ('client_d365_dimension', 'dimension'), ('client_d365_dimension', 'name')) v (t, c)
  union all select 'supplier', c, null from unnest('{country,external_id,vat_number,payment_method}'::text[]) c
  union all select 'supplier_client', c, null from unnest('{client_id,external_id,vendor_account}'::text[]) c
  union all select 'product', c, null from unnest('{cost_center_id,is_cost_center_fixed}'::text[]) c
  union all select 'lb_user', c, null from unnest('{approval_limit,priority_approval_limit,substitute_id,absence_from,absence_to,roles}'::text[]) c
  union all select 'task_group', c, null from unnest('{approval_limit,priority_approval_limit,roles}'::text[]) c
  union all select 'product_group', 'user_select_product_id', null
  union all select t, c, null from (values
    ('cost_center', 'number'), ('ledger_account', 'number'), ('ledger_account', 'automatic'), ('ledger_account', 'automatic_tax'),
    ('posting_key', 'number'), ('posting_key', 'tax'), ('profit_center', 'number'), ('tax_group', 'code'),
    ('tax_group', 'client_id'), ('tax_item_group', 'code'), ('tax_item_group', 'tax_code'), ('tax_item_group', 'client_id'),
    ('financial_dimension', 'code'), ('financial_dimension', 'dimension_type'), ('financial_dimension', 'client_id')) v (t, c)
  union all select 'configuration', c, k from (values
    ('timezone', '{procurement,invoice,contract}'::text[]),
    ('module_procurement', '{procurement}'), ('module_invoice', '{invoice}'), ('module_contract', '{contract}'),
    ('approval_limit_priority', '{procurement,invoice,contract}'),
    ('approve_from_mail', '{procurement,invoice,contract}'),
    ('passkey_approval_amount', '{procurement,invoice,contract}'),
    ('product_group_required', '{procurement}'),
    ('invoice_approval', '{invoice}'),
    ('procurement_or_contract_required', '{invoice}'),
    ('invoice_required_fields', '{invoice}'),
    ('invoice_export_target', '{invoice}'),
    ('insolvency_law_fields', '{invoice}'),
    ('d365_organisation_url', '{invoice}'),
    ('d365_journal_name', '{invoice}'),
    ('user_clearing_id', '{procurement}'), ('user_select_product_id', '{procurement}'), ('user_send_order_id', '{procurement}'),
    ('user_consignee_id', '{procurement}'), ('user_invoice_manual_check_id', '{invoice}'), ('user_invoice_clearing_id', '{invoice}')
  ) v (c, k)
$function$;
grant execute on function app.steering() to reader;
grant execute on function app.steering() to reader_price;
grant execute on function app.steering() to writer;

CREATE OR REPLACE FUNCTION app.steps_done(in_from timestamp with time zone, in_to timestamp with time zone, in_types text[])
 RETURNS TABLE(id bigint, waited interval)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20000
 SET search_path TO ''
AS $function$
  select e.id, e.completed_at - coalesce(e.waited_since, app.looked_up_wait(e.tenant_id, e.timeline_id, e.created_at, e.completed_at))
    from public.timeline_entry e
    where e.tenant_id = app.tenant_id() and e.completed_at >= in_from and e.completed_at < in_to
      and e.type = any (in_types) and e.status in ('approved', 'declined')
$function$;
grant execute on function app.steps_done(timestamp with time zone,timestamp with time zone,text[]) to reader;
grant execute on function app.steps_done(timestamp with time zone,timestamp with time zone,text[]) to reader_price;

CREATE OR REPLACE FUNCTION app.storage_due()
 RETURNS TABLE(tenant_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t.id from public.tenant t left join public.tenant_storage s on s.tenant_id = t.id
    where s.counted_at is null or s.counted_at < now() - interval '20 hours' order by t.id
$function$;
grant execute on function app.storage_due() to gate;

CREATE OR REPLACE FUNCTION app.sum_documents_of_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  full_span record;
begin
  for full_span in
    with added as (
      insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, net)
        select c.tenant_id, app.sum_span(c.created_at), c.kind, c.company_currency, p.dimension, p.key, sum(c.sign),
            sum(c.sign * coalesce(c.company_netto, 0))
          from (select *, -1 as sign from was) c
          cross join lateral app.parts_of_charts(c.status, c.department_id, c.cost_center_id, c.ledger_account_id) p
          where c.status <> 'draft'
          group by 1, 2, 3, 4, 5, 6 having sum(c.sign) <> 0 or sum(c.sign * coalesce(c.company_netto, 0)) <> 0
        returning tenant_id, span, id
    )
    select distinct tenant_id, span from added where id % 64 = 0
  loop
    perform app.fold_document_totals(full_span.tenant_id, full_span.span, false);
  end loop;
  for full_span in
    with moved as materialized (
      select tenant_id, id, app.sum_span(created_at) as span, company_currency as currency, sum(sign) as sign
        from (select *, -1 as sign from was) c
        where kind = 'procurement' and status <> 'draft' and currency = company_currency
        group by 1, 2, 3, 4 having sum(sign) <> 0
    ), added as (
      insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, quantity, net)
        select m.tenant_id, m.span, 'procurement', m.currency, 'product',
            app.ordered_key(l.product_id, l.supplier_id, l.item_number, l.unit), sum(m.sign), sum(m.sign * coalesce(l.quantity, 0)),
            sum(m.sign * l.total_netto)
          from moved m
          join public.procurement_line l on l.tenant_id = m.tenant_id and l.procurement_id = m.id
          where l.kind = 'item' and (l.product_id is not null or l.item_number is not null)
          group by 1, 2, 4, 6
        returning tenant_id, span, id
    )
    select distinct tenant_id, span from added where id % 512 = 0
  loop
    perform app.fold_document_totals(full_span.tenant_id, full_span.span, true);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.sum_documents_of_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  full_span record;
begin
  for full_span in
    with added as (
      insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, net)
        select c.tenant_id, app.sum_span(c.created_at), c.kind, c.company_currency, p.dimension, p.key, sum(c.sign),
            sum(c.sign * coalesce(c.company_netto, 0))
          from (select *, 1 as sign from became) c
          cross join lateral app.parts_of_charts(c.status, c.department_id, c.cost_center_id, c.ledger_account_id) p
          where c.status <> 'draft'
          group by 1, 2, 3, 4, 5, 6 having sum(c.sign) <> 0 or sum(c.sign * coalesce(c.company_netto, 0)) <> 0
        returning tenant_id, span, id
    )
    select distinct tenant_id, span from added where id % 64 = 0
  loop
    perform app.fold_document_totals(full_span.tenant_id, full_span.span, false);
  end loop;
  for full_span in
    with moved as materialized (
      select tenant_id, id, app.sum_span(created_at) as span, company_currency as currency, sum(sign) as sign
        from (select *, 1 as sign from became) c
        where kind = 'procurement' and status <> 'draft' and currency = company_currency
        group by 1, 2, 3, 4 having sum(sign) <> 0
    ), added as (
      insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, quantity, net)
        select m.tenant_id, m.span, 'procurement', m.currency, 'product',
            app.ordered_key(l.product_id, l.supplier_id, l.item_number, l.unit), sum(m.sign), sum(m.sign * coalesce(l.quantity, 0)),
            sum(m.sign * l.total_netto)
          from moved m
          join public.procurement_line l on l.tenant_id = m.tenant_id and l.procurement_id = m.id
          where l.kind = 'item' and (l.product_id is not null or l.item_number is not null)
          group by 1, 2, 4, 6
        returning tenant_id, span, id
    )
    select distinct tenant_id, span from added where id % 512 = 0
  loop
    perform app.fold_document_totals(full_span.tenant_id, full_span.span, true);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.sum_documents_of_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  full_span record;
begin
  for full_span in
    with added as (
      insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, net)
        select c.tenant_id, app.sum_span(c.created_at), c.kind, c.company_currency, p.dimension, p.key, sum(c.sign),
            sum(c.sign * coalesce(c.company_netto, 0))
          from (select *, 1 as sign from became union all select *, -1 from was) c
          cross join lateral app.parts_of_charts(c.status, c.department_id, c.cost_center_id, c.ledger_account_id) p
          where c.status <> 'draft'
          group by 1, 2, 3, 4, 5, 6 having sum(c.sign) <> 0 or sum(c.sign * coalesce(c.company_netto, 0)) <> 0
        returning tenant_id, span, id
    )
    select distinct tenant_id, span from added where id % 64 = 0
  loop
    perform app.fold_document_totals(full_span.tenant_id, full_span.span, false);
  end loop;
  for full_span in
    with moved as materialized (
      select tenant_id, id, app.sum_span(created_at) as span, company_currency as currency, sum(sign) as sign
        from (select *, 1 as sign from became union all select *, -1 from was) c
        where kind = 'procurement' and status <> 'draft' and currency = company_currency
        group by 1, 2, 3, 4 having sum(sign) <> 0
    ), added as (
      insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, quantity, net)
        select m.tenant_id, m.span, 'procurement', m.currency, 'product',
            app.ordered_key(l.product_id, l.supplier_id, l.item_number, l.unit), sum(m.sign), sum(m.sign * coalesce(l.quantity, 0)),
            sum(m.sign * l.total_netto)
          from moved m
          join public.procurement_line l on l.tenant_id = m.tenant_id and l.procurement_id = m.id
          where l.kind = 'item' and (l.product_id is not null or l.item_number is not null)
          group by 1, 2, 4, 6
        returning tenant_id, span, id
    )
    select distinct tenant_id, span from added where id % 512 = 0
  loop
    perform app.fold_document_totals(full_span.tenant_id, full_span.span, true);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.sum_lines_of_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  full_span record;
begin
  for full_span in
    with changed as materialized (
      select tenant_id, procurement_id, app.ordered_key(product_id, supplier_id, item_number, unit) as key, sum(sign) as count,
          sum(sign * coalesce(quantity, 0)) as quantity, sum(sign * total_netto) as net
        from (select *, -1 as sign from was) c
        where kind = 'item' and (product_id is not null or item_number is not null)
        group by 1, 2, 3
        having sum(sign) <> 0 or sum(sign * coalesce(quantity, 0)) <> 0 or sum(sign * total_netto) <> 0
    ), held as materialized (
      select d.tenant_id, d.id, app.sum_span(d.created_at) as span, d.company_currency as currency
        from (select distinct tenant_id, procurement_id from changed) c
        join public.document d on d.tenant_id = c.tenant_id and d.kind = 'procurement' and d.id = c.procurement_id
        where d.status <> 'draft' and d.currency = d.company_currency
        for share of d
    ), added as (
      insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, quantity, net)
        select h.tenant_id, h.span, 'procurement', h.currency, 'product', c.key, sum(c.count), sum(c.quantity), sum(c.net)
          from held h
          join changed c on c.tenant_id = h.tenant_id and c.procurement_id = h.id
          group by 1, 2, 4, 6
        returning tenant_id, span, id
    )
    select distinct tenant_id, span from added where id % 512 = 0
  loop
    perform app.fold_document_totals(full_span.tenant_id, full_span.span, true);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.sum_lines_of_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  full_span record;
begin
  for full_span in
    with changed as materialized (
      select tenant_id, procurement_id, app.ordered_key(product_id, supplier_id, item_number, unit) as key, sum(sign) as count,
          sum(sign * coalesce(quantity, 0)) as quantity, sum(sign * total_netto) as net
        from (select *, 1 as sign from became) c
        where kind = 'item' and (product_id is not null or item_number is not null)
        group by 1, 2, 3
        having sum(sign) <> 0 or sum(sign * coalesce(quantity, 0)) <> 0 or sum(sign * total_netto) <> 0
    ), held as materialized (
      select d.tenant_id, d.id, app.sum_span(d.created_at) as span, d.company_currency as currency
        from (select distinct tenant_id, procurement_id from changed) c
        join public.document d on d.tenant_id = c.tenant_id and d.kind = 'procurement' and d.id = c.procurement_id
        where d.status <> 'draft' and d.currency = d.company_currency
        for share of d
    ), added as (
      insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, quantity, net)
        select h.tenant_id, h.span, 'procurement', h.currency, 'product', c.key, sum(c.count), sum(c.quantity), sum(c.net)
          from held h
          join changed c on c.tenant_id = h.tenant_id and c.procurement_id = h.id
          group by 1, 2, 4, 6
        returning tenant_id, span, id
    )
    select distinct tenant_id, span from added where id % 512 = 0
  loop
    perform app.fold_document_totals(full_span.tenant_id, full_span.span, true);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.sum_lines_of_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  full_span record;
begin
  for full_span in
    with changed as materialized (
      select tenant_id, procurement_id, app.ordered_key(product_id, supplier_id, item_number, unit) as key, sum(sign) as count,
          sum(sign * coalesce(quantity, 0)) as quantity, sum(sign * total_netto) as net
        from (select *, 1 as sign from became union all select *, -1 from was) c
        where kind = 'item' and (product_id is not null or item_number is not null)
        group by 1, 2, 3
        having sum(sign) <> 0 or sum(sign * coalesce(quantity, 0)) <> 0 or sum(sign * total_netto) <> 0
    ), held as materialized (
      select d.tenant_id, d.id, app.sum_span(d.created_at) as span, d.company_currency as currency
        from (select distinct tenant_id, procurement_id from changed) c
        join public.document d on d.tenant_id = c.tenant_id and d.kind = 'procurement' and d.id = c.procurement_id
        where d.status <> 'draft' and d.currency = d.company_currency
        for share of d
    ), added as (
      insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, quantity, net)
        select h.tenant_id, h.span, 'procurement', h.currency, 'product', c.key, sum(c.count), sum(c.quantity), sum(c.net)
          from held h
          join changed c on c.tenant_id = h.tenant_id and c.procurement_id = h.id
          group by 1, 2, 4, 6
        returning tenant_id, span, id
    )
    select distinct tenant_id, span from added where id % 512 = 0
  loop
    perform app.fold_document_totals(full_span.tenant_id, full_span.span, true);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.sum_span(at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((date_trunc('month'::text, ((at AT TIME ZONE 'UTC'::text) - '12:00:00'::interval)) + CASE WHEN ((at AT TIME ZONE 'UTC'::text) < (date_trunc('month'::text, ((at AT TIME ZONE 'UTC'::text) - '12:00:00'::interval)) + '1 mon -14:00:00'::interval)) THEN '12:00:00'::interval ELSE '1 mon -14:00:00'::interval END) AT TIME ZONE 'UTC'::text);
grant execute on function app.sum_span(timestamp with time zone) to reader;
grant execute on function app.sum_span(timestamp with time zone) to reader_price;

CREATE OR REPLACE FUNCTION app.sum_span_end(at timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((date_trunc('month'::text, ((at AT TIME ZONE 'UTC'::text) - '12:00:00'::interval)) + '1 mon'::interval) + CASE WHEN ((at AT TIME ZONE 'UTC'::text) < (date_trunc('month'::text, ((at AT TIME ZONE 'UTC'::text) - '12:00:00'::interval)) + '1 mon -14:00:00'::interval)) THEN '-14:00:00'::interval ELSE '12:00:00'::interval END) AT TIME ZONE 'UTC'::text);
grant execute on function app.sum_span_end(timestamp with time zone) to reader;
grant execute on function app.sum_span_end(timestamp with time zone) to reader_price;

CREATE OR REPLACE FUNCTION app.sweep_workers(in_silence interval)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  silent text[];
begin
  perform app.end_broken_moves();
  delete from public.worker where heartbeat_at < clock_timestamp() - in_silence;
  select array_agg(distinct locked_by) into silent
    from graphile_worker.jobs
    where locked_by not in (select id from public.worker) and locked_at < clock_timestamp() - in_silence;
  if silent is not null then
    perform graphile_worker.force_unlock_workers(silent);
  end if;
  return coalesce(silent, '{}');
end
$function$;
grant execute on function app.sweep_workers(interval) to gate;

CREATE OR REPLACE FUNCTION app.system_person()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_id bigint;
begin
  if app.tenant_id() is null then
    raise exception 'a system person needs a tenant' using errcode = '42501';
  end if;
  select id into found_id from public.lb_user where tenant_id = app.tenant_id() and is_system;
  if found_id is null then
    insert into public.lb_user (tenant_id, name, is_system, blocked, show_tour)
      values (app.tenant_id(), 'Kontor', true, true, false)
      on conflict (tenant_id) where is_system do update set name = excluded.name returning id into found_id;
  end if;
  return found_id;
end
$function$;
grant execute on function app.system_person() to writer;

CREATE OR REPLACE FUNCTION app.tables_of_tenants()
 RETURNS TABLE(name text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select c.relname::text from pg_catalog.pg_class c
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  order by c.relname
$function$;

CREATE OR REPLACE FUNCTION app.take_bulk_turn(in_table text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET lock_timeout TO '5s'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('bulk write of ' || in_table, app.tenant_id()));
end
$function$;
grant execute on function app.take_bulk_turn(text) to writer;

CREATE OR REPLACE FUNCTION app.take_open_value()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.open_value := new.total_netto - case when tg_op = 'INSERT' then 0
    else (select net from app.invoiced_of(new.tenant_id, new.id, new.currency,
      app.known_rate(new.tenant_id, new.client_id, new.currency, new.exchange_rate))) end;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.take_supplier_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.supplier_text := coalesce(
    (select s.name from public.supplier s where s.tenant_id = new.tenant_id and s.id = new.supplier_id), '');
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.take_untold_accounts()
 RETURNS TABLE(supplier text, person_id bigint, person text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with told as (
    update public.supplier_bank_change b set is_untold = false where b.tenant_id = app.tenant_id() and b.is_untold
    returning b.supplier_id, b.decided_by_id, b.id
  )
  select s.name, t.decided_by_id, u.name::text from told t
  join public.supplier s on s.tenant_id = app.tenant_id() and s.id = t.supplier_id
  join public.lb_user u on u.tenant_id = app.tenant_id() and u.id = t.decided_by_id order by t.id
$function$;
grant execute on function app.take_untold_accounts() to writer;

CREATE OR REPLACE FUNCTION app.taken_off_by(i invoice)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(f.invoice_number_formatted, f.number, f.id::text)
  from public.invoice f
  where f.tenant_id = i.tenant_id and i.id = any (f.taken_off_ids) and f.procurement_id = coalesce(
    (select c.procurement_id from public.invoice c where c.tenant_id = i.tenant_id and c.id = i.corrects_invoice_id), i.procurement_id)
$function$;
grant execute on function app.taken_off_by(invoice) to writer;

CREATE OR REPLACE FUNCTION app.taken_parts(i invoice, in_by_order boolean)
 RETURNS TABLE(cost_center_id bigint, ledger_account_id bigint, net numeric)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with parts as (
    select coalesce(l.cost_center_id, i.cost_center_id) as center, coalesce(l.ledger_account_id, i.ledger_account_id) as account,
      o.id as line, coalesce(o.cost_center_id, p.cost_center_id) as order_center,
      coalesce(o.ledger_account_id, p.ledger_account_id) as order_account,
      p.id is not null and (in_by_order or coalesce(l.cost_center_id, i.cost_center_id) is null) as is_at_order,
      round(case when l.id is null then i.total_netto else coalesce(l.total_netto, 0) end * app.known_rate(i.tenant_id, i.client_id, i.currency, i.exchange_rate), 2) as net
    from (select) as one
    left join public.invoice_line l on l.tenant_id = i.tenant_id and l.invoice_id = i.id
    left join public.procurement_line o on o.tenant_id = i.tenant_id and o.id = l.procurement_line_id
    left join public.procurement p on p.tenant_id = i.tenant_id and p.id = coalesce(o.procurement_id, i.procurement_id)
  )
  select center, account, net from parts where not is_at_order
  union all
  select order_center, order_account, net from parts where is_at_order and line is not null
  union all
  select coalesce(l.cost_center_id, p.cost_center_id), coalesce(l.ledger_account_id, p.ledger_account_id),
      least(round(sum(l.total_netto) * app.known_rate(p.tenant_id, p.client_id, p.currency, p.exchange_rate), 2), (select sum(net) from parts where is_at_order and line is null))
    from public.procurement p
    join public.procurement_line l on l.tenant_id = p.tenant_id and l.procurement_id = p.id
    where p.tenant_id = i.tenant_id and p.id = i.procurement_id and exists (select from parts where is_at_order and line is null)
    group by p.tenant_id, p.id, 1, 2
$function$;
grant execute on function app.taken_parts(invoice,boolean) to writer;

CREATE OR REPLACE FUNCTION app.tell_of_controls()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform graphile_worker.add_job('control_changes', json_build_object('tenant_id', new.tenant_id),
    run_at => now() + interval '10 seconds', job_key => format('control changes %s', new.tenant_id), job_key_mode => 'preserve_run_at',
    max_attempts => 25);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.tenant_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.tenant_id'::text, true), ''::text))::bigint;
grant execute on function app.tenant_id() to gate;
grant execute on function app.tenant_id() to operator;
grant execute on function app.tenant_id() to reader;
grant execute on function app.tenant_id() to reader_price;
grant execute on function app.tenant_id() to writer;

CREATE OR REPLACE FUNCTION app.tenants_of_addresses(in_addresses text[])
 RETURNS TABLE(tenant_id bigint, is_alone boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t.id, not exists (
      select from public.tenant o where o.id <> t.id and lower(o.import_invoice_email) = lower(t.import_invoice_email))
    from public.tenant t
    where t.status = 'active' and lower(t.import_invoice_email) = any (in_addresses)
$function$;
grant execute on function app.tenants_of_addresses(text[]) to gate;

CREATE OR REPLACE FUNCTION app.time_zone()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select app.time_zone_of(app.tenant_id())
$function$;
grant execute on function app.time_zone() to reader;
grant execute on function app.time_zone() to reader_price;
grant execute on function app.time_zone() to writer;

CREATE OR REPLACE FUNCTION app.time_zone_of(in_tenant bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(
    (select value from public.configuration where tenant_id = in_tenant and key = 'timezone' and client_id is null),
    'Europe/Berlin')
$function$;
grant execute on function app.time_zone_of(bigint) to writer;

CREATE OR REPLACE FUNCTION app.touch()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.uncount_products()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.document_total (tenant_id, span, kind, currency, dimension, key, count, quantity, net)
    select d.tenant_id, app.sum_span(d.created_at), 'procurement', d.company_currency, 'product',
        app.ordered_key(l.product_id, l.supplier_id, l.item_number, l.unit), -count(*), -sum(coalesce(l.quantity, 0)), -sum(l.total_netto)
      from public.document d
      join public.procurement_line l on l.tenant_id = d.tenant_id and l.procurement_id = d.id
      where d.tenant_id = old.tenant_id and d.kind = 'procurement' and d.id = old.id
        and d.status <> 'draft' and d.currency = d.company_currency
        and l.kind = 'item' and (l.product_id is not null or l.item_number is not null)
      group by 1, 2, 4, 6;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION app.undercuts_budget(in_old jsonb, in_new jsonb, in_used numeric)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select in_used > 0 and (in_new is null or (in_new ->> 'value')::numeric < least(in_used, (in_old ->> 'value')::numeric)
    or (in_new - '{value,name,updated_at}'::text[]) <> (in_old - '{value,name,updated_at}'::text[]))
$function$;
grant execute on function app.undercuts_budget(jsonb,jsonb,numeric) to writer;

CREATE OR REPLACE FUNCTION app.unknown_accesses()
 RETURNS SETOF unknown_access
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select * from public.unknown_access where app.is_operator()
$function$;
grant execute on function app.unknown_accesses() to operator;

CREATE OR REPLACE FUNCTION app.urgency_of_contract(in_tenant bigint, in_id bigint)
 RETURNS TABLE(urgent_on date, at_stake numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select notice.day, case when notice.day is not null then
      round(coalesce(app.yearly_netto(h), 0) * longer.months / 12
        * case when c.currency <> h.currency then h.exchange_rate else 1 end, 2) end
    from public.contract h
    left join public.client c on c.tenant_id = in_tenant and c.id = h.client_id
    cross join lateral (select case when h.terminated_on is null then h.termination_deadline end as day) notice
    cross join lateral (select case
        when h.term_type = 'fixed' and h.renewal_type in ('auto', 'once') then h.renewal_duration
          * case h.renewal_duration_unit_type when 'year' then 12 when 'semester' then 6 when 'quarter' then 3
            when 'month' then 1 when 'week' then 84 / 365.25 else 12 / 365.25 end
        when h.term_type = 'fixed' then (h.end_date - h.next_possible_contract_end) * 12 / 365.25
        -- A notice to any day costs nothing when it comes a day later.
        else case h.termination_to when 'year_end' then 12 when 'yearly_day' then 12 when 'half_year_end' then 6
          when 'quarter_end' then 3 when 'month_end' then 1 when 'mid_or_month_end' then 0.5 when 'week_end' then 84 / 365.25 else 0 end
      end as months) longer
    where h.tenant_id = in_tenant and h.id = in_id
    -- A plan of its own: joined with the other functions of a list row it would read all documents of the tenant.
    offset 0
$function$;

CREATE OR REPLACE FUNCTION app.urgency_of_invoice(in_tenant bigint, in_id bigint)
 RETURNS TABLE(urgent_on date, at_stake numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select next.day, round(next.amount * case when c.currency <> h.currency then h.exchange_rate else 1 end, 2)
    from public.invoice h
    left join public.client c on c.tenant_id = in_tenant and c.id = h.client_id
    left join lateral (
      select day, amount from (values
          (h.discount_1_date, h.discount_1_amount, 1), (h.discount_2_date, h.discount_2_amount, 2), (h.due_date, h.amount_due, 3)
        ) payment (day, amount, place)
        -- Today is computed once per statement.
        where (place = 3 or day >= (select app.day_of_tenant(in_tenant, now()))) and day is not null and not h.paid
        order by day, place limit 1
    ) next on true
    where h.tenant_id = in_tenant and h.id = in_id
    -- A plan of its own: joined with the other functions of a list row it would read all documents of the tenant.
    offset 0
$function$;

CREATE OR REPLACE FUNCTION app.urgency_of_procurement(in_tenant bigint, in_id bigint)
 RETURNS TABLE(urgent_on date, at_stake numeric)
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(owed.day, h.delivery_date), case when coalesce(owed.day, h.delivery_date) is not null then
      round(h.total_netto * case when c.currency <> h.currency then h.exchange_rate else 1 end, 2) end
    from public.procurement h
    left join public.client c on c.tenant_id = in_tenant and c.id = h.client_id
    cross join lateral (
      select min(coalesce(l.confirmed_delivery_date, l.delivery_date, h.delivery_date)) as day
        from public.procurement_line l
        where h.status = 'ordered' and l.tenant_id = in_tenant and l.procurement_id = in_id and l.is_outstanding
    ) owed
    where h.tenant_id = in_tenant and h.id = in_id
    -- A plan of its own: joined with the other functions of a list row it would read all documents of the tenant.
    offset 0
$function$;

CREATE OR REPLACE FUNCTION app.use_mandate()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.tenant t set sepa_last_use = greatest(t.sepa_last_use, (b.debit ->> 'day')::date)
    from public.billing b
    where b.tenant_id = new.tenant_id and b.id = new.billing_id and t.id = new.tenant_id
      and b.debit ->> 'mandate' = trim(t.sepa_mandate_reference)
      and (t.sepa_last_use is null or t.sepa_last_use < (b.debit ->> 'day')::date);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.user_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN (NULLIF(current_setting('app.user_id'::text, true), ''::text))::bigint;
grant execute on function app.user_id() to gate;
grant execute on function app.user_id() to operator;
grant execute on function app.user_id() to reader;
grant execute on function app.user_id() to reader_price;
grant execute on function app.user_id() to writer;

CREATE OR REPLACE FUNCTION app.void_bank_change(in_tenant bigint, in_supplier bigint, in_columns text[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.supplier_bank_change set state = 'void', void_columns = in_columns, decided_by_id = nullif(app.actor_id(), 0), decided_at = now()
    where tenant_id = in_tenant and supplier_id = in_supplier and state = 'pending' and proposed_at < now()
$function$;

CREATE OR REPLACE FUNCTION app.void_outgrown_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was constant jsonb := app.identity_columns(case when tg_op <> 'INSERT' then to_jsonb(old) end);
  now_is constant jsonb := app.identity_columns(case when tg_op <> 'DELETE' then to_jsonb(new) end);
  whole constant jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  changed text[];
begin
  select array_agg(name order by name) into changed from jsonb_object_keys(coalesce(now_is, was)) name
    where coalesce(was -> name, 'null') is distinct from coalesce(now_is -> name, 'null');
  if changed is not null then
    perform app.void_bank_change((whole ->> 'tenant_id')::bigint,
      (whole ->> case tg_table_name when 'supplier' then 'id' else 'supplier_id' end)::bigint, changed);
    -- A number is assigned to the supplier as shown in the proposal.
    update public.control_change set state = 'void', decided_at = now()
      where changed && '{name,country,active}' and tenant_id = (whole ->> 'tenant_id')::bigint and of_table = 'supplier'
        and of_id = (whole ->> 'id')::bigint and tg_table_name = 'supplier' and state = 'pending' and proposed_at < now()
        and control in ('external_id', 'vat_number', 'supplier_client');
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$function$;

CREATE OR REPLACE FUNCTION app.waits_for_automatic_export(in_tenant bigint, in_client bigint)
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select i.id from public.invoice i
  where i.tenant_id = in_tenant and i.client_id = in_client and i.status = 'export' and not i.is_leaving and not exists (
    select from public.invoice_export_entry e
      join public.invoice_export_run r on r.tenant_id = e.tenant_id and r.id = e.invoice_export_run_id
    where e.tenant_id = i.tenant_id and e.invoice_id = i.id and e.state = 'failed' and r.is_automatic
      and app.day_of_tenant(i.tenant_id, e.ended_at) = app.day_of_tenant(i.tenant_id, now()))
$function$;
grant execute on function app.waits_for_automatic_export(bigint,bigint) to writer;

CREATE OR REPLACE PROCEDURE app.wall(IN table_name text, IN visible text DEFAULT 'true'::text, IN amounts text[] DEFAULT '{}'::text[], IN secrets text[] DEFAULT '{}'::text[], IN ignored text[] DEFAULT '{}'::text[], IN parent text DEFAULT NULL::text, IN audited boolean DEFAULT true, IN readable boolean DEFAULT true)
 LANGUAGE plpgsql
AS $procedure$
declare
  target regclass := format('public.%I', table_name)::regclass;
  open_columns text;
  price_columns text;
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('drop policy if exists tenant_wall on %s', target);
  execute format('drop policy if exists visible on %s', target);
  execute format(
    'create policy tenant_wall on %s to writer using (tenant_id = (select app.tenant_id())) '
    'with check (tenant_id = (select app.tenant_id()))', target);
  execute format('revoke all on %s from reader, reader_price, writer', target);
  execute format('grant select, insert, update, delete on %s to writer', target);
  if readable then
    execute format(
      'create policy visible on %s for select to reader, reader_price '
      'using (tenant_id = (select app.tenant_id()) and (%s))', target, visible);
    select string_agg(quote_ident(attname), ', ' order by attnum) filter (where attname <> all (amounts)),
           string_agg(quote_ident(attname), ', ' order by attnum)
      into open_columns, price_columns
      from pg_attribute
      where attrelid = target and attnum > 0 and not attisdropped and attname <> all (secrets);
    execute format('grant select (%s) on %s to reader', open_columns, target);
    execute format('grant select (%s) on %s to reader_price', price_columns, target);
    call app.narrow(table_name);
  end if;
  execute format('drop trigger if exists touch on %s', target);
  execute format('drop trigger if exists audit on %s', target);
  if exists (select from pg_attribute where attrelid = target and attname = 'updated_at' and not attisdropped) then
    execute format('create trigger touch before update on %s for each row execute function app.touch()', target);
  end if;
  if audited then
    execute format(
      'create trigger audit after insert or update or delete on %s for each row execute function app.write_audit(%L, %L, %L, %L)',
      target, secrets, amounts, ignored, coalesce(parent, table_name));
  end if;
end
$procedure$;

CREATE OR REPLACE FUNCTION app.was_exported(in_tenant bigint, in_invoice bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (select from public.invoice_export_entry
    where tenant_id = in_tenant and invoice_id = in_invoice and state = 'exported' and not is_reversal)
$function$;
grant execute on function app.was_exported(bigint,bigint) to writer;

CREATE OR REPLACE FUNCTION app.webhook_events(in_row audit_log)
 RETURNS TABLE(event text, subject_table text, subject_id bigint, facts jsonb)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select in_row."table" || '_status_changed', in_row."table", in_row.foreign_key, jsonb_build_object(
      'status', in_row.data_after ->> 'status', 'former_status', in_row.data_before ->> 'status')
    where in_row.type in ('insert', 'update') and in_row."table" in ('procurement', 'invoice', 'contract')
      and 'status' = any (in_row.affected_properties)
  union all
  select 'order_sent', 'procurement', in_row.procurement_id, jsonb_build_object('order_id', in_row.foreign_key)
    where in_row."table" = 'procurement_supplier_order' and in_row.data_after ->> 'state' = 'sent'
  union all
  select 'invoice_exported', 'invoice', in_row.foreign_key, jsonb_build_object('exported_at', in_row.data_after ->> 'exported_at')
    where in_row."table" = 'invoice' and in_row.data_after ->> 'exported_at' is not null
  union all
  -- Rows of a record, such as the budgets of a cost center, change the record.
  select 'master_data_changed', r.record, r.id,
      jsonb_build_object('change', case when in_row."table" = r.record then in_row.type else 'update' end)
    from (select coalesce(in_row.relation_table, in_row."table") as record, case
      when coalesce(in_row.relation_table, in_row."table") = in_row."table" then in_row.foreign_key else in_row.relation_key end as id) r
    where in_row.type in ('insert', 'update', 'delete') and r.id is not null
      and r.record in ('client', 'department', 'cost_center', 'ledger_account', 'posting_key', 'profit_center', 'tax_group',
        'tax_item_group', 'financial_dimension', 'location', 'supplier', 'product', 'product_group', 'lb_user')
$function$;

CREATE OR REPLACE FUNCTION app.with_corrections(in_tenant bigint, in_ids bigint[])
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with corrected as (
    select corrects_invoice_id as id from public.invoice
      where tenant_id = in_tenant and id = any (in_ids) and corrects_invoice_id is not null
  )
  select unnest(in_ids)
  union
  select id from corrected
  union
  select id from public.invoice
    where tenant_id = in_tenant and corrects_invoice_id = any (in_ids || array(select id from corrected))
$function$;
grant execute on function app.with_corrections(bigint,bigint[]) to writer;

CREATE OR REPLACE FUNCTION app.with_hanging_invoices(in_tenant bigint, in_ids bigint[])
 RETURNS SETOF bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with recursive found as (
    select unnest(in_ids) as id
    union
    select hanging.id from found cross join lateral app.hanging_invoices(in_tenant, found.id) as hanging (id)
  )
  select id from found
$function$;

CREATE OR REPLACE FUNCTION app.words_of_contract(in_tenant bigint, in_id bigint)
 RETURNS TABLE(timeline_id bigint, number text, running_number integer, name text, created_at timestamp with time zone, head_text text, supplier_id bigint, supplier_ids bigint[])
 LANGUAGE sql
 STABLE
AS $function$
  select c.timeline_id, c.contract_number_formatted, c.contract_number, c.name, c.created_at,
      concat_ws(' ', c.contract_number_formatted, c.name, c.external_contract_number, s.name, c.notes),
      c.supplier_id, array_remove(array[c.supplier_id], null)
    from public.contract c left join public.supplier s on s.tenant_id = in_tenant and s.id = c.supplier_id
    where c.tenant_id = in_tenant and c.id = in_id
$function$;

CREATE OR REPLACE FUNCTION app.words_of_invoice(in_tenant bigint, in_id bigint)
 RETURNS TABLE(timeline_id bigint, number text, running_number integer, name text, created_at timestamp with time zone, head_text text, supplier_id bigint, supplier_ids bigint[])
 LANGUAGE sql
 STABLE
AS $function$
  select i.timeline_id, i.invoice_number_formatted, i.running_number, i.name, i.created_at,
      concat_ws(' ', i.invoice_number_formatted, i.name, i.number_printed, i.number, s.name, i.notes),
      i.supplier_id, array_remove(array[i.supplier_id], null)
    from public.invoice i left join public.supplier s on s.tenant_id = in_tenant and s.id = i.supplier_id
    where i.tenant_id = in_tenant and i.id = in_id
$function$;

CREATE OR REPLACE FUNCTION app.words_of_procurement(in_tenant bigint, in_id bigint)
 RETURNS TABLE(timeline_id bigint, number text, running_number integer, name text, created_at timestamp with time zone, head_text text)
 LANGUAGE sql
 STABLE
AS $function$
  select timeline_id, coalesce(order_number_formatted, draft_number_formatted), coalesce(number, draft_number), name, created_at,
      concat_ws(' ', coalesce(order_number_formatted, draft_number_formatted), name, external_order_number, notes)
    from public.procurement where tenant_id = in_tenant and id = in_id
$function$;

CREATE OR REPLACE FUNCTION app.work_deletion(in_deletion bigint, in_milliseconds integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted text;
begin
  select kind into wanted from public.deletion where id = in_deletion and state = 'running' for update skip locked;
  if wanted is null then
    return false;
  elsif wanted = 'tenant' then
    perform app.remove_tenant_rows(in_deletion, in_milliseconds);
  else
    perform app.remove_documents_of(in_deletion, in_milliseconds);
  end if;
  return exists (select from public.deletion where id = in_deletion and state = 'running');
end
$function$;
grant execute on function app.work_deletion(bigint,integer) to gate;

CREATE OR REPLACE FUNCTION app.worth_of_order(in_tenant bigint, in_id bigint)
 RETURNS numeric
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when p.status in ('completed', 'declined') then (
      select coalesce(sum(l.total_netto * app.came_of(p.status, l.kind, l.quantity, l.quantity_received)), 0)
      from public.procurement_line l where l.tenant_id = in_tenant and l.procurement_id = in_id)
    when not app.counts_in_budgets('procurement', p.status) then 0
    else p.total_netto end
  from public.procurement p where p.tenant_id = in_tenant and p.id = in_id
$function$;

CREATE OR REPLACE FUNCTION app.write_audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  secrets text[] := tg_argv[0]::text[];
  amounts text[] := tg_argv[1]::text[];
  ignored text[] := tg_argv[2]::text[] || array['updated_at', 'tenant_id'];
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  whole jsonb := coalesce(new_row, old_row);
  changed text[];
  masked text;
  actor bigint := app.actor_id();
  -- Rows without a tenant are in the audit of the writing person's tenant.
  owner bigint := coalesce((whole ->> case tg_table_name when 'tenant' then 'id' else 'tenant_id' end)::bigint, app.tenant_id());
  info text;
  parent text := tg_argv[3];
begin
  select array_agg(key order by key) into changed
    from jsonb_object_keys(whole) as key
    where key <> all (ignored) and (tg_op <> 'UPDATE' or old_row -> key is distinct from new_row -> key);
  if changed is null or owner is null then
    return null;
  end if;
  if tg_table_name = 'configuration' and 'password' in (old_row ->> 'model', new_row ->> 'model') then
    secrets := secrets || 'value'::text;
  end if;
  foreach masked in array secrets loop
    if old_row ->> masked is not null then old_row := jsonb_set(old_row, array[masked], '"********"'); end if;
    if new_row ->> masked is not null then new_row := jsonb_set(new_row, array[masked], '"********"'); end if;
  end loop;
  -- A row with a two-part key, such as a company of a cost center, belongs to the record that its table is named
  -- after.
  if not whole ? 'id' then
    select left(key, -3) into parent from jsonb_object_keys(whole) as key
      where key like '%\_id' and starts_with(tg_table_name, left(key, -2)) order by length(key) desc limit 1;
    parent := coalesce(parent, tg_argv[3]);
  end if;
  if app.is_operator() then
    select 'operator ' || name into info from public.lb_user where tenant_id = app.tenant_id() and id = actor;
    -- Ids of one tenant would denote other people in another.
    if owner <> app.tenant_id() then actor := null; end if;
  elsif actor is distinct from app.user_id() then
    select 'via ' || name into info from public.lb_user
      where tenant_id = app.tenant_id() and id = app.user_id();
  end if;
  insert into public.audit_log (
    tenant_id, type, "table", relation_table, foreign_key, lb_user_id, affected_properties,
    data_before, data_after, amounts_before, amounts_after, info, random_id, procurement_id, invoice_id, contract_id, relation_key
  )
  select
    owner, lower(tg_op), tg_table_name, parent,
    case when jsonb_typeof(whole -> 'id') = 'number' then (whole ->> 'id')::bigint end, actor, changed,
    app.pick(old_row, changed, amounts, false), app.pick(new_row, changed, amounts, false),
    app.pick(old_row, changed, amounts, true), app.pick(new_row, changed, amounts, true),
    info, app.audit_group(),
    app.document_of(whole, tg_table_name, 'procurement'), app.document_of(whole, tg_table_name, 'invoice'),
    app.document_of(whole, tg_table_name, 'contract'),
    case when parent <> tg_table_name then (whole ->> (parent || '_id'))::bigint end;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION app.write_task_group()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into public.lb_user (tenant_id, is_group, name, roles, approval_limit, priority_approval_limit, active)
      values (new.tenant_id, true, new.name, new.roles, new.approval_limit, new.priority_approval_limit, new.active)
      returning id, created_at, updated_at into new.id, new.created_at, new.updated_at;
  else
    update public.lb_user g
      set tenant_id = new.tenant_id, name = new.name, roles = new.roles, active = new.active,
          priority_approval_limit = new.priority_approval_limit,
          -- A person who cannot see the limit does not clear it by leaving it unchanged.
          approval_limit = case when new.approval_limit is distinct from old.approval_limit
            then new.approval_limit else g.approval_limit end
      where g.tenant_id = old.tenant_id and g.id = old.id and g.is_group
      returning updated_at into new.updated_at;
    if not found then
      return null;
    end if;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION app.yearly_netto(k contract)
 RETURNS numeric
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with lines as (
    select l.total, coalesce(l.usage_type, k.usage_type) as usage from public.contract_line l
      where l.tenant_id = k.tenant_id and l.contract_id = k.id
    union all
    select k.total_netto, k.usage_type where not exists (
      select from public.contract_line l where l.tenant_id = k.tenant_id and l.contract_id = k.id)
  )
  select sum(l.total * case l.usage when 'monthly' then 12 when 'quarterly' then 4 when 'semiannually' then 2 else 1 end)
  from lines l
$function$;

CREATE OR REPLACE FUNCTION app.zone_of_tenant(in_tenant bigint)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  zone text;
begin
  if not app.is_operator() then
    return null;
  end if;
  select value into zone from public.configuration
    where tenant_id = in_tenant and key = 'timezone' and client_id is null;
  perform now() at time zone zone;
  return coalesce(zone, 'Europe/Berlin');
exception when invalid_parameter_value then
  return 'Europe/Berlin';
end
$function$;
grant execute on function app.zone_of_tenant(bigint) to operator;

CREATE OR REPLACE FUNCTION audited.shown_name(audited.department)
 RETURNS app.german_text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN app.shown_name(($1).name, ($1).translations);
grant execute on function audited.shown_name(audited.department) to auditor;

CREATE OR REPLACE FUNCTION audited.shown_name(audited.product_group)
 RETURNS app.german_text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN app.shown_name(($1).name, ($1).translations);
grant execute on function audited.shown_name(audited.product_group) to auditor;

CREATE OR REPLACE FUNCTION public.shown_name(cost_center)
 RETURNS app.german_text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN app.shown_name(($1).name, ($1).translations);
grant execute on function shown_name(cost_center) to reader;
grant execute on function shown_name(cost_center) to reader_price;
grant execute on function shown_name(cost_center) to writer;

CREATE OR REPLACE FUNCTION public.shown_name(department)
 RETURNS app.german_text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN app.shown_name(($1).name, ($1).translations);
grant execute on function shown_name(department) to reader;
grant execute on function shown_name(department) to reader_price;
grant execute on function shown_name(department) to writer;

CREATE OR REPLACE FUNCTION public.shown_name(product_group)
 RETURNS app.german_text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN app.shown_name(($1).name, ($1).translations);
grant execute on function shown_name(product_group) to reader;
grant execute on function shown_name(product_group) to reader_price;
grant execute on function shown_name(product_group) to writer;

