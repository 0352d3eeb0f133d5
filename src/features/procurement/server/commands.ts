import { orRefuse } from '../../../base/refusal.ts';
import { notifyOfChange, notifyOfTakeover } from '../../../document/server/notify.ts';
import { type Command, command } from '../../../graphql/server/command.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { once, type Repeatable } from '../../../platform/server/idempotency.ts';
import { decide, type ProcurementInputs } from '../steps.ts';
import { copyDocument } from './copy.ts';
import { checkEnclosures, type Enclosures } from './enclosures.ts';
import {
  actionInputs,
  closeInvoicingInput,
  copyInput,
  deleteDraftInput,
  type InputOf,
  type OfferedAction,
  saveInput,
} from './input.ts';
import { saveInvoicing } from './invoicing.ts';
import { loadSituation, type Mentioned } from './load-facts.ts';
import { saveOutcome } from './outcome-store.ts';
import { saveQuestions } from './questions-store.ts';
import { deleteDraft, saveDocument } from './save.ts';
import { sendCancellations, startSending } from './sending.ts';
import { lockProcurement, type StoredProcurement, saveChosenApprovers } from './store.ts';

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
  ...(Object.keys(actionInputs) as OfferedAction[]).map(actionCommand),
];

/** What the inputs of all actions have in common, and what some of them mention. */
interface ActionInput extends Enclosures {
  readonly comment?: string | null;
  readonly id: number;
  readonly expected_version?: number;
  readonly person_id?: number | null;
  readonly select_product_id?: number | null;
  readonly send_order_id?: number | null;
  readonly consignee_id?: number | null;
  readonly approver_ids?: readonly number[] | null;
  readonly mention_ids?: readonly number[] | null;
}

function actionCommand(action: OfferedAction): Command {
  const name = `procurement_${action}`;
  return command({
    name,
    input: actionInputs[action],
    result: 'procurement',
    run: (tx, context, input) => takeAction(tx, context, action, input),
  });
}

/** Takes an action in the name of a person, once per key: as the mutation does it, and the REST calls (API-33, API-39). */
export async function takeAction<Action extends OfferedAction>(
  tx: Tx,
  context: Context,
  action: Action,
  input: ActionInput & Repeatable & ProcurementInputs[Action] & InputOf<Action>,
): Promise<{ id: number }> {
  return await once(tx, context, `procurement_${action}`, input, () => runAction(tx, context, action, input));
}

/** What an action sets going beyond the document, in the same transaction. */
const consequences: {
  readonly [Action in OfferedAction]?: (
    tx: Tx,
    context: Context,
    document: StoredProcurement,
    input: InputOf<Action>,
  ) => Promise<void>;
} = { send_order: startSending, cancel: sendCancellations };

/** Check, lock, decide, write, number: in this order, in one transaction. */
async function runAction<Action extends OfferedAction>(
  tx: Tx,
  context: Context,
  action: Action,
  input: ActionInput & ProcurementInputs[Action] & InputOf<Action>,
): Promise<{ id: number }> {
  await checkEnclosures(tx, input);
  const document = await lockProcurement(tx, context, input.id, input.expected_version ?? null);
  const mentioned = mentionedIn(input);
  const situation = await loadSituation(tx, context, document, mentioned);
  const outcome = orRefuse(decide(action, situation, input));
  if (mentioned.approverIds)
    await saveChosenApprovers(tx, context, document.id, situation.facts.approval.chosen);
  await saveOutcome(tx, context, situation, outcome, input);
  await saveQuestions(tx, context, document, outcome, input.comment);
  await consequences[action]?.(tx, context, document, input);
  await notifyOfChange(tx, context, document.storedTimeline, outcome.timeline, input.comment);
  if (action === 'accept') await notifyOfTakeover(tx, document.storedTimeline.id);
  return { id: document.id };
}

function mentionedIn(input: ActionInput): Mentioned {
  return {
    personIds: [
      input.person_id,
      input.select_product_id,
      input.send_order_id,
      input.consignee_id,
      ...(input.mention_ids ?? []),
    ],
    approverIds: input.approver_ids,
  };
}
