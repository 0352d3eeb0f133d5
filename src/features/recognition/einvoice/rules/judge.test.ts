import { describe, expect, test } from 'vitest';
import { brokenBindings } from '../../../../../tests/support/broken-invoices/bindings.ts';
import { broken, changed } from '../../../../../tests/support/broken-invoices/broken-invoice.ts';
import { brokenCategories } from '../../../../../tests/support/broken-invoices/categories.ts';
import { brokenCodes } from '../../../../../tests/support/broken-invoices/codes.ts';
import { brokenNorm } from '../../../../../tests/support/broken-invoices/norm.ts';
import { brokenXRechnung } from '../../../../../tests/support/broken-invoices/xrechnung.ts';
import {
  euro,
  extended,
  madeUpInvoice,
  madeUpInvoiceIn,
  xRechnung,
  xRechnungExtension,
} from '../../../../../tests/support/made-up-invoice.ts';
import { allRules, judge, verdictOf } from './judge.ts';
import type { Place } from './rule.ts';

const cases = [...brokenNorm, ...brokenCategories, ...brokenCodes, ...brokenXRechnung].map((each) => ({
  ...each,
  title: `${each.rule} ${JSON.stringify(each.changes).slice(0, 100)} ${each.origin.syntax}`,
}));

/** The paths of all texts in an invoice. */
function pathsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? [path] : [];
  return Object.entries(value).flatMap(([name, inner]) =>
    pathsOf(inner, path === '' ? name : `${path}.${name}`),
  );
}

function inWords(place: Place): string {
  return place.map(({ group, number }) => `${group} ${number}`).join(' / ');
}

describe('REC-11 each rule', () => {
  test('REC-11 has an invoice that violates it', () => {
    const own = [...cases, ...brokenBindings].map(({ rule }) => rule);
    const tested = new Set([...own, 'KONTOR-5', 'PEPPOL-EN16931-R008']);
    expect([...new Set(allRules.map(({ id }) => id))].filter((id) => !tested.has(id))).toEqual([]);
  });

  test.each(cases)('REC-11 $title', ({ rule, changes, of, at, origin }) => {
    expect(judge(of(), origin).filter((finding) => finding.rule === rule)).toEqual([]);
    const findings = judge(changed(of(), changes), origin).filter((finding) => finding.rule === rule);
    expect(findings.map(({ place }) => inWords(place))).toContain(at);
  });
});

describe('REC-11 an invoice that satisfies every rule', () => {
  const kinds = [
    ...['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'].map((code) => [code, madeUpInvoiceIn(code)] as const),
    ['XRechnung', madeUpInvoice(xRechnung)] as const,
    ['the extension of XRechnung', madeUpInvoice(xRechnungExtension)] as const,
    ['Factur-X EXTENDED', madeUpInvoice(extended)] as const,
  ];

  test.each(kinds)('REC-11 is valid in both syntaxes: %s', (_, invoice) => {
    for (const syntax of ['ubl', 'cii'] as const) {
      const findings = judge(invoice, { syntax });
      expect(findings).toEqual([]);
      expect(verdictOf(findings)).toBe('valid');
    }
  });
});

describe('REC-11 the tolerances of the official rules', () => {
  const kept = [
    broken(
      'BR-CO-10',
      { 'totals.lines': euro('198.02') },
      { of: () => madeUpInvoice(extended), syntax: 'cii' },
    ),
    broken('BR-CO-15', { 'totals.withTax': euro('200.00') }, { syntax: 'cii' }),
    broken('BR-CO-17', { 'taxBreakdown.0.tax': euro('38.99') }),
    broken('BR-CO-17', { 'taxBreakdown.0.tax': euro('39.00') }, { syntax: 'cii' }),
    broken('BR-CO-17', { 'taxBreakdown.0.tax': euro('-38.00') }),
    broken('BR-S-08', { 'taxBreakdown.0.base': euro('200.99') }),
    broken(
      'BR-Z-08',
      { 'taxBreakdown.0.base': euro('200.99') },
      { of: () => madeUpInvoiceIn('Z'), syntax: 'cii' },
    ),
    broken('BR-DEC-13', { 'totals.tax.0': euro('38.000') }),
    broken('BR-CO-25', { dueDate: null, paymentTerms: null }, { isCreditNote: true }),
    broken('BR-CO-16', { 'totals.due': euro('150.00') }, { of: () => madeUpInvoice(xRechnungExtension) }),
    broken('BR-CO-19', { period: { start: null, end: null }, taxPointDate: null, taxPointDateCode: '35' }),
    broken('BR-IC-11', { 'delivery.date': null }, { of: () => madeUpInvoiceIn('K') }),
    broken('BR-DE-15', { buyerReference: null }),
    broken(
      'BR-DEX-04',
      { 'seller.identifiers.0.scheme': 'XR01' },
      { of: () => madeUpInvoice(xRechnungExtension) },
    ),
    broken(
      'BR-DEX-01',
      { 'documents.0.attachment.mime': 'application/xml' },
      { of: () => madeUpInvoice(xRechnungExtension) },
    ),
    broken('BR-CL-10', { 'seller.identifiers.0.scheme': 'SEPA' }),
  ];

  test.each(kept)('REC-11 $rule allows $changes', ({ rule, changes, of, origin }) => {
    const findings = judge(changed(of(), changes), origin);
    expect(findings.filter((finding) => finding.rule === rule)).toEqual([]);
  });

  test('REC-11 sums of many small amounts are exact', () => {
    const invoice = madeUpInvoice();
    const [, second] = invoice.lines;
    if (!second) throw new Error('the invoice has two lines');
    const small = Array.from({ length: 30 }, () => ({ ...second, quantity: '1', net: euro('0.10') }));
    const changes = { lines: small, 'totals.lines': euro('3.00') };
    const rules = judge(changed(invoice, changes), { syntax: 'ubl' }).map(({ rule }) => rule);
    expect(rules).not.toContain('BR-CO-10');
  });
});

