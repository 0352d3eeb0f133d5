import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkExtf } from '../../scripts/extf/check-extf.ts';
import { isRefusal } from '../../src/base/refusal.ts';
import { type BookedInvoice, bookedInvoice } from '../../src/features/accounting-export/booked-invoice.ts';
import { periodOf } from '../../src/features/accounting-export/booking-day.ts';
import type { ExportedInvoice, ExportingCompany } from '../../src/features/accounting-export/model.ts';
import { batchFile, batchName } from '../../src/features/accounting-export/server/extf/batch.ts';
import { ledgerXml } from '../../src/features/accounting-export/targets/datev/ledger-xml.ts';
import { shownOnline } from '../../src/features/accounting-export/targets/datev/shown-bookings.ts';
import {
  ledgerInvoice,
  type ToldLedger,
} from '../../src/features/accounting-export/targets/datev/told-ledger.ts';
import { shownInFile } from '../../src/features/accounting-export/targets/datev-csv/shown-bookings.ts';
import { bookedInDynamics, reversed } from '../../src/features/accounting-export/targets/ms365/booking.ts';
import type { DynamicsInvoice } from '../../src/features/accounting-export/targets/ms365/model.ts';
import { journalRows } from '../../src/features/accounting-export/targets/ms365/rows.ts';
import { shownInDynamics } from '../../src/features/accounting-export/targets/ms365/shown-bookings.ts';
import type { ShownBooking } from '../../src/features/invoice/shown-booking.ts';
import { inDepth } from '../support/depth.ts';

/** Amounts are whole cents here, and nothing of the product computes what is expected. */
interface DrawnLine {
  readonly cents: number;
  readonly kind: keyof typeof kinds;
  readonly account: string;
  /** Where a zero may be missing at either end, the chart has it at this one. */
  readonly zeroFirst: boolean;
  readonly center: string | null;
  readonly isKeyed: boolean;
}

/** Each kind of tax with its rate on the paper, and the key that it leaves with: the usual one, or a chosen one. */
const kinds = {
  S19: { category: 'S', rate: 19, usual: '9', chosen: ['401', '19.00'] },
  S7: { category: 'S', rate: 7, usual: '8', chosen: ['701', '7.00'] },
  E: { category: 'E', rate: 0, usual: '', chosen: ['77', '0.00'] },
  K: { category: 'K', rate: 0, usual: '19', chosen: ['18', '7.00'] },
  AE: { category: 'AE', rate: 0, usual: '94', chosen: ['91', '7.00'] },
} as const;

const money = (cents: number): string => (cents / 100).toFixed(2);
const centsOf = (text: string): number => Math.round(Number(text.replace(',', '.')) * 100);

const line: fc.Arbitrary<DrawnLine> = fc.record({
  cents: fc.integer({ min: -40_000, max: 900_000 }),
  kind: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
  account: fc.oneof(
    fc.constantFrom('420', '27', '4', '4980', '49805', '42000'),
    fc.integer({ min: 1, max: 999_999_999 }).map(String),
  ),
  zeroFirst: fc.boolean(),
  center: fc.constantFrom('2000', '3000', null),
  isKeyed: fc.boolean(),
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
    // Millionths of a euro for a dollar.
    rate: fc.option(fc.integer({ min: 101, max: 5_000_000 })),
    hasLongAccount: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
  })
  .map(({ hasLongAccount, lines, ...all }) => ({
    ...all,
    lines: hasLongAccount
      ? lines
      : lines.map((one) => ({ ...one, account: one.account.slice(0, all.length) })),
    sign: all.isCredit ? -1 : 1,
  }));
type Drawn = Parameters<Parameters<typeof drawn.filter>[0]>[0];

/** By rate: what stands on the paper of it. */
function statedOf({ lines, off, sign }: Drawn) {
  const groups = Map.groupBy(lines, ({ kind }) => kind);
  return [...groups].map(([kind, some]) => {
    const net = some.reduce((all, { cents }) => all + cents, 0) * sign;
    const { rate } = kinds[kind];
    const exact = (Math.abs(net) * rate) / 100;
    const tax = rate === 0 || net === 0 ? 0 : Math.sign(net) * Math.max(0, Math.floor(exact + 0.5) + off);
    return { kind, net, tax };
  });
}

