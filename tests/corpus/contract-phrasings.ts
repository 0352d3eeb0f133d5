import type { ContractFieldsRead } from '../../src/features/recognition/contract-reading.ts';

/** The values of a text by field, as the test prints them; a field that is missing here must not be read. */
export type Reported = Partial<Record<keyof ContractFieldsRead, string>>;

type Phrasing = readonly [text: string, reported: Reported];

/**
 * Sentences of contracts with what they say, written for this test. Half of them (`developed`) were looked at while the
 * rules were written. The other half (`kept`) was not until it was measured: 64 of its 68 values were read, and one that
 * it does not say.
 */
const renewals: readonly Phrasing[] = [
  [
    'Der Vertrag verlängert sich um aufeinanderfolgende Zeiträume von jeweils zwölf Monaten.',
    { renewal: 'auto 12 month' },
  ],
  [
    'Danach verlängert sich die Laufzeit automatisch um Folgeperioden von je 12 Monaten.',
    { renewal: 'auto 12 month' },
  ],
  [
    'Wird nicht gekündigt, verlängert sich das Abonnement um weitere Zeiträume von jeweils einem Jahr.',
    { renewal: 'auto 1 year' },
  ],
  ['Der Vertrag verlängert sich jeweils um weitere sechs Monate.', { renewal: 'auto 6 month' }],
  [
    'Nach Ablauf der Erstlaufzeit verlängert sich der Vertrag stillschweigend in Abschnitten von drei Monaten.',
    { renewal: 'auto 3 month' },
  ],
  [
    'Die Vertragsdauer verlängert sich jeweils automatisch um ein weiteres Vertragsjahr.',
    { renewal: 'auto 1 year' },
  ],
  [
    'Er verlängert sich anschließend monatlich, sofern keine Partei widerspricht.',
    { renewal: 'auto 1 month' },
  ],
  ['Die Lizenz verlängert sich automatisch jeweils für 12 Monate.', { renewal: 'auto 12 month' }],
  [
    'Das Vertragsverhältnis wird jeweils um ein Jahr fortgesetzt, wenn es nicht gekündigt wird.',
    { renewal: 'auto 1 year' },
  ],
  ['Verlängerung um: 12 Monate', { renewal: 'auto 12 month' }],
  ['Automatische Verlängerung: 1 Jahr', { renewal: 'auto 1 year' }],
  [
    'This subscription renews automatically for consecutive periods of twelve months each.',
    { renewal: 'auto 12 month' },
  ],
  ['The term shall be extended by successive one-year terms.', { renewal: 'auto 1 year' }],
  ['It will automatically renew on a month-to-month basis.', { renewal: 'auto 1 month' }],
  ['Der Vertrag endet mit Ablauf der Laufzeit, ohne dass es einer Kündigung bedarf.', { renewal: 'none' }],
  ['Eine Verlängerung findet nicht statt.', { renewal: 'none' }],
];

const terms: readonly Phrasing[] = [
  ['Der Vertrag läuft 12 Monate.', { term: '12 month' }],
  ['Dieser Vertrag läuft über 36 Monate ab Vertragsbeginn.', { term: '36 month' }],
  ['Der Vertrag hat eine Laufzeit von zwei Jahren.', { term: '2 year' }],
  ['Der Leasingvertrag wird für 48 Monate geschlossen.', { term: '48 month' }],
  ['Die Vereinbarung gilt für drei Jahre.', { term: '3 year' }],
  ['Die Laufzeit dieses Vertrages umfasst 24 Monate.', { term: '24 month' }],
  ['Vertragsdauer 60 Monate', { term: '60 month' }],
  ['Das Abonnement läuft für die Dauer eines Jahres.', { term: '1 year' }],
  ['Der Vertrag wird zunächst für die Dauer von 18 Monaten geschlossen.', { term: '18 month' }],
  ['Dieser Vertrag ist auf fünf Jahre fest abgeschlossen.', { term: '5 year' }],
  ['The agreement runs for 24 months.', { term: '24 month' }],
  ['This contract is concluded for a period of three years.', { term: '3 year' }],
  ['Der Vertrag läuft mindestens 24 Monate.', { minimumTerm: '24 month' }],
  ['Die Erstlaufzeit beträgt ein Jahr.', { minimumTerm: '1 year' }],
  ['Der Kunde bindet sich für eine Mindestlaufzeit von 36 Monaten.', { minimumTerm: '36 month' }],
  [
    'Eine Kündigung ist erstmals nach Ablauf von 24 Monaten Mindestvertragsdauer möglich.',
    { minimumTerm: '24 month' },
  ],
];

