import fc from 'fast-check';
import { keyedLines } from '../../src/features/accounting-export/bookings.ts';
import { restOf } from '../../src/features/accounting-export/final-rest.ts';
import type {
  BookableLine,
  ExportedInvoice,
  ExportingCompany,
} from '../../src/features/accounting-export/model.ts';

/** Amounts are whole cents here, and the expected values are computed without the product. */
export interface DrawnLine {
  readonly cents: number;
  readonly kind: Kind;
  readonly account: string;
  /** Where a zero may be missing at either end, the chart has it at the front. */
  readonly zeroFirst: boolean;
  readonly center: string | null;
  readonly object: string | null;
  readonly isKeyed: boolean;
  /** On the automatic account of its kind, if there is one. */
  readonly isAutomatic: boolean;
  /** Of a prepayment that the invoice takes off; `cents` is what is taken off. */
  readonly isTaken?: boolean;
}

/**
 * Each kind of tax with its printed rate, its exported key (the usual one, or a chosen one), and its automatic
 * account.
 */
export const kinds = {
  S19: { category: 'S', rate: 19, usual: '9', chosen: ['401', '19.00'], automatic: ['3400', '19'] },
  S7: { category: 'S', rate: 7, usual: '8', chosen: ['701', '7.00'], automatic: ['3300', '7'] },
  E: { category: 'E', rate: 0, usual: '', chosen: ['77', '0.00'], automatic: null },
  K: { category: 'K', rate: 0, usual: '19', chosen: ['18', '7.00'], automatic: ['3425', '19'] },
  AE: { category: 'AE', rate: 0, usual: '94', chosen: ['91', '7.00'], automatic: ['3120', '19'] },
} as const;
export type Kind = keyof typeof kinds;
const names = Object.keys(kinds) as Kind[];

/** The company's second key of 19 %: without another category, so that no other line takes it from the head. */
const headKey = '402';

const automatic: ReadonlySet<string> = new Set(names.flatMap((kind) => kinds[kind].automatic?.[0] ?? []));

export const money = (cents: number): string => (cents / 100).toFixed(2);
export const centsOf = (text: string): number => Math.round(Number(text.replace(',', '.')) * 100);

const line: fc.Arbitrary<DrawnLine> = fc.record({
  cents: fc.integer({ min: -40_000, max: 900_000 }),
  kind: fc.constantFrom(...names),
  account: fc.oneof(
    fc.constantFrom('420', '27', '4', '4980', '49805', '42000'),
    fc.integer({ min: 1, max: 999_999_999 }).map(String),
  ),
  zeroFirst: fc.boolean(),
  center: fc.constantFrom('2000', '3000', null),
  object: fc.constantFrom('71', null),
  isKeyed: fc.boolean(),
  isAutomatic: fc.integer({ min: 0, max: 3 }).map((value) => value === 0),
});

const drawn = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 9 }),
    length: fc.integer({ min: 4, max: 8 }),
    isCredit: fc.boolean(),
    isSplit: fc.boolean(),
    isReverse: fc.boolean(),
    off: fc.integer({ min: -2, max: 2 }),
    hasTerms: fc.boolean(),
    isReversal: fc.boolean(),
    own: fc.constantFrom('EUR', 'CHF'),
    // Company currency per dollar, in millionths.
    rate: fc.option(fc.integer({ min: 101, max: 5_000_000 })),
    hasLongAccount: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
    hasHeadKey: fc.boolean(),
    // The prepaid percentage of each rate.
    prepaid: fc.option(fc.integer({ min: 1, max: 99 })),
  })
  .map(({ hasLongAccount, lines, ...all }) => ({
    ...all,
    lines: lines.map((one) => ({ ...one, ...accountOf(one, hasLongAccount ? 9 : all.length) })),
    sign: all.isCredit ? -1 : 1,
  }));
export type Drawn = Parameters<Parameters<typeof drawn.filter>[0]>[0];

