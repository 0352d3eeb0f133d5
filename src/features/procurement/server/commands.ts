import { documentActions } from '../../../document/server/commands.ts';
import { lockSaved } from '../../../document/server/save.ts';
import { lockDocument } from '../../../document/server/store.ts';
import { type Command, command } from '../../../graphql/server/command.ts';
import { once, onceBegun } from '../../../platform/server/idempotency.ts';
import type { ProcurementFacts } from '../facts.ts';
import type { ConfirmedLine } from '../model.ts';
import { withConfirmedPrices } from '../order-confirmation.ts';
import type { ProcurementOutcome } from '../outcome.ts';
import { procurementFlow } from '../steps.ts';
import { notifyOfDifferences } from './confirmation-differs.ts';
import { copyDocument } from './copy.ts';
import { checkEnclosures, type Enclosures } from './enclosures.ts';
import { actionInputs, closeInvoicingInput, copyInput, deleteDraftInput, saveInput } from './input.ts';
import { saveInvoicing } from './invoicing.ts';
import { queueCancellations } from './letter-queue.ts';
import { punchoutCommands } from './punchout.ts';
import { deleteDraft, saveDocument } from './save.ts';
import { startSending } from './sending.ts';
import { servedProcurement } from './served.ts';
import type { StoredProcurement } from './store.ts';

/** The actions of the flow, as commands and for REST calls. */
export const procurementActions = documentActions<
  typeof actionInputs,
  StoredProcurement,
  ProcurementFacts,
  ProcurementOutcome
>(servedProcurement, {
  inputs: actionInputs,
  flow: procurementFlow,
  check: (tx, input) => checkEnclosures(tx, input as Enclosures),
  persons: ['select_product_id', 'send_order_id', 'consignee_id'],
  foreseen: {
    accept_confirmation: (document, { supplier_id }) => {
      const order = document.orders.find((one) => one.supplier_id === supplier_id);
      return order ? { ...document, ...foreseenContent(document, order.undecided_lines) } : document;
    },
  },
  consequences: {
    send_order: startSending,
    record_confirmation: notifyOfDifferences,
    cancel: async (tx, context, { id, orders }) => {
      if (orders.length > 0) await queueCancellations(tx, context, id);
    },
  },
});

/** Estimates the content with the confirmed prices; the company's decimals are not loaded yet. */
function foreseenContent({ head, lines }: StoredProcurement, confirmed: readonly ConfirmedLine[]) {
  const content = withConfirmedPrices({ head, lines }, confirmed, 2);
  return { lines: content.lines, head: { ...content.head, id: head.id } };
}

/** The commands of purchase requests (API-39): saving, deleting a draft, and one per action of the flow. */
export const procurementCommands: readonly Command[] = [
  command({
    name: 'procurement_save',
    input: saveInput,
    result: 'procurement',
    run: (tx, context, input) =>
      onceBegun(tx, context, {
        command: 'procurement_save',
        input,
        known: null,
        begin: () => lockSaved(tx, context, servedProcurement, input),
        run: (stored) => saveDocument(tx, context, stored, input),
      }),
  }),
  command({
    name: 'procurement_delete_draft',
    input: deleteDraftInput,
    result: 'procurement',
    run: (tx, context, input) =>
      onceBegun(tx, context, {
        command: 'procurement_delete_draft',
        input,
        known: input.id,
        begin: () => lockDocument(tx, context, servedProcurement, input.id, input.expected_version),
        run: (document) => deleteDraft(tx, context, document),
      }),
  }),
  command({
    name: 'procurement_copy',
    input: copyInput,
    result: 'procurement',
    run: (tx, context, input) =>
      once(tx, context, 'procurement_copy', input, () => copyDocument(tx, context, input.id)),
  }),
  command({
    name: 'procurement_close_invoicing',
    input: closeInvoicingInput,
    result: 'procurement',
    run: (tx, context, input) =>
      once(tx, context, 'procurement_close_invoicing', input, () => saveInvoicing(tx, context, input)),
  }),
  ...punchoutCommands,
  ...procurementActions.commands,
];
