import type { Delivered } from '../delivered.ts';

interface Place {
  readonly company: string;
  readonly department: string;
  readonly costCenter: string;
  readonly account: string;
}

export interface SampleOrder extends Place {
  readonly name: Delivered;
  /** Quantities by item number. */
  readonly items: Readonly<Record<string, string>>;
}

/** Sample requests (ONB-03). They stay drafts, since a new tenant has no second person to approve. */
export const sampleOrders: readonly SampleOrder[] = [
  {
    name: ['Beispiel: Büromaterial für das Quartal', 'Sample: office supplies for the quarter'],
    ...{ company: 'works', department: 'VW', costCenter: '1100', account: '4930' },
    items: { 'B-101': '10', 'B-103': '20', 'B-104': '5', 'I-207': '4' },
  },
  {
    name: ['Beispiel: Arbeitsplatz für eine neue Kollegin', 'Sample: workplace for a new colleague'],
    ...{ company: 'works', department: 'VT', costCenter: '1200', account: '420' },
    items: { 'I-201': '1', 'I-202': '2', 'I-203': '1', 'V-506': '1', 'V-507': '1' },
  },
  {
    name: ['Beispiel: Schutzausrüstung', 'Sample: safety equipment'],
    ...{ company: 'trade', department: 'PR', costCenter: '2000', account: '4980' },
    items: { 'A-301': '6', 'A-302': '12', 'A-304': '6' },
  },
];

export interface SampleInvoice extends Place {
  readonly name: Delivered;
  readonly supplier: string;
  readonly printed: string;
  /** How the supplier wrote it. */
  readonly paper: 'letter' | 'e-invoice';
  /** Age of the invoice in days at creation. */
  readonly daysAgo: number;
  readonly items: Readonly<Record<string, string>>;
}

/**
 * Received and read by the product (ONB-09). They wait for their check by the person who chose the sample data: a new
 * tenant has no second person to approve them.
 */
export const sampleInvoices: readonly SampleInvoice[] = [
  {
    name: ['Beispiel: Werkzeug', 'Sample: tools'],
    supplier: 'tools',
    printed: 'RE-40127',
    paper: 'letter',
    daysAgo: 3,
    ...{ company: 'works', department: 'PR', costCenter: '2100', account: '4980' },
    items: { 'W-401': '2', 'W-404': '4' },
  },
  {
    name: ['Beispiel: Verpackung', 'Sample: packaging'],
    supplier: 'packaging',
    printed: '2026-0815',
    paper: 'e-invoice',
    daysAgo: 6,
    ...{ company: 'trade', department: 'PR', costCenter: '2000', account: '3400' },
    items: { 'V-501': '8', 'V-502': '3' },
  },
];
