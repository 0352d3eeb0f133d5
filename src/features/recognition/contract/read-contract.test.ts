import { describe, expect, test } from 'vitest';
import { typedPage } from '../../../../tests/support/typed-page.ts';
import type { ContractFieldsRead, ReadPeriod, ReadPrice, ReadRenewal } from '../contract-reading.ts';
import type { ReadValue } from '../reading.ts';
import { readContract } from './read-contract.ts';

const own = [{ name: 'Musterwerk AG', vatId: 'DE811193231' }];

type Shown = Partial<Record<keyof ContractFieldsRead, string>>;

/** The values that were read; an exclamation mark follows sure ones. */
function read(text: string): Shown {
  const { fields } = readContract([typedPage(text)], { own });
  const found = Object.entries(fields).flatMap(([name, value]: [string, ReadValue<unknown> | null]) =>
    value === null ? [] : [[name, `${shown(value.value)}${value.sure ? '!' : ''}`]],
  );
  return Object.fromEntries(found) as Shown;
}

function shown(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if ('unit' in value) return period(value as ReadPeriod);
  if ('amount' in value) return `${(value as ReadPrice).amount} ${(value as ReadPrice).interval}`;
  const { type, period: length } = value as ReadRenewal;
  return length === null ? type : `${type} ${period(length)}`;
}

const period = ({ count, unit }: ReadPeriod): string => `${count} ${unit}`;

const rent = `
     Mietvertrag über Gewerberäume

     zwischen der Hafenquartier Immobilien GmbH, Am Kai 12, 20457 Hamburg
     - nachfolgend Vermieterin genannt -
     und der Musterwerk AG, Industriestr. 9, 80331 München
     - nachfolgend Mieterin genannt -

     § 1 Mietsache
     Vermietet werden Büroräume im 2. Obergeschoss mit 240 m².

     § 3 Mietzeit
     (1) Das Mietverhältnis beginnt am 1. April 2025 und ist auf die Dauer von fünf Jahren
     fest abgeschlossen.
     (2) Es verlängert sich stillschweigend um jeweils ein weiteres Jahr, wenn es nicht von einer
     Partei mit einer Frist von sechs Monaten zum Ende der Mietzeit schriftlich gekündigt wird.

     § 4 Miete
     Die monatliche Miete beträgt 3.600,00 EUR und ist bis zum dritten Werktag eines Monats zu
     zahlen.

     Hamburg, den 12.02.2025
`;

const software = `
                                             Nordlicht Software GmbH
                                             USt-IdNr.: DE136695976

     Softwarevertrag                         Vertrags-Nr.: SW-2025/0417

     Vertragsbeginn:        01.07.2025
     Grundlaufzeit:         24 Monate
     Verlängerung:          automatisch um jeweils 12 Monate
     Kündigungsfrist:       3 Monate zum Ende der Laufzeit

     Dieser Vertrag beginnt am 01.07.2025. Die Mindestlaufzeit beträgt vierundzwanzig (24) Monate.
     Er verlän-
     gert sich um jeweils zwölf Monate, wenn er nicht mit einer Kündigungsfrist von drei Mona-
     ten zum Ende der Laufzeit gekündigt wird. Das Recht zur außerordentlichen Kündigung mit
     einer Frist von zwei Wochen bleibt unberührt. Die Gewährleistung beträgt 12 Monate Laufzeit.
     IBAN: DE89 3704 0044 0532 0130 00
`;

