import { type DataLine, masterDataLines } from './master-data-lines.ts';

const dimensions = `cost_center_id bigint, ledger_account_id bigint, profit_center_id bigint, d365_department_id bigint,
  employee_id bigint, branch_id bigint, d365_vehicle_id bigint, d365_sales_channel_id bigint, d365_area_id bigint,
  d365_labor_wert_id bigint, d365_project_id bigint`;
const approver = 'lb_user_id bigint, is_required boolean';
const term = `start_date date, end_date date, duration integer, duration_unit_type text, min_duration integer, renewal_type text,
  renewal_duration integer, renewal_duration_unit_type text, notice_period integer, notice_period_unit_type text,
  termination_to text, termination_special_right text, term_type text, notice_workdays integer, later_notice_period integer,
  later_notice_period_unit_type text, termination_day date`;

/** Documents and their parts, and the tables of the installation. */
const documentLines: readonly DataLine[] = [
  {
    id: 'DATA-28',
    tables: {
      procurement: `name text, number integer, order_number_formatted text, creator_id bigint,
        created_at timestamp with time zone, delivery_date date, delivery_address_id bigint, billing_address_text text,
        status text, payment_in_advance boolean, completely_invoiced boolean, open_value numeric(14,2),
        total_netto numeric(14,2), total_brutto numeric(14,2), payment_timing text, usage_type text, notes text,
        show_notes_in_pdf boolean, external_order_number text, type text, client_id bigint, department_id bigint,
        cost_center_id bigint, ledger_account_id bigint, consignee_id bigint, currency text, contract_id bigint,
        timeline_id bigint, draft_number integer, submitted_at timestamp with time zone, total_tax numeric(14,2),
        exchange_rate numeric(16,6), rate_date date, rate_source text, approved_netto numeric(14,2),
        approved_supplier_ids bigint[]`,
      procurement_approver: `procurement_id bigint, ${approver}, inserted_manually boolean, inserted_by_group boolean`,
    },
  },
  {
    id: 'DATA-29',
    tables: {
      procurement_line: `description text, item_number text, quantity numeric(14,3), quantity_received numeric(14,3),
        unit text, price_netto numeric(18,8), price_brutto numeric(18,8), tax numeric(4,2), offer_number text,
        offer_date date, image_url text, webshop_url text, is_cost_center_fixed boolean, product_id bigint,
        product_group_id bigint, supplier_id bigint, cost_center_id bigint, ledger_account_id bigint, marketplace_id bigint,
        punchout_cart_id bigint, order_state text, sort_no integer, price_mode text, confirmed_delivery_date date, kind text,
        price_unit numeric(10,3)`,
    },
  },
  {
    id: 'DATA-30',
    tables: {
      goods_receipt: `procurement_line_id bigint, quantity numeric(14,3), received_at timestamp with time zone,
        lb_user_id bigint, number_formatted text, comment text, delivery_note_number text, delivery_note_date date,
        file_id uuid, location_id bigint, reason text`,
    },
  },
  {
    id: 'DATA-31',
    tables: {
      procurement_supplier_order: `procurement_id bigint, supplier_id bigint, marketplace_id bigint, state text, channel text,
        sent_at timestamp with time zone, sent_by_id bigint, confirmation_no text`,
    },
  },
  {
    id: 'DATA-32',
    tables: {
      invoice: `name text, creator_id bigint, created_at timestamp with time zone, number text, invoice_number_formatted text,
        due_date date, delivery_date date, invoice_date date, vat_due_date date, tax numeric(4,2),
        total_brutto numeric(14,2), total_netto numeric(14,2), currency text, notes text, order_notes text,
        review_status text, paid boolean, payment_in_advance boolean, export_individual_items boolean, status text,
        client_id bigint, supplier_id bigint, department_id bigint, cost_center_id bigint, ledger_account_id bigint,
        posting_key_id bigint`,
    },
  },
  {
    id: 'DATA-33',
    tables: {
      invoice: `number_printed text, vat_number text, payment_method text, iban text, bic text,
        exported_at timestamp with time zone, discount_1_percentage numeric(5,2), discount_1_amount numeric(14,2),
        discount_1_days integer, discount_1_date date, discount_2_percentage numeric(5,2), discount_2_amount numeric(14,2),
        discount_2_days integer, discount_2_date date, procurement_id bigint, contract_id bigint, timeline_id bigint,
        mailbox_id bigint, file_id uuid, running_number integer, total_tax numeric(14,2),
        prepaid_amount numeric(14,2), rounding_amount numeric(14,2), buyer_reference text, order_reference text,
        document_type text, amount_due numeric(14,2), paid_on date, service_from date, service_to date, rate_date date,
        rate_source text, payment_block boolean, payment_block_reason text, corrects_invoice_id bigint,
        discount_base numeric(14,2), guid uuid, exchange_rate numeric(16,6)`,
      invoice_recognition: 'raw jsonb',
    },
  },
  {
    id: 'DATA-34',
    tables: {
      invoice_line: `invoice_id bigint, item_number text, description text, quantity numeric, unit_net_price numeric(18,8),
        tax_percentage numeric(4,2), tax_group_id bigint, tax_item_group_id bigint, total_netto numeric(14,2),
        total_brutto numeric(14,2), procurement_line_id bigint, sort_no integer, kind text, tax_category text,
        price_unit numeric(10,3), line_allowance numeric(14,2), line_charge numeric(14,2), tax_exemption_reason text`,
      invoice_tax: `invoice_id bigint, tax_percentage numeric(4,2), tax_category text, net numeric(14,2), tax numeric(14,2)`,
    },
  },
  { id: 'DATA-35', tables: { invoice_line: dimensions, invoice: dimensions } },
  {
    id: 'DATA-36',
    tables: {
      contract: `name text, contract_date date, contract_number integer, contract_number_formatted text,
        external_contract_number text, category text, status text, type text, notes text, payment_method text,
        payment_direction text, responsible_id bigint, recurring_invoice boolean, ${term}, termination_deadline date,
        next_possible_contract_end date, terminated_on date, reminder_date date, reminder_days_before integer,
        payment_timing text, usage_type text, client_id bigint, department_id bigint, cost_center_id bigint,
        supplier_id bigint, ledger_account_id bigint, timeline_id bigint, creator_id bigint, total_netto numeric(14,2),
        renewals_done integer, notice_sent_on date, termination_confirmed_on date`,
    },
  },
  {
    id: 'DATA-37',
    tables: {
      contract_line: `name text, type text, item_number text, quantity numeric(14,3), total numeric(14,2), image_url text,
        webshop_url text, offer_number text, offer_date date, usage_type text, tax numeric(4,2), unit text,
        contract_id bigint`,
    },
  },
  {
    id: 'DATA-38',
    tables: {
      contract_reminder: `contract_id bigint, type text, reminder_date date, days_before integer, lb_user_id bigint, note text,
        sent_at timestamp with time zone`,
      contract_term: `contract_id bigint, valid_from date, lb_user_id bigint, ${term}`,
      contract_version: `contract_id bigint, version_no integer, amendment_id bigint, signed_at timestamp with time zone,
        signed_by_id bigint, changed text[], particulars jsonb, differences jsonb`,
      approval_record:
        'procurement_id bigint, invoice_id bigint, contract_id bigint, state text, covered jsonb, made_by_id bigint, actor_id bigint, made_at timestamp with time zone',
      document_file: `file_id uuid, procurement_id bigint, invoice_id bigint, contract_id bigint, name text, size integer,
        mime text, created_by_id bigint`,
    },
  },
  {
    id: 'DATA-39',
    tables: {
      mailbox: `name text, username text, password bytea, host text, protocol text, folder text, period_in_days integer,
        import_invoices_automatically boolean, import_mode text, port integer, tls boolean, client_id bigint, active boolean,
        answers_senders boolean, authentication_server text, sign_in text, oauth_application text, oauth_directory text,
        oauth_secret bytea, oauth_refresh_token bytea, last_run_at timestamp with time zone, last_error jsonb`,
    },
  },
  {
    id: 'DATA-40',
    // `client_ids` are the rows of the link.
    tables: {
      marketplace: `name text, provider text, country_code text, url text, email text, order_url text, identity text,
        secret bytea, supplier_id bigint, protocol text, active boolean`,
      client_marketplace: 'client_id bigint, marketplace_id bigint',
    },
  },
  {
    id: 'DATA-41',
    tables: {
      punchout_cart: `procurement_id bigint, marketplace_id bigint, buyer_cookie text, state text,
        created_at timestamp with time zone, pending_lines jsonb`,
      punchout_log: `cart_id bigint, direction text, request text, response text, url text, header jsonb, method text,
        body text, created_at timestamp with time zone`,
    },
  },
  {
    id: 'DATA-42',
    tables: {
      tour: 'id bigint, page text, lb_user_id bigint',
      transaction: `transaction_key text, mutation text, variables jsonb, response jsonb, lb_user_id bigint,
        created_at timestamp with time zone`,
    },
  },
  {
    id: 'DATA-43',
    tables: {
      timeline:
        'id bigint, current_entry_no integer, updated_at timestamp with time zone, content_version integer',
    },
    api: ['timeline.loaded_at', 'timeline.timeline_entries'],
  },
  {
    id: 'DATA-44',
    tables: {
      timeline_entry: `timeline_id bigint, entry_no integer, type text, status text, size text, lb_user_id bigint,
        comment text, completed_at timestamp with time zone, text_type text, created_at timestamp with time zone,
        created_by_id bigint, means text, way text`,
    },
  },
  {
    id: 'DATA-45',
    tables: {
      audit_log: `type text, table text, relation_table text, foreign_key bigint, lb_user_id bigint,
        affected_properties text[], data_before jsonb, data_after jsonb, created_at timestamp with time zone, info text,
        tenant_id bigint, means text`,
    },
  },
  {
    id: 'DATA-46',
    tables: {
      record_lock:
        'table_name text, foreign_id bigint, locked_at timestamp with time zone, locked_by_id bigint',
    },
  },
  {
    id: 'DATA-47',
    tables: {
      department_client: 'department_id bigint, client_id bigint',
      cost_center_client: 'cost_center_id bigint, client_id bigint',
      department_cost_center: 'department_id bigint, cost_center_id bigint',
      client_ledger_account: 'client_id bigint, ledger_account_id bigint',
      supplier_department: 'supplier_id bigint, department_id bigint',
      cost_center_address: 'cost_center_id bigint, client_address_id bigint',
    },
  },
  {
    id: 'DATA-48',
    tables: {
      file: 'id uuid, name text, mime text, size integer, sha256 bytea',
      file_chunk: 'file_id uuid, chunk_no integer, bytes bytea',
      file_object: 'file_id uuid, object_key text, cipher_key bytea, locked_until date',
      loose_object: 'object_key text, drop_after timestamp with time zone',
      file_place: 'place text',
      product_file: 'product_id bigint, file_id uuid',
      job: 'id bigint, kind text, state text, progress integer, result jsonb, error jsonb',
      worker: 'id text, heartbeat_at timestamp with time zone',
      command_log: 'lb_user_id bigint, idempotency_key uuid, command text, input_hash bytea',
      number_counter: 'abbreviation text, last integer',
      login_token: 'id uuid, lb_user_id bigint, token_hash bytea, expires_at timestamp with time zone',
      refresh_token: 'id uuid, lb_user_id bigint, token_hash bytea, family uuid',
      service_token:
        'lb_user_id bigint, name text, calls text[], networks text[], expires_at timestamp with time zone, secret_hash bytea',
      directory_person:
        'lb_user_id bigint, user_name text, external_id text, name text, email text, active boolean, removed_at timestamp with time zone',
      directory_group: 'name text, external_id text, task_group_id bigint',
      directory_member: 'directory_group_id bigint, lb_user_id bigint',
      webhook: 'name text, url text, events text[], lb_user_id bigint, secret bytea, active boolean',
      webhook_delivery:
        'webhook_id bigint, event text, subject_table text, subject_id bigint, state text, attempts integer',
      export_destination: 'name text, kind text, place text, secret_access_key bytea, active boolean',
      scheduled_export:
        'name text, lb_user_id bigint, content jsonb, rhythm text, next_run_at timestamp with time zone, active boolean',
      scheduled_export_run:
        'scheduled_export_id bigint, planned_at timestamp with time zone, state text, problem jsonb',
      sign_on_issuer: 'name text, issuer text, application_id text, application_secret bytea, active boolean',
      manual_miss: 'text text, times integer, last_at timestamp with time zone',
      role_template: 'name text, roles text[], active boolean',
      rights_review:
        'matrix jsonb, sha256 text, confirmed_by_id bigint, confirmed_by text, confirmed_at timestamp with time zone, second_by_id bigint, second_by text, second_at timestamp with time zone, is_alone boolean, is_complete boolean',
      sign_on_group: 'sign_on_issuer_id bigint, value text, task_group_id bigint',
      sign_on_identity: 'lb_user_id bigint, issuer text, application_id text, subject text',
      passkey: 'id bigint, lb_user_id bigint, credential_id bytea, public_key bytea',
      notification: 'id bigint, lb_user_id bigint, kind text',
      push_subscription: 'lb_user_id bigint, session uuid, address bytea, kinds text[]',
      push_notice: 'push_subscription_id bigint, kind text, notification_id bigint',
      document: 'kind text, id bigint, timeline_id bigint, status text, search_text text',
      document_person: 'kind text, document_id bigint, lb_user_id bigint, is_assignee boolean',
      document_total:
        'span timestamp with time zone, kind text, currency text, dimension text, key text, count bigint, net numeric(18,2)',
      budget_amount:
        'procurement_id bigint, invoice_id bigint, cost_center_id bigint, day date, is_decided boolean, net numeric',
      archive:
        'client_id bigint, from_day date, to_day date, state text, made_at timestamp with time zone, sha256 text, size bigint, downloaded_at timestamp with time zone',
      process_text: 'chapter text, lang text, content text',
      process_documentation:
        'number integer, lang text, note text, made_by text, made_at timestamp with time zone, file_id uuid, sha256 text, pages integer',
      archive_member: 'archive_id bigint, path text, file_id uuid, size bigint, sha256 bytea',
      archive_piece: 'archive_member_id bigint, piece_no integer, bytes bytea',
      auditor_access:
        'created_at timestamp with time zone, lb_user_id bigint, actor_id bigint, kind text, operation text, target_table text, target_id text, request_id uuid',
      security_log:
        'created_at timestamp with time zone, kind text, lb_user_id bigint, actor_id bigint, means text, what text, code text, device text, network text, times integer, sealed_in bigint',
      reference_rate: 'currency text, day date, per_euro numeric(18,6)',
      unknown_access: 'hour timestamp with time zone, code text, times bigint',
      operation_proof:
        'id bigint, kind text, proven_at timestamp with time zone, is_passed boolean, figures jsonb',
      security_count: 'kind text, lb_user_id bigint, minute timestamp with time zone, times integer',
      known_device:
        'lb_user_id bigint, device text, first_seen_at timestamp with time zone, last_seen_at timestamp with time zone',
      billable_event: 'kind text, source_kind text, source_id bigint, day date',
      billing:
        'month date, state text, bill jsonb, net numeric(14,2), gross numeric(14,2), document_id text, document_number text',
      billing_step:
        'billing_id bigint, step text, outcome text, message text, begun_at timestamp with time zone',
      onboarding: 'mode text',
      sample_record:
        'table_name text, record_id bigint, content_version integer, kept_at timestamp with time zone',
      tenant_storage: 'files bigint, bytes bigint, documents bigint, counted_at timestamp with time zone',
      direct_debit:
        'billing_id bigint, state text, file_id uuid, collected jsonb, day date, amount numeric(14,2)',
      order_movement:
        'procurement_id bigint, line bigint, kind text, day date, currency text, net numeric(16,2)',
    },
  },
];

/** Chapter DATA of the specification, as stored. */
export const dataLines: readonly DataLine[] = [...masterDataLines, ...documentLines];
