import { languages } from '../../base/language.ts';
import type { FieldProblem } from '../../base/refusal.ts';
import { foreignBank } from '../../entity/bank-rule.ts';
import { type CompanyFacts, entity, fieldParts, type Row } from '../../entity/entity.ts';
import { choice, country, reference } from '../../entity/kinds/chosen.ts';
import { bic, iban, vatNumber } from '../../entity/kinds/coded.ts';
import { email, phone } from '../../entity/kinds/contact.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { percent, whole } from '../../entity/kinds/number.ts';
import { notes, text } from '../../entity/kinds/text.ts';
import { companyNameLength, smallestDatevId } from '../../platform/constants.ts';
import { approverLinks } from './approver-links.ts';

/** The payment methods of an invoice; each supplier has a default (ENUM-25). */
export const paymentMethods = ['BANK_TRANSFER', 'AUTOMATIC_DEBIT', 'CREDIT_CARD', 'ONLINE_PAYMENT'] as const;

/** VAL-29: a whole number of at least 10000. */
const datevId = () =>
  text({
    max: 9,
    problem: (value) =>
      /^[1-9]\d*$/.test(value) && Number(value) >= smallestDatevId
        ? undefined
        : { code: 'validation_failed', values: { rule: 'datev_id' } },
  });

/**
 * VAL-29: creditor numbers have one digit more than the ledger accounts of the company and begin with 7; without a
 * company, the shortest accounts count.
 */
function doubtCreditor(row: Row, { accountLengths }: CompanyFacts): readonly FieldProblem[] {
  const { external_id, client_id } = row;
  const lengths =
    client_id === undefined
      ? [...accountLengths.values()]
      : [accountLengths.get(Number(client_id)) ?? Infinity];
  const first = 7 * 10 ** Math.min(...lengths);
  const id = Number(external_id);
  if (!Number.isFinite(first) || !(id >= smallestDatevId) || id >= first) return [];
  const values = { rule: 'no_creditor_account', first: String(first) };
  return [{ field: 'external_id', code: 'validation_failed', values }];
}

const days = () => whole({ min: 0, max: 999 });
const discount = () => percent();

/** A discount needs both a percentage and days, or neither. */
function checkDiscounts(row: Row): readonly FieldProblem[] {
  return [1, 2].flatMap((no) => {
    const names = [`discount_${no}_percentage`, `discount_${no}_days`];
    const missing = names.filter((name) => (row[name] ?? null) === null);
    return missing.length === 1 ? missing.map((field) => ({ field, code: 'field_required' }) as const) : [];
  });
}

/**
 * The fields that people with the right to add suppliers (role 17) fill in: the identity. Bank data, state and
 * accounts are set by administrators.
 */
export const supplierIdentity = [
  'name',
  'email',
  'contact_person',
  'phone',
  'address',
  'zipcode',
  'city',
  'country',
  'vat_number',
  'tax_number',
  'delivery_in_days',
  'notes',
] as const;

/** DATA-19, VAL-29, ADM-05. */
export const supplier = entity(
  'supplier',
  {
    name: text({ required: true, max: companyNameLength }),
    email: email(),
    contact_person: text(),
    phone: phone(),
    address: text(),
    zipcode: text(),
    city: text(),
    country: country({ required: true, initial: 'DE' }),
    order_language: choice(languages, { wording: 'language' }),
    supplier_number: text({ max: 20, identifies: true, pattern: /^\d+$/, rule: 'digits_only' }),
    client_number: text({ max: 36 }),
    external_id: datevId(),
    vat_number: vatNumber(),
    tax_number: text({ max: 30 }),
    state: choice(['active', 'provisional'], { required: true, initial: 'active' }),
    notes: notes(),
    delivery_in_days: days(),
    delivery_terms: notes(),
    payment_terms: notes(),
    payment_days: days(),
    payment_method: choice(paymentMethods),
    iban: iban(),
    bic: bic(),
    bank: text(),
    discount_1_percentage: discount(),
    discount_1_days: days(),
    discount_2_percentage: discount(),
    discount_2_days: days(),
    ledger_account_id: reference('ledger_account'),
    cost_center_id: reference('cost_center'),
    department_id: reference('department'),
    posting_key_id: reference('posting_key'),
    tax: percent(),
    active: flag({ initial: true }),
  },
  {
    route: 'supplier',
    leads: [
      'name',
      'external_id',
      'email',
      'phone',
      'address',
      'zipcode',
      'city',
      'country',
      'vat_number',
      'iban',
    ],
    label: ['name'],
    search: ['name', 'supplier_number', 'external_id', 'city'],
    list: ['name', 'supplier_number', 'external_id', 'city', 'email'],
    check: checkDiscounts,
    doubts: (row, facts) => [...doubtCreditor(row, facts), ...foreignBank(row)],
    alike: ['name', 'city'],
    children: {
      supplier_clients: {
        table: 'supplier_client',
        owner: 'supplier_id',
        fields: {
          client_id: reference('client', { required: true, unique: ['supplier_id'] }),
          external_id: datevId(),
          client_number: text({ max: 36 }),
          vendor_account: text({ max: 20 }),
        },
        columns: ['client_id', 'external_id', 'client_number', 'vendor_account'],
        doubts: doubtCreditor,
        order: ['id'],
        unstamped: true,
      },
      approvers: approverLinks('supplier'),
    },
    links: {
      permissions: {
        table: 'permission_supplier',
        own: 'supplier_id',
        other: 'permission_id',
        to: 'permission',
      },
      departments: {
        table: 'supplier_department',
        own: 'supplier_id',
        other: 'department_id',
        to: 'department',
      },
    },
    tabs: [
      {
        name: 'general',
        parts: [
          { hand: 'supplier-merged' },
          { field: 'name', width: 'wide' },
          ...fieldParts('email', 'contact_person', 'phone', 'order_language'),
          { field: 'address', width: 'wide' },
          ...fieldParts('zipcode', 'city', 'country'),
          { section: 'numbers' },
          ...fieldParts('supplier_number', 'client_number', 'external_id', 'vat_number', 'tax_number'),
          { hand: 'supplier-twins' },
          ...fieldParts('state'),
          { field: 'notes', width: 'full' },
          { field: 'active', width: 'full' },
        ],
      },
      {
        name: 'delivery',
        parts: [{ field: 'delivery_in_days' }, { field: 'delivery_terms', width: 'full' }],
      },
      {
        name: 'payment',
        parts: [
          ...fieldParts('payment_method', 'payment_days'),
          { section: 'bank' },
          { field: 'iban', width: 'wide' },
          ...fieldParts('bic', 'bank'),
          { hand: 'supplier-account-twins' },
          { hand: 'supplier-bank' },
          { section: 'discounts' },
          ...['discount_1_percentage', 'discount_1_days', 'discount_2_percentage', 'discount_2_days'].map(
            (field) => ({ field, width: 'half' }) as const,
          ),
          { field: 'payment_terms', width: 'full' },
        ],
      },
      { name: 'permissions', module: 'permissions', parts: [{ links: 'permissions' }] },
      { name: 'departments', parts: [{ links: 'departments' }] },
      { name: 'approvers', parts: [{ children: 'approvers' }] },
      { name: 'clients', parts: [{ children: 'supplier_clients' }] },
      {
        name: 'recognition',
        module: 'invoice',
        parts: [
          { section: 'defaults' },
          ...fieldParts('ledger_account_id', 'cost_center_id', 'department_id', 'posting_key_id', 'tax'),
          { section: 'taught', hint: true },
          { hand: 'supplier-hints' },
        ],
      },
    ],
  },
);