const totalOf = (all: Drawn): number => statedOf(all).reduce((sum, { net, tax }) => sum + net + tax, 0);
/** The account as it has to leave, by counting digits; null for one that cannot. */
function expectedAccount({ account, zeroFirst }: DrawnLine, length: number): string | null {
  if (account.length > length) return null;
  if (account.length <= 3) return String(Number(account) * 10 ** (length - 4)).padStart(length, '0');
  if (account.length === length - 1) return zeroFirst ? `0${account}` : `${account}0`;
  return String(Number(account) * 10 ** (length - account.length));
}

const company: ExportingCompany = {
  id: 1,
  name: 'Nordfeld',
  consultant_number: '29098',
  client_number: '55003',
  ledger_account_length: 4,
  currency: 'EUR',
  fiscal_year_start: '01-01',
  payables_ledger: true,
  datev_lock: false,
  datev_service_date: false,
  datev_closed_until: null,
  datev_kost_length: 8,
  datev_collective_account: null,
  debit_credit_reverse: false,
  owed_rate: '19',
  tax_keys: [],
};

const common = {
  guid: '4e0b6a2c-8c1d-4f0a-9a55-0d8f3a1b7c11',
  number: 'RE-1',
  name: null,
  invoice_date: '2026-10-05',
  due_date: '2026-11-04',
  prepaid: [],
  awaits_prepayment: false,
};

const currencyOf = ({ rate }: Drawn) => ({
  currency: rate === null ? 'EUR' : 'USD',
  exchange_rate: rate === null ? null : (rate / 1_000_000).toFixed(6),
});

/** What is shown in euros is together what the invoice is worth there, to the cent. */
function expectWorth(all: Drawn, shown: readonly ShownBooking[], credit = 'H'): void {
  const doubled = BigInt(Math.abs(totalOf(all))) * BigInt(all.rate ?? 0) * 2n;
  const worth = Number((doubled + 1_000_000n) / 2_000_000n) * Math.sign(totalOf(all));
  const cents = shown.map((one) => centsOf(one.base_amount ?? '0') * (one.side === credit ? 1 : -1));
  expect(cents.reduce((sum, one) => sum + one, -worth)).toBeCloseTo(0);
  expect(shown.filter(({ base_amount }) => base_amount === null)).toHaveLength(all.rate ? 0 : shown.length);
}

function invoiceOf(all: Drawn): ExportedInvoice {
  const stated = statedOf(all);
  return {
    ...{ ...common, ...currencyOf(all) },
    id: 1,
    number_printed: 'RE-1',
    document_type: all.isCredit ? 'credit_note' : 'invoice',
    delivery_date: null,
    total_brutto: money(totalOf(all)),
    export_individual_items: all.isSplit,
    terms: all.hasTerms ? [{ percentage: '2.00', date: '2026-10-15' }] : [],
    supplier: { name: 'Brüggemann', creditor: '7'.padEnd(all.length + 1, '1') },
    key: null,
    lines: all.lines.map((one, place) => {
      const { category, rate, chosen } = kinds[one.kind];
      return {
        net: money(one.cents * all.sign),
        tax_percentage: String(rate),
        tax_category: category,
        text: `Position ${place + 1}`,
        account: {
          number: one.account,
          automatic: false,
          automatic_tax: null,
          charted: [one.zeroFirst ? `0${one.account}` : `${one.account}0`],
        },
        key: one.isKeyed ? { number: chosen[0], tax: chosen[1] } : null,
        cost_center: one.center,
        cost_object: null,
      };
    }),
    tax_rows: stated.map(({ kind, net, tax }) => ({
      tax_percentage: String(kinds[kind].rate),
      tax_category: kinds[kind].category,
      net: money(net),
      tax: money(tax),
    })),
  };
}

/** What a target got of an account and key, in cents: positive where it is charged. */
type Got = { readonly account: string; readonly key: string; readonly cents: number };

