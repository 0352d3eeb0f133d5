import { expect } from 'vitest';
import { checkExtf } from '../../scripts/extf/check-extf.ts';
import type { BookedInvoice } from '../../src/features/accounting-export/booked-invoice.ts';
import { periodOf } from '../../src/features/accounting-export/booking-day.ts';
import type { ExportingCompany } from '../../src/features/accounting-export/model.ts';
import { batchFile, batchName } from '../../src/features/accounting-export/server/extf/batch.ts';
import {
  type LedgerPayload,
  ledgerInvoice,
} from '../../src/features/accounting-export/targets/datev/ledger-payload.ts';
import { ledgerXml } from '../../src/features/accounting-export/targets/datev/ledger-xml.ts';
import { shownOnline } from '../../src/features/accounting-export/targets/datev/shown-bookings.ts';
import { shownInFile } from '../../src/features/accounting-export/targets/datev-csv/shown-bookings.ts';
import { restInDynamics } from '../../src/features/accounting-export/targets/ms365/booking.ts';
import type { DynamicsInvoice } from '../../src/features/accounting-export/targets/ms365/model.ts';
import { journalRows } from '../../src/features/accounting-export/targets/ms365/rows.ts';
import type { ShownBooking } from '../../src/features/invoice/shown-booking.ts';
import {
  centsOf,
  commonOf,
  companyOf,
  type Drawn,
  type DrawnLine,
  keyOf,
  keysOf,
  kinds,
  lineOf,
  money,
  printedOf,
  statedOf,
  takenOf,
  totalOf,
} from './drawn-invoice.ts';

/** The shown values in company currency add up to the booked value of the invoice there, to the cent. */
export function expectWorth(all: Drawn, shown: readonly ShownBooking[], credit = 'H'): void {
  const doubled = BigInt(Math.abs(totalOf(all))) * BigInt(all.rate ?? 0) * 2n;
  const worth = Number((doubled + 1_000_000n) / 2_000_000n) * Math.sign(totalOf(all));
  const cents = shown.map((one) => centsOf(one.base_amount ?? '0') * (one.side === credit ? 1 : -1));
  expect(cents.reduce((sum, one) => sum + one, -worth)).toBeCloseTo(0);
  expect(shown.filter(({ base_amount }) => base_amount === null)).toHaveLength(all.rate ? 0 : shown.length);
}

/** The amount that a target got for an account and key, in cents: positive where it is charged. */
export type Got = { readonly account: string; readonly key: string; readonly cents: number };

/** Sums by rate are exact, those by account and key as close as rounding allows. */
export function expectRight(
  all: Drawn,
  got: readonly Got[],
  accountOf: (one: DrawnLine) => string | null,
  keyAt: (one: DrawnLine, all: Drawn) => string = keyOf,
): void {
  const stated = statedOf(all);
  expect(got.reduce((sum, { cents }) => sum + cents, 0)).toBe(totalOf(all));
  // An automatic account has no key, and determines its kind.
  const posting = new Map(
    all.lines.flatMap((one) => (one.isAutomatic ? [[accountOf(one), one.kind] as const] : [])),
  );
  const isOf = (kind: DrawnLine['kind'], { account, key }: Got): boolean =>
    key === '' && posting.has(account) ? posting.get(account) === kind : keysOf(kind).has(key);
  for (const { kind, net, tax } of stated) {
    // The usual key of acquisitions is not the chosen one of another kind, nor the other way round.
    const ofRate = got.filter((one) => isOf(kind, one)).reduce((sum, { cents }) => sum + cents, 0);
    expect(ofRate, kind).toBe(net + tax);
  }
  const lines = [...all.lines, ...takenOf(all)];
  const places = Map.groupBy(lines, (one) => `${accountOf(one)} ${keyAt(one, all)}`);
  for (const [place, some] of places) {
    const exact = some.reduce((sum, { cents, kind }) => {
      const { rate } = kinds[kind];
      const { net = 0, tax = 0 } = stated.find((row) => row.kind === kind) ?? {};
      const size = lines.reduce((whole, one) => whole + (one.kind === kind ? Math.abs(one.cents) : 0), 0);
      const deviation = size === 0 ? 0 : ((tax - (net * rate) / 100) * Math.abs(cents)) / size;
      return sum + cents * all.sign * (1 + rate / 100) + deviation;
    }, 0);
    const ofPlace = got
      .filter(({ account, key }) => `${account} ${key}` === place)
      .reduce((sum, { cents }) => sum + cents, 0);
    expect(Math.abs(ofPlace - exact), place).toBeLessThanOrEqual(some.length + 0.001);
  }
}

