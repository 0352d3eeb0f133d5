import type { FieldProblem } from '../../base/refusal.ts';
import { taxCategories } from '../../base/tax-categories.ts';
import { entity, fieldParts, type Row } from '../../entity/entity.ts';
import { choice, country, currency, reference } from '../../entity/kinds/chosen.ts';
import { digits, vatNumber } from '../../entity/kinds/coded.ts';
import { email } from '../../entity/kinds/contact.ts';
import { day } from '../../entity/kinds/day.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { formFlags } from '../../entity/kinds/form-flags.ts';
import { monthDay } from '../../entity/kinds/month-day.ts';
import { decimal, percent, whole } from '../../entity/kinds/number.ts';
import { file } from '../../entity/kinds/stored.ts';
import { notes, text } from '../../entity/kinds/text.ts';
import { companyNameLength, defaultCurrency } from '../../platform/constants.ts';
import { federalStates } from '../../platform/federal-states.ts';
import { addressColumns, addressFields, checkPhone } from '../people/addresses.ts';
import { d365Dimensions } from './d365-dimensions.ts';
import { invoiceDefaults, purchasingDefaults } from './role-defaults.ts';

const numberOfDatev = () => text({ max: 9, pattern: /^\d+$/, rule: 'digits_only' });
const tolerance = () => decimal({ required: true, decimals: 2, min: 0, max: 9999.99, initial: '0' });

/** Each category and rate has at most one key (EXP-20). */
function checkTaxKey(key: Row, siblings: readonly Row[]): readonly FieldProblem[] {
  const isSame = (other: Row): boolean =>
    other.tax_category === key.tax_category && Number(other.tax_percentage) === Number(key.tax_percentage);
  return siblings.some(isSame) ? [{ field: 'tax_percentage', code: 'unique_violation' }] : [];
}

/** Each discount tier has at most one code (DISC-05). */
function checkDiscountCode(code: Row, siblings: readonly Row[]): readonly FieldProblem[] {
  const isSame = (other: Row): boolean =>
    Number(other.percentage) === Number(code.percentage) && Number(other.days) === Number(code.days);
  return siblings.some(isSame) ? [{ field: 'days', code: 'unique_violation' }] : [];
}

/** Each dimension has at most one name (EXP-14). */
function checkDimension({ dimension }: Row, siblings: readonly Row[]): readonly FieldProblem[] {
  const isSame = siblings.some((other) => other.dimension === dimension);
  return isSame ? [{ field: 'dimension', code: 'unique_violation' }] : [];
}

