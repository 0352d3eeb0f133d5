import { describe, expect, test } from 'vitest';
import { typedPage } from '../../../../tests/support/typed-page.ts';
import type { Corrections, Hint } from '../hint.ts';
import type { PageFields } from '../text/page-reading.ts';
import { readText } from '../text/read-text.ts';
import type { PageWords } from '../words.ts';
import { lessonOf } from './lesson.ts';

interface Printed {
  readonly number?: string;
  readonly issued?: string;
  readonly due?: string;
  readonly label?: string;
  readonly more?: string;
}

/** An invoice of a supplier who labels the invoice number "Vorgangszeichen". */
function page({
  number = 'VG-7714',
  issued = '05.03.2024',
  due,
  label = 'Vorgangszeichen',
  more = '',
}: Printed = {}) {
  return typedPage(`
   Vogel Beratung GmbH
   Rechnung

   ${label}:  ${number}            Kunde   K-2281
   Rechnungsdatum:  ${issued}
   ${due ? `Wir buchen ab am:  ${due}` : ''}
   ${more}
   Leistung                                              Stunden        Satz            Betrag
   Jahresabschluss Vorbereitung                            6,50       140,00 €         910,00 €

   Summe netto                                                                         910,00 €
   19% Mehrwertsteuer                                                                  172,90 €
   Rechnungsbetrag                                                                   1.082,90 €
`);
}

const plain = (pages: readonly PageWords[]): PageFields => readText(pages).fields;
const learn = (pages: readonly PageWords[], corrections: Corrections): readonly Hint[] =>
  lessonOf(pages, plain(pages), corrections, []).learnt;
const read = (pages: readonly PageWords[], hints: readonly Hint[]): PageFields =>
  readText(pages, { hints }).fields;

describe('REC-05 one correction teaches where a supplier prints a value', () => {
  test('a number with an unusual label is sure on the next invoice', () => {
    expect(plain([page()]).invoiceNumber?.value).not.toBe('VG-7714');
    const hints = learn([page()], { invoiceNumber: 'VG-7714' });
    expect(hints).toMatchObject([{ field: 'invoiceNumber', anchor: 'Vorgangszeichen:', shape: 'A-9' }]);
    expect(JSON.stringify(hints)).not.toContain('7714');
    const next = [page({ number: 'VG-10233', issued: '09.04.2024' })];
    expect(read(next, hints).invoiceNumber).toMatchObject({ value: 'VG-10233', sure: true });
    expect(readText(next, { hints }).warnings).not.toContain('number_unclear');
  });

  test('a correction typed with other blanks and case is found on the page', () => {
    const pages = [page({ number: 'VG 7714/24' })];
    const hints = learn(pages, { invoiceNumber: 'vg7714-24' });
    expect(read([page({ number: 'VG 9001/25' })], hints).invoiceNumber).toMatchObject({
      value: 'VG 9001/25',
      sure: true,
    });
  });

  test('a day with an unusual label', () => {
    const hints = learn([page({ due: '04.04.2024' })], { dueDate: '2024-04-04' });
    const next = [page({ issued: '09.04.2024', due: '9. Mai 2024' })];
    expect(read(next, hints).dueDate).toMatchObject({ value: '2024-05-09', sure: true });
  });

  test('the order of day and month: the month first', () => {
    const first = [page({ issued: '04/03/2024' })];
    expect(plain(first).invoiceDate?.value).toBe('2024-03-04');
    const hints = learn(first, { invoiceDate: '2024-04-03' });
    expect(hints).toMatchObject([{ slashOrder: 'month-first' }]);
    expect(read([page({ issued: '05/06/2024' })], hints).invoiceDate).toMatchObject({
      value: '2024-05-06',
      sure: true,
    });
  });

  test('a value below its heading in a table', () => {
    const more = (number: string) =>
      `Zeichen            Kunde            Bearbeitung\n   ${number}          K-2281           Einkauf`;
    const [first] = learn([page({ number: '-', more: more('ZT-4491') })], { invoiceNumber: 'ZT-4491' });
    expect(first).toMatchObject({ anchor: 'Zeichen', relation: 'below' });
    const next = [page({ number: '-', more: more('ZT-8812') })];
    expect(read(next, first ? [first] : []).invoiceNumber?.value).toBe('ZT-8812');
  });

  test('a value that is not printed, or printed without a label, teaches nothing', () => {
    expect(learn([page()], { invoiceNumber: 'XX-1', totalGross: '999' })).toEqual([]);
    expect(learn([page({ label: '4711' })], { invoiceNumber: 'VG-7714' })).toEqual([]);
  });

  test('a value read correctly without a hint teaches nothing', () => {
    expect(learn([page()], { totalGross: '1082.9', invoiceDate: '2024-03-05' })).toEqual([]);
  });
});

