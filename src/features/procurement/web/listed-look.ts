import { IconShoppingCart } from '@tabler/icons-react';
import type { ListedLook } from '../../../document/web/listed-kind.ts';
import { loadChunk, loadFirstChunk } from '../../../platform/web/chunk.ts';

/** How purchase requests show themselves in lists. */
export const procurementLook: ListedLook = {
  icon: IconShoppingCart,
  previewFields: `
    currency total_netto total_brutto delivery_date
    creator { name }
    cost_center { number name: shown_name }
    ledger_account { number name }
    procurement_lines(order_by: { sort_no: asc }) {
      quantity price_netto price_brutto price_mode price_unit tax supplier { id name }
    }`,
  loadColumns: () => loadChunk(() => import('../export-columns.ts')),
  loadPreview: () => loadFirstChunk(() => import('./preview/RequestSummary.tsx')),
};
