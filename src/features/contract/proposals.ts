import type { Day } from '../../base/day.ts';
import { type Amount, compareAmounts } from '../../base/money.ts';
import { daysPerUnit, isOfDays, monthsPerUnit, periodEnd } from '../../base/periods.ts';
import { defaultCurrency } from '../../platform/constants.ts';
import type {
  ContractFieldsRead,
  ReadInterval,
  ReadPeriod,
  ReadPrice,
  ReadTarget,
} from '../recognition/contract-reading.ts';
import type { ReadValue } from '../recognition/reading.ts';
import type { ContractFields } from './model.ts';
import type { TerminationTarget, TermUnit } from './term/model.ts';

/** Proposals from a contract document, each named after the field beside which it is shown (CON-01). */
export const proposalNames = [
  'name',
  'supplier_id',
  'category',
  'external_contract_number',
  'contract_date',
  'term_type',
  'start_date',
  'end_date',
  'duration',
  'min_duration',
  'renewal_type',
  'notice_period',
  'termination_to',
  'notice_workdays',
  'currency',
  'usage_type',
] as const;
export type ProposalName = (typeof proposalNames)[number];

/** The values read from one contract document. */
export interface ReadContractDocument {
  readonly fields: ContractFieldsRead;
  /** The partner as printed; null if unknown or ambiguous. */
  readonly partner: ReadValue | null;
  /** Absent in older readings, and for people without prices (ROLE-07). */
  readonly price?: ReadValue<ReadPrice> | null;
}

/** An unconfirmed value for a contract. */
export interface Proposal {
  readonly name: ProposalName;
  /** The columns to fill; null if no field can hold the printed value. */
  readonly values: Partial<ContractFields> | null;
  /** The printed duration. */
  readonly period: ReadPeriod | null;
  /** The net amount of a line to add, for the interval in `values`. */
  readonly total?: Amount;
  /** A partner who is not in the master data. */
  readonly printed?: string;
  readonly sure: boolean;
  readonly page: number | null;
  readonly box: ReadValue['box'];
}

/**
 * The proposals of a read document for the form. A minimum term followed by renewals is proposed as the duration.
 * Contradictory clauses propose no term type.
 */
export function proposalsOf(
  { fields, partner, price = null }: ReadContractDocument,
  supplierId: number | null,
): readonly Proposal[] {
  const { contractNumber, contractDate, startDate, endDate, renewal, notice, noticeTo } = fields;
  const { currency = null, title = null, category = null, noticeWorkdays = null } = fields;
  const { term, minimum, isInDoubt, isIndefinite } = termsOf(fields);
  const isEndNamed = endDate !== null && (term === null || isInDoubt || !leadsTo(startDate, term, endDate));
  const areAtOdds = isInDoubt || (isEndNamed && term !== null && startDate !== null);
  const doubtful = <Value>(read: ReadValue<Value>): ReadValue<Value> =>
    areAtOdds ? { ...read, sure: false } : read;
  return [
    ...one('name', title, (value) => ({ name: value })),
    ...partnerProposal(partner, fields.partnerName ?? null, supplierId),
    ...one('category', category, (value) => ({ category: value })),
    ...one('external_contract_number', contractNumber, (value) => ({ external_contract_number: value })),
    ...one('contract_date', contractDate, (value) => ({ contract_date: value })),
    ...termKind(fields, { isInDoubt, isIndefinite }),
    ...one('start_date', startDate, (value) => ({ start_date: value })),
    ...(isEndNamed ? one('end_date', doubtful(endDate), (value) => ({ end_date: value })) : []),
    ...(term === null ? [] : [periodProposal('duration', doubtful(term))]),
    ...(minimum === null ? [] : [periodProposal('min_duration', doubtful(minimum))]),
    ...(renewal === null ? [] : [renewalProposal(doubtful(renewal))]),
    ...(notice === null ? [] : [periodProposal('notice_period', notice)]),
    ...one('termination_to', noticeTo, (value) => ({ termination_to: targets[value] })),
    ...one('notice_workdays', noticeWorkdays, (value) => ({ notice_workdays: String(value) })),
    ...one('currency', currency, (value) => ({ currency: value })),
    ...(price === null
      ? []
      : [
          {
            ...proposal('usage_type', price, { usage_type: usages[price.value.interval] }),
            total: price.value.amount,
          },
        ]),
  ];
}

