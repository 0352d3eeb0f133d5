import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readXml, type XmlElement } from '../../src/base/xml-reading.ts';
import { invoiceOfElement } from '../../src/features/recognition/einvoice/read-einvoice.ts';
import { allRules, type Finding, judge } from '../../src/features/recognition/einvoice/rules/judge.ts';
import { eInvoiceOfFile } from '../../src/features/recognition/server/e-invoice-file.ts';

/** Samples of the standards, which are outside of the project. */
const corpus = join(import.meta.dirname, '../../../shared/data/e-invoices');
const isThere = existsSync(corpus);
if (!isThere) console.warn(`Not run: the samples of e-invoices are not at ${corpus}.`);

interface RuleCase {
  readonly title: string;
  readonly rule: string;
  readonly isBroken: boolean;
  readonly root: XmlElement;
}

/** The cases of a test set: fragments of invoices, each with a rule that it breaks or keeps. */
function casesOf(path: string): RuleCase[] {
  const xml = readXml(readFileSync(join(corpus, path)));
  if (!xml.ok) throw new Error(`${path}: ${xml.detail}`);
  return xml.root.children
    .filter(({ name }) => name === 'test')
    .flatMap(({ children }, index) => {
      const outcomes = children
        .filter(({ name }) => name === 'assert')
        .flatMap((assert) =>
          assert.children.filter(({ name }) => /^(success|error|warning|fatal)$/.test(name)),
        );
      const root = children.find(({ name }) => name !== 'assert');
      if (root === undefined) throw new Error(`${path} ${index + 1} has no document`);
      return outcomes.map(({ name, text }) => ({
        title: `${text.trim()} ${basename(path)} ${index + 1}: ${name}`,
        rule: text.trim(),
        isBroken: name !== 'success',
        root,
      }));
    });
}

const cases = isThere
  ? globSync('en16931-rule-unit-tests/*.xml', { cwd: corpus }).toSorted().flatMap(casesOf)
  : [];

function findingsOf(root: XmlElement): readonly Finding[] {
  const read = invoiceOfElement(root);
  if (read === null || read.syntax === 'zugferd1')
    throw new Error(`${root.name} is not an invoice of EN 16931`);
  const isCreditNote = root.name === 'CreditNote';
  return judge(read.invoice, { syntax: read.syntax, isCreditNote, root: read.root });
}

describe.skipIf(!isThere)('the official tests of the rules', () => {
  test('are complete, and for existing rules', () => {
    expect(cases).toHaveLength(130);
    const known = new Set(allRules.map(({ id }) => id));
    expect(cases.filter(({ rule }) => !known.has(rule))).toEqual([]);
  });

  test.each(cases)('REC-11 $title', ({ rule, isBroken, root }) => {
    const found = findingsOf(root).filter((finding) => finding.rule === rule);
    expect(found.length > 0).toBe(isBroken);
  });
});

/** The errors of samples that are meant to be valid, with the reason. */
const knownFaults: Readonly<Record<string, readonly string[]>> = {
  // 9930 is a scheme of electronic addresses, not a register of companies.
  'pdf-with-xml/MustangGnuaccountingBeispielRE-20190610_507.pdf': ['BR-CL-11'],
  // Eight kinds of amounts name their currency, which CII has only at the total of tax.
  'pdf-with-xml/Avoir_FR_type381_BASIC.pdf': Array<string>(8).fill('CII-DT-031'),
};

/** Samples of ZUGFeRD that were converted to Peppol BIS, whose electronic addresses they lack. */
const converted = /^ferd-xml\/EN16931_.*\.ubl\.xml$/;
const withoutAddresses = ['PEPPOL-EN16931-R010', 'PEPPOL-EN16931-R020'];

const folders = ['en16931', 'xrechnung', 'peppol', 'ferd-xml', 'pdf-with-xml'];
const samples = folders.flatMap((folder) =>
  globSync(`${folder}/*.{xml,XML,pdf}`, { cwd: corpus }).toSorted(),
);

async function judged(path: string): Promise<readonly Finding[] | null> {
  const bytes = readFileSync(join(corpus, path));
  const file = await eInvoiceOfFile(bytes);
  if (!file.ok) throw new Error(`${path}: ${file.detail}`);
  if (file.syntax === 'zugferd1') return null;
  const isCreditNote = /<(?:\w+:)?CreditNote[\s>]/.test(bytes.toString('utf8'));
  return judge(file.invoice, { syntax: file.syntax, isCreditNote, root: file.root });
}

describe.skipIf(!isThere)('samples of the standards', () => {
  test.each(samples)('REC-11 have only explained errors: %s', async (path) => {
    const findings = await judged(path);
    const errors = (findings ?? []).filter(({ level }) => level === 'error').map(({ rule }) => rule);
    const isInvoice = !/BASIC-?WL|MINIMUM/i.test(path);
    const explained = converted.test(path) ? withoutAddresses : (knownFaults[path] ?? []);
    expect(errors).toEqual(isInvoice ? explained : ['KONTOR-1']);
  });

  test('REC-11 errors of intentionally wrong samples are found', async () => {
    const rulesOf = async (path: string) => (await judged(path))?.map(({ rule }) => rule);
    expect(await rulesOf('malformed-hostile/invalidArithmetics.xml')).toEqual(['KONTOR-4']);
    expect(await rulesOf('malformed-hostile/invalidXRV30.xml')).toEqual(
      expect.arrayContaining(['BR-CO-16', 'BR-DE-15']),
    );
    expect(await rulesOf('malformed-hostile/invalidV2.xml')).toEqual(
      expect.arrayContaining(['BR-07', 'BR-12', 'BR-CO-15', 'BR-CL-03', 'BR-CL-23']),
    );
    expect(await rulesOf('special/line-total-4-decimals.xml')).toEqual(
      expect.arrayContaining(['BR-CO-25', 'BR-DEC-23']),
    );
  });
});