const starts: readonly Phrasing[] = [
  ['Go-Live: 15.12.2025', { startDate: '2025-12-15' }],
  ['Go-live-Termin: 01.03.2026', { startDate: '2026-03-01' }],
  ['Leistungsbeginn: 01.04.2026', { startDate: '2026-04-01' }],
  ['Bereitstellung ab: 01.02.2026', { startDate: '2026-02-01' }],
  ['Inbetriebnahme: 10.01.2026', { startDate: '2026-01-10' }],
  ['Der Vertrag startet zum 01.05.2026.', { startDate: '2026-05-01' }],
  ['Vertragsstart ist der 1. Juni 2026.', { startDate: '2026-06-01' }],
  ['Das Abonnement wird zum 15.02.2026 freigeschaltet.', { startDate: '2026-02-15' }],
  ['Aktivierung am 01.07.2026', { startDate: '2026-07-01' }],
  [
    'Die Leistung wird ab dem 01.09.2026 erbracht; der Vertrag beginnt an diesem Tag.',
    { startDate: '2026-09-01' },
  ],
  ['Mietbeginn 01.10.2026', { startDate: '2026-10-01' }],
  ['Subscription Start: 1 March 2026', { startDate: '2026-03-01' }],
  ['Service start date: 2026-04-15', { startDate: '2026-04-15' }],
  ['Vertragsende: 31.12.2027', { endDate: '2027-12-31' }],
  ['Laufzeitende: 30.06.2028', { endDate: '2028-06-30' }],
  ['Der Vertrag hat eine feste Laufzeit bis zum 31.03.2029.', { endDate: '2029-03-31' }],
  ['Der Vertrag endet zum 30.09.2027.', { endDate: '2027-09-30' }],
  ['Die Vereinbarung ist bis einschließlich 31.12.2026 gültig.', { endDate: '2026-12-31' }],
];

const notices: readonly Phrasing[] = [
  [
    'Die Kündigung ist spätestens am dritten Werktag eines Kalendermonats zum Ablauf des übernächsten Monats zulässig.',
    { noticeWorkdays: '3' },
  ],
  ['Die Kündigung muss bis zum 3. Werktag eines Monats zugegangen sein.', { noticeWorkdays: '3' }],
  ['Gekündigt werden kann spätestens am fünften Werktag eines Monats.', { noticeWorkdays: '5' }],
  [
    'Die Kündigung hat spätestens bis zum dritten Werktag des ersten Monats der Kündigungsfrist zu erfolgen.',
    { noticeWorkdays: '3' },
  ],
  ['Notice must be received no later than the third working day of a month.', { noticeWorkdays: '3' }],
  ['Die Miete ist bis zum dritten Werktag eines Monats zu zahlen.', {}],
  [
    'Der Vertrag kann mit einer Frist von 60 Tagen zum Ende der Laufzeit gekündigt werden.',
    { notice: '60 day', noticeTo: 'term' },
  ],
  ['Kündigungsfrist 90 Tage zum Vertragsende', { notice: '90 day', noticeTo: 'term' }],
  [
    'Die Kündigung ist mit einer Frist von sechs Wochen zum Quartalsende möglich.',
    { notice: '6 week', noticeTo: 'quarter_end' },
  ],
  [
    'Eine Kündigung ist drei Monate vor Ende der Laufzeit auszusprechen.',
    { notice: '3 month', noticeTo: 'term' },
  ],
  [
    'Sofern nicht 30 Tage vor Ablauf gekündigt wird, läuft der Vertrag weiter.',
    { notice: '30 day', noticeTo: 'term' },
  ],
  [
    'Beide Parteien können mit dreimonatiger Frist zum Jahresende kündigen.',
    { notice: '3 month', noticeTo: 'year_end' },
  ],
  [
    'Die Kündigung muss dem Anbieter mindestens zwei Monate vor Laufzeitende zugehen.',
    { notice: '2 month', noticeTo: 'term' },
  ],
  ['Kündbar mit einem Monat Frist zum Monatsende.', { notice: '1 month', noticeTo: 'month_end' }],
  [
    'Either party may cancel with 60 days notice before the end of the term.',
    { notice: '60 day', noticeTo: 'term' },
  ],
  [
    'Cancellation requires three months written notice to the end of a quarter.',
    { notice: '3 month', noticeTo: 'quarter_end' },
  ],
];

