import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { round, sum } from '../../src/base/money.ts';
import { ledgerDocumentXml } from '../../src/features/accounting-export/targets/datev/ledger-document-xml.ts';
import {
  type LedgerInvoice,
  ledgerXml,
} from '../../src/features/accounting-export/targets/datev/ledger-xml.ts';
import { archiveName } from '../../src/features/accounting-export/targets/datev-csv/archive-name.ts';
import { archiveXml } from '../../src/features/accounting-export/targets/datev-csv/document-xml.ts';
import { inDepth } from '../support/depth.ts';
import { schemaFaults } from '../support/xsd.ts';

/** The schemas, which are outside of the project. */
const data = join(import.meta.dirname, '../../../shared/data/datev');
const folder = join(data, 'xsd/v060');
const isThere = existsSync(folder);
if (!isThere) console.warn(`Not run: the schemas of DATEV are not at ${folder}.`);

const ledgerFaults = (files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  schemaFaults(files, folder, 'Belegverwaltung_online_ledger_import_v060.xsd');
const documentFaults = (files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  schemaFaults(files, folder, 'Document_v060.xsd');

const hostile = [
  `\u0000\u0008\u001b\ufffe\ud83d Null`,
  'Счёт за услуги №1',
  '🧾🚀👩‍👩‍👧‍👦',
  ']]> <!-- <![CDATA[ &amp; "\' <a b="c">',
  'x'.repeat(10_000),
  `${'y'.repeat(39)}🧾${'🧾'.repeat(10_000)}`,
  '\u202e\u200f\r\n\t \u2028',
];

const invoice: LedgerInvoice = {
  date: '2025-03-03',
  consolidatedAmount: '1190.00',
  currency: 'EUR',
  invoiceId: 'R2025x101',
  dueDate: '2025-04-02',
  deliveryDate: '2025-02-28',
  bpAccountNo: '70001',
  supplierName: 'Müller & Söhne',
  supplierCity: 'Köln',
  iban: 'DE12500105170648489890',
  ownVatId: 'DE123456789',
  partnerVatId: 'ATU12345678',
  paymentOrder: false,
  information: 'Kosten der Messe',
  parts: [
    {
      amount: '1190.00',
      accountNo: '4930',
      buCode: '9',
      costCategoryId: '4711',
      costCategoryId2: 'Projekt 7',
      taxPercent: '19',
      bookingText: 'Müller & Söhne, Papier',
    },
  ],
};

const rates = [
  { amount: '1190.00', accountNo: '4930', buCode: '9', taxPercent: '19' },
  { amount: '1190.00', accountNo: '4980', buCode: '9', taxPercent: '19.00' },
  { amount: '107.00', accountNo: '4945', buCode: '8', taxPercent: '7' },
  { amount: '100.00', accountNo: '4950', taxPercent: '0' },
];

const ledgers: Readonly<Record<string, Partial<LedgerInvoice>>> = {
  whole: {},
  least: { ...invoice, parts: [{ amount: '1190.00', accountNo: '4930' }], iban: null, dueDate: null },
  rates: { consolidatedAmount: '2587.00', parts: rates },
  credit: { consolidatedAmount: '-1190.00', parts: [{ amount: '-1190.00', accountNo: '4930' }] },
  reversal: { isReversal: true },
  paid: { paidAt: '2025-03-20', paymentOrder: true },
  dollars: { currency: 'USD', exchangeRate: '1.1479' },
  discounts: {
    consolidatedAmount: '2587.00',
    parts: rates,
    discounts: [
      { amount: '77.61', percentage: '3', paymentDate: '2025-03-13' },
      { amount: '51.74', percentage: '2', paymentDate: '2025-03-23' },
    ],
  },
  reported: {
    discounts: [{ amount: '35.70', percentage: '3', paymentDate: '2025-03-03' }],
    discountText: '3 % am Tag der Rechnung',
  },
};

function ledgerOf(changed: Partial<LedgerInvoice>, generator = 'Kontor'): string {
  return ledgerXml({ ...invoice, ...changed }, generator);
}

describe.skipIf(!isThere)('the schema checker detects errors', () => {
  const sample = (name: string): string => readFileSync(join(data, 'xml/ledger-2023', name), 'utf8');
  const ledger = 'Rechnungsdaten_RA_R-2023-101.xml';

  test('samples of another program are valid', async () => {
    const other = 'Rechnungsdaten_RA_R-2023-204.xml';
    expect(await ledgerFaults({ [ledger]: sample(ledger), [other]: sample(other) })).toEqual([]);
    expect(await documentFaults({ 'document.xml': sample('document.xml') })).toEqual([]);
  });

  test('their damaged copies are invalid', async () => {
    const swapped = sample(ledger).replace(/(<date>.*<\/date>)(\s*)(<amount>.*<\/amount>)/, '$3$2$1');
    expect((await ledgerFaults({ 'swapped.xml': swapped })).join()).toMatch(/swapped\.xml.*amount/);
    const long = sample(ledger).replace('Musterkunde', 'x'.repeat(51));
    expect((await ledgerFaults({ 'long.xml': long })).join()).toMatch(/50/);
    expect(await documentFaults({ 'open.xml': '<archive' })).not.toEqual([]);
  });
});

describe.skipIf(!isThere)('EXP-08 files of the online import are valid', () => {
  test('EXP-24 DISC-05 of all kinds of invoices', async () => {
    const files = Object.entries(ledgers).map(([name, changed]) => [`${name}.xml`, ledgerOf(changed)]);
    expect(files).toHaveLength(9);
    expect(await ledgerFaults(Object.fromEntries(files))).toEqual([]);
    expect(ledgerOf(ledgers.discounts ?? {}).match(/<discountAmount2>/g)).toHaveLength(4);
  });

  test('with any text in them', async () => {
    const files = hostile.map((text, place) => {
      const parts = [{ amount: '1190.00', accountNo: '4930', bookingText: text }];
      const texts = { supplierName: text, supplierCity: text, information: text, discountText: text };
      return [`${place}.xml`, ledgerOf({ ...texts, iban: text, ownVatId: text, parts }, `Kontor ${text}`)];
    });
    expect(await ledgerFaults(Object.fromEntries(files))).toEqual([]);
  });

  test('random invoices', async () => {
    const amount = fc.integer({ min: 1, max: 99_999_999 }).map((cents) => round(String(cents / 100), 2));
    const part = fc.record({
      amount,
      accountNo: fc.integer({ min: 1, max: 999_999_999 }).map(String),
      buCode: fc.option(fc.integer({ min: 0, max: 9999 }).map(String)),
      taxPercent: fc.option(fc.constantFrom('0', '7', '19', '25.5', '100')),
      bookingText: fc.option(fc.string({ unit: 'binary', maxLength: 100 })),
    });
    const given = fc.sample(
      fc.record({
        parts: fc.array(part, { minLength: 1, maxLength: 5 }),
        isReversal: fc.boolean(),
        information: fc.string({ unit: 'binary', maxLength: 200 }),
        percentages: fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 2 }),
      }),
      inDepth(60, 2000),
    );
    const files = given.map(({ parts, percentages, ...changed }, place) => {
      const consolidatedAmount = sum(parts.map((each) => each.amount));
      const discounts = percentages
        .toSorted((one, other) => other - one)
        .map((percentage, tier) => ({
          amount: round(String((Number(consolidatedAmount) * percentage) / 100), 2),
          percentage: String(percentage),
          paymentDate: `2025-03-1${tier}`,
        }));
      return [`${place}.xml`, ledgerOf({ ...changed, parts, consolidatedAmount, discounts })];
    });
    expect(await ledgerFaults(Object.fromEntries(files))).toEqual([]);
  });
});

