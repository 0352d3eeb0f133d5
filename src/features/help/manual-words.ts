/**
 * Words as the search of the manual compares them (ONB-07): without the endings of German and English, without common
 * question words, and with synonyms.
 */

/** Lower case without accents; `ae`, `oe` and `ue` are written for umlauts on foreign keyboards. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?<![aeq])([aou])e/g, '$1');
}

const endings =
  /(?:ierungen|ierung|ieren|ierte|iert|ungen|ung|keiten|keit|heiten|heit|liche[nrs]?|lich|ern|ies|ing|em|en|er|es|ed|et|e|n|s|t|y)$/;
/** A shorter stem would match too many words. */
const shortestStem = 4;

/** The part of a word that its forms share: `Rechnungen` and `rechnung`, `gelöscht` and `löschen`. */
export function stemOf(word: string): string {
  const plain = folded(word);
  const whole = /^ge.{4,}t$/.test(plain) ? plain.slice(2) : plain;
  const stem = whole.replace(endings, '');
  return stem.length < shortestStem ? whole : stem.replace(/[en]$/, '');
}

/** The words of a text, as stems. */
export function stemsOf(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).map(stemOf);
}

const emptyWords = new Set(
  stemsOf(
    `wie was wo wer wem wen wann warum welche welcher welches wohin ich wir man mir mich mein meine meinen unser unsere
    kann koennen darf duerfen muss muessen soll sollen will wollen wird werden ist sind war hat haben habe gibt geht
    der die das den dem des ein eine einen einem einer und oder nicht kein keine auf aus an am in im bei beim mit ohne
    von vom zu zum zur fuer ueber nach vor wenn es sie er man doch noch schon auch nur etwas alle alles selbst machen
    kommt kommen wurde wurden worden vergessen verloren klappt geht funktioniert mache tun bekomme bekommen finde finden sehe sehen
    how what where who when why which can could do does did is are was has have i we my our the a an and or not no on of
    forgot forgotten lost works in at by with for to from it its this that there get find see make`,
  ),
);

/** A word of a question. */
export interface QuestionWord {
  /** As it was typed, folded: mistyped words have mistyped endings. */
  readonly typed: string;
  readonly stem: string;
}

/** The words of a question without common ones. */
export function questionWords(question: string): readonly QuestionWord[] {
  const words = (question.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => ({
    typed: folded(word),
    stem: stemOf(word),
  }));
  const all = [...new Map(words.map((word) => [word.stem, word])).values()];
  const meaningful = all.filter(({ stem }) => !emptyWords.has(stem));
  return meaningful.length === 0 ? all : meaningful;
}

/** Words for the same thing; a compound counts as its parts. */
const synonyms: readonly (readonly string[])[] = [
  'Urlaub Ferien abwesend Abwesenheit krank Krankheit Vertretung Stellvertreter absent absence holiday vacation substitute',
  'Passwort Kennwort Zugangsdaten anmelden Anmeldung Login einloggen Passkey password login sign passkey',
  'Login anmelden anzumelden Anmeldung einloggen einwählen sign',
  'rückgängig zurücknehmen widerrufen Gegenbuchung stornieren Storno Korrektur undo reverse cancel withdraw',
  'löschen entfernen deaktivieren inaktiv loswerden delete remove deactivate',
  'Mitarbeiter Mitarbeiterin Person Kollege Kollegin Benutzer Nutzer Anwender employee person user colleague people',
  'sperren blockieren deaktivieren ausscheiden Ausscheiden kündigen verlassen block lock deactivate leave',
  'Excel Tabelle CSV XLSX Tabellenprogramm Spreadsheet Liste importieren spreadsheet import list',
  'importieren einlesen hochladen übernehmen import upload',
  'Teilrechnung Abschlagsrechnung Anzahlung Abschlag Schlussrechnung Teillieferung partial advance deposit final',
  'Briefkopf Briefpapier Logo Fußzeile letterhead logo',
  'Fremdwährung Währung Umrechnung Kurs Wechselkurs Dollar currency exchange rate',
  'Bankverbindung IBAN Konto Kontoverbindung BIC bank account',
  'Freigabe freigeben freigibt Freigeber freigegeben genehmigen Genehmigung bewilligen approve approval',
  'ablehnen zurückweisen verweigern reject decline',
  'Lieferant Kreditor Händler supplier vendor creditor',
  'Bestellung bestellen Order ordern Auftrag beauftragen order purchase',
  'Anforderung Bestellanforderung BANF Bedarf request requisition',
  'Wareneingang Lieferung Empfang Annahme receipt delivery',
  'Skonto Rabatt Zahlungsziel Fälligkeit discount due',
  'doppelt Dublette Duplikat zweimal duplicate twice merge zusammenführen',
  'Rechte Recht Rolle Berechtigung Zugriff dürfen right role permission access',
  'Limit Grenze Freigabelimit Höchstbetrag limit',
  'Prüfer Wirtschaftsprüfer Steuerprüfer Betriebsprüfung Finanzamt Außenprüfung auditor audit tax',
  'erinnern Erinnerung Mahnung benachrichtigen Benachrichtigung remind reminder notification',
  'Mail Email E-Mail Postfach mail mailbox inbox',
  'Sprache Übersetzung englisch language translation',
  'dunkel Darstellung Design Farbe dark appearance theme',
  'Beleg Dokument Datei Anhang PDF document file attachment',
  'Buchhaltung Buchung buchen verbuchen kontieren Kontierung Sachkonto accounting booking post',
  'Steuerberater DATEV Übergabe Export übergeben export hand',
  'kündigen Kündigung Frist Laufzeit beenden terminate termination notice term',
  'Handy Smartphone Telefon mobil phone mobile',
  'weiterleiten delegieren abgeben übertragen zuweisen forward delegate assign reassign',
  'Schnittstelle API Token Programm interface api token',
  'Budget Etat Verfügbar budget',
  'Gutschrift Erstattung Rückzahlung credit refund',
  'Abgleich Abweichung Toleranz Unterschied match difference tolerance',
  'Verlauf Historie Protokoll Änderungen wer history log audit',
  'Firma Gesellschaft Mandant Unternehmen company entity',
  'anlegen erstellen neu hinzufügen erfassen create add new',
  'ändern bearbeiten anpassen korrigieren change edit correct',
].map(stemsOf);

/** The other words for a word, also for the parts of a compound such as `Urlaubsvertretung`. */
export function synonymsOf(stem: string): readonly string[] {
  const groups = synonyms.filter((group) =>
    group.some((word) => word === stem || (word.length > shortestStem && stem.includes(word))),
  );
  return [...new Set(groups.flat())].filter((word) => word !== stem);
}

/**
 * Whether a word is another one with typing mistakes: one letter left out, added, wrong or exchanged with its neighbour,
 * in words of eight letters two.
 */
export function isMistyped(typed: string, meant: string): boolean {
  if (typed.length < 5 || Math.abs(typed.length - meant.length) > 2) return false;
  return mistakes(typed, meant) <= (typed.length < 8 ? 1 : 2);
}

/** The smallest number of such mistakes (restricted Damerau-Levenshtein distance). */
function mistakes(typed: string, meant: string): number {
  let [before, last]: [number[], number[]] = [[], [...Array(meant.length + 1).keys()]];
  for (let row = 1; row <= typed.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= meant.length; column += 1) {
      const isSame = typed[row - 1] === meant[column - 1];
      const isExchanged = typed[row - 1] === meant[column - 2] && typed[row - 2] === meant[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isExchanged ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, next];
  }
  return last[meant.length] ?? 0;
}