const prices: readonly Phrasing[] = [
  ['Die Vergütung beträgt monatlich 1.245,50 EUR zzgl. USt.', { price: '1245.50 month', currency: 'EUR' }],
  ['Jahresgebühr: 24.480,00 EUR p.a.', { price: '24480.00 year', currency: 'EUR' }],
  ['Die monatliche Miete beträgt 3.600,00 EUR.', { price: '3600.00 month', currency: 'EUR' }],
  ['Monatliche Rate: 289,00 €', { price: '289.00 month', currency: 'EUR' }],
  ['Der Preis beträgt 99,00 EUR pro Monat.', { price: '99.00 month', currency: 'EUR' }],
  ['Wartungspauschale 1.200,00 EUR/Jahr', { price: '1200.00 year', currency: 'EUR' }],
  [
    'Die Lizenzgebühr in Höhe von 4.500,00 EUR ist jährlich im Voraus zu zahlen.',
    { price: '4500.00 year', currency: 'EUR' },
  ],
  ['Das Entgelt beläuft sich auf 750,00 EUR je Quartal.', { price: '750.00 quarter', currency: 'EUR' }],
  ['Vierteljährliche Gebühr: 360,00 EUR', { price: '360.00 quarter', currency: 'EUR' }],
  ['Die Leasingrate beträgt 412,37 € netto monatlich.', { price: '412.37 month', currency: 'EUR' }],
  ['Halbjährlich werden 2.400,00 EUR berechnet.', { price: '2400.00 semester', currency: 'EUR' }],
  [
    'Der Auftraggeber zahlt eine jährliche Pauschale von 18.000,00 EUR.',
    { price: '18000.00 year', currency: 'EUR' },
  ],
  ['Grundgebühr 59,90 EUR / Monat', { price: '59.90 month', currency: 'EUR' }],
  ['Mietzins mtl. 850,00 EUR', { price: '850.00 month', currency: 'EUR' }],
  ['The monthly fee is EUR 1,500.00.', { price: '1500.00 month', currency: 'EUR' }],
  ['Annual subscription fee: USD 12,000.00', { price: '12000.00 year', currency: 'USD' }],
  ['The charge amounts to 450.00 GBP per quarter.', { price: '450.00 quarter', currency: 'GBP' }],
  ['Die einmalige Einrichtungsgebühr beträgt 500,00 EUR.', { currency: 'EUR' }],
  ['Bei Verzug werden monatlich 5,00 EUR Mahnkosten berechnet.', { currency: 'EUR' }],
  ['Die Haftung ist auf 50.000,00 EUR pro Jahr begrenzt.', { currency: 'EUR' }],
  ['Es ist eine Kaution von 7.200,00 EUR zu stellen.', { currency: 'EUR' }],
  ['Je Störung werden monatlich 30,00 EUR gutgeschrieben.', { currency: 'EUR' }],
];

const titles: readonly Phrasing[] = [
  ['Mietvertrag über Gewerberäume', { title: 'Mietvertrag über Gewerberäume', category: 'rental' }],
  ['Wartungsvertrag Aufzugsanlage', { title: 'Wartungsvertrag Aufzugsanlage', category: 'maintenance' }],
  ['Leasingvertrag', { title: 'Leasingvertrag', category: 'leasing' }],
  ['Softwarelizenzvertrag', { title: 'Softwarelizenzvertrag', category: 'license' }],
  ['Beratungsvertrag', { title: 'Beratungsvertrag', category: 'consulting' }],
  [
    'Dienstleistungsvertrag Gebäudereinigung',
    { title: 'Dienstleistungsvertrag Gebäudereinigung', category: 'service' },
  ],
  ['SaaS-Vertrag', { title: 'SaaS-Vertrag', category: 'subscription' }],
  ['Support-Vertrag Netzwerk', { title: 'Support-Vertrag Netzwerk', category: 'support' }],
  ['Rahmenvertrag Logistik', { title: 'Rahmenvertrag Logistik' }],
  ['Versicherungsvertrag', { title: 'Versicherungsvertrag' }],
  ['Service Agreement', { title: 'Service Agreement', category: 'service' }],
  ['Software License Agreement', { title: 'Software License Agreement', category: 'license' }],
  ['Maintenance Contract', { title: 'Maintenance Contract', category: 'maintenance' }],
  ['Lease Agreement', { title: 'Lease Agreement' }],
  ['Die Parteien schließen einen Mietvertrag.', {}],
  ['Lieferschein', {}],
];

export const phrasings = { renewals, terms, starts, notices, prices, titles };
export type Subject = keyof typeof phrasings;

/** Every second phrasing of a subject. */
export function halfOf(subject: Subject, half: 'developed' | 'kept'): readonly Phrasing[] {
  return phrasings[subject].filter((_, place) => place % 2 === (half === 'developed' ? 0 : 1));
}
