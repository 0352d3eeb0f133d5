import { orRefuse, Refused, refuse } from '../../../base/refusal.ts';
import { withGiven } from '../../../document/fields.ts';
import { confirmedRemarks, type SystemRemark } from '../../../document/outcome.ts';
import { keepApproval } from '../../../document/server/approval-records.ts';
import { loadSituation } from '../../../document/server/load-facts.ts';
import { notifyOfChange } from '../../../document/server/notify.ts';
import { nextNumber } from '../../../document/server/numbers.ts';
import { expectLoaded } from '../../../document/server/outcome-store.ts';
import { checkNewReferences, createDocument, saveApprovers } from '../../../document/server/save.ts';
import type { LoadedSituation } from '../../../document/server/served-kind.ts';
import { changedColumns, loadDocument, removeDraft, updateHead } from '../../../document/server/store.ts';
import { withSubstitute } from '../../../document/substitution.ts';
import { totals } from '../../../document/totals.ts';
import type { Context } from '../../../platform/context.ts';
import { firstFailure } from '../../../platform/server/database/first-failure.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { change, remark, startTimeline } from '../../../timeline/operations.ts';
import { saveTimeline } from '../../../timeline/server/store.ts';
import { isContentChange } from '../../../timeline/timeline.ts';
import { dropCarts, hasWaitingItems } from '../../punchout/server/store.ts';
import {
  contentToSave,
  type SaveInput as EditedContent,
  editRights,
  isDueAgain,
  save,
  type TypedLine,
} from '../editing.ts';
import type { ProcurementFacts } from '../facts.ts';
import { procurementFields } from '../fields.ts';
import { procurementKind } from '../kind.ts';
import type { ProcurementFields } from '../model.ts';
import { agreedPrices, contractRefusal } from './contract-orders.ts';
import { findAccounts } from './found-accounts.ts';
import type { SaveInput } from './input.ts';
import type { MentionedProducts } from './load-facts.ts';
import { addNewRecords } from './new-records.ts';
import { loadCatalogue, mergeLines, typedLines } from './saved-lines.ts';
import { servedProcurement } from './served.ts';
import { cancelAtShops } from './shop-cancellation.ts';
import { holdOrder, referencedTables, type StoredProcurement, saveLines } from './store.ts';

/**
 * Saves head and lines of a locked request (PROC-13). Without a stored request it creates a draft with a DR number
 * (NUM-04) and the remarks `reported`.
 */
export async function saveDocument(
  tx: Tx,
  context: Context,
  stored: StoredProcurement | undefined,
  input: SaveInput,
  reported: readonly SystemRemark[] = [],
): Promise<{ id: number }> {
  const writer = tx.as('writer');
  if (stored) {
    await saveContent(writer, context, stored, input);
    return { id: stored.id };
  }
  const draft = await createDocument(writer, context, servedProcurement, (occasion) =>
    change(startTimeline({ type: 'start' }, occasion), occasion, ...reported.map((one) => remark(one))),
  );
  await saveContent(writer, context, draft, input, { draft_number: nextNumber('DR') });
  return { id: draft.id };
}

/** Deletes a locked draft permanently (TASK-18), also a withdrawn one; its number is not reused (NUM-04). */
export async function deleteDraft(
  tx: Tx,
  context: Context,
  { id, head }: StoredProcurement,
): Promise<{ id: number }> {
  if (head.creator_id !== context.userId) throw new Refused(refuse('permission_denied'));
  if (head.status !== 'draft') throw new Refused(refuse('step_not_possible'));
  if (head.legal_hold !== null) throw new Refused(refuse('document_held'));
  await removeDraft(tx.as('writer'), procurementKind, id);
  return { id };
}

/**
 * Runs as writer. `numbered` takes the number of a new document after all checks, as it blocks other transactions until
 * commit.
 */
async function saveContent(
  tx: Tx,
  context: Context,
  document: StoredProcurement,
  input: SaveInput,
  numbered: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { approver_ids: approverIds } = input;
  const head = withGiven(procurementFields, document.head, input.head ?? {});
  // These queries are independent.
  const [, { wanted, catalogue, fill }, { facts, ...loaded }] = await firstFailure(
    checkNewReferences(tx, context, referencedTables, document, input, async (reader, references) => {
      const contract = references.find(({ column }) => column === 'contract_id');
      return contract && contractRefusal(reader, contract.id);
    }),
    wantedLines(tx, context, document, head, input),
    loadSituation(tx, context, servedProcurement, document, { approverIds, locksBudgets: false }),
  );
  const mentioned = { catalogPrices: catalogue, approverIds };
  const situation = { ...loaded, facts: { ...facts, catalogPrices: catalogue } };
  const agreed = await agreedPrices(tx, head, wanted ?? [], situation.facts.decimalPlaces);
  const lines = wanted ? fill(mergeLines(document.lines, wanted, catalogue, agreed)) : document.lines;
  const content = { head, lines, confirmations: input.confirmations };
  // New requests have no carts.
  const isOtherCompany = input.id != null && head.client_id !== document.head.client_id;
  if (isOtherCompany) await askAboutCarts(tx, situation, input);
  await keepContent(tx, context, situation, { content, mentioned, numbered });
  if (!isOtherCompany) return;
  await dropCarts(tx, document.id);
  if (document.orders.some(({ marketplace_id }) => marketplace_id !== null)) {
    await cancelAtShops(tx, context, await loadDocument(tx, servedProcurement, document.id));
  }
}

