import type { Day } from '../../base/day.ts';
import { type Amount, absolute, compareAmounts, dividedBy, isZero, minus, sum } from '../../base/money.ts';
import { inCompanyCurrency } from '../currency.ts';
import { allowanceOf, hasGrown, type Tolerance } from './tolerance.ts';

/** An attachment, identified by its content. */
export interface Attachment {
  readonly file_id: string;
  readonly name: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A line with the parts that an approval covers. */
export interface CoveredLine {
  readonly text: string | null;
  readonly quantity: Amount | null;
  /** In the currency of the document; negative on a credit note. */
  readonly net: Amount;
  /** The line's own one, else that of the document. */
  readonly cost_center_id: number | null;
  readonly ledger_account_id: number | null;
  readonly supplier_id: number | null;
  /** The linked order line (INV-29); absent for kinds without one. */
  readonly order_line_id?: number | null;
}

/** Where goods and their invoice go; addresses and people by id, the billing address as text. */
type Delivery = Readonly<
  Record<'delivery_address_id' | 'consignee_id' | 'billing_address_text', string | number | null>
>;

/** The content of a document that an approval covers; derived from the document alone. */
export interface CoveredContent {
  readonly client_id: number | null;
  readonly department_id: number | null;
  /** The account to transfer to; null without a transfer. */
  readonly bank: string | null;
  /** The amount payable, in the currency of the document; null for kinds without one (INV-31). */
  readonly amount_due: Amount | null;
  readonly lines: readonly CoveredLine[];
  /** Absent for kinds without goods. */
  readonly delivery?: Delivery;
  /** The net of lines without goods, in the currency of the document; absent for kinds without goods. */
  readonly unreceived?: Amount;
  /** The linked order and contract, by column (INV-29). */
  readonly links: Readonly<Record<string, number | null>>;
  /** What holds a payment back or reduces it, by column: nobody takes it away after the approval (INV-07, INV-22). */
  readonly marks?: Readonly<Record<string, string | null>>;
  /** The day on which its budgets count it; the kind compares it, because it knows the budgets (INV-32). */
  readonly day?: Day | null;
  /** Duration and conditions, by column (CON-38). */
  readonly terms: Readonly<Record<string, string | null>>;
  /** The doubts about the document, in words; absent where they are unknown (INV-25, CON-40). */
  readonly doubts?: readonly string[];
}

export const nothingCovered: CoveredContent = {
  client_id: null,
  department_id: null,
  bank: null,
  amount_due: null,
  lines: [],
  links: {},
  terms: {},
};

/**
 * Everything that one approval covers (APPR-18, INV-25). Amounts are in the currency of the company unless stated
 * otherwise.
 *
 * @see docs/topics/approvals.md
 */
export interface Covered extends CoveredContent {
  /** The signed value compared with limits; null if the rate was unknown. */
  readonly value: Amount | null;
  /** The day on which a commitment was counted; null where the value is the total (CON-39). */
  readonly value_on: Day | null;
  readonly basis: 'net' | 'gross';
  readonly currency: string;
  /** Company currency per unit of `currency`; null for the same currency. */
  readonly rate: Amount | null;
  /** The value and the amount payable in `currency`: no rate hides their growth. */
  readonly document_value: Amount | null;
  readonly document_due: Amount | null;
  readonly company_currency: string | null;
  readonly attachments: readonly Attachment[];
}

/** A stored record. Records of approvals from before this feature lack the unknown parts. */
export type KeptCover = Partial<Covered> & {
  /** An order replaced the approval, which holds as long as the order's does (INV-29). */
  readonly by_order?: true;
};

/** The approval records of a document (APPR-18). */
export interface ApprovalRecords {
  /** The last full approval, or the content that needed none; null before the first. */
  readonly approved: KeptCover | null;
  /** What the approvers of a later round are asked to approve. */
  readonly asked: KeptCover | null;
}

/** For a document without approvals. */
export const noApprovals: ApprovalRecords = { approved: null, asked: null };

/** The parts of the covered content by which differences are reported. */
export const coveredParts = [
  'value',
  'currency',
  'amount_due',
  'company',
  'department',
  'cost_centers',
  'accounts',
  'suppliers',
  'bank',
  'delivery',
  'links',
  'terms',
  'lines',
  'attachments',
  'doubts',
] as const;
export type CoveredPart = (typeof coveredParts)[number];

/** One difference between a document and its approved content. */
export interface Difference {
  readonly part: CoveredPart;
  /** The column concerned. */
  readonly field: string;
  /** Amounts, ids or words, depending on `part`; null is empty or unknown. */
  readonly before: string | null;
  readonly after: string | null;
  /**
   * The difference exceeds the tolerance or affects who approves, so that a new approval is due. Otherwise it is only
   * reported.
   */
  readonly bringsAgain: boolean;
}

/**
 * The differences between a document and its approved content (APPR-18, INV-25). A lower amount is no difference;
 * parts that the record lacks are not compared.
 */
export function outgrown(record: KeptCover, now: Covered, tolerance: Tolerance): readonly Difference[] {
  const allowance = allowanceOf(record.value ?? '0', tolerance);
  const value = valueDifference(record, now, allowance);
  // A value that is due again anyway would be repeated by each of its shares.
  const growth = value.some(({ bringsAgain }) => bringsAgain) ? null : allowance;
  return [
    ...value,
    ...dueDifference(record, now, allowance),
    ...idDifference(record, now, 'company', 'client_id'),
    ...idDifference(record, now, 'department', 'department_id'),
    ...shareDifference(record, now, growth, 'cost_centers', 'cost_center_id'),
    ...accountDifference(record, now, growth),
    ...unreceivedDifference(record, now, growth),
    ...shareDifference(record, now, growth, 'suppliers', 'supplier_id'),
    ...bankDifference(record, now),
    ...deliveryDifferences(record, now),
    ...namedDifferences(record.links, now.links, 'links'),
    ...orderLineDifference(record, now),
    ...markDifferences(record, now),
    ...namedDifferences(record.terms, now.terms, 'terms'),
    ...currencyDifference(record, now),
    ...rateDifference(record, now, allowance),
    ...lineDifference(record, now),
    ...attachmentDifference(record, now),
    ...doubtDifference(record, now),
  ];
}

function valueDifference(record: KeptCover, now: Covered, allowance: Amount): readonly Difference[] {
  const { value: before = null } = record;
  const { value: after } = now;
  const isOtherCurrency =
    record.company_currency !== undefined && record.company_currency !== now.company_currency;
  const reported = { part: 'value', field: 'total_netto', before, after } as const;
  if (before === null || after === null || isOtherCurrency)
    return before === after && !isOtherCurrency ? [] : [{ ...reported, bringsAgain: true }];
  if (hasGrown(before, after, '0')) return [{ ...reported, bringsAgain: hasGrown(before, after, allowance) }];
  return [];
}

function dueDifference(record: KeptCover, now: Covered, allowance: Amount): readonly Difference[] {
  const { amount_due: before = null } = record;
  const { amount_due: after } = now;
  if (before === null || after === null || !hasGrown(before, after, '0')) return [];
  const bringsAgain = hasGrown(before, after, allowance);
  return [{ part: 'amount_due', field: 'amount_due', before, after, bringsAgain }];
}

function idDifference(
  record: KeptCover,
  now: Covered,
  part: 'company' | 'department',
  field: 'client_id' | 'department_id',
): readonly Difference[] {
  const before = record[field];
  if (before === undefined || before === now[field]) return [];
  return [again(part, field, idText(before), idText(now[field]))];
}

type Shared = Extract<keyof CoveredLine, 'cost_center_id' | 'ledger_account_id' | 'supplier_id'>;
type Shares = ReadonlyMap<number | null, Amount>;

/**
 * A cost center or supplier that had no share, or has a larger one within the same sum: the value would move to another
 * budget or payee.
 *
 * @param allowance by which a share may grow; null compares only who has one
 */
function shareDifference(
  record: KeptCover,
  now: Covered,
  allowance: Amount | null,
  part: 'cost_centers' | 'suppliers',
  field: Shared,
): readonly Difference[] {
  if (record.lines === undefined) return [];
  const before = sharesOf(record.lines, record.rate ?? null, field);
  const after = sharesOf(now.lines, now.rate, field);
  const isBeyond = [...after].some(([id, share]) => {
    const former = before.get(id);
    if (former === undefined) return part === 'suppliers' || !isZero(share);
    return allowance !== null && hasGrown(former, share, allowance);
  });
  return isBeyond ? [againOf(part, field, before, after)] : [];
}

function sharesOf(lines: readonly CoveredLine[], rate: Amount | null, field: Shared): Shares {
  const shares = new Map<number | null, Amount>();
  for (const line of lines)
    shares.set(line[field], sum([shares.get(line[field]) ?? '0', companyNet(line.net, rate)]));
  return shares;
}

/**
 * An account that was not approved, or more on an approved one. Filling an empty account is the accountants' job and no
 * difference, up to the amount that had none.
 */
function accountDifference(record: KeptCover, now: Covered, allowance: Amount | null): readonly Difference[] {
  const field = 'ledger_account_id';
  if (record.lines === undefined) return [];
  const before = sharesOf(record.lines, record.rate ?? null, field);
  const after = sharesOf(now.lines, now.rate, field);
  const grown = sum(
    [...after].map(([account, share]) => {
      const former = absolute(before.get(account) ?? '0');
      const isCompared = allowance !== null || !before.has(account);
      const growth = minus(absolute(share), former);
      return isCompared && compareAmounts(growth, '0') > 0 ? growth : '0';
    }),
  );
  const isKnown = before.has(null) || [...after.keys()].every((account) => before.has(account));
  const open = record.lines.filter((line) => line.ledger_account_id === null);
  const fillable = open.map(({ net }) => absolute(companyNet(net, record.rate ?? null)));
  if (isKnown && compareAmounts(grown, sum([...fillable, allowance ?? '0'])) <= 0) return [];
  return [againOf('accounts', field, before, after)];
}

/** Goods that became freight: nobody receives them, and invoices charge them nevertheless (PROC-34, INV-29). */
function unreceivedDifference(one: KeptCover, now: Covered, allowance: Amount | null): readonly Difference[] {
  if (one.unreceived === undefined || now.unreceived === undefined || allowance === null) return [];
  const [before, after] = [one, now].map((it) => companyNet(it.unreceived ?? '0', it.rate ?? null));
  return hasGrown(before ?? '0', after ?? '0', allowance) ? [again('lines', 'kind', null, null)] : [];
}

function againOf(part: CoveredPart, field: Shared, before: Shares, after: Shares): Difference {
  const [was = null, is = null] = [before, after].map((shares) => idsText([...shares.keys()]));
  return again(part, field, was, is);
}

/** Another account, or a transfer that was not planned; a removed account pays nothing and is only reported. */
function bankDifference({ bank: before }: KeptCover, { bank: after }: Covered): readonly Difference[] {
  if (before === undefined || before === after) return [];
  return [{ part: 'bank', field: 'iban', before, after, bringsAgain: after !== null }];
}

/**
 * Goods that go to another place need a new approval, like money that goes to another account; another person who takes
 * them and another billing address are only reported.
 */
function deliveryDifferences(
  { delivery: before }: KeptCover,
  { delivery: after }: Covered,
): readonly Difference[] {
  if (before === undefined || after === undefined) return [];
  return namedDifferences(before, after, 'delivery').map((one) => ({
    ...one,
    bringsAgain: one.field === 'delivery_address_id',
  }));
}

function namedDifferences(
  before: Readonly<Record<string, string | number | null>> | undefined,
  after: Readonly<Record<string, string | number | null>>,
  part: 'delivery' | 'links' | 'terms',
): readonly Difference[] {
  if (before === undefined) return [];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names.flatMap((field): Difference[] => {
    const [was, is] = [before[field] ?? null, after[field] ?? null].map(idText);
    return was === is ? [] : [again(part, field, was ?? null, is ?? null)];
  });
}

/** A lost order line; a further one replaces nothing that was approved. */
function orderLineDifference(record: KeptCover, now: Covered): readonly Difference[] {
  const [before, after] = [record.lines ?? [], now.lines].map((lines) =>
    lines.flatMap(({ order_line_id: id }) => id ?? []),
  );
  if (!before?.some((id) => !after?.includes(id))) return [];
  return [again('links', 'order_line_id', idsText(before), idsText(after ?? []) || null)];
}

function markDifferences({ marks = {} }: KeptCover, now: Covered): readonly Difference[] {
  return Object.entries(marks)
    .filter(([field, before]) => before !== null && before !== now.marks?.[field])
    .map(([field]) => again('terms', field, null, null));
}

/** A contract in another currency has another risk, even at the same value. */
function currencyDifference(
  { currency: before }: KeptCover,
  { currency: after, terms }: Covered,
): readonly Difference[] {
  if (before === undefined || before === after || Object.keys(terms).length === 0) return [];
  return [again('terms', 'currency', before, after)];
}

/**
 * Another currency, or a rate that makes up for more in the same one: the value by a typed rate could stay the same
 * while more is ordered or paid.
 */
function rateDifference(record: KeptCover, now: Covered, allowance: Amount): readonly Difference[] {
  const { currency, rate = null, document_value: value = null, document_due: due = null } = record;
  if (currency === undefined || value === null || now.document_value === null) return [];
  const isOther = currency !== now.currency;
  if (isOther && Object.keys(now.terms).length > 0) return [];
  const isSameRate = rate === null || now.rate === null || compareAmounts(rate, now.rate) === 0;
  if (!isOther && isSameRate) return [];
  const tolerated = rate === null ? allowance : dividedBy(allowance, rate);
  const isMore =
    hasGrown(value, now.document_value, tolerated) ||
    (due !== null && now.document_due !== null && hasGrown(due, now.document_due, tolerated));
  if (!isOther && !isMore) return [];
  const [was = null, is = null] = [record, now].map((one) => [one.currency, one.rate ?? '1'].join(' '));
  return [again('currency', 'currency', was, is)];
}

/** Line amounts are compared by cost center; line texts and quantities are only reported. */
function lineDifference(record: KeptCover, now: Covered): readonly Difference[] {
  if (record.lines === undefined) return [];
  const [before, after] = [record.lines, now.lines].map((lines) =>
    lines.map(({ text, quantity }) => [text, quantity && sum([quantity])]),
  );
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const [was, is] = [record.lines, now.lines].map(({ length }) => String(length));
  return [{ part: 'lines', field: 'lines', before: was ?? null, after: is ?? null, bringsAgain: false }];
}

/** A difference that affects who approves, or exceeds what was approved. */
function again(part: CoveredPart, field: string, before: string | null, after: string | null): Difference {
  return { part, field, before, after, bringsAgain: true };
}

/** Files missing since the approval; added files are no difference. */
function attachmentDifference(record: KeptCover, now: Covered): readonly Difference[] {
  const kept = new Set(now.attachments.map(({ sha256 }) => sha256));
  const gone = (record.attachments ?? []).filter(({ sha256 }) => !kept.has(sha256));
  return gone.map(({ name }) => again('attachments', 'attachments', name, null));
}

/** Doubts that arose after the approval, so that its approvers did not know them. */
function doubtDifference(
  { doubts: before }: KeptCover,
  { doubts: after = [] }: Covered,
): readonly Difference[] {
  if (before === undefined) return [];
  return after
    .filter((doubt) => !before.includes(doubt))
    .map((doubt) => again('doubts', 'doubts', null, doubt));
}

function companyNet(net: Amount, rate: Amount | null): Amount {
  return inCompanyCurrency(net, rate ?? '1') ?? '0';
}

function idText(id: string | number | null): string | null {
  return id === null ? null : String(id);
}

/** The ids separated by spaces, `-` for null. */
function idsText(ids: readonly (number | null)[]): string {
  return ids.map((id) => idText(id) ?? '-').join(' ');
}
