/** Phrases of terms of payment with their meaning, for the report on recognition and for its test (INV-27). */

import { dayOfTerm, type PaymentTerms } from '../src/features/recognition/payment-term.ts';
import { termsIn } from '../src/features/recognition/payment-terms/read-terms.ts';
import type { Half } from './recognition-measure.ts';

/** The invoice date of all phrases. */
const invoiceDate = '2026-11-18';

interface Phrase {
  readonly half: Half;
  readonly text: string;
  /** Tiers as "2@11-28", each with its last day, then the due date; empty where the document has none. */
  readonly meaning: string;
}

/** The rules were developed with these. */
const developed = `
Zahlbar innerhalb von 14 Tagen.|12-02
Zahlbar innerhalb von 30 Tagen netto, bei Zahlung innerhalb von 10 Tagen 2 % Skonto.|2@11-28 12-18
Zahlungsziel: 14 Tage|12-02
Faelligkeitsdatum: 02.12.2026|12-02
Zahlbar sofort ohne Abzug|11-18
Innerhalb von 30 Tagen 2% Skonto, 60 Tage ohne Abzug|2@12-18 01-17
innerhalb von vierzehn Tagen ab Rechnungsdatum zahlbar|12-02
Payment terms: net 45 days|01-02
2/10, n/30|2@11-28 12-18
8 Tage abzgl. 2 % Skonto / 20 Tage rein netto|2@11-26 12-08
Zahlbar bis zum 20.02.|02-20
Zahlbar bis Ende des Folgemonats|12-31
zahlbar am 15. des folgenden Monats|12-15
Valuta 20.11.2026: 10 Tage 2 %, 30 Tage netto|2@11-30 12-20
3 % Skonto innerhalb 7 Tagen, 2 % Skonto innerhalb 14 Tagen, 30 Tage netto|3@11-25 2@12-02 12-18
Payment due within thirty (30) days|12-18
Paiement à 30 jours fin de mois|12-31
Pas d'escompte pour paiement anticipé. Paiement à 45 jours fin de mois|01-31
Bei Zahlung bis zum 28.11.2026 gewähren wir 2 % Skonto, danach netto bis 18.12.2026|2@11-28 12-18
Nach Ablauf von 30 Tagen geraten Sie in Verzug.|
Rückgabe innerhalb von 14 Tagen möglich.|
Zahlbar innerhalb von 14 Tagen. Bei Zahlungsverzug berechnen wir 9 % Zinsen über Basiszins.|12-02
Zahlbar ohne Abzug innerhalb von 30 Tagen oder mit 2 % Skonto innerhalb von 10 Tagen|2@11-28 12-18
Within 10 days 3% discount, within 20 days 1% discount, 45 days net|3@11-28 1@12-08 01-02
`;

