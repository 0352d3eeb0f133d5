/** Products of the sandbox; prices are net, per `per` units. */
export interface Good {
  readonly number: string;
  /** Like at Amazon, with a comma and blanks. */
  readonly auxiliary: string;
  readonly name: string;
  readonly details: string;
  readonly unit: string;
  readonly price: string;
  readonly per: string;
  readonly group: string;
  readonly days: number;
}

export const goods: readonly Good[] = [
  {
    number: 'KUG-100',
    auxiliary: '2793745580059, 1 ',
    name: 'Kugelschreiber blau',
    details: 'Mine auswechselbar, Strichstärke 0,5 mm',
    unit: 'C62',
    price: '0.89',
    per: '1',
    group: '44121704',
    days: 2,
  },
  {
    number: 'PAP-A4',
    auxiliary: '2793745580060, 2 ',
    name: 'Kopierpapier A4, 80 g/m²',
    details: '500 Blatt je Packung, weiß',
    unit: 'PK',
    price: '4.35',
    per: '1',
    group: '14111507',
    days: 1,
  },
  {
    number: 'SCHR-M6',
    auxiliary: '2793745580061, 3 ',
    name: 'Schrauben M6x40',
    details: 'Stahl verzinkt',
    unit: 'C62',
    price: '12.34',
    per: '100',
    group: '31161501',
    days: 5,
  },
  {
    number: 'STUHL-1',
    auxiliary: '2793745580062, 4 ',
    name: 'Bürostuhl „Köln“',
    details: 'Höhenverstellbar, mit Armlehnen',
    unit: 'EA',
    price: '189.00',
    per: '1',
    group: '56101504',
    days: 14,
  },
];
