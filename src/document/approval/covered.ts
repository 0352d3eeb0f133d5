import type { Day } from '../../base/day.ts';
import {
  type Amount,
  absolute,
  compareAmounts,
  dividedBy,
  isZero,
  round,
  sum,
  times,
} from '../../base/money.ts';

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

/** The content of a document that an approval covers; derived from the document alone. */
export interface CoveredContent {
  readonly client_id: number | null;
  readonly department_id: number | null;
  /** The account to transfer to; null without a transfer. */
  readonly bank: string | null;
  /** The amount payable, in the currency of the document; null for kinds without one (INV-31). */
  readonly amount_due: Amount | null;
  readonly lines: readonly CoveredLine[];
  /** The linked order and contract, by column (INV-29). */
  readonly links: Readonly<Record<string, number | null>>;
  /** Duration and conditions, by column (CON-38). */
  readonly terms: Readonly<Record<string, string | null>>;
  /** The doubts about the document, in words; absent where they are unknown (INV-25, CON-40). */
  readonly doubts?: readonly string[];
}

/** For kinds without such content. */
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

/** The increase that needs no new approval (PROC-42). */
export interface Tolerance {
  /** Of the approved value. */
  readonly percent: Amount;
  /** The most, in the currency of the company; null without such a limit. */
  readonly maxAmount: Amount | null;
}

/**
 * The differences between a document and its approved content (APPR-18, INV-25). A lower amount is no difference;
 * parts that the record lacks are not compared.
 */
export function outgrown(record: KeptCover, now: Covered, tolerance: Tolerance): readonly Difference[] {
  const allowance = allowanceOf(record, tolerance);
  const value = valueDifference(record, now, allowance);
  return [
    ...value,
    ...dueDifference(record, now, allowance),
    ...idDifference(record, now, 'company', 'client_id'),
    ...idDifference(record, now, 'department', 'department_id'),
    ...centerDifference(record, now, allowance, value.length > 0),
    ...accountDifference(record, now, allowance),
    ...supplierDifference(record, now),
    ...bankDifference(record, now),
    ...namedDifferences(record.links, now.links, 'links'),
    ...orderLineDifference(record, now),
    ...namedDifferences(record.terms, now.terms, 'terms'),
    ...currencyDifference(record, now),
    ...rateDifference(record, now, allowance),
    ...lineDifference(record, now),
    ...attachmentDifference(record, now),
    ...doubtDifference(record, now),
  ];
}

/** The increase of an amount that needs no new approval. */
function allowanceOf({ value }: KeptCover, { percent, maxAmount }: Tolerance): Amount {
  const share = round(dividedBy(times(absolute(value ?? '0'), percent), '100'), 2);
  return maxAmount !== null && compareAmounts(share, maxAmount) > 0 ? maxAmount : share;
}

/** Whether an amount exceeds the approved one by more than the allowance. A change of sign always does. */
function hasGrown(before: Amount, after: Amount, allowance: Amount): boolean {
  const hasTurned = compareAmounts(before, '0') * compareAmounts(after, '0') < 0;
  return hasTurned || compareAmounts(absolute(after), sum([absolute(before), allowance])) > 0;
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

/** A new cost center, a removed last one, or a larger share within the same sum. */
function centerDifference(
  record: KeptCover,
  now: Covered,
  allowance: Amount,
  isDearer: boolean,
): readonly Difference[] {
  if (record.lines === undefined) return [];
  const before = sharesOf(record.lines, record.rate ?? null);
  const after = sharesOf(now.lines, now.rate);
  const isBeyond = [...after].some(([center, share]) => {
    const former = before.get(center);
    if (former === undefined) return !isZero(share);
    return !isDearer && hasGrown(former, share, allowance);
  });
  if (!isBeyond) return [];
  const [was = null, is = null] = [before, after].map((shares) => idsText([...shares.keys()]));
  return [again('cost_centers', 'cost_center_id', was, is)];
}

function sharesOf(lines: readonly CoveredLine[], rate: Amount | null): ReadonlyMap<number | null, Amount> {
  const shares = new Map<number | null, Amount>();
  for (const { cost_center_id: center, net } of lines)
    shares.set(center, sum([shares.get(center) ?? '0', companyNet(net, rate)]));
  return shares;
}

/** An account that was not approved. Filling an empty account is the accountants' job and no difference. */
function accountDifference(record: KeptCover, now: Covered, allowance: Amount): readonly Difference[] {
  if (record.lines === undefined) return [];
  const before = new Set(record.lines.map((line) => line.ledger_account_id));
  const after = new Set(now.lines.map((line) => line.ledger_account_id));
  const added = now.lines.filter((line) => !before.has(line.ledger_account_id));
  if (added.length === 0) return [];
  const open = record.lines.filter((line) => line.ledger_account_id === null);
  const filled = absolute(sum(added.map(({ net }) => companyNet(net, now.rate))));
  const fillable = sum([...open.map(({ net }) => absolute(companyNet(net, record.rate ?? null))), allowance]);
  if (open.length > 0 && compareAmounts(filled, fillable) <= 0) return [];
  return [again('accounts', 'ledger_account_id', idsText([...before]), idsText([...after]))];
}

function supplierDifference(record: KeptCover, now: Covered): readonly Difference[] {
  if (record.lines === undefined) return [];
  const before = new Set(record.lines.map((line) => line.supplier_id));
  const after = new Set(now.lines.map((line) => line.supplier_id));
  if ([...after].every((supplier) => before.has(supplier))) return [];
  return [again('suppliers', 'supplier_id', idsText([...before]), idsText([...after]))];
}

/**
 * Another bank account, or a transfer that was not planned. Removing the account pays nothing and is only reported.
 */
function bankDifference({ bank: before }: KeptCover, { bank: after }: Covered): readonly Difference[] {
  if (before === undefined || before === after) return [];
  return [{ part: 'bank', field: 'iban', before, after, bringsAgain: after !== null }];
}

function namedDifferences(
  before: Readonly<Record<string, string | number | null>> | undefined,
  after: Readonly<Record<string, string | number | null>>,
  part: 'links' | 'terms',
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

/** Converts an amount to cents of the company currency; null without a rate. */
export function inCompanyCurrency(amount: Amount, rate: Amount | null): Amount | null {
  return rate === null ? null : round(times(amount, rate), 2);
}

function idText(id: string | number | null): string | null {
  return id === null ? null : String(id);
}

/** The ids separated by spaces, `-` for null. */
function idsText(ids: readonly (number | null)[]): string {
  return ids.map((id) => idText(id) ?? '-').join(' ');
}