describe.skipIf(!isThere)('EXP-08 EXP-19 descriptions of files are valid', () => {
  const guid = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  const head = { createdAt: '2025-04-02T08:15:00', generator: 'Kontor' };

  test('archives with originals of every name', async () => {
    const taken = new Set<string>();
    const documents = hostile.map((text) => ({
      guid,
      description: text,
      files: [`${text}.pdf`, `${text}.xml`].map((name) => ({ name: archiveName(name, taken) })),
    }));
    const files = {
      'one.xml': [...archiveXml({ ...head, documents: documents.slice(0, 1) })].join(''),
      'document.xml': [...archiveXml({ ...head, generator: hostile[4] ?? '', documents })].join(''),
    };
    expect(await documentFaults(files)).toEqual([]);
  });

  test('imports into a folder and month of the ledger', async () => {
    const documents = [
      { dataFile: 'R1.data.xml', files: [{ name: 'R1.pdf' }, { name: 'R1.xml' }] },
      { guid, dataFile: 'R2.data.xml', files: [] },
    ];
    const xml = [
      ...ledgerDocumentXml({ ...head, month: '2025-03', folder: 'Eingangsrechnungen', documents }),
    ].join('');
    expect(await documentFaults({ 'document.xml': xml })).toEqual([]);
    expect(xml).toContain(
      '<property value="2025-03" key="1"/><property value="Eingangsrechnungen" key="3"/>',
    );
  });

  test.each([
    ['month', { month: '2025-13', folder: 'Eingangsrechnungen' }],
    ['folder', { month: '2025-03', folder: 'x'.repeat(41) }],
  ])('refuses an invalid %s', (name, job) => {
    const documents = [{ dataFile: 'R1.data.xml', files: [] }];
    expect(() => [...ledgerDocumentXml({ ...head, ...job, documents })]).toThrow(name);
  });
});
