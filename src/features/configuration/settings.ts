import { isTimeZone } from '../../base/day.ts';
import { languages } from '../../base/language.ts';
import { type Children, type Entity, entity, fieldParts, type Tab } from '../../entity/entity.ts';
import type { Field } from '../../entity/field.ts';
import { ablePeople, choice, choices, reference } from '../../entity/kinds/chosen.ts';
import { email, url } from '../../entity/kinds/contact.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { decimal, whole } from '../../entity/kinds/number.ts';
import { text } from '../../entity/kinds/text.ts';
import {
  companyNameLength,
  decimalPlaces,
  orderNumberRange,
  retentionYears,
} from '../../platform/constants.ts';
import { modulesByDefault } from '../../platform/modules.ts';
import { exportColumns, usualColumns } from '../invoice/export-columns.ts';
import { invoiceSettingFields } from '../invoice/setting-fields.ts';
import { location } from '../master-data/location.ts';
import { bankChecks } from './mandate-rules.ts';
import { bankFields, contactFields } from './tenant-fields.ts';

/**
 * The columns of the tenant that its administrators set (SET-04, VAL-39, VAL-40). The name is unique among all
 * tenants, so only the operator changes it: trying names would reveal other tenants.
 */
export const tenantFields = {
  name: text({ required: true, max: companyNameLength, computed: true }),
  main_language: choice(languages, { required: true, wording: 'language' }),
  default_decimal_places: whole({ required: true, min: decimalPlaces.min, max: decimalPlaces.max }),
  contact_email: email(),
  ...contactFields,
  ...bankFields,
} as const satisfies Readonly<Record<string, Field>>;

const person = () => reference('lb_user', { among: ablePeople });

/** The settings in `configuration`, by key (SET-02). Unset keys have their `initial` value. */
export const keyFields = {
  timezone: text({
    required: true,
    initial: 'Europe/Berlin',
    problem: (zone) =>
      isTimeZone(zone) ? undefined : { code: 'validation_failed', values: { rule: 'time_zone' } },
  }),
  initial_order_number: whole({ initial: 0, ...orderNumberRange }),
  timeline_order: choice(['asc', 'desc'], { required: true, initial: 'asc' }),
  notification_mail_interval_minutes: whole({ required: true, initial: 5, min: 0, max: 9999 }),
  task_reminder_days: whole({ required: true, initial: 3, min: 1, max: 999 }),
  /** Approvals can be decided on the page linked in their mail (MAIL-06). */
  approve_from_mail: flag({ initial: true }),
  /** Notices on devices show names and amounts, also on a locked screen (MOB-03). */
  push_details: flag(),
  /** Years after the year of receipt; the legal minimum applies (ARC-02). */
  retention_years_invoice: whole({
    required: true,
    initial: retentionYears.invoice,
    min: retentionYears.invoice,
    max: 99,
  }),
  retention_years_order: whole({
    required: true,
    initial: retentionYears.order,
    min: retentionYears.order,
    max: 99,
  }),
  onboarding_tour: flag({ initial: true }),
  mail_redirect_to: email(),
  module_procurement: flag({ initial: modulesByDefault.procurement }),
  module_invoice: flag({ initial: modulesByDefault.invoice }),
  module_contract: flag({ initial: modulesByDefault.contract }),
  module_permissions: flag(),
  module_multilingualism: flag(),
  approval_limit_priority: flag(),
  /** Ends a session after so many idle minutes; empty: never (AUTH-36). */
  session_idle_minutes: whole({ min: 15, max: 10_080 }),
  /** Administrators must log in with a passkey (AUTH-36). */
  passkey_administrators: flag(),
  /** Approving more than this amount, in the currency of the company, requires a login with a passkey (AUTH-36). */
  passkey_approval_amount: decimal({ decimals: 2, min: 0, max: 999_999_999_999 }),
  /** Only administrators and auditors log in by other means than single sign-on (AUTH-32). */
  sign_on_only: flag(),
  product_group_required: flag(),
  ...invoiceSettingFields,
  invoice_export_columns: choices(Object.keys(exportColumns), { initial: usualColumns }),
  user_select_product_id: person(),
  user_send_order_id: person(),
  user_clearing_id: person(),
  user_consignee_id: person(),
  user_invoice_manual_check_id: person(),
  user_invoice_clearing_id: person(),
  d365_organisation_url: url(),
  d365_journal_name: text(),
  /** The host of the return URL for shops, where it differs from the public one (SET-06). */
  punchout_return_host: url(),
  /** Logs the conversations with shops (PUN-09). */
  punchout_log: flag({ initial: true }),
} as const satisfies Readonly<Record<string, Field>>;

export type TenantColumn = keyof typeof tenantFields;

/** The columns of the tenant that only administrators can read. */
export const bankColumns = [
  'holder',
  'account',
  'bank_code',
  'iban',
  'bic',
  'bank_name',
  'sepa_agreement_date',
  'sepa_mandate_reference',
  'sepa_scheme',
  'sepa_agreement',
] as const satisfies readonly TenantColumn[];

export type SettingKey = keyof typeof keyFields;
/** The columns that an administrator can write. */
export const tenantColumns = (Object.keys(tenantFields) as TenantColumn[]).filter(
  (column) => column !== 'name',
);

/** The settings pages, as named by `tab` in the address (SET-01). */
export const settingsTabs = [
  'general',
  'contact',
  'bank',
  'datev',
  'd365',
  'marketplaces',
  'mailboxes',
  'modules',
  'security',
  'webhooks',
  'exports',
  'roles',
  'punchout',
] as const;
export type SettingsTab = (typeof settingsTabs)[number];

