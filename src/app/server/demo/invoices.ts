import type { PaperKind } from '../../../features/recognition/sandbox/written.ts';

/** One action of a person on an invoice, with the command's own input. */
export interface DemoInvoiceStep {
  readonly by: string;
  readonly action: string;
  readonly comment?: string;
}

export interface DemoInvoiceLine {
  readonly description: string;
  readonly quantity: string;
  /** Net, each. */
  readonly price: string;
}

/** The charged content: an order, an order with changes, or separate lines. */
export interface DemoCharge {
  /** The name of the request whose order is charged; `lines` replace its lines. */
  readonly order?: string;
  /** Charged values that differ from the order, by item number. */
  readonly instead?: Readonly<Record<string, { readonly quantity?: string; readonly price_netto?: string }>>;
  readonly lines?: readonly DemoInvoiceLine[];
}

/** A supplier invoice, from its paper to its current step; other records are referred to by name. */
export interface DemoInvoice extends DemoCharge {
  /** The invoice number of the supplier. */
  readonly number: string;
  readonly supplier: string;
  readonly company: string;
  readonly paper: PaperKind;
  /** Days since its receipt; the steps follow within these days. */
  readonly daysAgo: number;
  /** The supplier's number of the contract, and that of the corrected invoice. */
  readonly contract?: string;
  readonly corrects?: string;
  /** A foreign currency, with the value of one unit in euros. */
  readonly foreign?: { readonly currency: string; readonly rate: string };
  readonly department: string;
  readonly cost_center: string;
  readonly account: string;
  readonly steps: readonly DemoInvoiceStep[];
  /** Days since its export, in one run with all others of that day. */
  readonly exportedDaysAgo?: number;
}

const antrieb = 'Nordfeld Antriebstechnik GmbH';
const logistik = 'Nordfeld Logistik GmbH';
const kessler = 'Kessler & Hahn IT-Systemhaus GmbH';
const osterkamp = 'Osterkamp Werkzeughandel KG';
const steinbach = 'Steinbach Arbeitsschutz GmbH';
const brueggemann = 'Brüggemann Bürobedarf GmbH';
const wiechmann = 'Elektro Wiechmann GmbH';
const weserpack = 'Weserpack Verpackungen GmbH & Co. KG';
const lorenzen = 'Fachbuchhandlung Lorenzen e. K.';

const computing = { company: antrieb, department: 'IT', cost_center: '1100' };
const administration = { company: antrieb, department: 'Verwaltung', cost_center: '1000' };
const purchasing = { company: antrieb, department: 'Einkauf', cost_center: '1200' };
const production = { company: antrieb, department: 'Produktion', cost_center: '2000' };
const maintenance = { company: antrieb, department: 'Produktion', cost_center: '2100' };
const warehouse = { company: logistik, department: 'Lager und Versand', cost_center: '4000' };

const accountant = (action: string, comment?: string): DemoInvoiceStep => ({
  by: 'accountant',
  action,
  ...(comment && { comment }),
});
const approve = (by: string, comment?: string): DemoInvoiceStep => ({
  by,
  action: 'approve',
  ...(comment && { comment }),
});

const read = [accountant('start_recognition'), accountant('save')];
/** Needs no approval, because it matches the order and the received goods (INV-29). */
const asOrdered = [...read, accountant('to_accounting')];
const toApproval = [...read, accountant('to_approval')];
const released = accountant('to_export');

