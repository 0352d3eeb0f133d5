import { IconFileInvoice } from '@tabler/icons-react';
import type { ListedLook } from '../../../document/web/listed-kind.ts';
import { loadChunk, loadFirstChunk } from '../../../platform/web/chunk.ts';

/** The appearance of supplier invoices in lists. */
export const invoiceLook: ListedLook = {
  icon: IconFileInvoice,
  previewFields: `
    currency document_type total_netto total_brutto invoice_date due_date
    supplier { name }
    cost_center { id number name: shown_name }
    invoice_lines { cost_center { id number name: shown_name } }
    creator { name }`,
  loadUsualColumns: async () =>
    await (await loadChunk(() => import('./usual-columns.ts'))).loadUsualColumns(),
  loadAhead: () => loadChunk(() => import('./ReadAhead.tsx')),
  loadPreview: () => loadFirstChunk(() => import('./InvoiceSummary.tsx')),
};