describe('REC-05 hints do not harm other documents', () => {
  const hints = learn([page()], { invoiceNumber: 'VG-7714' });
  const usual = 'Rechnungsnummer:  RE-2024-17';

  test('a document without the learnt words is read as before', () => {
    const other = [page({ label: 'Rechnungsnummer', number: 'RE-2024-17' })];
    expect(readText(other, { hints })).toEqual(readText(other));
    expect(plain(other).invoiceNumber).toMatchObject({ value: 'RE-2024-17', sure: true });
  });

  test('another layout with a sure number and the learnt words keeps its number as unsure', () => {
    const other = [page({ more: usual })];
    expect(plain(other).invoiceNumber).toMatchObject({ value: 'RE-2024-17', sure: true });
    expect(read(other, hints).invoiceNumber).toMatchObject({ value: 'RE-2024-17', sure: false });
  });

  test('a sure value that was corrected is not read again', () => {
    const taught = learn([page({ more: usual })], { invoiceNumber: 'VG-7714' });
    expect(taught).toMatchObject([{ against: 'Rechnungsnummer:' }]);
    const next = [page({ number: 'VG-8001', more: 'Rechnungsnummer:  RE-2024-99' })];
    expect(read(next, taught).invoiceNumber).toMatchObject({ value: 'VG-8001', sure: true });
  });

  test('a number of another shape beside the learnt words is not read', () => {
    expect(read([page({ number: '2024/55/1' })], hints).invoiceNumber?.value).not.toBe('2024/55/1');
  });

  test('several values beside the learnt words are ignored', () => {
    const twice = [page({ more: 'Vorgangszeichen: VG-1000' })];
    expect(read(twice, hints)).toEqual(plain(twice));
  });

  test('hints that lead to different values leave the field unsure', () => {
    const [one] = hints;
    const other: Hint[] = one ? [{ ...one, anchor: 'Kunde' }] : [];
    expect(read([page()], [...hints, ...other]).invoiceNumber).toMatchObject({
      value: 'VG-7714',
      sure: false,
    });
  });

  test('a learnt day that contradicts another is not sure', () => {
    const due = learn([page({ due: '04.04.2024' })], { dueDate: '2024-04-04' });
    expect(read([page({ due: '04.04.2023' })], due).dueDate).toMatchObject({
      value: '2023-04-04',
      sure: false,
    });
  });
});

describe('REC-05 learnt totals still have to add up', () => {
  const totals = (own: string, gross: string) =>
    typedPage(`
   Vogel Beratung GmbH
   Rechnung Nr. 4711 vom 05.03.2024

   Beratung                                                                            910,00 €

   Honorar                                                                             910,00 €
   19% MwSt.                                                                           172,90 €
   ${own}                                                                   ${gross} €
`);
  const first = [totals('Unser Guthaben', '1.082,90')];
  const hints = learn(first, { totalGross: '1082.9', totalNet: '910' });

  test('they are sure where net and tax add up to the gross total', () => {
    expect(plain(first).totalGross?.value).not.toBe('1082.9');
    expect(read(first, hints).totalGross).toMatchObject({ value: '1082.9', sure: true });
  });

  test('they are read but unsure where they do not add up', () => {
    const wrong = [totals('Unser Guthaben', '1.082,80')];
    expect(read(wrong, hints).totalGross).toMatchObject({ value: '1082.8', sure: false });
  });
});

describe('REC-05 misleading hints are detected', () => {
  test('a hint is wrong when it led to another value, and right when it led to the corrected one', () => {
    const [hint] = learn([page()], { invoiceNumber: 'VG-7714' });
    if (!hint) throw new Error('nothing was learnt');
    const kept = [{ ...hint, id: 7 }];
    const pages = [page({ number: 'VG-8001', more: 'Beleg im Archiv:  AR-17' })];
    const misled = lessonOf(pages, plain(pages), { invoiceNumber: 'AR-17' }, kept);
    expect(misled).toMatchObject({ wrong: [7], right: [], learnt: [{ anchor: 'Beleg im Archiv:' }] });
    const led = lessonOf(pages, plain(pages), { invoiceNumber: 'VG-8001' }, kept);
    expect(led).toEqual({ wrong: [], right: [7], learnt: [] });
  });
});