/** Sums by the rate are exact, those by account and key as near as roundings let them be. */
function expectRight(all: Drawn, got: readonly Got[], accountOf: (one: DrawnLine) => string | null): void {
  const stated = statedOf(all);
  expect(got.reduce((sum, { cents }) => sum + cents, 0)).toBe(totalOf(all));
  const keyOf = ({ kind, isKeyed }: DrawnLine): string =>
    isKeyed ? kinds[kind].chosen[0] : kinds[kind].usual;
  for (const { kind, net, tax } of stated) {
    const keys = new Set<string>([kinds[kind].usual, kinds[kind].chosen[0]]);
    // The usual key of acquisitions is no other's chosen one, and the other way round.
    const ofRate = got.filter(({ key }) => keys.has(key)).reduce((sum, { cents }) => sum + cents, 0);
    expect(ofRate, kind).toBe(net + tax);
  }
  const places = Map.groupBy(all.lines, (one) => `${accountOf(one)} ${keyOf(one)}`);
  for (const [place, some] of places) {
    const sums = new Map(stated.map((row) => [row.kind, row]));
    const exact = some.reduce((sum, { cents, kind }) => {
      const { net = 0, tax = 0 } = sums.get(kind) ?? {};
      const share = net === 0 ? (cents * all.sign * kinds[kind].rate) / 100 : (cents * all.sign * tax) / net;
      return sum + cents * all.sign + share;
    }, 0);
    const ofPlace = got
      .filter(({ account, key }) => `${account} ${key}` === place)
      .reduce((sum, { cents }) => sum + cents, 0);
    expect(Math.abs(ofPlace - exact), place).toBeLessThanOrEqual(some.length + 0.001);
  }
}

/** The rows of a file, read without the product. */
function rowsIn(bytes: Buffer): readonly (readonly string[])[] {
  const [, , ...rows] = new TextDecoder('windows-1252').decode(bytes).trimEnd().split('\r\n');
  return rows.map((row) => row.split(';').map((cell) => cell.replace(/^"|"$/g, '')));
}

/** Whether nets of one rate take each other away, so that no tax can be told by its share of them. */
const isUsual = (all: Drawn): boolean => {
  const stated = statedOf(all);
  return totalOf(all) !== 0 && stated.every(({ net }) => net !== 0);
};
const invoices = drawn.filter(isUsual);
const runs = { numRuns: inDepth(150, 4000) };

describe('EXP-10 EXP-12 EXP-26 EXP-28 PRICE-07 whatever an invoice is, what leaves of it is what it says', () => {
  it('in a file of bookings, in the proposal of DATEV online, and in what is shown of both', () => {
    fc.assert(
      fc.property(invoices, (all) => {
        const own = { ...company, ledger_account_length: all.length, debit_credit_reverse: all.isReverse };
        const booked = bookedInvoice(invoiceOf(all), own, 'refuse');
        const isTooLong = all.lines.some((one) => expectedAccount(one, all.length) === null);
        if (isRefusal(booked)) {
          const isOfLittle = booked.code === 'export_worth_nothing' && Number(all.rate) < 1_000_000;
          expect(isTooLong || isOfLittle, booked.code).toBe(true);
          return;
        }
        expect(isTooLong).toBe(false);
        const accountOf = (one: DrawnLine) => expectedAccount(one, all.length);
        expectRight(all, fileOf(booked, own, all), accountOf);
        expectWorth(all, shownInFile(booked, own), all.isReverse ? 'S' : 'H');
        expectRight(all, onlineOf(all, booked, all.length), accountOf);
      }),
      runs,
    );
  });

  it('in a journal of Dynamics 365, its reversal, and in what is shown of it', () => {
    fc.assert(
      fc.property(invoices, (all) => {
        const booking = bookedInDynamics(dynamicsOf(all), dynamicsCompany, 'refuse');
        if (isRefusal(booking)) throw new Error(booking.code);
        expectWorth(all, shownInDynamics(booking));
        const shown = shownInDynamics(booking).map((one) => ({
          account: one.counter_account,
          key: one.posting_key ?? '',
          cents: centsOf(one.amount) * (one.side === 'H' ? 1 : -1),
        }));
        expectRight(all, shown, ({ account }) => account);
        for (const [one, sign] of [
          [booking, 1],
          [reversed(booking), -1],
        ] as const) {
          const [vendor, ...ledger] = journalRows(one, { dataAreaId: 'us', JournalBatchNumber: '1' }, 1, {
            delimiter: '-',
            order: ['account'],
          });
          const on = (row: Readonly<Record<string, string | number>> | undefined, side: string) =>
            centsOf(String(row?.[side] ?? 0));
          const got = ledger.map((row) => ({
            account: String(row.AccountDisplayValue),
            key: String(row.SalesTaxGroup ?? ''),
            cents: (on(row, 'Debit') - on(row, 'Credit')) * sign,
          }));
          expectRight(all, got, ({ account }) => account);
          const owed = (on(vendor, 'Credit') - on(vendor, 'Debit')) * sign;
          expect(owed).toBe(got.reduce((sum, { cents }) => sum + cents, 0));
        }
      }),
      runs,
    );
  });
});