describe('CON-01 REC-05 contracts in German', () => {
  test('rent: words for numbers, a term and its renewal', () => {
    expect(read(rent)).toEqual({
      title: 'Mietvertrag über Gewerberäume!',
      category: 'rental!',
      partnerName: 'Hafenquartier Immobilien GmbH',
      price: '3600.00 month!',
      contractDate: '2025-02-12',
      startDate: '2025-04-01!',
      term: '5 year!',
      renewal: 'auto 1 year!',
      notice: '6 month!',
      noticeTo: 'term!',
      currency: 'EUR!',
    });
  });

  test('PRICE-04 the currency of its amounts, unless it names several', () => {
    const rentIn = (fee: string) => read(rent.replace('3.600,00 EUR', fee)).currency;
    expect(rentIn('3.600,00 CHF')).toBe('CHF!');
    expect(rentIn('USD 3,600.00')).toBe('USD!');
    expect(rentIn('3.600,00 CHF (3.800,00 EUR)')).toBeUndefined();
  });

  test('software: a table of facts and clauses that agree', () => {
    expect(read(software)).toEqual({
      title: 'Softwarevertrag!',
      contractNumber: 'SW-2025/0417!',
      startDate: '2025-07-01!',
      minimumTerm: '24 month!',
      renewal: 'auto 12 month!',
      notice: '3 month!',
      noticeTo: 'term!',
    });
  });

  test('leasing: start and end date, no renewal', () => {
    const leasing = `
     Leasingvertrag Nr. L 4711 2200

     Leasingbeginn        Leasingdauer       Leasingende
     15.03.2025           36 Monate          14.03.2028

     Der Leasingvertrag endet automatisch mit Ablauf des 14.03.2028, ohne dass es einer Kündigung bedarf.
     Eine ordentliche Kündigung ist ausgeschlossen.
`;
    expect(read(leasing)).toEqual({
      contractNumber: 'L 4711 2200!',
      startDate: '2025-03-15!',
      endDate: '2028-03-14!',
      term: '36 month!',
      renewal: 'none!',
    });
  });

  test('mobile phone: indefinite after the first two years', () => {
    const phone = `
     Auftragsbestätigung Mobilfunk
     Vertragsnummer:  8800123456
     Ihr Vertrag beginnt am 03.11.2025. Die Mindestvertragslaufzeit beträgt 24 Monate. Danach läuft der
     Vertrag auf unbestimmte Zeit weiter und kann mit einer Frist von einem Monat zum Monatsende
     gekündigt werden.
`;
    expect(read(phone)).toEqual({
      contractNumber: '8800123456!',
      startDate: '2025-11-03!',
      indefinite: 'true!',
      minimumTerm: '24 month!',
      notice: '1 month!',
      noticeTo: 'month_end!',
    });
  });

  test('maintenance: indefinite, notice to the end of a quarter', () => {
    const maintenance = `
     Wartungsvertrag
     § 7 Laufzeit und Kündigung
     Der Vertrag tritt am 1.1.2026 in Kraft und wird auf unbestimmte Zeit geschlossen. Er kann mit einer
     dreimonatigen Kündigungsfrist zum Ende eines Kalendervierteljahres gekündigt werden. Bei
     Zahlungsverzug kann der Auftragnehmer mit einer Frist von 14 Tagen kündigen.
`;
    expect(read(maintenance)).toEqual({
      title: 'Wartungsvertrag!',
      category: 'maintenance!',
      startDate: '2026-01-01!',
      indefinite: 'true!',
      notice: '3 month!',
      noticeTo: 'quarter_end!',
    });
  });

  test('insurance: yearly renewal, days of notice before the end', () => {
    const insurance = `
     Versicherungsschein-Nr.: VS 30 778 112
     Versicherungsbeginn: 01.01.2026
     Laufzeit: 01.01.2026 bis 31.12.2026
     Der Vertrag verlängert sich stillschweigend von Jahr zu Jahr, wenn er nicht spätestens drei Monate vor
     Ablauf in Textform gekündigt wird.
`;
    expect(read(insurance)).toEqual({
      contractNumber: 'VS 30 778 112!',
      startDate: '2026-01-01!',
      endDate: '2026-12-31!',
      renewal: 'auto 1 year!',
      notice: '3 month!',
      noticeTo: 'term!',
    });
  });

  test.each([
    ['Die Kündigungsfrist beträgt 14 Tage.', { notice: '14 day!' }],
    [
      'Der Vertrag ist mit einer Frist von 6 Wochen zum Quartalsende kündbar.',
      { notice: '6 week!', noticeTo: 'quarter_end!' },
    ],
    ['Kündigungsfrist: 3 Monate zum Jahresende', { notice: '3 month!', noticeTo: 'year_end!' }],
    ['Kündigungsfrist: 1 Monat zum 31.12. eines Jahres', { notice: '1 month!', noticeTo: 'year_end!' }],
    [
      'Zum Ende eines Kalenderhalbjahres kann mit einer Frist von einem Monat gekündigt werden.',
      { notice: '1 month!', noticeTo: 'half_year_end!' },
    ],
    ['Die Vertragslaufzeit beträgt 3 Jahre.', { term: '3 year!' }],
    ['Vertragslaufzeit: 12 Monate Mindestlaufzeit', { minimumTerm: '12 month!' }],
    ['Der Vertrag verlängert sich einmalig um 6 Monate.', { renewal: 'once 6 month!' }],
    ['Der Vertrag verlängert sich nicht automatisch.', { renewal: 'none!' }],
    ['Der Vertrag gilt ab dem 01.02.2026.', { startDate: '2026-02-01!' }],
    ['Der Vertrag ist befristet bis zum 30.06.2027.', { endDate: '2027-06-30!' }],
  ] satisfies [string, Shown][])('%s', (text, expected) => {
    expect(read(`\n     ${text}\n`)).toEqual(expected);
  });
});