/** DATA-13 to DATA-16, VAL-26, ADM-02. */
export const client = entity(
  'client',
  {
    name: text({ required: true, max: companyNameLength }),
    email: email(),
    vat_number: vatNumber(),
    tax_number: text({ max: 30 }),
    responsible_id: reference('lb_user', { among: { is_group: false } }),
    country: country({ required: true, initial: 'DE' }),
    federal_state: choice(federalStates),
    legal_form: text(),
    registered_seat: text(),
    register_court: text(),
    register_number: text(),
    managing_directors: text(),
    legal_footer: notes(),
    purchase_terms: notes(),
    einvoice_email: email(),
    client_number: numberOfDatev(),
    consultant_number: numberOfDatev(),
    ledger_account_length: whole({ required: true, min: 4, max: 8, initial: 4 }),
    currency: currency({ required: true, initial: defaultCurrency }),
    min_approval: whole({ required: true, min: 0, max: 20, initial: 1 }),
    amount_basis: choice(['net', 'gross'], { required: true, initial: 'net' }),
    self_approval: choice(['never', 'below_limit', 'allowed'], { required: true, initial: 'never' }),
    price_tolerance_percent: decimal({ required: true, decimals: 2, min: 0, max: 100, initial: '0' }),
    price_tolerance_amount: decimal({ decimals: 2, min: 0, max: 9_999_999_999.99 }),
    over_delivery_percent: decimal({ required: true, decimals: 2, min: 0, max: 100, initial: '0' }),
    substitute_limit: choice(['lower', 'substitute', 'represented'], { required: true, initial: 'lower' }),
    when_limit_exceeded: choice(['confirm', 'block'], { required: true, initial: 'confirm' }),
    when_budget_exceeded: choice(['confirm', 'additional_approval', 'block'], {
      required: true,
      initial: 'confirm',
    }),
    default_product_tax: percent(),
    default_product_unit: text({ max: 30 }),
    default_product_currency: currency(),
    default_ledger_account_id: reference('ledger_account'),
    tax_tolerance: decimal({ required: true, decimals: 2, min: 0, max: 9999.99, initial: '0.02' }),
    match_price_tolerance: tolerance(),
    match_quantity_tolerance: tolerance(),
    match_price_tolerance_amount: decimal({
      required: true,
      decimals: 2,
      min: 0,
      max: 99_999_999.99,
      initial: '0',
    }),
    match_quantity_tolerance_amount: decimal({
      required: true,
      decimals: 3,
      min: 0,
      max: 9_999_999.999,
      initial: '0',
    }),
    match_freight_tolerance_amount: decimal({
      required: true,
      decimals: 2,
      min: 0,
      max: 99_999_999.99,
      initial: '0',
    }),
    bank_change_second_person: flag({ initial: true }),
    separate_check: flag({ initial: true }),
    touchless_invoices: flag(),
    separate_signature: flag({ initial: true }),
    contracts_in_budgets: flag(),
    internal_lead_days: whole({ required: true, min: 0, max: 365, initial: 14 }),
    notice_transit_days: whole({ required: true, min: 0, max: 30, initial: 3 }),
    can_delete_document_directly: flag(),
    punchout_enabled: flag({ initial: true }),
    billing_name: text({ required: true }),
    billing_address: text({ required: true }),
    billing_address_complement: text(),
    billing_zipcode: text({ required: true }),
    billing_city: text({ required: true }),
    billing_country: country({ required: true, initial: 'DE' }),
    ...purchasingDefaults,
    ...invoiceDefaults,
    required_fields: formFlags(),
    fiscal_year_start: monthDay({ required: true, initial: '01-01' }),
    payables_ledger: flag(),
    receivables_ledger: flag(),
    datev_lock: flag(),
    datev_service_date: flag(),
    datev_closed_until: day(),
    datev_kost_length: whole({ required: true, min: 4, max: 36, initial: 8 }),
    datev_kost2: choice(['none', 'profit_center', 'project', 'employee'], {
      required: true,
      initial: 'none',
    }),
    datev_collective_account: digits({ maxDigits: 9 }),
    accrual_account: digits({ maxDigits: 9 }),
    automatic_export: choice(['off', 'daily', 'approval'], { required: true, initial: 'off' }),
    automatic_export_hour: whole({ required: true, min: 0, max: 23, initial: 6 }),
    d365_legal_entity: text(),
    d365_journal_name: text(),
    d365_document: choice(['journal', 'pending'], { required: true, initial: 'journal' }),
    d365_procurement_category: text(),
    logo_file_id: file('image'),
    letterhead_file_id: file('image'),
    active: flag({ initial: true }),
  },
  {
    route: 'client',
    label: ['name'],
    list: ['name', 'client_number', 'email', 'responsible_id', 'currency'],
    children: {
      client_addresses: {
        table: 'client_address',
        owner: 'client_id',
        fields: { address_name: text({ required: true }), ...addressFields, is_default: flag() },
        columns: ['address_name', ...addressColumns, 'is_default', 'active'],
        order: ['address_name'],
        atLeast: 1,
        check: checkPhone,
      },
      tax_keys: {
        table: 'client_tax_key',
        owner: 'client_id',
        fields: {
          tax_category: choice(taxCategories, { required: true, initial: 'S' }),
          tax_percentage: percent({ required: true }),
          posting_key_id: reference('posting_key'),
        },
        columns: ['tax_category', 'tax_percentage', 'posting_key_id'],
        order: ['tax_category', 'tax_percentage'],
        unstamped: true,
        module: 'invoice',
        check: checkTaxKey,
      },
      discount_codes: {
        table: 'client_discount_code',
        owner: 'client_id',
        fields: {
          percentage: decimal({ required: true, decimals: 2, min: 0.01, max: 99.99 }),
          days: whole({ required: true, min: 0, max: 999 }),
          code: text({ required: true, max: 10 }),
        },
        columns: ['percentage', 'days', 'code'],
        order: ['percentage', 'days'],
        unstamped: true,
        module: 'invoice',
        check: checkDiscountCode,
      },
      d365_dimensions: {
        table: 'client_d365_dimension',
        owner: 'client_id',
        fields: {
          dimension: choice(d365Dimensions, { required: true }),
          name: text({ required: true, max: 60 }),
        },
        columns: ['dimension', 'name'],
        order: ['dimension'],
        unstamped: true,
        module: 'invoice',
        check: checkDimension,
      },
    },
    firstChild: {
      children: 'client_addresses',
      columns: {
        delivery_name: 'address_name',
        delivery_address: 'address',
        delivery_address_complement: 'address_complement',
        delivery_zipcode: 'zipcode',
        delivery_city: 'city',
        delivery_country: 'country',
      },
      constants: { is_default: true },
    },
    links: {
      permissions: { table: 'permission_client', own: 'client_id', other: 'permission_id', to: 'permission' },
      departments: { table: 'department_client', own: 'client_id', other: 'department_id', to: 'department' },
      cost_centers: {
        table: 'cost_center_client',
        own: 'client_id',
        other: 'cost_center_id',
        to: 'cost_center',
      },
      ledger_accounts: {
        table: 'client_ledger_account',
        own: 'client_id',
        other: 'ledger_account_id',
        to: 'ledger_account',
      },
    },
    aside: fieldParts('logo_file_id', 'letterhead_file_id'),
    tabs: [
      {
        name: 'general',
        parts: [
          { section: 'master_data' },
          { field: 'name', width: 'wide' },
          ...fieldParts('email', 'vat_number', 'tax_number', 'responsible_id', 'country', 'federal_state'),
          { field: 'active', width: 'full' },
          { section: 'accounting' },
          ...fieldParts('currency', 'tax_tolerance'),
          ...fieldParts('match_price_tolerance', 'match_price_tolerance_amount'),
          ...fieldParts('match_quantity_tolerance', 'match_quantity_tolerance_amount'),
          { field: 'match_freight_tolerance_amount' },
          { field: 'bank_change_second_person', width: 'full' },
          { field: 'separate_check', width: 'full' },
          { field: 'touchless_invoices', width: 'full' },
          { section: 'orders' },
          ...fieldParts(
            'min_approval',
            'amount_basis',
            'self_approval',
            'substitute_limit',
            'when_limit_exceeded',
            'price_tolerance_percent',
            'price_tolerance_amount',
            'over_delivery_percent',
          ),
          ...fieldParts('when_budget_exceeded', 'default_product_tax', 'default_product_unit'),
          ...fieldParts('default_product_currency', 'default_ledger_account_id'),
          { field: 'can_delete_document_directly', width: 'full' },
          { field: 'punchout_enabled', width: 'full' },
          { section: 'contracts' },
          ...fieldParts('internal_lead_days', 'notice_transit_days'),
          { field: 'separate_signature', width: 'full' },
          { field: 'contracts_in_budgets', width: 'full' },
          { section: 'legal' },
          ...fieldParts('legal_form', 'registered_seat', 'register_court', 'register_number'),
          { field: 'managing_directors', width: 'wide' },
          { field: 'legal_footer', width: 'full' },
          { field: 'purchase_terms', width: 'full' },
        ],
      },
      {
        name: 'billing_address',
        parts: [
          { field: 'billing_name', width: 'full' },
          { field: 'billing_address', width: 'half' },
          { field: 'billing_address_complement', width: 'half' },
          ...fieldParts('billing_zipcode', 'billing_city', 'billing_country', 'einvoice_email'),
        ],
      },
      { name: 'shipping_addresses', parts: [{ children: 'client_addresses' }] },
      {
        name: 'default_roles',
        parts: [
          { section: 'purchasing' },
          ...fieldParts(...Object.keys(purchasingDefaults)),
          { section: 'invoices' },
          ...fieldParts(...Object.keys(invoiceDefaults)),
        ],
      },
      { name: 'permissions', module: 'permissions', parts: [{ links: 'permissions' }] },
      { name: 'departments', parts: [{ links: 'departments' }] },
      { name: 'cost_centers', parts: [{ links: 'cost_centers' }] },
      { name: 'ledger_accounts', parts: [{ links: 'ledger_accounts' }] },
      { name: 'mandatory_fields', parts: [{ hand: 'mandatory-fields' }] },
      {
        name: 'datev_csv_export',
        parts: [
          { section: 'datev' },
          ...fieldParts('consultant_number', 'client_number', 'ledger_account_length'),
          ...fieldParts('fiscal_year_start', 'datev_closed_until', 'datev_kost_length', 'datev_kost2'),
          ...fieldParts('datev_collective_account', 'accrual_account'),
          ...['datev_lock', 'datev_service_date', 'payables_ledger', 'receivables_ledger'].map(
            (field) => ({ field, width: 'full' }) as const,
          ),
          { section: 'automatic_export', hint: true },
          ...fieldParts('automatic_export', 'automatic_export_hour'),
          { section: 'tax_keys', hint: true },
          { children: 'tax_keys' },
          { section: 'd365' },
          ...fieldParts(
            'd365_legal_entity',
            'd365_journal_name',
            'd365_document',
            'd365_procurement_category',
          ),
          { section: 'discount_codes', hint: true },
          { children: 'discount_codes' },
          { section: 'd365_dimensions', hint: true },
          { children: 'd365_dimensions' },
        ],
      },
    ],
  },
);