/** These were not used while the rules were developed. */
const heldOut = String.raw`
Der Rechnungsbetrag ist innerhalb von 21 Tagen nach Rechnungsdatum fällig.|12-09
Bitte zahlen Sie den Gesamtbetrag spätestens am 09.12.2026.|12-09
Wir bitten um Begleichung binnen 10 Tagen.|11-28
Um Überweisung bis zum 05.12.2026 wird gebeten.|12-05
Zahlung ohne Abzug innerhalb 20 Tagen erbeten.|12-08
Unsere Konditionen: 14 Tage 3% Skonto, 30 Tage netto.|3@12-02 12-18
Zahlungsbedingung: 30 T. netto|12-18
Zahlbar netto bis 18.12.26, bei Zahlung bis 28.11.26 3 % Skonto|3@11-28 12-18
bei Zahlung innerhalb von acht Tagen drei Prozent Skonto, sonst dreißig Tage netto|3@11-26 12-18
Faellig in 14 Tagen|12-02
Zahlungsfrist 10 Tage|11-28
Bitte ueberweisen Sie innerhalb von 7 Werktagen|11-27
Zahlungseingang bis 01.12.2026 erbeten|12-01
Der Betrag ist zahlbar bis zum 30. November 2026.|11-30
Rechnungsbetrag fällig zum Monatsende|11-30
Zahlbar bis zum 10. des Folgemonats ohne Abzug|12-10
30 Tage netto ab Valuta 01.12.2026|12-31
Skonto: 2 % bei Zahlung innerhalb von 14 Tagen; Nettozahlung innerhalb von 30 Tagen|2@12-02 12-18
2,5 % Skonto innerhalb 8 Tagen, rein netto innerhalb 30 Tagen|2.5@11-26 12-18
Zahlbar: sofort nach Rechnungserhalt|11-18
Innerhalb 8 Tagen abzüglich 2% Skonto oder 30 Tage netto Kasse|2@11-26 12-18
30 Tage Zahlungsziel, 3 % Skonto bei Zahlung in 7 Tagen|3@11-25 12-18
Zahlen Sie bis 25.11.2026 und ziehen Sie 2 % Skonto ab.|2@11-25
Zahlungsziel 60 Tage nach Rechnungsstellung|01-17
Zahlung innert 30 Tagen|12-18
Zahlbar innert 10 Tagen mit 2% Skonto, innert 30 Tagen rein netto|2@11-28 12-18
Der fällige Betrag wird zum 01.12.2026 per SEPA-Lastschrift eingezogen.|12-01
Terms: Net 60|01-17
Please remit payment within 14 days.|12-02
Payment is due by 12 December 2026.|12-12
Due date: 2026-12-18|12-18
Due in 30 days|12-18
Please settle this invoice within 7 days of receipt.|11-25
1.5% 15 days, net 30|1.5@12-03 12-18
3/15 net 45|3@12-03 01-02
2% cash discount if paid within 10 days, otherwise net 30 days|2@11-28 12-18
Payable immediately without deduction|11-18
Payment terms: end of following month|12-31
Payment terms: 14 days from date of invoice|12-02
Payment due December 18, 2026|12-18
Full payment is expected within fourteen days|12-02
Payable à réception de facture|11-18
Règlement à 60 jours|01-17
Date d'échéance : 18/12/2026|12-18
Paiement sous quinze jours|12-03
Conditions de paiement : 30 jours nets|12-18
À payer avant le 5 décembre 2026|12-05
Net à 45 jours, escompte 1 % sous 8 jours|1@11-26 01-02
Paiement le 15 du mois suivant|12-15
Paiement par virement à 30 jours date de facture|12-18
#SKONTO#TAGE=7#PROZENT=2.00#\n#SKONTO#TAGE=14#PROZENT=1.00#\nZahlbar innerhalb von 30 Tagen|2@11-25 1@12-02 12-18
Beanstandungen sind innerhalb von 8 Tagen anzuzeigen.|
Unser Angebot ist 30 Tage gültig.|
Bei Verzug berechnen wir Zinsen von 5 % nach 30 Tagen.|
Auf alle Artikel 10 % Rabatt bis 31.12.2026.|
Lieferung innerhalb von 3 Tagen frei Haus.|
Returns are accepted within 14 days.|
`;

/** All phrases, each with its half. */
export const phrases: readonly Phrase[] = [...phrasesOf(developed, 'dev'), ...phrasesOf(heldOut, 'other')];

function phrasesOf(lines: string, half: Half): Phrase[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [text = '', meaning = ''] = line.split('|');
      return { half, text: text.replaceAll(String.raw`\n`, '\n'), meaning };
    });
}

/** The reading of a phrase in the notation of its meaning, and whether all of it was certain. */
export function readPhrase(text: string): { readonly meaning: string; readonly isSure: boolean } {
  return reported(termsIn(text));
}

function reported({ due, tiers }: PaymentTerms): { readonly meaning: string; readonly isSure: boolean } {
  const short = (day: string | null) => day?.slice(5) ?? '';
  const parts = [
    ...tiers.map(({ value }) => `${value.percentage}@${short(dayOfTerm(value.term, { invoiceDate }))}`),
    ...(due === null ? [] : [short(dayOfTerm(due.value, { invoiceDate }))]),
  ];
  return { meaning: parts.join(' '), isSure: (due?.sure ?? true) && tiers.every(({ sure }) => sure) };
}