const tabs: readonly (Tab & { readonly name: SettingsTab })[] = [
  {
    name: 'general',
    parts: [
      { field: 'name', width: 'wide' },
      ...fieldParts('main_language', 'default_decimal_places', 'timezone'),
      { section: 'requests', hint: true },
      ...fieldParts('initial_order_number', 'timeline_order'),
      { field: 'product_group_required', width: 'full' },
      { section: 'mail' },
      ...fieldParts('notification_mail_interval_minutes', 'task_reminder_days'),
      ...switches('approve_from_mail', 'push_details'),
      { field: 'mail_redirect_to', width: 'half' },
      { section: 'retention', hint: true },
      ...fieldParts('retention_years_invoice', 'retention_years_order'),
      { section: 'help' },
      { field: 'onboarding_tour', width: 'full' },
      { section: 'setup' },
      { hand: 'setup' },
      { section: 'locations' },
      { children: 'locations' },
    ],
  },
  {
    name: 'contact',
    parts: [
      ...fieldParts('contact_email', 'billing_email', 'import_invoice_email'),
      { section: 'billing_address' },
      ...fieldParts(
        'billing_name',
        'billing_consignee',
        'phone',
        'street',
        'zipcode',
        'city',
        'state',
        'country',
      ),
    ],
  },
  {
    name: 'bank',
    parts: [
      { field: 'holder', width: 'half' },
      { field: 'bank_name', width: 'half' },
      { field: 'iban', width: 'half' },
      ...fieldParts('bic', 'account', 'bank_code'),
      { section: 'sepa' },
      { hand: 'sepa-mandate' },
      { field: 'sepa_agreement', width: 'full' },
      ...fieldParts('sepa_agreement_date', 'sepa_mandate_reference', 'sepa_scheme'),
    ],
  },
  { name: 'datev', module: 'invoice', parts: [{ hand: 'datev-connections' }, { hand: 'datev-master-data' }] },
  {
    name: 'd365',
    module: 'invoice',
    parts: [...fieldParts('d365_organisation_url', 'd365_journal_name'), { hand: 'dynamics-connection' }],
  },
  { name: 'marketplaces', module: 'procurement', parts: [{ hand: 'marketplaces' }] },
  { name: 'mailboxes', module: 'invoice', parts: [{ hand: 'mailboxes' }] },
  {
    name: 'modules',
    parts: [
      { section: 'modules', hint: true },
      ...switches('module_procurement', 'module_invoice', 'module_contract'),
      { section: 'master_data' },
      ...switches('module_permissions', 'module_multilingualism'),
      { section: 'rules' },
      ...switches('approval_limit_priority', 'insolvency_law_fields'),
      { field: 'invoice_export_target', width: 'half' },
    ],
  },
  {
    name: 'security',
    parts: [
      { section: 'security', hint: true },
      { field: 'session_idle_minutes', width: 'half' },
      { section: 'passkeys', hint: true },
      ...switches('passkey_administrators'),
      { field: 'passkey_approval_amount', width: 'half' },
      { section: 'sign_on', hint: true },
      { hand: 'sign-on-issuers' },
      ...switches('sign_on_only'),
      { section: 'directory', hint: true },
      { hand: 'directory' },
    ],
  },
  { name: 'webhooks', parts: [{ section: 'webhooks', hint: true }, { hand: 'webhooks' }] },
  { name: 'exports', parts: [{ section: 'exports', hint: true }, { hand: 'export-destinations' }] },
  {
    name: 'roles',
    parts: [
      { section: 'procurement', hint: true },
      ...fieldParts('user_select_product_id', 'user_send_order_id', 'user_consignee_id', 'user_clearing_id'),
      { section: 'invoice' },
      ...fieldParts('user_invoice_manual_check_id', 'user_invoice_clearing_id'),
    ],
  },
  {
    name: 'punchout',
    module: 'procurement',
    parts: [
      { section: 'punchout', hint: true },
      { field: 'punchout_return_host', width: 'wide' },
      ...switches('punchout_log'),
      { section: 'companies', hint: true },
      { hand: 'punchout-companies' },
    ],
  },
];

/** Settings with a multiple choice, each a part of the page `admin/invoice`. */
export const invoiceSelections = [
  'invoice_required_fields',
  'invoice_export_columns',
] as const satisfies readonly SettingKey[];

/** The settings of the page `admin/invoice` (ADM-17). */
export const invoiceTab: Tab = {
  name: 'invoice',
  module: 'invoice',
  parts: [
    { field: 'invoice_approval', width: 'half' },
    { field: 'recognition_start', width: 'half' },
    ...switches('procurement_or_contract_required'),
    { hand: 'invoice-selections' },
    { hand: 'untouched-share' },
    { hand: 'failed-recognitions' },
  ],
};

/** The locations of the tenant, edited on its settings page (DATA-26). */
export const locations: Children = {
  table: 'location',
  owner: 'tenant_id',
  fields: location.fields,
  columns: ['number', 'name', 'address', 'active'],
  order: ['number', 'name'],
};

/** All settings as one record, so that their page is a form like any other. */
export const configuration: Entity = entity(
  'configuration',
  { ...tenantFields, ...keyFields },
  {
    route: 'configuration',
    label: ['name'],
    list: [],
    tabs: [...tabs, invoiceTab],
    children: { locations },
    check: bankChecks,
  },
);

function switches(...names: readonly SettingKey[]): Tab['parts'] {
  return names.map((field) => ({ field, width: 'full' }));
}
