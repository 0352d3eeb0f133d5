import { changesOf } from '../../../../document/web/steps/document-change.ts';
import { procurementFields } from '../../fields.ts';
import type { LineRow, ProcurementDocument } from '../document.ts';

/** Detects changes by another person while a request is open (LOCK-01). */
export const procurementChanges = changesOf<ProcurementDocument, LineRow>({
  fields: procurementFields,
  lines: (document) => document.procurement_lines,
  unwatched: ['quantity_received', 'order_state', 'sort_no'],
  received: (line) => line.quantity_received,
});