describe('CON-01 REC-05 contracts in English', () => {
  test('a subscription', () => {
    const subscription = `
     Subscription Agreement
     Contract No.: ACME-99812
     This Agreement is entered into as of March 1, 2025 between Cloudworks Ltd and Musterwerk AG.
     Effective Date: 15 April 2025
     The initial term is thirty-six (36) months. It automatically renews for successive 12-month periods
     unless either party gives ninety (90) days' written notice prior to the end of the then-current term.
`;
    expect(read(subscription)).toEqual({
      title: 'Subscription Agreement!',
      category: 'subscription!',
      partnerName: 'Cloudworks Ltd',
      contractNumber: 'ACME-99812!',
      contractDate: '2025-03-01!',
      startDate: '2025-04-15!',
      minimumTerm: '36 month!',
      renewal: 'auto 12 month!',
      notice: '90 day!',
      noticeTo: 'term!',
    });
  });

  test('an indefinite lease', () => {
    const lease = `
     The lease commences on 1 May 2025 for an indefinite period. Either party may terminate it with three
     months' notice to the end of a calendar quarter.
`;
    expect(read(lease)).toEqual({
      startDate: '2025-05-01!',
      indefinite: 'true!',
      notice: '3 month!',
      noticeTo: 'quarter_end!',
    });
  });
});

