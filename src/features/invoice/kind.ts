import type { Kind } from '../../document/kind.ts';

/** Supplier invoices. */
export const invoiceKind = {
  name: 'invoice',
  module: 'invoice',
  entries: {
    start: 'invoice-upload',
    approval: 'invoice-financial-approval',
    clearing: 'invoice-clearing',
  },
  clearer: 'user_invoice_clearing_id',
  fallbacks: {
    'invoice-manual-check': 'user_invoice_manual_check_id',
    'invoice-financial-approval': 'user_invoice_clearing_id',
    'invoice-clearing': 'user_invoice_clearing_id',
    'invoice-accounting': 'user_invoice_manual_check_id',
    'invoice-export': 'user_invoice_manual_check_id',
  },
  numbers: ['invoice_number_formatted'],
  hasCurrency: true,
  takesOff: true,
  shortLine: { text: 'description', unit: null, net: 'total_netto', costCenter: 'cost_center_id' },
  briefColumns: [
    { column: 'number_printed', isDay: false },
    { column: 'invoice_date', isDay: true },
    { column: 'due_date', isDay: true },
  ],
  original: 'coalesce(view_file_id, file_id)',
  route: '/invoice/form',
} as const satisfies Kind;
