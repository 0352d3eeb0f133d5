import { formatDocumentNumber } from '../../../document/number.ts';
import type { Saving, ServedKind } from '../../../document/server/served-kind.ts';
import { totals } from '../../../document/totals.ts';
import { currentEntry } from '../../../timeline/timeline.ts';
import { coversRequest } from '../covered.ts';
import { type ProcurementFacts, supplierIds } from '../facts.ts';
import { lineFields, procurementFields } from '../fields.ts';
import { procurementKind } from '../kind.ts';
import type { ProcurementOutcome } from '../outcome.ts';
import { offers } from '../steps.ts';
import { budgeted, ownFacts } from './load-facts.ts';
import { type ConfirmationNote, saveConfirmation, saveOrders } from './order-store.ts';
import { type DeliveryNote, saveReceipts } from './receipts-store.ts';
import { holdOrder, loadContent, type StoredProcurement, saveLines } from './store.ts';

type RequestSaving = Saving<StoredProcurement, ProcurementOutcome, DeliveryNote & ConfirmationNote>;

/** Purchase requests as a served document kind. */
export const servedProcurement: ServedKind<StoredProcurement, ProcurementFacts, ProcurementOutcome> = {
  kind: procurementKind,
  filled: { procurement: procurementFields, procurement_line: lineFields },
  settings: ['product_group_required'],
  load: loadContent,
  ownFacts,
  approverSources: ({ head, lines }) => ({
    departmentId: head.department_id,
    costCenterId: head.cost_center_id,
    supplierIds: supplierIds(lines),
  }),
  likelyPersons: `select consignee_id from procurement where id = $1 union
    select g.user_select_product_id from procurement_line l join product_group g on g.id = l.product_group_id where l.procurement_id = $1`,
  budgeted,
  covers: coversRequest,
  onlyWaits: ({ timeline }) => currentEntry(timeline)?.type === 'delivery',
  after: (document, { lines }) => (lines ? { ...document, lines } : document),
  offers,
  touchesContent: ({ orders = [], receipts = [] }) => orders.length > 0 || receipts.length > 0,
  async saveParts(tx, { context, document, outcome, input }: RequestSaving) {
    holdOrder(tx, document.id);
    saveOrders(tx, context, document.id, outcome.orders ?? [], input);
    saveConfirmation(tx, context, document.id, outcome, input);
    if (outcome.lines) {
      const lineTotals = totals(outcome.lines).lines;
      const lines = outcome.lines.map((line, index) => ({ ...line, ...lineTotals[index] }));
      saveLines(tx, context, document.id, document.lines, lines);
    }
  },
  async saveNumber(tx, { context, document, outcome, input }: RequestSaving, number) {
    await saveReceipts(tx, context, document, number, outcome.receipts ?? [], input);
    if (outcome.takesNumber !== 'PO') return {};
    return { number, order_number_formatted: formatDocumentNumber('PO', number) };
  },
};
