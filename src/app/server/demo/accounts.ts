import type { Columns } from './demo-tenant.ts';

/** Accounts of the DATEV chart SKR03. */
export const ledgerAccounts: readonly Columns[] = [
  { number: '410', name: 'Geschäftsausstattung' },
  { number: '420', name: 'Büroeinrichtung' },
  { number: '4855', name: 'Sofortabschreibung geringwertiger Wirtschaftsgüter' },
  { number: '3000', name: 'Roh-, Hilfs- und Betriebsstoffe' },
  {
    number: '3300',
    name: 'Wareneingang 7 % Vorsteuer',
    automatic: true,
    automatic_tax: '7.00',
    automatic_category: 'S',
  },
  {
    number: '3400',
    name: 'Wareneingang 19 % Vorsteuer',
    automatic: true,
    automatic_tax: '19.00',
    automatic_category: 'S',
  },
  { number: '4140', name: 'Freiwillige soziale Aufwendungen, lohnsteuerfrei' },
  { number: '4250', name: 'Reinigung' },
  { number: '4260', name: 'Instandhaltung betrieblicher Räume' },
  { number: '4530', name: 'Laufende Kfz-Betriebskosten' },
  { number: '4710', name: 'Verpackungsmaterial' },
  { number: '4800', name: 'Reparaturen und Instandhaltung von Anlagen und Maschinen' },
  { number: '4806', name: 'Wartungskosten für Hard- und Software' },
  { number: '4930', name: 'Bürobedarf' },
  { number: '4940', name: 'Zeitschriften, Bücher' },
  { number: '4945', name: 'Fortbildungskosten' },
  { number: '4964', name: 'Zeitlich befristete Überlassung von Rechten (Lizenzen)' },
  { number: '4980', name: 'Sonstiger Betriebsbedarf' },
  { number: '4985', name: 'Werkzeuge und Kleingeräte' },
];

/** DATEV keys for input tax (BU-Schlüssel). */
export const postingKeys: readonly Columns[] = [
  { number: '8', name: 'Vorsteuer 7 %', tax: '7.00' },
  { number: '9', name: 'Vorsteuer 19 %', tax: '19.00' },
  { number: '18', name: 'Innergemeinschaftlicher Erwerb 7 %', tax: '7.00' },
  { number: '19', name: 'Innergemeinschaftlicher Erwerb 19 %', tax: '19.00' },
  { number: '40', name: 'Aufhebung der Automatik', tax: '0.00' },
  { number: '94', name: 'Leistungen nach § 13b UStG, 19 %', tax: '19.00' },
];
