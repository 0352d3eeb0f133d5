import { expect, test } from 'vitest';
import { brokenBindings, keptBindings } from '../../../../../../tests/support/broken-invoices/bindings.ts';
import { readEInvoice } from '../../read-einvoice.ts';
import { type Finding, judge } from '../judge.ts';

function findingsOf(xml: string): readonly Finding[] {
  const read = readEInvoice(xml);
  if (!read.ok || read.syntax === 'zugferd1') throw new Error('the sample is no invoice of EN 16931');
  return judge(read.invoice, { syntax: read.syntax, root: read.root }).filter(({ rule }) =>
    /^(?:UBL|CII)-/.test(rule),
  );
}

test.each(['ubl', 'cii'] as const)('REC-11 a sample in %s keeps the binding rules', (syntax) => {
  expect(findingsOf(keptBindings[syntax])).toEqual([]);
});

test.each(brokenBindings.map((each, index) => ({ ...each, index })))(
  'REC-11 $rule is an error in an invoice that breaks it ($index)',
  ({ rule, xml }) => {
    const found = findingsOf(xml).filter((finding) => finding.rule === rule);
    expect(found.map(({ level }) => level)).toEqual(['error']);
  },
);

test('REC-11 a line is named by its identifier, and a repeated part of the file once', () => {
  const xml = keptBindings.ubl.replace('<cac:InvoiceLine>', '<cac:InvoiceLine><cbc:Note>X</cbc:Note>');
  expect(findingsOf(xml)).toMatchObject([
    { rule: 'UBL-SR-34', place: [{ group: 'BG-25', number: 1, label: '1' }], terms: ['BT-127'] },
  ]);
  const cii = keptBindings.cii.replaceAll(
    '<ram:PostalTradeAddress>',
    '<ram:PostalTradeAddress><ram:CareOf>X</ram:CareOf>',
  );
  expect(findingsOf(cii)).toMatchObject([
    { rule: 'CII-DT-093', place: [], values: { value: 'PostalTradeAddress/CareOf' } },
  ]);
});

test('REC-11 Factur-X EXTENDED has more elements than EN 16931 binds', () => {
  const extended = brokenBindings
    .filter(({ syntax }) => syntax === 'cii')
    .map(({ xml }) =>
      xml.replace(
        /urn:cen.eu:en16931:2017[^<]*/,
        'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended',
      ),
    );
  expect(extended.flatMap(findingsOf)).toEqual([]);
});
