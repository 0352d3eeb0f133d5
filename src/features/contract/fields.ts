import {
  always,
  amount,
  choice,
  currency,
  type DocumentFields,
  day,
  flag,
  link,
  notes,
  percent,
  rateFields,
  reference,
  text,
} from '../../document/fields.ts';
import { paymentTimings, usageTypes } from '../../document/usage.ts';
import { defaultCurrency } from '../../platform/constants.ts';
import {
  contractCategories,
  contractLineTypes,
  contractPaymentMethods,
  contractTypes,
  paymentDirections,
} from './enumerations.ts';
import { renewalTypes, terminationTargets, termTypes, termUnits } from './term/model.ts';

const named = ['shown_name'] as const;
const longestTerm = '999';

const among = <const C extends readonly string[]>(choices: C, column: string, initial?: C[number]) =>
  choice(choices, (value) => `contract.choice.${column}.${value}`, initial === undefined ? {} : { initial });
const unit = () => choice(termUnits, (value) => `contract.choice.unit.${value}`);
/** A whole number of units (CON-22). */
const count = () => amount({ above: '0', max: longestTerm, decimals: 0 });

/** The term and termination fields, whose changes the history keeps (CON-02). */
export const termFields = {
  term_type: among(termTypes, 'term_type', 'fixed'),
  start_date: day(),
  duration: count(),
  duration_unit_type: unit(),
  min_duration: count(),
  renewal_type: among(renewalTypes, 'renewal_type'),
  renewal_duration: count(),
  renewal_duration_unit_type: unit(),
  /** Zero for no notice period (CON-22). */
  notice_period: amount({ max: longestTerm, decimals: 0 }),
  notice_period_unit_type: unit(),
  /** The notice period after the first term; empty if `notice_period` applies (CON-35). */
  later_notice_period: amount({ max: longestTerm, decimals: 0 }),
  later_notice_period_unit_type: unit(),
  /** Working days of the month after the deadline until which a notice may still arrive (CON-29). */
  notice_workdays: amount({ max: '10', decimals: 0 }),
  termination_to: among(terminationTargets, 'termination_to'),
  /** The day of each year to which notice can be given; its year does not count (CON-35). */
  termination_day: day(),
  termination_special_right: notes(),
  /** Computed, except without a term or for a fixed term without a duration (CON-13, CON-15, CON-20). */
  end_date: day(),
} satisfies DocumentFields;

/** The editable fields of a contract (DATA-36). */
export const contractFields = {
  name: text({ required: true }),
  supplier_id: reference('supplier', { required: true, reads: ['name'] }),
  client_id: reference('client', { required: true, reads: ['name'] }),
  department_id: reference('department', { required: true, reads: named }),
  cost_center_id: reference('cost_center', { required: true, reads: ['number', 'shown_name'] }),
  ledger_account_id: reference('ledger_account', { reads: ['number', 'name'] }),
  /** Gets the reminders, and the steps unless another person is chosen (CON-09). */
  responsible_id: reference('lb_user', { reads: ['name'] }),
  category: choice(contractCategories, (value) => `overview.contract_category.${value}`),
  type: among(contractTypes, 'type'),
  /** The partner's contract number. */
  external_contract_number: text({ max: 60 }),
  contract_date: day(),
  payment_method: among(contractPaymentMethods, 'payment_method'),
  payment_direction: among(paymentDirections, 'payment_direction', 'outgoing'),
  payment_timing: choice(paymentTimings, (value) => `procurement.payment.${value}`),
  /** The interval of the line totals (CON-27). */
  usage_type: choice(usageTypes, (value) => `procurement.usage.${value}`, { initial: 'yearly' }),
  recurring_invoice: flag(),
  currency: always(defaultCurrency, currency()),
  ...rateFields(),
  ...termFields,
  /** Typed without a term, else computed (CON-13, CON-20). */
  next_possible_contract_end: day(),
  termination_deadline: day(),
  /** Computed from the deadline unless typed (CON-25). */
  reminder_date: day(),
  reminder_days_before: amount({ max: longestTerm, decimals: 0 }),
  notes: notes(),
} satisfies DocumentFields;

/** The editable fields of a line (DATA-37). */
export const contractLineFields = {
  type: always('service', among(contractLineTypes, 'type')),
  name: text({ required: true }),
  item_number: text({ max: 60 }),
  quantity: amount({ above: '0', decimals: 3, initial: '1' }),
  unit: text({ max: 30 }),
  /** Net total of the line per interval, in the currency of the contract (CON-27). */
  total: amount({ decimals: 2, price: true }),
  tax: percent({ initial: '19' }),
  usage_type: choice(usageTypes, (value) => `procurement.usage.${value}`),
  offer_number: text({ max: 60 }),
  offer_date: day(),
  image_url: link(),
  webshop_url: link(),
} satisfies DocumentFields;
