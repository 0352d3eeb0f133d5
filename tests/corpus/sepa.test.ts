import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBic } from '../../src/base/bic.ts';
import { isIban, normalIban } from '../../src/base/iban.ts';
import { compareAmounts, sum } from '../../src/base/money.ts';
import type { Collection } from '../../src/features/billing/direct-debit/collection.ts';
import { pain008 } from '../../src/features/billing/direct-debit/pain008.ts';
import { planDebits } from '../../src/features/billing/direct-debit/plan.ts';
import { creditorId, debitBill } from '../support/debit-bill.ts';
import { schemaFaults } from '../support/xsd.ts';

/** The lists and schemas, which are outside of the project. */
const folder = join(import.meta.dirname, '../../../shared/data/sepa');
const isThere = existsSync(folder);
if (!isThere) console.warn(`Not run: the lists and schemas of SEPA are not at ${folder}.`);

const rowsOf = (name: string) =>
  readFileSync(join(folder, name), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(';'));

describe.skipIf(!isThere)('VAL-02 VAL-03 the lists of accounts and banks', () => {
  test('each IBAN is judged as listed', () => {
    const rows = rowsOf('iban.csv');
    expect(rows.length).toBeGreaterThan(80);
    const wrong = rows.filter(([iban = '', expected]) => isIban(normalIban(iban)) !== (expected === 'valid'));
    expect(wrong).toEqual([]);
  });

  test('each BIC is judged as listed', () => {
    const rows = rowsOf('bic.csv');
    expect(rows.length).toBeGreaterThan(15);
    const wrong = rows.filter(([bic = '', , expected]) => isBic(bic) !== (expected === 'valid'));
    expect(wrong).toEqual([]);
  });
});

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom('Müller & Söhne', 'Пётр Ильич Чайковский', '', '🚀', '</Nm><Nm>x', '//', 'ß'.repeat(150)),
);
const accounts = [
  { iban: 'DE02120300000000202051', bic: null },
  { iban: 'AT611904300234573201', bic: 'RZTIAT22274' },
  { iban: 'CH9300762011623852957', bic: 'KBSZCH22XXX' },
  { iban: 'GI75NWBK000000007099453', bic: 'NWBKGIGI' },
];
const bill = fc.record({
  account: fc.constantFrom(...accounts),
  holder: hostile,
  subject: hostile,
  street: hostile,
  town: hostile.map((town) => `Ort ${town}`),
  documentNumber: hostile,
  amount: fc
    .integer({ min: 1, max: 99_999_999_999 })
    .map((cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`),
  scheme: fc.constantFrom('CORE' as const, 'B2B' as const),
  lastUse: fc.constantFrom(null, '2026-10-15'),
  archivedOn: fc.constantFrom(null, '2026-10-20'),
  isAmended: fc.boolean(),
  reported: fc.constantFrom('2026-11-02', '2026-11-05', '2026-12-12'),
});

type DrawnBill = typeof bill extends fc.Arbitrary<infer Value> ? Value : never;

/** The bills as collected by the product. */
function collectionsOf(drawn: readonly DrawnBill[]): readonly Collection[] {
  const bills = drawn.map(({ account, street, town, lastUse, isAmended, ...one }, place) => ({
    ...debitBill,
    ...account,
    ...one,
    tenantId: place + 1,
    key: `kontor-${place + 1}-2026-10`,
    address: { street, zipcode: town.slice(0, 20), town, country: 'CH' },
    mandate: { ...debitBill.mandate, lastUse },
    former:
      isAmended && lastUse !== null
        ? { iban: 'DE89370400440532013000', creditorId: 'AT61ZZZ01234567890' }
        : null,
  }));
  return [...planDebits(bills, '2026-11-03', creditorId).values()].flatMap(
    ({ collection }) => collection ?? [],
  );
}

const fileOf = (collections: readonly Collection[], format: string, no: number) =>
  pain008({
    ...{ format, messageId: `K${String(no).padStart(26, '0')}`, createdAt: '2026-11-03T08:00:00.000Z' },
    creditor: {
      name: 'Kontor Betrieb GmbH',
      iban: 'DE89370400440532013000',
      bic: no % 2 ? 'COBADEFFXXX' : null,
    },
    collections,
  });

const samples = fc.sample(fc.array(bill, { minLength: 1, maxLength: 30 }), {
  numRuns: 60,
  seed: 20_261_127,
});

describe('OP-14 files of version 8 follow the rules of the message and of SEPA', () => {
  const check = (files: Readonly<Record<string, string>>) =>
    schemaFaults(files, join(import.meta.dirname, '../support'), 'pain.008.001.08.xsd');

  test('with any names, texts, addresses, accounts and amounts', async () => {
    const files = samples.map((drawn, no) => [
      `f${no}.xml`,
      fileOf(collectionsOf(drawn), 'pain.008.001.08', no),
    ]);
    expect((await check(Object.fromEntries(files))).slice(0, 3)).toEqual([]);
    expect(files.some(([, xml = '']) => xml.includes('<PstCd>'))).toBe(true);
  });

  test.each([
    ['an unstructured address', /<TwnNm>[^<]*<\/TwnNm>/, '<AdrLine>8002 Zuerich</AdrLine>'],
    ['a town before the postal code', /(<PstCd>[^<]*<\/PstCd>)(<TwnNm>[^<]*<\/TwnNm>)/, '$2$1'],
    ['an address without a town', /<TwnNm>[^<]*<\/TwnNm>/, ''],
    ['the former element name of the BIC', /BICFI>/g, 'BIC>'],
    ['another currency', 'Ccy="EUR"', 'Ccy="CHF"'],
    ['three decimal places', /<InstdAmt Ccy="EUR">[^<]*/, '<InstdAmt Ccy="EUR">1.001'],
  ])('the checker refuses %s', async (_, found, instead) => {
    const whole = fileOf(collectionsOf(samples.flat()), 'pain.008.001.08', 1);
    const broken = whole.replace(found, instead);
    expect(broken).not.toBe(whole);
    expect(await check({ 'x.xml': broken })).not.toEqual([]);
  });
});

describe.skipIf(!isThere)('OP-09 files for the bank are valid by the schema', () => {
  const xsd = join(folder, 'xsd');
  const schema = 'pain.008.001.02.xsd';

  test('with any names, texts, accounts and amounts', async () => {
    const files = samples.map((drawn, no) => [
      `f${no}.xml`,
      fileOf(collectionsOf(drawn), 'pain.008.001.02', no),
    ]);
    expect((await schemaFaults(Object.fromEntries(files), xsd, schema)).slice(0, 3)).toEqual([]);
    for (const [, xml = ''] of files) {
      expect(xml.replaceAll(/<[^>]*>/g, '')).toMatch(/^[A-Za-z0-9/?:().,'+\- \n&;]*$/);
      expect([...xml.matchAll(/<Ustrd>([^<]*)</g)].every(([, text = '']) => text.length <= 160)).toBe(true);
    }
  });

  test('a file of five thousand bills adds up', async () => {
    const [drawn = []] = fc.sample(fc.array(bill, { minLength: 5_000, maxLength: 5_000 }), {
      numRuns: 1,
      seed: 7,
    });
    const collections = collectionsOf(drawn);
    expect(collections).toHaveLength(5_000);
    const xml = fileOf(collections, 'pain.008.001.02', 1);
    const [total = '', ...groups] = [...xml.matchAll(/<CtrlSum>([^<]*)</g)].map(([, amount = '']) => amount);
    expect(compareAmounts(total, sum(groups))).toBe(0);
    expect(compareAmounts(total, sum(drawn.map(({ amount }) => amount)))).toBe(0);
    expect(new Set([...xml.matchAll(/<EndToEndId>([^<]*)</g)].map(([, id]) => id)).size).toBe(5_000);
    expect((await schemaFaults({ 'all.xml': xml }, xsd, schema)).slice(0, 3)).toEqual([]);
  });

  test('the checker detects errors', async () => {
    const xml = fileOf(collectionsOf(samples[0] ?? []), 'pain.008.001.02', 0);
    const broken = { 'x.xml': xml.replace('<ChrgBr>SLEV</ChrgBr>', '<ChrgBr>NONE</ChrgBr>') };
    expect(await schemaFaults(broken, xsd, schema)).not.toEqual([]);
  });
});
