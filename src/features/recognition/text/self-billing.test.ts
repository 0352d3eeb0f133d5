import { describe, expect, test } from 'vitest';
import { typedPage } from '../../../../tests/support/typed-page.ts';
import { readText } from './read-text.ts';

const supplier = 'Blumen Falter GmbH';
const company = 'Nordfeld Antrieb GmbH';

/** The code of a letter with its certainty as an exclamation mark. */
function codeOf(sender: string, recipient: string, title: string, end = ''): string {
  const page = typedPage(`
  ${sender} · Rosenweg 12 · 50667 Köln

  ${recipient}
  Werftstraße 1
  24103 Kiel

  ${title}

  Nummer: 4711                                 Datum: 18.11.2026

  Leistung                                               Betrag
  Vermittlung                                          100,00 €

  Nettobetrag                                          100,00 €
  19 % USt                                              19,00 €
  Gesamtbetrag                                         119,00 €

  ${end}
`);
  const own = [{ names: [company], vatIds: [], ibans: [] }];
  const { documentTypeCode: code } = readText([page], { own }).fields;
  return `${code?.value}${code?.sure ? '!' : ''}`;
}

describe('REC-05 "Gutschrift" is a self-billed invoice (389) or a credit note (381)', () => {
  test.each([
    'Gutschrift gemäß § 14 Abs. 2 UStG',
    'Gutschrift (Selbst ausgestellte Rechnung) Nr. 4711',
    'Gutschrift (Selbst ausgestellte Rechnung) (389) Nr. 4711',
    'Provisionsgutschrift',
    'Self-billing invoice',
  ])('the title says that the recipient wrote it: %s', (title) =>
    expect(codeOf(company, supplier, title)).toBe('389!'),
  );

  test('a sentence says that the recipient wrote it', () =>
    expect(codeOf(supplier, company, 'Gutschrift', 'Abrechnung im Gutschriftverfahren')).toBe('389!'));

  test('the own company is the sender, without further words', () =>
    expect(codeOf(company, supplier, 'Gutschrift')).toBe('389'));

  test.each([
    ['Gutschrift zu Rechnung Nr. RE-88 vom 01.11.2026', ''],
    ['Gutschrift', 'zu unserer Rechnung Nr. RE-88 wegen Retoure'],
    ['Kaufmännische Gutschrift', ''],
    ['Gutschrift', 'Dies ist keine Gutschrift im Sinne des § 14 Abs. 2 UStG.'],
  ])('it corrects an invoice of the supplier: %s %s', (title, end) =>
    expect(codeOf(supplier, company, title, end)).toBe('381!'),
  );

  test('nothing says more', () => expect(codeOf(supplier, company, 'Gutschrift')).toBe('381'));

  test('self-billing in the terms of an invoice does not make it one', () =>
    expect(codeOf(supplier, company, 'Rechnung', 'Abrechnung im Gutschriftverfahren ist möglich.')).toBe(
      '380',
    ));
});