/** Only these lines are on an automatic account; an account of that kind takes no key. */
function accountOf({ kind, account, isAutomatic, isKeyed }: DrawnLine, longest: number) {
  const own = isAutomatic ? kinds[kind].automatic : null;
  if (own !== null) return { account: own[0], isAutomatic: true, isKeyed: false };
  const short = account.slice(0, longest);
  return { account: automatic.has(short) ? '4980' : short, isAutomatic: false, isKeyed };
}

interface Stated {
  readonly kind: Kind;
  readonly net: number;
  readonly tax: number;
}

/** By rate: the printed amounts. */
export function printedOf({ lines, off, sign }: Drawn): readonly Stated[] {
  const groups = Map.groupBy(lines, ({ kind }) => kind);
  return [...groups].map(([kind, some]) => {
    const net = some.reduce((all, { cents }) => all + cents, 0) * sign;
    const { rate } = kinds[kind];
    const exact = (Math.abs(net) * rate) / 100;
    const tax = rate === 0 || net === 0 ? 0 : Math.sign(net) * Math.max(0, Math.floor(exact + 0.5) + off);
    return { kind, net, tax };
  });
}

/** The prepaid amounts (INV-22). */
function prepaidOf(all: Drawn): readonly Stated[] {
  const { prepaid } = all;
  if (prepaid === null) return [];
  const part = (cents: number): number => Math.trunc((cents * prepaid) / 100);
  return printedOf(all).map(({ kind, net, tax }) => ({ kind, net: part(net), tax: part(tax) }));
}

/** What is taken off where the prepayment was booked: one line per rate, on the account of prepayments. */
export function takenOf(all: Drawn): readonly DrawnLine[] {
  return prepaidOf(all).map(({ kind, net }) => ({
    ...{ kind, cents: -net * all.sign, account: '1510', zeroFirst: false },
    ...{ center: '4000', object: null, isKeyed: false, isAutomatic: false, isTaken: true },
  }));
}

/** By rate: the rest to be booked. */
export function statedOf(all: Drawn): readonly Stated[] {
  const off = new Map(prepaidOf(all).map((row) => [row.kind, row]));
  return printedOf(all).map(({ kind, net, tax }) => ({
    kind,
    net: net - (off.get(kind)?.net ?? 0),
    tax: tax - (off.get(kind)?.tax ?? 0),
  }));
}

export const totalOf = (all: Drawn): number =>
  statedOf(all).reduce((sum, { net, tax }) => sum + net + tax, 0);

/** The exported key of a line; empty without one. */
export function keyOf(
  { kind, isKeyed, isAutomatic, isTaken = false }: DrawnLine,
  { hasHeadKey }: Drawn,
): string {
  if (isTaken) return kinds[kind].usual;
  if (isKeyed) return kinds[kind].chosen[0];
  if (isAutomatic) return '';
  return hasHeadKey && kind === 'S19' ? headKey : kinds[kind].usual;
}

/** The keys of this kind of booking. */
export function keysOf(kind: Kind): ReadonlySet<string> {
  return new Set<string>([kinds[kind].usual, kinds[kind].chosen[0], ...(kind === 'S19' ? [headKey] : [])]);
}

/** Whether the key of the head fits no line, so that it is refused. */
export const isHeadKeyUnused = ({ hasHeadKey, lines }: Drawn): boolean =>
  hasHeadKey && !lines.some(({ kind, isKeyed, isAutomatic }) => kind === 'S19' && !isKeyed && !isAutomatic);

/** Whether there is anything to export. */
const isOfValue = (all: Drawn): boolean => totalOf(all) !== 0;
export const invoices = drawn.filter(isOfValue);

/** An invoice and what a correction makes of it after its export: anything but its company differs (INV-30). */
export const corrections = fc
  .tuple(invoices, invoices)
  .map(([before, { lines, isCredit, sign, isSplit, off, hasTerms, rate, hasHeadKey, prepaid }]) => {
    const own = lines.map((one) => ({ ...one, ...accountOf(one, before.length) }));
    const after = {
      ...before,
      lines: own,
      isCredit,
      sign,
      isSplit,
      off,
      hasTerms,
      rate,
      hasHeadKey,
      prepaid,
    };
    return { before, after };
  })
  .filter(({ after }) => isOfValue(after));