/** A stored supplier, else the printed name, which fills nothing. */
function partnerProposal(
  partner: ReadValue | null,
  name: ReadValue | null,
  supplierId: number | null,
): Proposal[] {
  if (partner !== null && supplierId !== null)
    return [proposal('supplier_id', partner, { supplier_id: supplierId })];
  return name === null ? [] : [{ ...proposal('supplier_id', name, null), printed: name.value }];
}

/** The interval of line totals for a printed one (ENUM-19). */
const usages: Readonly<Record<ReadInterval, NonNullable<ContractFields['usage_type']>>> = {
  month: 'monthly',
  quarter: 'quarterly',
  semester: 'semiannually',
  year: 'yearly',
};

interface Terms {
  readonly term: ReadValue<ReadPeriod> | null;
  readonly minimum: ReadValue<ReadPeriod> | null;
  readonly isIndefinite: boolean;
  readonly isInDoubt: boolean;
}

function termsOf({ term, minimumTerm, renewal, indefinite, endDate }: ContractFieldsRead): Terms {
  const isRenewed = renewal !== null && renewal.value.type !== 'none';
  const isInDoubt = indefinite !== null && (isRenewed || term !== null || endDate !== null);
  const isTermMinimum = term === null && minimumTerm !== null && isRenewed && !isInDoubt;
  return {
    term: isTermMinimum ? minimumTerm : term,
    minimum: isTermMinimum ? null : minimumTerm,
    isIndefinite: indefinite !== null && !isInDoubt,
    isInDoubt,
  };
}

/** Proposes a term type only if a clause indicates one. */
function termKind(
  { indefinite, term, minimumTerm, endDate, renewal }: ContractFieldsRead,
  { isInDoubt, isIndefinite }: Pick<Terms, 'isInDoubt' | 'isIndefinite'>,
): Proposal[] {
  if (isInDoubt) return [];
  if (isIndefinite && indefinite !== null)
    return [proposal('term_type', indefinite, { term_type: 'indefinite' })];
  const isRenewed = renewal !== null && renewal.value.type !== 'none';
  const limit = term ?? endDate ?? (isRenewed ? minimumTerm : null) ?? (isRenewed ? renewal : null);
  return limit === null ? [] : [proposal('term_type', limit, { term_type: 'fixed' })];
}

function leadsTo(start: ReadValue<Day> | null, term: ReadValue<ReadPeriod>, end: ReadValue<Day>): boolean {
  const { count, unit } = term.value;
  return start !== null && periodEnd(start.value, count, unit) === end.value;
}

function one<Value>(
  name: ProposalName,
  read: ReadValue<Value> | null,
  values: (value: Value) => Partial<ContractFields>,
): Proposal[] {
  return read === null ? [] : [proposal(name, read, values(read.value))];
}

function proposal(
  name: ProposalName,
  { sure, page, box }: ReadValue<unknown>,
  values: Proposal['values'],
  period: ReadPeriod | null = null,
): Proposal {
  return { name, values, period, sure, page, box };
}

const unitColumns = {
  duration: 'duration_unit_type',
  min_duration: 'duration_unit_type',
  renewal_duration: 'renewal_duration_unit_type',
  notice_period: 'notice_period_unit_type',
} as const;
type Counted = keyof typeof unitColumns;

function periodProposal(name: Extract<ProposalName, Counted>, read: ReadValue<ReadPeriod>): Proposal {
  return proposal(name, read, columnsOf(name, read.value), read.value);
}

function renewalProposal(
  read: ReadValue<{ readonly type: 'auto' | 'once' | 'none'; readonly period: ReadPeriod | null }>,
): Proposal {
  const { type, period } = read.value;
  if (period === null) return proposal('renewal_type', read, { renewal_type: type });
  const columns = columnsOf('renewal_duration', period);
  return proposal('renewal_type', read, { renewal_type: type, ...columns }, period);
}

function columnsOf(name: Counted, { count, unit }: ReadPeriod): Partial<ContractFields> {
  return { [name]: String(count), [unitColumns[name]]: unit };
}

