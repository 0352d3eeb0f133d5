import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkExtf, type ExtfVerdict } from '../../scripts/extf/check-extf.ts';
import { bookingColumns, headerFields } from '../../src/features/accounting-export/extf/fields.ts';
import type { ExtfRule } from '../../src/features/accounting-export/extf/findings.ts';
import { partnerFileColumns } from '../../src/features/accounting-export/extf/master-data-fields.ts';

/** Samples of other programs, which are outside of the project. */
const corpus = join(import.meta.dirname, '../../../shared/data/datev');
const isThere = existsSync(corpus);
if (!isThere) console.warn(`Not run: the samples of EXTF are not at ${corpus}.`);

function verdictOf(name: string): ExtfVerdict {
  return checkExtf(readFileSync(join(corpus, 'extf', name)), basename(name));
}

function rulesOf({ findings }: ExtfVerdict): ReadonlySet<ExtfRule> {
  return new Set(findings.map(({ rule }) => rule));
}

/** The second column of a table of facts. */
function namesIn(table: string): readonly (string | undefined)[] {
  const lines = readFileSync(join(corpus, table), 'utf8').trim().split('\n');
  return lines.slice(1).map((line) => line.split(';')[1]);
}

describe.skipIf(!isThere)('EXP-10 the fields are those of the format', () => {
  test('31 of the header and 125 of a booking, in order', () => {
    expect(headerFields.map(({ name }) => name)).toEqual(namesIn('extf-header-fields.csv'));
    expect(bookingColumns.map(({ name }) => name)).toEqual(namesIn('extf-buchungsstapel-columns.csv'));
  });

  test('EXP-25 254 of debtors and creditors', () => {
    const file = readFileSync(join(corpus, 'extf/ledermann/EXTF_Stammdaten.csv'));
    const [, heading = ''] = new TextDecoder('windows-1252').decode(file).split('\r\n');
    expect(partnerFileColumns.map(({ name }) => name)).toEqual(heading.split(';'));
  });
});

describe.skipIf(!isThere)('EXP-10 EXP-25 files of other programs give the expected findings', () => {
  test('each is here', () => {
    const files = globSync('**/*.csv', { cwd: join(corpus, 'extf') }).toSorted();
    expect(files).toEqual([
      'datev-lint/broken_quotes.csv',
      'datev-lint/encoding_utf8_bom.csv',
      'datev-lint/leading_zero_konto.csv',
      'datev-lint/valid_minimal_700.csv',
      'ledermann/EXTF_Buchungsstapel.csv',
      'ledermann/EXTF_Kontenbeschriftungen.csv',
      'ledermann/EXTF_Stammdaten.csv',
    ]);
  });

  test('bookings of format version 9 are too old, without other errors', () => {
    const verdict = verdictOf('ledermann/EXTF_Buchungsstapel.csv');
    expect([...rulesOf(verdict)]).toEqual(['format_version']);
    expect(verdict).toMatchObject({ encoding: 'windows-1252', rows: 2, findingCount: 1 });
  });

  test.each([
    ['ledermann/EXTF_Stammdaten.csv', 'Debitoren/Kreditoren'],
    ['ledermann/EXTF_Kontenbeschriftungen.csv', 'Kontenbeschriftungen'],
  ])('master data are right: %s', (name, formatName) => {
    const verdict = verdictOf(name);
    expect(verdict.findings).toEqual([]);
    expect(verdict).toMatchObject({ formatName, encoding: 'windows-1252' });
    expect(verdict.rows).toBeGreaterThan(2);
  });

  /**
   * The errors of every shortened sample: fewer columns, a shifted header, Unix line ends, all in quotation marks.
   */
  const shortened: readonly ExtfRule[] = [
    'file_name',
    'encoding',
    'line_end',
    'missing',
    'quoting',
    'quote_inside',
    'day',
    'length',
    'header',
    'heading',
    'column_count',
    'lock',
  ];
  const beyondShortened = (verdict: ExtfVerdict): readonly string[] =>
    verdict.findings
      .filter(({ rule }) => !shortened.includes(rule))
      .map(({ line, column, rule }) => `${line}:${column} ${rule}`);

  test('shortened samples are invalid, and are read to their end', () => {
    const verdict = verdictOf('datev-lint/valid_minimal_700.csv');
    expect(rulesOf(verdict)).toContain('column_count');
    expect(beyondShortened(verdict)).toEqual([]);
    expect(verdict).toMatchObject({ rows: 10, debit: '2785.23', credit: '423.95' });
  });

  test('umlauts are correct with a byte order mark', () => {
    const verdict = verdictOf('datev-lint/encoding_utf8_bom.csv');
    expect(verdict.encoding).toBe('utf-8');
    expect(rulesOf(verdict)).not.toContain('encoding');
    expect(rulesOf(verdictOf('datev-lint/valid_minimal_700.csv'))).toContain('encoding');
    expect(beyondShortened(verdict)).toEqual([]);
  });

  test('leading zeros of accounts are reported for each of them', () => {
    const verdict = verdictOf('datev-lint/leading_zero_konto.csv');
    expect(beyondShortened(verdict)).toEqual([
      '3:7 leading_zero',
      '3:8 leading_zero',
      '4:7 leading_zero',
      '4:8 leading_zero',
    ]);
  });

  test('a broken quotation mark is reported where it opens', () => {
    expect(beyondShortened(verdictOf('datev-lint/broken_quotes.csv'))).toEqual(['4:11 quote_open']);
  });
});