describe('REC-11 the verdict', () => {
  test('REC-11 KONTOR-5 an invoice whose bytes do not match the declared encoding is invalid', () => {
    const findings = judge(madeUpInvoice(), { syntax: 'ubl', isMisencoded: true });
    expect(findings.map(({ rule }) => rule)).toEqual(['KONTOR-5']);
    expect(verdictOf(findings)).toBe('invalid');
  });

  test('REC-11 warnings do not make an invoice invalid', () => {
    const findings = judge(changed(madeUpInvoice(xRechnung), { typeCode: '393' }), { syntax: 'ubl' });
    expect(findings.map(({ rule, level }) => [rule, level])).toEqual([['BR-DE-17', 'warning']]);
    expect(verdictOf(findings)).toBe('warnings');
  });

  test('REC-11 a profile that is no invoice has no other findings', () => {
    const invoice = changed(madeUpInvoice('urn:factur-x.eu:1p0:minimum'), { lines: [], taxBreakdown: [] });
    const findings = judge(invoice, { syntax: 'cii' });
    expect(findings.map(({ rule }) => rule)).toEqual(['KONTOR-1']);
    expect(verdictOf(findings)).toBe('invalid');
  });

  test('REC-11 the same invoice has the same findings in the same order', () => {
    const invoice = changed(madeUpInvoice(), { number: null, 'lines.0.net': null, 'totals.due': null });
    expect(judge(invoice, { syntax: 'ubl' })).toEqual(judge(structuredClone(invoice), { syntax: 'ubl' }));
  });

  test('REC-11 a credit note is recognised by its type without other evidence', () => {
    const invoice = changed(madeUpInvoice(), { typeCode: '381', dueDate: null, paymentTerms: null });
    expect(judge(invoice, { syntax: 'ubl' })).toEqual([]);
    expect(judge(invoice, { syntax: 'ubl', isCreditNote: false }).map(({ rule }) => rule)).toEqual([
      'BR-CO-25',
      'BR-CL-01',
    ]);
  });

  test('REC-11 only the first hundred findings of each rule are reported', () => {
    const [first] = madeUpInvoice().lines;
    const lines = Array.from({ length: 500 }, () => ({ ...first, unit: null, name: null }));
    const rules = judge(changed(madeUpInvoice(), { lines }), { syntax: 'ubl' }).map(({ rule }) => rule);
    expect(rules.filter((rule) => rule === 'BR-23')).toHaveLength(100);
    expect(rules.filter((rule) => rule === 'BR-25')).toHaveLength(100);
  });

  test('REC-11 no value of a document makes a rule throw', () => {
    const values = ['', ' ', '-0', '1e5', 'NaN', '9'.repeat(99), '__proto__', '{{term}}', '#SKONTO#@'];
    const thrown = pathsOf(madeUpInvoice()).flatMap((path) =>
      values.filter((value) => {
        const invoice = changed(madeUpInvoice(xRechnungExtension), { [path]: value });
        return !Array.isArray(judge(invoice, { syntax: path.length % 2 === 0 ? 'ubl' : 'cii' }));
      }),
    );
    expect(thrown).toEqual([]);
  });

  test('REC-11 an empty invoice is judged without an exception', () => {
    const party = { ...madeUpInvoice().seller, name: null, address: null, contact: null, vatId: null };
    const empty = changed(madeUpInvoice(), {
      seller: party,
      buyer: party,
      payee: null,
      delivery: null,
      period: null,
      lines: [],
      taxBreakdown: [],
      totals: { ...madeUpInvoice().totals, lines: null, withoutTax: null, withTax: null, tax: [], due: null },
    });
    expect(verdictOf(judge(empty, { syntax: 'ubl' }))).toBe('invalid');
  });
});