const targets: Readonly<Record<ReadTarget, TerminationTarget>> = {
  term: 'none',
  year_end: 'year_end',
  half_year_end: 'half_year_end',
  quarter_end: 'quarter_end',
  month_end: 'month_end',
  week_end: 'week_end',
};

/**
 * Combines the proposals of several documents: each value comes from the newest document that has it, and is not sure
 * if another document differs.
 *
 * @param documents newest first
 */
export function proposedTogether<One extends Proposal>(
  documents: readonly (readonly One[])[],
): readonly One[] {
  const all = documents.flat();
  return proposalNames.flatMap((name) => {
    const [newest, ...others] = all.filter((one) => one.name === name);
    if (!newest) return [];
    const isContradicted = others.some((other) => !isAlike(other, newest));
    return [isContradicted ? { ...newest, sure: false } : newest];
  });
}

function isAlike(one: Proposal, other: Proposal): boolean {
  const contentOf = ({ values, period, total, printed }: Proposal) =>
    JSON.stringify([values, period, total, printed]);
  return contentOf(one) === contentOf(other);
}

/** A proposal compared with the form: the same value is present, the field is free, or it has another value. */
export type ProposalState = 'same' | 'free' | 'other';

type Held = Readonly<Partial<ContractFields>>;

/** Default values, which count as free. */
const untouched: Held = { term_type: 'fixed', currency: defaultCurrency, usage_type: 'yearly' };
/** An empty value and `none` mean the same (CON-16, CON-19). */
const nothing: Held = { renewal_type: 'none', termination_to: 'none' };
const allUnits: ReadonlySet<string> = new Set(Object.values(unitColumns));

/**
 * The columns a proposal fills, converted to the unit of the other duration in the form; null if they cannot be
 * filled.
 */
export function fittedValues({ name, values, period }: Proposal, held: Held): Held | null {
  if (values === null || period === null || (name !== 'duration' && name !== 'min_duration')) return values;
  const other = held[name === 'duration' ? 'min_duration' : 'duration'] ?? null;
  const unit = held.duration_unit_type ?? null;
  if (other === null || unit === null) return values;
  const count = recounted(period, unit);
  return count === null ? null : { [name]: String(count), duration_unit_type: unit };
}

function recounted({ count, unit }: ReadPeriod, into: TermUnit): number | null {
  if (unit === into) return count;
  if (isOfDays(unit)) {
    const days = count * daysPerUnit[unit];
    return isOfDays(into) && days % daysPerUnit[into] === 0 ? days / daysPerUnit[into] : null;
  }
  if (isOfDays(into)) return null;
  const months = count * monthsPerUnit[unit];
  return months % monthsPerUnit[into] === 0 ? months / monthsPerUnit[into] : null;
}

/** Compares a proposal with the form; a unit alone does not count as typed. */
export function stateOf(proposal: Proposal, held: Held, lines: HeldLines = []): ProposalState {
  if (proposal.total !== undefined && lines.length === 0) return 'free';
  const values = fittedValues(proposal, held);
  const columns = Object.entries(values ?? {}) as [keyof ContractFields, unknown][];
  if (values !== null && columns.every(([column, value]) => isSame(column, held[column], value)))
    return 'same';
  const typed = columns.filter(([column]) => !allUnits.has(column));
  return typed.every(([column, value]) => isFree(column, held[column], value)) ? 'free' : 'other';
}

function isFree(column: keyof ContractFields, present: unknown, value: unknown): boolean {
  return isEmpty(present) || present === untouched[column] || isSame(column, present, value);
}

function isSame(column: keyof ContractFields, present: unknown, value: unknown): boolean {
  const plain = (one: unknown): string => (isEmpty(one) ? String(nothing[column] ?? '') : String(one).trim());
  return plain(present) === plain(value);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

/** The lines of the form that a price is compared with. */
export type HeldLines = readonly { readonly total: Amount | null }[];

/**
 * Whether a price can be offered: the form has no lines yet, or only one with the same total. Otherwise it is unclear
 * which line the price would replace.
 */
export function isPriceOffered({ total }: Proposal, lines: HeldLines): boolean {
  if (total === undefined || lines.length === 0) return true;
  const [only] = lines;
  return lines.length === 1 && only?.total != null && compareAmounts(only.total, total) === 0;
}
