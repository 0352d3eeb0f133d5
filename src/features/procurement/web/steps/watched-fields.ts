import { changesOf } from '../../../../document/web/steps/document-change.ts';
import type { LineRow, ProcurementDocument } from '../document.ts';

/** What another person changed of a request while it is open (LOCK-01). */
export const procurementChanges = changesOf<ProcurementDocument, LineRow>({
  head: {
    name: 'name',
    client: 'client_id',
    department: 'department_id',
    cost_center: 'cost_center_id',
    ledger_account: 'ledger_account_id',
    delivery_address: 'delivery_address_id',
    consignee: 'consignee_id',
    delivery_date: 'delivery_date',
    usage_type: 'usage_type',
    payment_timing: 'payment_timing',
    payment_in_advance: 'payment_in_advance',
    type: 'type',
    notes: 'notes',
    external_order_number: 'external_order_number',
  },
  lines: (document) => document.procurement_lines,
  unwatched: ['quantity_received', 'order_state', 'sort_no'],
  received: (line) => line.quantity_received,
});
