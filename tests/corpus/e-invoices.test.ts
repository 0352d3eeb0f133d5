import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compareAmounts } from '../../src/base/money.ts';
import { netOtherwise } from '../../src/features/invoice/lines.ts';
import { signOf } from '../../src/features/invoice/recognised-form.ts';
import {
  type RecognisedLine,
  recognisedLines,
  recognisedTaxRows,
} from '../../src/features/invoice/recognised-lines.ts';
import { readingOfEInvoice } from '../../src/features/recognition/einvoice/reading-of-e-invoice.ts';
import { summaryOf, sumOfLines } from '../../src/features/recognition/einvoice/summary.ts';
import {
  boundedEInvoiceOfFile,
  type EInvoiceFile,
  eInvoiceOfFile,
} from '../../src/features/recognition/server/e-invoice-file.ts';
import { asTruth, comparable, type Truth } from './truth.ts';

/** Samples of the standards, which are outside of the project. */
const corpus = join(import.meta.dirname, '../../../shared/data/e-invoices');
const isThere = existsSync(corpus);
if (!isThere) console.warn(`Not run: the samples of e-invoices are not at ${corpus}.`);

const truths = globSync('**/*.truth.json', { cwd: corpus }).toSorted();
const hostile = globSync('malformed-hostile/*', { cwd: corpus }).toSorted();

interface Sample {
  readonly truth: Truth;
  readonly file: EInvoiceFile;
}

async function sampleOf(name: string): Promise<Sample> {
  const path = join(corpus, name);
  const [document = ''] = ['.pdf', '.xml', '.XML']
    .map((ending) => path.replace('.truth.json', ending))
    .filter((each) => existsSync(each));
  const truth: Truth = JSON.parse(readFileSync(path, 'utf8'));
  return { truth, file: await eInvoiceOfFile(readFileSync(document)) };
}

describe.skipIf(!isThere)('samples of the standards', () => {
  test('there are enough of them', () => expect(truths.length).toBeGreaterThan(150));

  test.each(truths)('REC-05 REC-11 every field is read exactly: %s', async (name) => {
    const { truth, file } = await sampleOf(name);
    if (!file.ok) throw new Error(`${file.reason}: ${file.detail}`);
    expect(asTruth(file, summaryOf(file.invoice), truth)).toEqual(comparable(truth));
  });

  test('INV-11 of nested lines, the counted ones add up to the sum of the lines', async () => {
    const sums = [];
    for (const name of truths) {
      const { file } = await sampleOf(name);
      if (!file.ok || file.invoice.lines.every(({ parentId }) => parentId === null)) continue;
      const sum = sumOfLines(summaryOf(file.invoice).lines);
      sums.push({ name, isEqual: compareAmounts(sum, file.invoice.totals.lines?.value ?? '0') === 0 });
    }
    expect(sums.length).toBeGreaterThan(3);
    expect(sums.filter(({ isEqual }) => !isEqual)).toEqual([]);
  });
});

describe.skipIf(!isThere)('INV-26 lines of valid e-invoices in the form', () => {
  test.each(truths)(
    'make BT-109 with the allowances and charges, each its net, and the tax rows: %s',
    async (name) => {
      const { file } = await sampleOf(name);
      if (!file.ok) throw new Error(`${file.reason}: ${file.detail}`);
      const reading = readingOfEInvoice(file);
      const sign = signOf(reading);
      const lines = recognisedLines(reading, sign);
      if (reading.eInvoice?.verdict !== 'valid' || reading.lines.length === 0) return;
      const net = cents(reading.fields.totalNet?.value ?? '') * sign;
      expect(lines.reduce((all, { total_netto }) => all + cents(total_netto ?? ''), 0)).toBe(net);
      const off = lines.filter((line) => netOtherwise(line) === null && line.kind === 'item' && isOff(line));
      expect(off).toEqual([]);
      const rows = recognisedTaxRows(reading, sign);
      expect(rows).toHaveLength(reading.taxRows.length);
      for (const { tax_percentage: rate, tax_category: category, net: stated } of rows) {
        const own = lines.filter(
          (line) =>
            (line.tax_category ?? 'S') === category && Number(line.tax_percentage ?? 0) === Number(rate),
        );
        expect(own.reduce((all, { total_netto }) => all + cents(total_netto ?? ''), 0)).toBe(cents(stated));
      }
    },
  );
});

const cents = (amount: string): number => Math.round(Number(amount) * 100);

/** Whether quantity and price give another net, by a separate calculation. */
function isOff(line: RecognisedLine): boolean {
  if (line.quantity === null || line.unit_net_price === null) return false;
  const goods = (Number(line.quantity) * Number(line.unit_net_price)) / Number(line.price_unit);
  const computed = goods - Number(line.line_allowance ?? 0) + Number(line.line_charge ?? 0);
  return Math.abs(computed - Number(line.total_netto)) > 0.0051;
}

/** The expected answers, derived from the README of the samples; readable ones go on to the rules. */
const answers: Readonly<Record<string, string>> = {
  '20K-gray.png': 'not_xml',
  'Avoir_FR_type380_BASIC.pdf': 'cii basic',
  'ORDER-X_EX01_ORDER_FULL_DATA-COMFORT.pdf': 'not_an_invoice',
  'PDFWithPassword.pdf': 'no_xml',
  'corrupt-factur-x-waytoosmall.pdf': 'damaged',
  'fail1.pdf': 'zugferd1 other',
  'fail3.pdf': 'zugferd1 other',
  'invalidArithmetics.xml': 'cii en16931',
  'invalidV1TooMinimal.xml': 'empty',
  'invalidV2.xml': 'cii extended',
  'invalidV2Root.xml': 'not_an_invoice',
  'invalidXMP.pdf': 'cii en16931',
  'invalidXRV30.xml': 'cii xrechnung',
  'not-embedded.pdf': 'no_xml',
  'old-RC-MustangGnuaccountingBeispielRE-20140519_499.pdf': 'zugferd1 comfort',
  'pdf_invalid.pdf': 'no_xml',
  'pdf_plain.pdf': 'no_xml',
  'veraPDFtestsuite6-7-11-t01-fail-a.pdf': 'no_xml',
};
const maxMilliseconds = 30_000;

describe.skipIf(!isThere)('damaged and hostile samples', () => {
  test('each is here', () =>
    expect(hostile.map((name) => basename(name)).toSorted()).toEqual(Object.keys(answers).toSorted()));

  test.each(hostile)('REC-09 REC-11 a clear answer in limited time: %s', async (name) => {
    const began = performance.now();
    const file = await boundedEInvoiceOfFile(readFileSync(join(corpus, name)));
    const answer = file.ok ? `${file.syntax} ${file.profile.level}` : file.reason;
    expect(answer).toBe(answers[basename(name)]);
    expect(performance.now() - began).toBeLessThan(maxMilliseconds);
  });
});
