import { documentActions } from '../../../document/server/commands.ts';
import { type Command, command } from '../../../graphql/server/command.ts';
import { once } from '../../../platform/server/idempotency.ts';
import type { ProcurementFacts } from '../facts.ts';
import type { ProcurementOutcome } from '../outcome.ts';
import { procurementFlow } from '../steps.ts';
import { copyDocument } from './copy.ts';
import { checkEnclosures, type Enclosures } from './enclosures.ts';
import { actionInputs, closeInvoicingInput, copyInput, deleteDraftInput, saveInput } from './input.ts';
import { saveInvoicing } from './invoicing.ts';
import { deleteDraft, saveDocument } from './save.ts';
import { sendCancellations, startSending } from './sending.ts';
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
  consequences: { send_order: startSending, cancel: sendCancellations },
});

/** The commands of purchase requests (API-39): saving, deleting a draft, and one per action of the flow. */
export const procurementCommands: readonly Command[] = [
  command({
    name: 'procurement_save',
    input: saveInput,
    result: 'procurement',
    run: (tx, context, input) =>
      once(tx, context, 'procurement_save', input, () => saveDocument(tx, context, input)),
  }),
  command({
    name: 'procurement_delete_draft',
    input: deleteDraftInput,
    result: 'procurement',
    run: (tx, context, input) =>
      once(tx, context, 'procurement_delete_draft', input, () => deleteDraft(tx, context, input)),
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
  ...procurementActions.commands,
];
