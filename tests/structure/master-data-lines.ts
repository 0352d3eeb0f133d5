/** The fields of a line of chapter DATA, as named in the specification and as stored. */
export interface DataLine {
  readonly id: string;
  /** Columns with their types, by table: `name text, price numeric(14,2)`. */
  readonly tables: Readonly<Record<string, string>>;
  /** Fields without a column, computed or related by the API: `cost_center.free_budget`. */
  readonly api?: readonly string[];
}

const approver = 'lb_user_id bigint, is_required boolean';
const place = `address text, address_complement text, zipcode text, consignee text, city text, dropoff_location text,
  country text, active boolean, phone_country_code text, phone_number text`;
const defaultRoles = `user_clearing_id bigint, user_select_product_id bigint, user_send_order_id bigint, user_consignee_id bigint`;

/** Settings, tenants, people and master data. */
export const masterDataLines: readonly DataLine[] = [
  {
    id: 'DATA-01',
    tables: {
      configuration: `id bigint, key text, value text, model text, lb_user_id bigint, supplier_id bigint,
        client_address_id bigint, client_id bigint`,
    },
  },
  {
    id: 'DATA-02',
    tables: { global_configuration: 'id bigint, key text, type text, value text, group text, label text' },
  },
  {
    id: 'DATA-03',
    tables: {
      tenant: `name text, main_language text, default_decimal_places integer, status text,
        restored_at timestamp with time zone, archived_at timestamp with time zone, created_at timestamp with time zone`,
    },
  },
  {
    id: 'DATA-04',
    tables: {
      tenant: `document_limit integer, procurement_limit integer, invoice_limit integer, base_price_document numeric(14,4),
        base_price_procurement numeric(14,4), base_price_invoice numeric(14,4), extra_price_document numeric(14,4),
        extra_price_procurement numeric(14,4), extra_price_invoice numeric(14,4), recognition_unit_price numeric(14,4)`,
    },
  },
  {
    id: 'DATA-05',
    tables: {
      tenant:
        'easybill_id text, account text, holder text, bic text, bank_code text, iban text, bank_name text',
    },
  },
  {
    id: 'DATA-06',
    tables: {
      tenant: `billing_name text, billing_consignee text, street text, zipcode text, city text, state text, country text,
        phone text, contact_email text, billing_email text, import_invoice_email text`,
    },
  },
  {
    id: 'DATA-07',
    tables: {
      tenant: `sepa_agreement boolean, sepa_agreement_date date, sepa_mandate_reference text, sepa_creditor_id text,
        sepa_scheme text, sepa_last_use date, sepa_prenotification_days integer`,
    },
  },
  {
    id: 'DATA-08',
    tables: {
      tenant: `automatic_billing boolean, automatic_billing_mail boolean, debit_credit_reverse boolean, standard_package boolean`,
    },
  },
  {
    id: 'DATA-09',
    tables: {
      tenant_additional_item: 'description text, net_amount numeric(14,2), start_date date, end_date date',
      tenant_tiered_price: 'unit_price numeric(14,4), base_price numeric(14,2), quantity integer',
    },
  },
  {
    id: 'DATA-10',
    tables: {
      lb_user: `id bigint, email text, name text, lang text, client_id bigint, department_id bigint, cost_center_id bigint,
        location_id bigint, approval_limit numeric(14,2), priority_approval_limit integer, roles text[], is_group boolean,
        blocked boolean, active boolean, show_tour boolean, token_issued_at timestamp with time zone,
        token_expires_at timestamp with time zone, api_token_hash bytea, signature_file_id uuid, auditor_client_id bigint,
        auditor_from date, auditor_until date, auditor_ends_on date`,
      passkey: 'lb_user_id bigint, name text, last_login timestamp with time zone',
    },
    api: [
      'lb_user.user_addresses',
      'lb_user.task_group_users',
      'lb_user.permission_users',
      'lb_user.passkeys',
    ],
  },
  {
    id: 'DATA-11',
    tables: {
      user_address: `id bigint, name text, lb_user_id bigint, ${place}`,
      client_address: `id bigint, address_name text, client_id bigint, is_default boolean, ${place}`,
    },
  },
  {
    id: 'DATA-12',
    tables: {
      department: `id bigint, code text, active boolean, name text, translations jsonb, client_id bigint, responsible_id bigint,
        email text, ${defaultRoles}`,
      department_approver: `department_id bigint, ${approver}`,
      department_client: 'department_id bigint, client_id bigint',
      permission_department: 'permission_id bigint, department_id bigint',
    },
    api: ['department.lb_users', 'department.department_cost_centers'],
  },
  {
    id: 'DATA-13',
    tables: {
      client: `id bigint, name text, active boolean, client_number text, consultant_number text, email text, currency text,
        ledger_account_length integer, vat_number text, min_approval integer, default_product_tax numeric(4,2),
        default_product_unit text, default_product_currency text, billing_name text, billing_address text,
        billing_address_complement text, billing_zipcode text, billing_city text, billing_country text, responsible_id bigint,
        logo_file_id uuid, letterhead_file_id uuid, country text, legal_footer text, legal_form text, registered_seat text,
        register_court text, register_number text, managing_directors text, tax_number text, einvoice_email text,
        purchase_terms text, amount_basis text, self_approval text, tax_tolerance numeric(6,2),
        match_price_tolerance numeric(6,2), match_quantity_tolerance numeric(6,2), bank_change_second_person boolean,
        when_limit_exceeded text, when_budget_exceeded text, internal_lead_days integer, notice_transit_days integer,
        datev_lock boolean, datev_closed_until date, datev_kost_length integer, datev_kost2 text, datev_collective_account text, accrual_account text,
        d365_legal_entity text, d365_journal_name text, d365_document text`,
    },
  },
  {
    id: 'DATA-14',
    tables: {
      client: `${defaultRoles}, user_invoice_manual_check_id bigint, user_invoice_clearing_id bigint`,
    },
  },
  {
    id: 'DATA-15',
    tables: { client: 'can_delete_document_directly boolean, required_fields jsonb' },
    api: [
      'client.client_addresses',
      'client.department_clients',
      'client.cost_center_clients',
      'client.client_ledger_accounts',
      'client.permission_clients',
    ],
  },
  {
    id: 'DATA-16',
    tables: {
      client: `client_number text, consultant_number text, ledger_account_length integer, fiscal_year_start text,
        payables_ledger boolean, receivables_ledger boolean`,
    },
  },
  {
    id: 'DATA-17',
    tables: {
      cost_center: 'id bigint, name text, translations jsonb, number text, active boolean',
      cost_center_approver: `cost_center_id bigint, ${approver}`,
      cost_center_client: 'cost_center_id bigint, client_id bigint',
      cost_center_address: 'cost_center_id bigint, client_address_id bigint',
      permission_cost_center: 'permission_id bigint, cost_center_id bigint',
    },
    api: ['cost_center.free_budget', 'cost_center.budgets', 'cost_center.department_cost_centers'],
  },
  {
    id: 'DATA-18',
    tables: {
      budget: `id bigint, name text, value numeric(14,2), start date, end date, active boolean, not_allocated boolean,
        ledger_account_id bigint, cost_center_id bigint`,
    },
  },
  {
    id: 'DATA-19',
    // The waiting bank data are the last change.
    tables: {
      supplier: `id bigint, name text, email text, city text, address text, active boolean, external_id text,
        supplier_number text, client_number text, delivery_in_days integer, delivery_terms text, payment_terms text,
        vat_number text, iban text, bic text, bank text, payment_method text, notes text, ledger_account_id bigint,
        cost_center_id bigint, department_id bigint, posting_key_id bigint, tax numeric(4,2),
        discount_1_percentage numeric(5,2), discount_1_days integer, discount_2_percentage numeric(5,2),
        discount_2_days integer, zipcode text, country text, phone text, contact_person text, order_language text,
        tax_number text, payment_days integer, state text`,
      supplier_bank_change: `supplier_id bigint, iban text, bic text, state text, proposed_by_id bigint, decided_by_id bigint,
        decided_at timestamp with time zone`,
      supplier_client: `supplier_id bigint, client_id bigint, external_id text, client_number text, vendor_account text`,
      supplier_approver: `supplier_id bigint, ${approver}`,
      supplier_department: 'supplier_id bigint, department_id bigint',
      permission_supplier: 'permission_id bigint, supplier_id bigint',
    },
  },
  {
    id: 'DATA-20',
    // The marks for an approver's origin are stored with the document's approvers.
    tables: {
      department_approver: approver,
      cost_center_approver: approver,
      supplier_approver: approver,
      procurement_approver: 'inserted_manually boolean, inserted_by_group boolean',
    },
  },
  {
    id: 'DATA-21',
    tables: {
      permission: 'id bigint, name text, active boolean',
      permission_user: 'permission_id bigint, lb_user_id bigint',
      permission_client: 'permission_id bigint, client_id bigint',
      permission_department: 'permission_id bigint, department_id bigint',
      permission_cost_center: 'permission_id bigint, cost_center_id bigint',
      permission_supplier: 'permission_id bigint, supplier_id bigint',
      permission_product_group: 'permission_id bigint, product_group_id bigint',
    },
  },
  {
    id: 'DATA-22',
    tables: {
      task_group:
        'id bigint, name text, roles text[], approval_limit numeric, priority_approval_limit integer, active boolean',
      task_group_user: 'task_group_id bigint, lb_user_id bigint',
    },
    api: ['task_group.task_group_users'],
  },
  {
    id: 'DATA-23',
    tables: {
      product_group:
        'name text, translations jsonb, active boolean, description text, user_select_product_id bigint',
      permission_product_group: 'permission_id bigint, product_group_id bigint',
    },
  },
  {
    id: 'DATA-24',
    tables: {
      posting_key: 'name text, number text, tax numeric(4,2), active boolean',
      ledger_account: `name text, number text, description text, active boolean, automatic boolean, automatic_tax numeric(4,2), automatic_category text`,
      profit_center: 'name text, number text, active boolean',
      client_posting_key: 'client_id bigint, posting_key_id bigint',
      client_ledger_account: 'client_id bigint, ledger_account_id bigint',
      client_profit_center: 'client_id bigint, profit_center_id bigint',
    },
  },
  {
    id: 'DATA-25',
    tables: {
      tax_group: 'name text, code text, client_id bigint',
      tax_item_group: 'name text, code text, tax_code text, client_id bigint',
      financial_dimension: 'name text, code text, client_id bigint, dimension_type text',
    },
  },
  {
    id: 'REC-11',
    tables: { buyer_reference: 'code text, client_id bigint, department_id bigint, active boolean' },
  },
  {
    id: 'EXP-15',
    tables: {
      d365_allowed_combination:
        'client_id bigint, ledger_account_id bigint, cost_center_id bigint, profit_center_id bigint, name text, active boolean',
    },
  },
  {
    id: 'EXP-20',
    tables: {
      client_tax_key: 'tax_category text, tax_percentage numeric(4,2), posting_key_id bigint',
    },
  },
  { id: 'DISC-05', tables: { client_discount_code: 'percentage numeric(4,2), days integer, code text' } },
  { id: 'EXP-14', tables: { client_d365_dimension: 'dimension text, name text' } },
  { id: 'DATA-26', tables: { location: 'name text, number text, address text' } },
  {
    id: 'DATA-27',
    tables: {
      product: `name text, alias text, item_number text, product_group_id bigint, supplier_id bigint, location_id bigint,
        cost_center_id bigint, is_cost_center_fixed boolean, tax numeric(4,2), price_netto numeric(14,4),
        price_brutto numeric(14,4), unit text, image_url text, webshop_url text, offer_number text, offer_date date,
        description text, active boolean, currency text, price_unit numeric(10,3)`,
    },
  },
  { id: 'MOB-05', tables: { product: 'gtin text' } },
];