/** Invoices in all steps from the check to the export, oldest first. */
export const invoices: readonly DemoInvoice[] = [
  {
    ...purchasing,
    number: 'L-20817',
    supplier: lorenzen,
    paper: 'scan',
    daysAgo: 78,
    account: '4940',
    order: 'Handbuch Einkaufsrecht, aktuelle Auflage',
    steps: [
      accountant('skip_recognition', 'Schlecht gescannt, von Hand erfasst.'),
      accountant('save'),
      accountant('to_approval'),
      approve('approver1'),
      released,
    ],
    exportedDaysAgo: 45,
  },
  {
    ...administration,
    number: '2210-88415',
    supplier: brueggemann,
    paper: 'letter',
    daysAgo: 64,
    account: '420',
    order: 'Schreibtische für das Projektbüro',
    steps: [...asOrdered, released],
    exportedDaysAgo: 45,
  },
  {
    ...computing,
    number: 'KH-R-70418',
    supplier: kessler,
    paper: 'e-invoice',
    daysAgo: 50,
    account: '4855',
    order: 'Monitore für den Einkauf',
    steps: [...asOrdered, released],
    exportedDaysAgo: 10,
  },
  {
    ...administration,
    number: '2210-89102',
    supplier: brueggemann,
    paper: 'e-invoice',
    daysAgo: 43,
    account: '4930',
    order: 'Ordner und Papier drittes Quartal',
    steps: [...asOrdered, released],
    exportedDaysAgo: 10,
  },
  {
    ...computing,
    number: 'KH-M-70466',
    supplier: kessler,
    paper: 'e-invoice',
    daysAgo: 38,
    contract: 'KH-M-10077',
    account: '4806',
    lines: [
      { description: 'Miete Multifunktionsdrucker A3, Vormonat', quantity: '6', price: '89.00' },
      { description: 'Wartung und Verbrauchsmaterial', quantity: '1', price: '89.00' },
    ],
    steps: [...toApproval, approve('approver1'), released],
    exportedDaysAgo: 10,
  },
  {
    ...production,
    number: 'SB-5530127',
    supplier: steinbach,
    paper: 'e-invoice',
    daysAgo: 35,
    account: '4980',
    order: 'Sicherheitsschuhe für die Spätschicht',
    steps: [...asOrdered, released],
    exportedDaysAgo: 10,
  },
  {
    ...computing,
    number: 'KH-U-70502',
    supplier: kessler,
    paper: 'letter',
    daysAgo: 31,
    foreign: { currency: 'USD', rate: '0.9217' },
    account: '4806',
    lines: [
      { description: 'Fernwartung CAD-Server, Abrechnung des Herstellers', quantity: '8', price: '85.00' },
    ],
    steps: [...toApproval, approve('approver1'), released],
    exportedDaysAgo: 10,
  },
  {
    ...maintenance,
    number: 'OW-118842',
    supplier: osterkamp,
    paper: 'letter',
    daysAgo: 24,
    account: '410',
    order: 'Werkstattwagen Instandhaltung',
    instead: { 'OK-77001': { quantity: '2' } },
    steps: [
      ...toApproval,
      approve('approver1'),
      {
        by: 'approver2',
        action: 'decline',
        comment: 'Bestellt und geliefert ist ein Wagen. Bitte eine berichtigte Rechnung anfordern.',
      },
      {
        by: 'admin',
        action: 'hold',
        comment: 'Lieferant besteht auf zwei Wagen, Schriftwechsel aufbewahren.',
      },
    ],
  },
  {
    ...production,
    number: 'SB-5530388',
    supplier: steinbach,
    paper: 'e-invoice',
    daysAgo: 20,
    account: '4980',
    order: 'Gehörschutz für den Prüfstand',
    instead: { 'ST-GS200': { price_netto: '27.90' } },
    steps: asOrdered,
  },
  {
    ...production,
    number: 'SB-G-0219',
    supplier: steinbach,
    paper: 'letter',
    daysAgo: 16,
    account: '4980',
    order: 'Sicherheitsschuhe für die Spätschicht',
    corrects: 'SB-5530127',
    lines: [{ description: 'Sicherheitsschuhe S3, Rückgabe falsche Größe', quantity: '-1', price: '79.90' }],
    steps: [...toApproval, approve('approver1'), released],
  },
  {
    ...warehouse,
    number: 'WP-260914',
    supplier: weserpack,
    paper: 'e-invoice',
    daysAgo: 12,
    account: '4710',
    order: 'Packband und Stretchfolie',
    instead: { 'WP-SF523': { price_netto: '9.40' } },
    steps: toApproval,
  },
  {
    ...maintenance,
    number: 'OW-119017',
    supplier: osterkamp,
    paper: 'letter',
    daysAgo: 9,
    account: '4800',
    lines: [
      { description: 'Generalüberholung Drehmaschine 2, Halle 3', quantity: '1', price: '11860.00' },
      { description: 'An- und Abfahrt, zwei Monteure', quantity: '2', price: '310.00' },
    ],
    steps: [...toApproval, approve('approver1'), approve('approver2', 'Mit der Fertigung abgestimmt.')],
  },
  {
    ...administration,
    number: '2210-90551',
    supplier: brueggemann,
    paper: 'letter',
    daysAgo: 8,
    account: '4930',
    lines: [{ description: 'Werbekalender, nicht bestellt', quantity: '50', price: '4.20' }],
    steps: [
      ...toApproval,
      { by: 'approver1', action: 'decline', comment: 'Das hat niemand bestellt.' },
      accountant('discard', 'Dem Lieferanten zurückgeschickt.'),
    ],
  },
  {
    ...maintenance,
    number: '26-0457',
    supplier: wiechmann,
    paper: 'letter',
    daysAgo: 5,
    account: '4800',
    order: 'Kabelrollen für die Hallen 1 bis 3',
    steps: [accountant('start_recognition')],
  },
  {
    ...production,
    number: 'OW-119103',
    supplier: osterkamp,
    paper: 'e-invoice',
    daysAgo: 3,
    account: '4985',
    order: 'Akku-Bohrschrauber für die Montageinseln',
    steps: [accountant('start_recognition')],
  },
  {
    ...administration,
    number: 'L-21044',
    supplier: lorenzen,
    paper: 'scan',
    daysAgo: 2,
    account: '4945',
    order: 'Tabellenbücher für den neuen Jahrgang',
    steps: [],
  },
];