/** What stands in the file, whose every row the independent reader takes; what is shown says the same. */
function fileOf(
  booked: BookedInvoice,
  own: ExportingCompany,
  { isReverse, isReversal }: Drawn,
): readonly Got[] {
  const batch = {
    company: own,
    period: periodOf(booked.day, own.fiscal_year_start),
    madeAt: '20261130120000000',
    label: 'EX-000001',
  };
  const { bookings, ...of } = booked;
  const bytes = (reversal: boolean) =>
    Buffer.concat([
      ...batchFile(
        batch,
        bookings.map((booking) => ({ ...of, booking, isReversal: reversal })),
      ),
    ]);
  // The reader knows files with the creditor in front.
  if (!isReverse) expect(checkExtf(bytes(isReversal), batchName(batch)).findings).toEqual([]);
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
      one.text,
    ]),
  ).toEqual(rows.map((row) => [row[0], row[1], row[6], row[7], row[8], row[13]]));
  return rows.map((row) => ({
    account: (isReverse ? row[6] : row[7]) ?? '',
    key: row[8] ?? '',
    cents: centsOf(row[0] ?? '') * ((row[1] === 'H') !== isReverse ? 1 : -1),
  }));
}

/** What stands in the proposal; its schema writes accounts as numbers, without the zeros that they begin with. */
function onlineOf(all: Drawn, booked: BookedInvoice, length: number): readonly Got[] {
  const told: ToldLedger = {
    ...booked,
    ledger: {
      own_currency: 'EUR',
      own_vat_id: null,
      supplier_city: null,
      supplier_vat_id: null,
      paid_on: null,
      discounts: [],
      iban: null,
      is_not_to_pay: false,
    },
  };
  expectWorth(all, shownOnline(told));
  const xml = ledgerXml(ledgerInvoice(told, false), 'Kontor');
  const parts = xml.split('<accountsPayableLedger>').slice(1);
  const at = (part: string, name: string): string => new RegExp(`<${name}>([^<]*)<`).exec(part)?.[1] ?? '';
  const got = parts.map((part) => ({
    account: at(part, 'accountNo').padStart(length, '0'),
    key: at(part, 'buCode'),
    cents: centsOf(at(part, 'amount')),
  }));
  expect(
    shownOnline(told).map((one) => [
      one.counter_account,
      one.posting_key ?? '',
      centsOf(one.amount) * (one.side === 'H' ? 1 : -1),
      one.text,
    ]),
  ).toEqual(parts.map((part, place) => [...Object.values(got[place] ?? {}), at(part, 'bookingText')]));
  return got;
}

const dynamicsCompany = {
  name: 'Nordfeld',
  currency: 'EUR',
  datev_closed_until: null,
  discount_codes: [],
  category: null,
};

/** Tax groups stand where DATEV has keys. */
function dynamicsOf(all: Drawn): DynamicsInvoice {
  const invoice = invoiceOf(all);
  return {
    ...{ ...common, ...currencyOf(all) },
    total_brutto: invoice.total_brutto,
    total_tax: money(statedOf(all).reduce((sum, { tax }) => sum + tax, 0)),
    export_individual_items: all.isSplit,
    terms: [],
    supplier: 'Brüggemann',
    vendor_account: 'US-101',
    lines: invoice.lines.map((one, place) => {
      const { kind, isKeyed, account, center } = all.lines[place] as DrawnLine;
      return {
        net: one.net,
        tax_percentage: one.tax_percentage,
        tax_category: one.tax_category,
        text: one.text,
        account,
        dimensions: center === null ? {} : { cost_center: center },
        tax_group: (isKeyed ? kinds[kind].chosen[0] : kinds[kind].usual) || null,
        tax_item_group: null,
      };
    }),
    tax_rows: invoice.tax_rows,
  };
}
