import { orRefuse, Refused, refuse } from '../../../base/refusal.ts';
import { withGiven } from '../../../document/fields.ts';
import { loadSituation } from '../../../document/server/load-facts.ts';
import { notifyOfChange } from '../../../document/server/notify.ts';
import { takeNumber } from '../../../document/server/numbers.ts';
import { expectLoaded } from '../../../document/server/outcome-store.ts';
import { checkReferences, newReferences } from '../../../document/server/references.ts';
import type { LoadedSituation } from '../../../document/server/served-kind.ts';
import {
  changedColumns,
  lockDocument,
  removeDraft,
  saveChosenApprovers,
  updateHead,
} from '../../../document/server/store.ts';
import { withStandIn } from '../../../document/standing-in.ts';
import { totals } from '../../../document/totals.ts';
import type { Context } from '../../../platform/context.ts';
import { readerRole, type Tx } from '../../../platform/server/database.ts';
import { startTimeline } from '../../../timeline/operations.ts';
import { insertTimeline, saveTimeline } from '../../../timeline/server/store.ts';
import { isContentChange } from '../../../timeline/timeline.ts';
import { contentToSave, type SaveInput as EditedContent, editRights, save } from '../editing.ts';
import type { ProcurementFacts, ProcurementSituation } from '../facts.ts';
import { procurementFields } from '../fields.ts';
import { procurementKind } from '../kind.ts';
import { agreedPrices, contractRefusal } from './contract-orders.ts';
import type { SaveInput } from './input.ts';
import type { MentionedProducts } from './load-facts.ts';
import { addNewRecords } from './new-records.ts';
import { loadCatalogue, mergeLines } from './saved-lines.ts';
import { servedProcurement } from './served.ts';
import { insertDraft, referencedTables, type StoredProcurement, saveLines } from './store.ts';

/** Saves head and lines in one command (PROC-13); without `id` it is a new draft, which gets its DR number (NUM-04). */
export async function saveDocument(tx: Tx, context: Context, input: SaveInput): Promise<{ id: number }> {
  const { id, expected_version } = input;
  if (typeof id !== 'number') {
    const draftId = await createDraft(tx, context);
    const draft = await lockDocument(tx, context, servedProcurement, draftId, null);
    await saveContent(tx, context, draft, input);
    await updateHead(tx, procurementKind, draftId, { draft_number: await takeNumber(tx, 'DR') });
    return { id: draftId };
  }
  if (typeof expected_version !== 'number') {
    const field = 'expected_version';
    throw new Refused(refuse('specific_field_required', { field, values: { field } }));
  }
  await saveContent(
    tx,
    context,
    await lockDocument(tx, context, servedProcurement, id, expected_version),
    input,
  );
  return { id };
}

/** Deletes a draft for good (TASK-18). Once submitted a request keeps its number, so that it can only be cancelled. */
export async function deleteDraft(
  tx: Tx,
  context: Context,
  input: { readonly id: number; readonly expected_version: number },
): Promise<{ id: number }> {
  const { head } = await lockDocument(tx, context, servedProcurement, input.id, input.expected_version);
  if (head.creator_id !== context.userId) throw new Refused(refuse('permission_denied'));
  if (head.status !== 'draft' || head.number !== null) throw new Refused(refuse('step_not_possible'));
  await removeDraft(tx, procurementKind, input.id);
  return { id: input.id };
}

/** A draft with nothing in it but its start; what was typed is saved right after, like any other change. */
async function createDraft(tx: Tx, context: Context): Promise<number> {
  await tx.as('writer');
  const timeline = await insertTimeline(tx, context);
  const id = await insertDraft(tx, context, timeline.id);
  const { now } = await tx.one<{ now: string }>('select clock_timestamp() as now');
  const start = startTimeline({ type: 'start' }, { now, actorId: context.userId, isGroup: () => false });
  await saveTimeline(tx, context, { kind: 'procurement', id }, timeline, start, false);
  await tx.as(readerRole(context));
  return id;
}

