import { IconShoppingCart } from '@tabler/icons-react';
import type { ListedLook } from '../../../document/web/listed-kind.ts';
import { loadChunk, loadFirstChunk } from '../../../platform/web/chunk.ts';

/** The appearance of purchase requests in lists. */
export const procurementLook: ListedLook = {
  icon: IconShoppingCart,
  previewFields: `
    currency total_netto total_brutto delivery_date exchange_rate submitted_at contract_id
    creator { name }
    cost_center { id number name: shown_name }
    ledger_account { id number name }
    procurement_lines(order_by: { sort_no: asc }) {
      quantity price_netto price_brutto price_mode price_unit tax supplier { id name }
      cost_center { id name: shown_name } ledger_account { id name }
    }`,
  goods: {
    status: 'ordered',
    aggregates: `goods: procurement_lines_aggregate(where: { kind: { _eq: "item" } }) {
      aggregate { count units: count(columns: [unit]) sum { ordered: quantity received: quantity_received } min { unit } max { unit } }
    }
    begun: procurement_lines_aggregate(where: { kind: { _eq: "item" }, quantity_received: { _gt: 0 } }) { aggregate { count } }`,
  },
  loadAhead: () => loadChunk(() => import('./ReadAhead.tsx')),
  loadPreview: () => loadFirstChunk(() => import('./preview/RequestSummary.tsx')),
};
