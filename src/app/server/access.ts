import { supplierIdentity } from '../../features/master-data/supplier.ts';
import { tenantColumns } from '../../features/operator/tenant.ts';
import type { Access, TableAccess } from '../../graphql/access.ts';

const everything: TableAccess = { insert: {}, update: {}, delete: {} };
const ownRows = { own: 'lb_user_id' };

/** Rows are created and deleted, and these of their columns are written. */
const written = (columns: readonly string[]): TableAccess => ({
  insert: { columns },
  update: { columns },
  delete: {},
});

/** Master data that administrators write row by row (API-03). Documents change through commands only. */
const masterData = [
  'client',
  'client_address',
  'user_address',
  'location',
  'buyer_reference',
  'd365_allowed_combination',
  'client_tax_key',
  'client_discount_code',
  'client_d365_dimension',
  'department',
  'cost_center',
  'ledger_account',
  'posting_key',
  'profit_center',
  'tax_group',
  'tax_item_group',
  'financial_dimension',
  'budget',
  'supplier',
  'supplier_client',
  'product_group',
  'product',
  'product_file',
  'department_approver',
  'cost_center_approver',
  'supplier_approver',
  'configuration',
  'marketplace',
  'role_template',
  'sign_on_issuer',
  'sign_on_group',
  'marketplace_product_group',
  'task_group_user',
  'permission',
  'permission_user',
  'department_client',
  'cost_center_client',
  'department_cost_center',
  'client_ledger_account',
  'client_posting_key',
  'client_profit_center',
  'client_marketplace',
  'supplier_department',
  'cost_center_address',
  'permission_client',
  'permission_department',
  'permission_cost_center',
  'permission_supplier',
  'permission_product_group',
] as const;

/** The API token has its own routes, which know its limits (AUTH-23). */
const personColumns = [
  'name',
  'email',
  'lang',
  'client_id',
  'department_id',
  'cost_center_id',
  'location_id',
  'approval_limit',
  'priority_approval_limit',
  'roles',
  'auditor_client_id',
  'auditor_from',
  'auditor_until',
  'auditor_ends_on',
  'is_group',
  'is_system',
  'blocked',
  'active',
  'show_tour',
  'signature_file_id',
  'substitute_id',
  'absence_from',
  'absence_to',
  'notification_mail_interval_minutes',
  'timeline_order',
];
const people: TableAccess = {
  // A service account is one from its creation, and so is a directory.
  insert: { columns: [...personColumns, 'is_service', 'is_directory'] },
  update: { columns: personColumns },
  delete: {},
};

/** Task groups are persons as well (DATA-22), but few of their fields have a meaning. */
const groupColumns = ['name', 'roles', 'approval_limit', 'priority_approval_limit', 'active'];

/** Columns written by the import itself are excluded. */
const mailboxColumns = [
  'name',
  'protocol',
  'host',
  'port',
  'tls',
  'username',
  'sign_in',
  'password',
  'oauth_application',
  'oauth_directory',
  'oauth_secret',
  'oauth_refresh_token',
  'folder',
  'period_in_days',
  'import_invoices_automatically',
  'import_mode',
  'client_id',
  'answers_senders',
  'authentication_server',
  'active',
];

/** The secret has its own route; pauses are of the sender. */
const webhookColumns = ['name', 'url', 'lb_user_id', 'events', 'active'];

/** Places outside of the product; a new one waits for a second administrator (AUTH-37). */
const destinationColumns = [
  'name',
  'kind',
  'place',
  'region',
  'access_key_id',
  'secret_access_key',
  'active',
];

/** Columns that everyone may write in their own profile (ROLE-19). */
const ownProfile: Readonly<Record<string, TableAccess>> = {
  lb_user: {
    update: {
      columns: [
        'name',
        'lang',
        'show_tour',
        'timeline_order',
        'notification_mail_interval_minutes',
        'signature_file_id',
        'substitute_id',
        'absence_from',
        'absence_to',
      ],
      own: 'id',
    },
  },
  user_address: { insert: ownRows, update: ownRows, delete: ownRows },
  // Roles 16 and 17: missing master data of a purchase.
  product: { insert: { role: 'user-can-insert-product' } },
  supplier: { insert: { columns: [...supplierIdentity], role: 'user-can-insert-supplier' } },
  tour: { insert: ownRows, delete: ownRows },
  favourite_product: { insert: ownRows, delete: ownRows },
  saved_filter: { insert: ownRows, update: ownRows, delete: ownRows },
  // Commands save and switch them.
  scheduled_export: { delete: ownRows },
  // Own locks only (LOCK-09); a command creates them.
  record_lock: { delete: { own: 'locked_by_id' } },
};

/** The existing generic mutations (API-03, ROLE-19). */
export const access: Access = {
  user: ownProfile,
  admin: {
    ...Object.fromEntries(masterData.map((table) => [table, everything])),
    lb_user: people,
    task_group: written(groupColumns),
    mailbox: written(mailboxColumns),
    webhook: written(webhookColumns),
    export_destination: written(destinationColumns),
    scheduled_export: { delete: {} },
    // The directory writes its groups by SCIM; administrators map them (AUTH-33).
    directory_group: { update: { columns: ['task_group_id'] } },
    // Hints are learned from corrections only; they can be deleted.
    supplier_hint: { delete: {} },
    tour: ownProfile.tour ?? {},
    saved_filter: ownProfile.saved_filter ?? {},
    favourite_product: ownProfile.favourite_product ?? {},
    record_lock: ownProfile.record_lock ?? {},
  },
  operator: {
    // Founding a tenant also names its administrator, and archiving changes nothing else (OP-01, OP-02); the contact
    // e-mail is required in its form, and only there (VAL-40).
    tenant: { update: { columns: tenantColumns.filter((name) => name !== 'contact_email') } },
    global_configuration: everything,
  },
};