async function saveContent(
  tx: Tx,
  context: Context,
  document: StoredProcurement,
  input: SaveInput,
): Promise<void> {
  await checkNewReferences(tx, context, document, input);
  const wanted = input.lines ? await addNewRecords(tx, context, input.lines) : null;
  const catalogue = await loadCatalogue(tx, wanted ?? []);
  const mentioned = { catalogPrices: catalogue, approverIds: input.approver_ids };
  const situation = await loadSituation(tx, context, servedProcurement, document, {
    ...mentioned,
    locksBudgets: false,
  });
  const head = withGiven(procurementFields, document.head, input.head ?? {});
  const agreed = await agreedPrices(tx, head.contract_id, wanted ?? [], situation.facts.decimalPlaces);
  const lines = wanted ? mergeLines(document.lines, wanted, catalogue, agreed) : document.lines;
  const facts = await factsForApproval(tx, context, situation, { head, lines }, mentioned);
  const saved = orRefuse(save({ ...situation, facts }, { head, lines, confirmations: input.confirmations }));
  const outcome = withStandIn({ ...situation, facts }, saved);
  const lineTotals = totals(outcome.lines).lines;
  const pricedLines = outcome.lines.map((line, index) => ({ ...line, ...lineTotals[index] }));
  const changes = await Promise.all([
    updateHead(
      tx,
      procurementKind,
      document.id,
      changedColumns(procurementFields, document.head, { ...outcome.head, status: outcome.status }),
    ),
    saveLines(tx, context, document.id, document.lines, pricedLines),
    input.approver_ids ? saveApprovers(tx, context, document, situation) : false,
  ]);
  const isChanged = changes.includes(true) || isContentChange(document.timeline, outcome.timeline);
  const key = { kind: 'procurement', id: document.id } as const;
  expectLoaded(facts, outcome.timeline);
  await saveTimeline(tx, context, key, document.storedTimeline, outcome.timeline, isChanged);
  await notifyOfChange(tx, context, document.storedTimeline, outcome.timeline);
}

/**
 * The facts by which a change is judged. Where it starts approval again they are those of the request as it will be:
 * of its new suppliers, its new cost centers and its new value (PROC-13, APPR-06, BUD-06).
 */
async function factsForApproval(
  tx: Tx,
  context: Context,
  situation: LoadedSituation<StoredProcurement, ProcurementFacts>,
  content: EditedContent,
  mentioned: MentionedProducts,
): Promise<ProcurementFacts> {
  if (!editRights(situation).startsApprovalAgain) return situation.facts;
  const wanted = orRefuse(contentToSave(situation, content));
  const document = { ...situation.document, ...wanted, head: { ...wanted.head, id: situation.document.id } };
  return (await loadSituation(tx, context, servedProcurement, document, mentioned)).facts;
}

/** Keeps the approvers chosen by hand, and answers whether they are others than before (PROC-14). */
async function saveApprovers(
  tx: Tx,
  context: Context,
  document: StoredProcurement,
  situation: ProcurementSituation,
): Promise<boolean> {
  const { chosen } = situation.facts.approval;
  const stored = await tx.fixed<{ lb_user_id: number }>(
    'select lb_user_id from procurement_approver where procurement_id = $1 and (inserted_manually or inserted_by_group)',
    [document.id],
  );
  const before = new Set(stored.map((row) => row.lb_user_id));
  const after = new Set(chosen.map((approver) => approver.lb_user_id));
  if (before.size === after.size && [...after].every((id) => before.has(id))) return false;
  if (editRights(situation).head !== 'all') {
    throw new Refused(refuse('no_edit_permission', { field: 'approver_ids' }));
  }
  await saveChosenApprovers(tx, context, procurementKind, document.id, chosen);
  return true;
}

/** References are checked with the eyes of the person who sets them (TECH-03). */
async function checkNewReferences(
  tx: Tx,
  context: Context,
  document: StoredProcurement,
  input: SaveInput,
): Promise<void> {
  const stored = new Map(document.lines.map((line) => [line.id, line]));
  const references = [
    ...newReferences(referencedTables, input.head ?? {}, { ...document.head }, 'head.'),
    ...(input.lines ?? []).flatMap((line, position) =>
      newReferences(referencedTables, line, { ...stored.get(line.id ?? null) }, `lines.${position}.`),
    ),
  ];
  if (references.length === 0) return;
  await tx.as(readerRole(context));
  await checkReferences(tx, referencedTables, references);
  const contract = references.find(({ column }) => column === 'contract_id');
  const refusal = contract && (await contractRefusal(tx, contract.id));
  if (refusal) throw new Refused(refusal);
  await tx.as('writer');
}
