import { languages } from '../../base/language.ts';
import {
  type Children,
  type Entity,
  entity,
  fieldParts,
  type Tab,
  type TabPart,
} from '../../entity/entity.ts';
import type { Field } from '../../entity/field.ts';
import { choice } from '../../entity/kinds/chosen.ts';
import { email } from '../../entity/kinds/contact.ts';
import { day } from '../../entity/kinds/day.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { decimal, whole } from '../../entity/kinds/number.ts';
import { text } from '../../entity/kinds/text.ts';
import { companyNameLength, decimalPlaces, defaultLanguage } from '../../platform/constants.ts';
import { bankChecks } from '../configuration/mandate-rules.ts';
import { bankFields, contactFields } from '../configuration/tenant-fields.ts';

/** An empty limit means unlimited in a bill. */
const limit = () => whole({ min: 0, max: 999_999_999 });
const price = () => decimal({ min: 0, max: 9_999_999_999, decimals: 4 });
const sum = (options: { readonly required?: boolean; readonly min?: number } = {}) =>
  decimal({ max: 999_999_999_999, decimals: 2, ...options });

/** Tenant columns that operators edit (DATA-03 to DATA-08, VAL-40). */
export const tenantFields = {
  name: text({ required: true, max: companyNameLength }),
  contact_email: email({ required: true }),
  main_language: choice(languages, { required: true, wording: 'language', initial: defaultLanguage }),
  default_decimal_places: whole({
    required: true,
    min: decimalPlaces.min,
    max: decimalPlaces.max,
    initial: decimalPlaces.default,
  }),
  ...contactFields,
  document_limit: limit(),
  procurement_limit: limit(),
  invoice_limit: limit(),
  base_price_document: price(),
  base_price_procurement: price(),
  base_price_invoice: price(),
  extra_price_document: price(),
  extra_price_procurement: price(),
  extra_price_invoice: price(),
  recognition_unit_price: price(),
  standard_package: flag(),
  automatic_billing: flag(),
  automatic_billing_mail: flag(),
  easybill_id: text({ max: 40 }),
  ...bankFields,
  sepa_creditor_id: text({ max: 35 }),
  sepa_last_use: day(),
  sepa_prenotification_days: whole({ min: 1, max: 365 }),
  debit_credit_reverse: flag(),
} as const satisfies Readonly<Record<string, Field>>;

export type TenantColumn = keyof typeof tenantFields;
export const tenantColumns = Object.keys(tenantFields) as TenantColumn[];

/** Additional items of bills (DATA-09). */
const additionalItems: Children = {
  table: 'tenant_additional_item',
  owner: 'tenant_id',
  fields: {
    description: text({ required: true }),
    net_amount: sum({ required: true }),
    start_date: day({ required: true }),
    end_date: day(),
  },
  columns: ['description', 'net_amount', 'start_date', 'end_date'],
  order: ['start_date', 'description'],
  unstamped: true,
  check: ({ start_date, end_date }) =>
    typeof start_date === 'string' && typeof end_date === 'string' && end_date < start_date
      ? [{ field: 'end_date', code: 'validation_failed', values: { rule: 'end_before_start' } }]
      : [],
};

/** Prices that apply from a number of documents on (DATA-09, OP-08). */
const tieredPrices: Children = {
  table: 'tenant_tiered_price',
  owner: 'tenant_id',
  fields: {
    quantity: whole({ required: true, min: 0, max: 999_999_999, unique: ['tenant_id'] }),
    base_price: sum({ required: true, min: 0 }),
    unit_price: decimal({ required: true, min: 0, max: 9_999_999_999, decimals: 4 }),
  },
  columns: ['quantity', 'base_price', 'unit_price'],
  order: ['quantity'],
  unstamped: true,
};

export const tenantChildren = { additional_items: additionalItems, tiered_prices: tieredPrices } as const;
export type TenantChildren = keyof typeof tenantChildren;
export const childNames = Object.keys(tenantChildren) as TenantChildren[];

const switches = (...names: readonly TenantColumn[]): readonly TabPart[] =>
  names.map((field) => ({ field, width: 'full' }));

const general: readonly TabPart[] = [
  { field: 'name', width: 'half' },
  { field: 'contact_email', width: 'half' },
  ...fieldParts('main_language', 'default_decimal_places'),
];

const tabs: readonly Tab[] = [
  {
    name: 'general',
    parts: [
      ...general,
      { section: 'addresses' },
      { field: 'billing_email', width: 'half' },
      { field: 'import_invoice_email', width: 'half' },
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
      { section: 'accounting' },
      ...switches('debit_credit_reverse'),
    ],
  },
  {
    name: 'billing',
    parts: [
      { section: 'package', hint: true },
      ...switches('standard_package'),
      { section: 'documents' },
      ...fieldParts('document_limit', 'base_price_document', 'extra_price_document'),
      { section: 'procurements' },
      ...fieldParts('procurement_limit', 'base_price_procurement', 'extra_price_procurement'),
      { section: 'invoices' },
      ...fieldParts('invoice_limit', 'base_price_invoice', 'extra_price_invoice', 'recognition_unit_price'),
      { section: 'tiered_prices', hint: true },
      { children: 'tiered_prices' },
      { section: 'additional_items', hint: true },
      { children: 'additional_items' },
      { section: 'provider' },
      { field: 'easybill_id', width: 'half' },
      ...switches('automatic_billing', 'automatic_billing_mail'),
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
      ...switches('sepa_agreement'),
      ...fieldParts(
        'sepa_agreement_date',
        'sepa_mandate_reference',
        'sepa_creditor_id',
        'sepa_scheme',
        'sepa_last_use',
        'sepa_prenotification_days',
      ),
    ],
  },
];

/** A tenant in the operator area (OP-01). */
export const tenant: Entity = entity('tenant', tenantFields, {
  route: 'tenant',
  label: ['name'],
  list: [],
  tabs,
  children: tenantChildren,
  marks: ['archived'],
  check: bankChecks,
});

/** The first administrator of a tenant (OP-01). */
const administratorFields = {
  admin_name: text({ required: true }),
  admin_email: email({ required: true }),
} as const satisfies Readonly<Record<string, Field>>;

/** A new tenant with its first administrator, who is mailed a login. */
export const newTenant: Entity = entity(
  'tenant',
  { ...tenantFields, ...administratorFields },
  {
    route: 'tenant',
    label: ['name'],
    list: [],
    tabs: [
      {
        name: 'general',
        parts: [
          ...general,
          { section: 'administrator', hint: true },
          { field: 'admin_name', width: 'half' },
          { field: 'admin_email', width: 'half' },
        ],
      },
      ...tabs.slice(1),
    ],
    children: tenantChildren,
    check: bankChecks,
  },
);