/** The lines to save, with the ids of new records, their catalogue products and their accounts. */
async function wantedLines(
  tx: Tx,
  context: Context,
  document: StoredProcurement,
  head: ProcurementFields,
  { lines }: SaveInput,
) {
  const wanted = lines ? await addNewRecords(tx, context, lines) : null;
  const [catalogue, fill] = await firstFailure(
    loadCatalogue(tx, wanted ?? []),
    findAccounts(tx, head, document.lines, typedLines(document.lines, wanted ?? [])),
  );
  return { wanted, catalogue, fill };
}

/** A change of company drops waiting cart items like marketplace lines, after the same question (PUN-12). */
async function askAboutCarts(
  tx: Tx,
  situation: LoadedSituation<StoredProcurement, ProcurementFacts>,
  { confirmations }: SaveInput,
): Promise<void> {
  const { id, lines } = situation.document;
  const isAskedAnyway = lines.some((line) => line.punchout_cart_id !== null);
  if (isAskedAnyway || !(await hasWaitingItems(tx, id))) return;
  orRefuse(confirmedRemarks(situation, 'save', [{ code: 'punchout_company_change' }], confirmations));
}

/** The options for loading a situation for `saveOwnLines`. */
export const mentionedByLines: MentionedProducts = { catalogPrices: new Map(), locksBudgets: false };

/** Saves lines that were not typed in a form, such as cart lines, by default with the present head (PUN-07). Runs as writer. */
export async function saveOwnLines(
  tx: Tx,
  context: Context,
  situation: LoadedSituation<StoredProcurement, ProcurementFacts>,
  lines: readonly TypedLine[],
  confirmations: EditedContent['confirmations'],
  head: ProcurementFields = situation.document.head,
): Promise<void> {
  const fill = await findAccounts(tx, head, situation.document.lines, lines);
  const content = { head, lines: fill(lines), confirmations };
  const mentioned = { catalogPrices: new Map(), approverIds: undefined };
  await keepContent(tx, context, situation, { content, mentioned, numbered: {} });
}

interface KeptContent {
  readonly content: EditedContent;
  readonly mentioned: MentionedProducts;
  readonly numbered: Readonly<Record<string, string>>;
}

async function keepContent(
  tx: Tx,
  context: Context,
  situation: LoadedSituation<StoredProcurement, ProcurementFacts>,
  { content, mentioned, numbered }: KeptContent,
): Promise<void> {
  const { document } = situation;
  const { approverIds } = mentioned;
  const facts = await factsForApproval(tx, context, situation, content, mentioned);
  const saved = orRefuse(save({ ...situation, facts }, content));
  const outcome = withSubstitute({ ...situation, facts }, saved);
  const lineTotals = totals(outcome.lines).lines;
  const pricedLines = outcome.lines.map((line, index) => ({ ...line, ...lineTotals[index] }));
  holdOrder(tx, document.id);
  const hasLines = saveLines(tx, context, document.id, document.lines, pricedLines);
  const mayChoose = editRights(situation).head === 'all';
  const hasApprovers =
    Boolean(approverIds) && (await saveApprovers(tx, context, procurementKind, situation, mayChoose));
  const changed = changedColumns(procurementFields, document.head, {
    ...outcome.head,
    status: outcome.status,
  });
  const isChanged =
    Object.keys(changed).length > 0 ||
    hasLines ||
    hasApprovers ||
    isContentChange(document.timeline, outcome.timeline);
  const key = { kind: 'procurement', id: document.id } as const;
  expectLoaded(facts, outcome.timeline);
  saveTimeline(tx, context, key, document.storedTimeline, outcome.timeline, isChanged);
  keepApproval(tx, servedProcurement, { ...situation, facts }, outcome);
  updateHead(tx, procurementKind, document.id, changed, { computed: numbered, filled: procurementFields });
  notifyOfChange(tx, context, { ...document.storedTimeline, timeline: document.timeline }, outcome.timeline);
}

/**
 * The facts for checking a change. If it restarts approval, they are those of the changed request, with its new
 * suppliers, cost centers and value (PROC-13, APPR-06, BUD-06).
 */
async function factsForApproval(
  tx: Tx,
  context: Context,
  situation: LoadedSituation<StoredProcurement, ProcurementFacts>,
  content: EditedContent,
  mentioned: MentionedProducts,
): Promise<ProcurementFacts> {
  const wanted = orRefuse(contentToSave(situation, content));
  const document = { ...situation.document, ...wanted, head: { ...wanted.head, id: situation.document.id } };
  const { startsApprovalAgain } = editRights(situation);
  if (!startsApprovalAgain && !isDueAgain({ ...situation, document })) return situation.facts;
  return (await loadSituation(tx, context, servedProcurement, document, mentioned)).facts;
}