describe('REC-05 nothing is guessed', () => {
  test.each([
    [
      'durations without a term',
      'Die Gewährleistung beträgt 24 Monate. Zahlbar binnen 30 Tagen. Probezeit: 6 Monate.',
    ],
    ['an extraordinary notice', 'Bei wichtigem Grund kann mit einer Frist von 2 Wochen gekündigt werden.'],
    [
      'numbers out of range',
      'Die Kündigungsfrist beträgt 0 Monate. Die Mindestlaufzeit beträgt 123456 Monate.',
    ],
    ['differing words and figures', 'Die Kündigungsfrist beträgt drei (6) Monate.'],
    [
      'two contradicting notice periods',
      'Die Kündigungsfrist beträgt 3 Monate. Die Kündigungsfrist beträgt 6 Monate.',
    ],
    ['impossible days', 'Vertragsbeginn: 31.02.2025'],
    ['an unlimited license', 'Der Kunde erhält ein zeitlich unbefristetes Nutzungsrecht laut Vertrag.'],
    ['a right to renew', 'Der Mieter hat die Option, das Mietverhältnis um 5 Jahre zu verlängern.'],
    ['a growing notice period', 'Die Kündigungsfrist verlängert sich um jeweils drei Monate.'],
    ['another number', 'Kundennummer: 12345, Rechnungsnummer: 7788, Rahmenvertragsnummer: 5511'],
    ['a new price', 'Ab dem 01.01.2027 gilt für diesen Vertrag der neue Preis.'],
    ['an end before the start', 'Vertragsbeginn: 01.05.2026 Vertragsende: 01.05.2025'],
    ['an empty text', ''],
  ])('%s', (_, text) => {
    expect(read(`\n     ${text}\n`)).toEqual({});
  });

  test('two different numbers are not read, the same number twice is', () => {
    expect(read('\n  Vertragsnummer: A-1\n  Vertragsnummer: B-2\n')).toEqual({});
    expect(read('\n  Vertragsnummer: A 12\n  Vertragsnummer: A12\n')).toEqual({ contractNumber: 'A 12!' });
  });

  test('a value is not sure when a weak clause contradicts it', () => {
    const text = '\n  Vertragsbeginn: 01.05.2026\n\n\n  Dieser Vertrag wird ab dem 01.06.2026 angewendet.\n';
    expect(read(text)).toEqual({ startDate: '2026-05-01' });
  });

  test('two years equal 24 months', () => {
    expect(read('\n  Mindestlaufzeit: 2 Jahre\n\n\n  Die Mindestlaufzeit beträgt 24 Monate.\n')).toEqual({
      minimumTerm: '2 year!',
    });
  });

  test('words recognised with low confidence are not sure', () => {
    const { fields } = readContract([typedPage('\n  Vertragsbeginn: 01.05.2026\n', 1, 0.5)], { own });
    expect(fields.startDate).toMatchObject({ value: '2026-05-01', sure: false });
  });
});

describe('REC-05 places and parties', () => {
  test('every value has the page and the box of its words', () => {
    const second = '\n\n  Kündigungsfrist: 3 Monate\n';
    const { fields } = readContract([typedPage('\n  Vertrag\n'), typedPage(second, 2)], { own });
    expect(fields.notice?.page).toBe(2);
    const [left, top, right, bottom] = fields.notice?.box ?? [0, 0, 0, 0];
    expect(left).toBeCloseTo(19 / 110);
    expect(right).toBeCloseTo(27 / 110);
    expect(top).toBeCloseTo(2 / 72);
    expect(bottom).toBeGreaterThan(top);
  });

  test('a clause does not continue in the next column', () => {
    const columns = `
     Die Kündigungsfrist beträgt für           24 Monate nach Lieferung sind die
     alle Leistungen laut Anlage               Geräte zurückzugeben und die
`;
    expect(read(columns)).toEqual({});
  });

  test('the partner is found by VAT id, account and name, and is never the own company', () => {
    const { parties } = readContract([typedPage(software)], { own });
    expect(parties.vatIds.map(({ value }) => value)).toEqual(['DE136695976']);
    expect(parties.ibans.map(({ value }) => value)).toEqual(['DE89370400440532013000']);
    const { parties: ofRent } = readContract([typedPage(rent)], { own });
    const names = ofRent.names.map(({ value }) => value);
    expect(names).toContain('Hafenquartier Immobilien GmbH');
    expect(names).not.toContain('Musterwerk AG');
  });
});

describe('REC-09 hostile text', () => {
  const quickly = (words: string): void => {
    const begun = performance.now();
    const pages = Array.from({ length: 100 }, (_, page) =>
      typedPage(`\n${Array.from({ length: 60 }, () => words).join('\n')}`, page + 1),
    );
    readContract(pages, { own });
    expect(performance.now() - begun).toBeLessThan(20_000);
  };

  test.each([
    ['the same announcement', 'Kündigungsfrist '.repeat(9)],
    ['durations', 'drei (3) Monate '.repeat(8)],
    ['days', '01.01.2025 bis 31.12.2025 '.repeat(5)],
    ['numbers', 'Vertragsnummer: A A A 1 '.repeat(6)],
    ['legal forms', 'A B C D E F GmbH '.repeat(7)],
    ['renewals', 'verlängert sich um um um jeweils '.repeat(4)],
    ['one word', 'x'.repeat(140)],
  ])('thousands of rows with %s are read in bounded time', (_, words) => quickly(words));
});