/** The rows of a file, read without the product. */
export function rowsIn(bytes: Buffer): readonly (readonly string[])[] {
  const [, , ...rows] = new TextDecoder('windows-1252').decode(bytes).trimEnd().split('\r\n');
  return rows.map((row) => row.split(';').map((cell) => cell.replace(/^"|"$/g, '')));
}

export const negative = (got: readonly Got[]): readonly Got[] =>
  got.map((one) => ({ ...one, cents: -one.cents }));

export const batchFor = (own: ExportingCompany, { day }: BookedInvoice) => ({
  company: own,
  period: periodOf(day, own.fiscal_year_start),
  madeAt: '20261130120000000',
  label: 'EX-000001',
});

/** The file of these invoices and reversals, in order. */
export function batchOf(
  own: ExportingCompany,
  all: readonly { readonly booked: BookedInvoice; readonly isReversal: boolean }[],
): Buffer {
  const rows = all.flatMap(({ booked: { bookings, ...of }, isReversal }) =>
    bookings.map((booking) => ({ ...of, booking, isReversal })),
  );
  const [first] = all;
  if (first === undefined) throw new Error('a file has invoices');
  return Buffer.concat([...batchFile(batchFor(own, first.booked), rows)]);
}

/** The file with the creditor in front, as the reader knows files: OP-10 swaps accounts and side of a row. */
export function upright(bytes: Buffer, { isReverse }: Pick<Drawn, 'isReverse'>): Buffer {
  if (!isReverse) return bytes;
  const [header, headings, ...rows] = bytes.toString('latin1').split('\r\n');
  const swapped = rows.map((row) => {
    const cells = row.split(';');
    const [account = '', counter = ''] = cells.slice(6, 8);
    const side = cells[1] === '"S"' ? '"H"' : '"S"';
    return row === '' ? row : cells.with(1, side).with(6, counter).with(7, account).join(';');
  });
  return Buffer.from([header, headings, ...swapped].join('\r\n'), 'latin1');
}

/** What rows of a file book, without their sign as a reversal. */
export function gotOf(rows: readonly (readonly string[])[], isReverse: boolean): readonly Got[] {
  return rows.map((row) => ({
    account: (isReverse ? row[6] : row[7]) ?? '',
    key: row[8] ?? '',
    cents: centsOf(row[0] ?? '') * ((row[1] === 'H') !== isReverse ? 1 : -1),
  }));
}

/** What a journal owes the supplier, and what it books on ledger accounts. */
export function journalOf(booking: Parameters<typeof journalRows>[0]) {
  const [vendor, ...ledger] = journalRows(booking, { dataAreaId: 'us', JournalBatchNumber: '1' }, 1, {
    delimiter: '-',
    order: ['account'],
  });
  const on = (row: Readonly<Record<string, string | number>> | undefined, side: string) =>
    centsOf(String(row?.[side] ?? 0));
  const got = ledger.map(
    (row): Got => ({
      account: String(row.AccountDisplayValue),
      key: String(row.SalesTaxGroup ?? ''),
      cents: on(row, 'Debit') - on(row, 'Credit'),
    }),
  );
  return { owed: on(vendor, 'Credit') - on(vendor, 'Debit'), got };
}

/** The content of the file, whose rows are all valid for the independent reader; the preview is equal. */
export function fileOf(
  booked: BookedInvoice,
  own: ExportingCompany,
  { isReverse, isReversal }: Drawn,
): readonly Got[] {
  const bytes = (reversal: boolean) => batchOf(own, [{ booked, isReversal: reversal }]);
  const batch = batchName(batchFor(own, booked));
  expect(checkExtf(upright(bytes(isReversal), { isReverse }), batch).findings).toEqual([]);
  const rows = rowsIn(bytes(false));
  const taken = rowsIn(bytes(true));
  expect(taken.map((row) => row.with(117, ''))).toEqual(rows.map((row) => row.with(117, '')));
  expect(taken.every((row) => row[117] === '1')).toBe(true);
  expect(
    shownInFile(booked, own).map((one) => [
      one.amount.replace('.', ','),
      one.side,
      one.account,
      one.counter_account,
      one.posting_key ?? '',
      one.base_amount?.replace('.', ',') ?? '',
      one.cost_objects.join(' '),
      one.text,
    ]),
  ).toEqual(
    rows.map((row) => [
      ...[row[0], row[1], row[6], row[7], row[8], row[4]],
      ...[[row[36], row[37]].filter(Boolean).join(' '), row[13]],
    ]),
  );
  return gotOf(rows, isReverse);
}

