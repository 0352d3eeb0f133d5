import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findInManual, sectionsOf } from './manual-search.ts';
import { isMistyped, stemOf } from './manual-words.ts';
import { type ManualPageId, manualPages } from './pages.ts';

const manualOf = (language: 'de' | 'en') =>
  sectionsOf(
    Object.fromEntries(
      manualPages.map(({ id }) => [
        id,
        readFileSync(join(import.meta.dirname, '../../../manual', language, `${id}.md`), 'utf8'),
      ]),
    ) as Record<ManualPageId, string>,
  );
const manuals = { de: manualOf('de'), en: manualOf('en') };

/** The questions that none of the first sections answers. */
function unanswered(language: 'de' | 'en', questions: readonly (readonly [string, ...string[]])[]) {
  return questions.flatMap(([question, ...answers]) => {
    const found = findInManual(manuals[language], question, 3).map(({ page, anchor }) => `${page}#${anchor}`);
    return found.some((place) => answers.includes(place)) ? [] : [`${question}: ${found.join(' ')}`];
  });
}

describe('ONB-07 ONB-10 the search of the manual', () => {
  test('answers questions in other words than its own', () => {
    const questions: readonly (readonly [string, ...string[]])[] = [
      ['Urlaubsvertretung', 'first-steps#absence', 'people#leaving'],
      ['Passwort vergessen', 'first-steps#login'],
      ['Wareneingang rückgängig', 'ordering#receipt'],
      ['Bankverbindung ändern', 'master-data#supplier', 'invoice-checks#bank'],
      ['Kostenstelle löschen', 'master-data#structure', 'master-data#list'],
      ['Mitarbeiter sperren', 'people#leaving', 'people#roles'],
      ['Freigabe ohne Login', 'approval#mail'],
      ['Excel importieren', 'master-data#import', 'setup#paste'],
      ['Teilrechnung', 'invoice-checks#kinds', 'ordering#invoices'],
      ['Briefkopf', 'master-data#client'],
      ['Fremdwährung', 'invoice-checks#currency'],
    ];
    expect(unanswered('de', questions)).toEqual([]);
  });

  test('answers at least 18 of 20 further questions', () => {
    const questions: readonly (readonly [string, ...string[]])[] = [
      ['Wer darf meine Bestellung genehmigen?', 'approval#who'],
      ['Rechnung kommt zweimal', 'invoice-checks#duplicates'],
      ['Lieferanten zusammenführen', 'master-data#twins'],
      [
        'Wo sehe ich, was noch nicht geliefert wurde',
        'ordering#receipt',
        'overview#status',
        'month-end#invoiced',
      ],
      ['Vertrag kündigen', 'contracts#terminate', 'contracts#term'],
      ['Skonto verloren', 'month-end#discounts', 'invoice-checks#discount'],
      ['Zugang für den Steuerprüfer', 'audit#access'],
      ['Rechnungen an DATEV übergeben', 'accounting#export', 'accounting#datev', 'accounting#csv'],
      ['dunkle Darstellung', 'first-steps#language'],
      ['Mehrere Rechnungen in einem PDF', 'invoice-intake#pages', 'invoice-intake#upload'],
      [
        'Budget überschritten',
        'requests#budget',
        'approval#covers',
        'master-data#budget',
        'approval#required',
      ],
      ['Passkey einrichten', 'first-steps#login', 'settings#security', 'first-steps#profile'],
      ['Auftragsbestätigung des Lieferanten', 'ordering#confirmation'],
      ['Gutschrift erfassen', 'invoice-checks#kinds'],
      ['Kontenrahmen SKR04', 'setup#chart'],
      ['Wer hat das geändert?', 'audit#means', 'overview#timeline', 'audit#security-log', 'audit#accesses'],
      ['Auftargsbestaetigung', 'ordering#confirmation'],
      ['Rechnungseingang per Mail', 'invoice-intake#mail', 'settings#mailboxes', 'invoice-intake#inbox'],
      ['Erinnerung an Aufgaben', 'approval#reminders'],
      ['Wie kopiere ich eine Anforderung?', 'requests#copy'],
    ];
    expect(unanswered('de', questions).length, unanswered('de', questions).join('\n')).toBeLessThanOrEqual(2);
  });

  test('answers in English', () => {
    const questions: readonly (readonly [string, ...string[]])[] = [
      ['forgot my password', 'first-steps#login'],
      ['holiday substitute', 'first-steps#absence', 'people#leaving'],
      ['import from Excel', 'master-data#import', 'setup#paste'],
      ['foreign currencies', 'invoice-checks#currency'],
      ['merge vendors', 'master-data#twins'],
      ['goods recipt', 'ordering#receipt'],
    ];
    expect(unanswered('en', questions)).toEqual([]);
  });

  test('finds nothing for unknown topics', () => {
    expect(findInManual(manuals.de, 'Quantenchromodynamik', 3)).toEqual([]);
    expect(findInManual(manuals.de, '  ?', 3)).toEqual([]);
  });

  test.each([
    ['Rechnungen', 'Rechnung'],
    ['gelöscht', 'löschen'],
    ['storniert', 'Stornierung'],
    ['Bestaetigung', 'Bestätigungen'],
    ['invoices', 'invoice'],
  ])('%s and %s have one stem', (one, other) => {
    expect(stemOf(one)).toBe(stemOf(other));
  });

  test.each([
    ['rechnugn', 'rechnung', true],
    ['liferant', 'lieferant', true],
    ['rehcnung', 'rechnung', true],
    ['konto', 'ponto', true],
    ['konto', 'tonne', false],
    ['iban', 'ibam', false],
  ])('%s is %s mistyped: %s', (typed, meant, is) => {
    expect(isMistyped(typed, meant)).toBe(is);
  });
});