/** The account to be exported, by counting digits; null for an invalid one. */
export function expectedAccount({ account, zeroFirst }: DrawnLine, length: number): string | null {
  if (account.length > length) return null;
  if (account.length <= 3) return String(Number(account) * 10 ** (length - 4)).padStart(length, '0');
  if (account.length === length - 1) return zeroFirst ? `0${account}` : `${account}0`;
  return String(Number(account) * 10 ** (length - account.length));
}

export const companyOf = ({ length, own, isReverse }: Drawn): ExportingCompany => ({
  id: 1,
  name: 'Nordfeld',
  consultant_number: '29098',
  client_number: '55003',
  ledger_account_length: length,
  currency: own,
  fiscal_year_start: '01-01',
  payables_ledger: true,
  datev_lock: false,
  datev_service_date: false,
  datev_closed_until: null,
  datev_kost_length: 8,
  datev_collective_account: null,
  debit_credit_reverse: isReverse,
  owed_rate: '19',
  tax_keys: [
    { tax_category: 'S', tax_percentage: '19', posting_key: '9' },
    { tax_category: 'S', tax_percentage: '19', posting_key: headKey },
  ],
});

/** The common data of an invoice for every target, before deductions. */
export const commonOf = (all: Drawn) => ({
  guid: '4e0b6a2c-8c1d-4f0a-9a55-0d8f3a1b7c11',
  number: 'RE-1',
  name: null,
  invoice_date: '2026-10-05',
  due_date: '2026-11-04',
  currency: all.rate === null ? all.own : 'USD',
  exchange_rate: all.rate === null ? null : (all.rate / 1_000_000).toFixed(6),
  total_brutto: money(printedOf(all).reduce((sum, { net, tax }) => sum + net + tax, 0)),
  export_individual_items: all.isSplit,
  tax_rows: printedOf(all).map(taxRow),
  prepaid: prepaidOf(all).map(taxRow),
  awaits_prepayment: false,
});

const taxRow = ({ kind, net, tax }: Stated) => ({
  tax_percentage: String(kinds[kind].rate),
  tax_category: kinds[kind].category,
  net: money(net),
  tax: money(tax),
});

/** An invoice for DATEV, as loaded. */
export function invoiceOf(all: Drawn): ExportedInvoice {
  const whole: ExportedInvoice = {
    ...commonOf(all),
    id: 1,
    number_printed: 'RE-1',
    document_type: all.isCredit ? 'credit_note' : 'invoice',
    delivery_date: null,
    terms: all.hasTerms ? [{ percentage: '2.00', date: '2026-10-15' }] : [],
    supplier: { name: 'Brüggemann', creditor: '7'.padEnd(all.length + 1, '1') },
    key: all.hasHeadKey ? { number: headKey, tax: '19.00' } : null,
    lines: all.lines.map((one, place) => lineOf(all, one, place)),
  };
  const taken = takenOf(all).map((one, place) => lineOf(all, { ...one, cents: -one.cents }, place));
  return restOf(whole, keyedLines({ lines: taken, key: null }, companyOf(all)));
}

export function lineOf({ sign }: Drawn, one: DrawnLine, place: number): BookableLine {
  const { category, rate, chosen, automatic: posted } = kinds[one.kind];
  return {
    net: money(one.cents * sign),
    tax_percentage: String(rate),
    tax_category: category,
    text: `Position ${place + 1}`,
    account: {
      number: one.account,
      automatic: one.isAutomatic,
      automatic_tax: one.isAutomatic ? (posted?.[1] ?? null) : null,
      automatic_category: one.isAutomatic ? category : null,
      charted: [one.zeroFirst ? `0${one.account}` : `${one.account}0`],
    },
    key: one.isKeyed ? { number: chosen[0], tax: chosen[1] } : null,
    cost_center: one.center,
    cost_object: one.object,
  };
}