/** The content of the proposal; its schema writes accounts as numbers, without leading zeros. */
export function onlineOf(all: Drawn, booked: BookedInvoice, length: number): readonly Got[] {
  const reported: LedgerPayload = {
    ...booked,
    ledger: {
      own_currency: all.own,
      own_vat_id: null,
      supplier_city: null,
      supplier_vat_id: null,
      paid_on: null,
      discounts: discountsOf(all),
      iban: null,
      is_not_to_pay: false,
    },
  };
  expectWorth(all, shownOnline(reported));
  // The proposal has the texts of the file.
  expect(shownOnline(reported).map(({ text }) => text)).toEqual(
    shownInFile(booked, companyOf(all)).map(({ text }) => text),
  );
  const partsOf = (isReversal: boolean) =>
    ledgerXml(ledgerInvoice(reported, isReversal), 'Kontor').split('<accountsPayableLedger>').slice(1);
  const parts = partsOf(false);
  const at = (part: string, name: string): string => new RegExp(`<${name}>([^<]*)<`).exec(part)?.[1] ?? '';
  expectDiscounted(
    reported,
    parts.map((part) => [at(part, 'discountAmount'), at(part, 'discountAmount2')]),
  );
  expect(partsOf(true).map((part) => centsOf(at(part, 'amount')))).toEqual(
    parts.map((part) => -centsOf(at(part, 'amount'))),
  );
  const got = parts.map((part) => ({
    account: at(part, 'accountNo').padStart(length, '0'),
    key: at(part, 'buCode'),
    cents: centsOf(at(part, 'amount')),
  }));
  expect(
    shownOnline(reported).map((one) => [
      one.counter_account,
      one.posting_key ?? '',
      centsOf(one.amount) * (one.side === 'H' ? 1 : -1),
      one.text,
    ]),
  ).toEqual(parts.map((part, place) => [...Object.values(got[place] ?? {}), at(part, 'bookingText')]));
  return got;
}

/** Two tiers, of which DATEV takes both, the first alone or none. */
function discountsOf(all: Drawn): LedgerPayload['ledger']['discounts'] {
  if (!all.hasTerms) return [];
  const gross = Math.abs(totalOf(all));
  return [3, 2].map((percent, place) => ({
    amount: money(Math.max(1, Math.round((gross * percent) / 100))),
    percentage: `${percent}.00`,
    paymentDate: `2026-10-${15 + place}`,
  }));
}

/** A tier is at every part or at none, and its parts add up to its share of the whole (DISC-05). */
function expectDiscounted({ ledger }: LedgerPayload, parts: readonly (readonly [string, string])[]): void {
  for (const [place, { amount }] of ledger.discounts.entries()) {
    const cents = parts.map((part) => part[place] ?? '').filter((text) => text !== '');
    const whole = cents.reduce((sum, text) => sum + centsOf(text), 0);
    expect([0, centsOf(amount)]).toContain(whole);
    expect(cents.length > 0).toBe(whole > 0);
  }
}

export const dynamicsCompanyOf = ({ own }: Drawn) => ({
  name: 'Nordfeld',
  currency: own,
  datev_closed_until: null,
  discount_codes: [],
  category: null,
});

/** Tax groups replace DATEV's keys; every line has its own, because no account posts tax there. */
export const groupOf = ({ kind, isKeyed }: DrawnLine): string =>
  isKeyed ? kinds[kind].chosen[0] : kinds[kind].usual;

export function dynamicsOf(all: Drawn): DynamicsInvoice {
  const linesOf = (some: readonly DrawnLine[]) =>
    some.map((one, place) => {
      const { net, tax_percentage, tax_category, text } = lineOf(all, one, place);
      return {
        ...{ net, tax_percentage, tax_category, text, account: one.account },
        dimensions: one.center === null ? {} : { cost_center: one.center },
        tax_group: groupOf(one) || null,
        tax_item_group: null,
      };
    });
  const whole = {
    ...commonOf(all),
    total_tax: money(printedOf(all).reduce((sum, { tax }) => sum + tax, 0)),
    terms: [],
    supplier: 'Brüggemann',
    vendor_account: 'US-101',
    lines: linesOf(all.lines),
  };
  const taken = takenOf(all).map((one) => ({ ...one, cents: -one.cents }));
  return restInDynamics(whole, [{ lines: linesOf(taken) }]);
}
