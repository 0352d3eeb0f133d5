import { z } from 'zod';
import { orRefuse, Refused, refuse } from '../../../base/refusal.ts';
import { changedFields, withAuditEntry } from '../../../document/editing.ts';
import type { DocumentFacts } from '../../../document/facts.ts';
import { fieldsOf } from '../../../document/field-values.ts';
import { fieldNames, withGiven } from '../../../document/fields.ts';
import { outcome } from '../../../document/outcome.ts';
import { documentActions } from '../../../document/server/commands.ts';
import { referencedTables } from '../../../document/server/field-columns.ts';
import { fieldInputs } from '../../../document/server/field-input.ts';
import {
  approvers,
  comment,
  confirmable,
  onDocument,
  optionalKey,
  person,
  repeatable,
  sharedInputs,
  task,
  version,
} from '../../../document/server/inputs.ts';
import { loadSituation } from '../../../document/server/load-facts.ts';
import { saveOutcome } from '../../../document/server/outcome-store.ts';
import {
  checkNewReferences,
  createDocument,
  lockSaved,
  saveApprovers,
} from '../../../document/server/save.ts';
import { type Command, command } from '../../../graphql/server/command.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { once } from '../../../platform/server/idempotency.ts';
import { change, forwardToNext, insertNext, startTimeline } from '../../../timeline/operations.ts';
import { invoiceFields } from '../fields.ts';
import { invoiceKind } from '../kind.ts';
import { totalsOf, typingProblems } from '../rules.ts';
import { editRights, type InvoiceInputs, type InvoiceOutcome, invoiceFlow } from '../steps.ts';
import { type StoredInvoice, servedInvoice } from './served.ts';

/** Without `id` a new invoice. */
export const saveInput = z.object({
  ...repeatable,
  id: optionalKey(),
  expected_version: version().nullish(),
  head: z.object(fieldInputs(invoiceFields)).nullish(),
  ...approvers,
});

const forward = z.object({ ...onDocument, ...confirmable, ...comment, ...person });

/** The inputs of the actions of `steps.ts`, by action; they are the arguments of the API as well. */
export const actionInputs = {
  ...sharedInputs,
  to_approval: forward,
  to_accounting: forward,
  to_export: task,
  discard: task,
} as const satisfies { readonly [Action in keyof InvoiceInputs]: z.ZodType<InvoiceInputs[Action]> };

const actions = documentActions<typeof actionInputs, StoredInvoice, DocumentFacts, InvoiceOutcome>(
  servedInvoice,
  { inputs: actionInputs, flow: invoiceFlow },
);

/** The commands of supplier invoices (API-39): saving, and one per action of the flow. */
export const invoiceCommands: readonly Command[] = [
  command({
    name: 'invoice_save',
    input: saveInput,
    result: 'invoice',
    run: (tx, context, input) =>
      once(tx, context, 'invoice_save', input, () => saveInvoice(tx, context, input)),
  }),
  ...actions.commands,
];

/** Saves the fields of an invoice; a new one gets its number and the manual check of whoever typed it (NUM-04). */
async function saveInvoice(
  tx: Tx,
  context: Context,
  input: z.output<typeof saveInput>,
): Promise<{ id: number }> {
  const stored = await lockSaved(tx, context, servedInvoice, input);
  const document = stored ?? (await createInvoice(tx, context));
  await checkNewReferences(tx, context, referencedTables(invoiceFields), document, input);
  const situation = await loadSituation(tx, context, servedInvoice, document, {
    approverIds: input.approver_ids,
    locksBudgets: false,
  });
  const fields = withGiven(invoiceFields, document.head, input.head ?? {});
  const problems = typingProblems(fields);
  if (problems.length > 0) throw new Refused(refuse('validation_failed', { problems }));
  const head = { ...document.head, ...fields, ...totalsOf(fields) };
  const changed = changedFields(
    { head: invoiceFields, lines: {} },
    { head: document.head, lines: [] },
    { head, lines: [] },
  );
  const rights = editRights(situation);
  const [first] = changed;
  if (first && rights.head !== 'all') throw new Refused(refuse('no_edit_permission', { field: first.path }));
  const hasApprovers =
    Boolean(input.approver_ids) &&
    (await saveApprovers(tx, context, invoiceKind, situation, rights.head === 'all'));
  if (stored && changed.length === 0 && !hasApprovers) return { id: document.id };
  const timeline = changed.length > 0 ? withAuditEntry(situation, changed) : document.timeline;
  const written = { ...fieldsOf(head, fieldNames(invoiceFields)), ...totalsOf(fields) };
  const saved = orRefuse(
    outcome(situation, timeline, { head: written, takesNumber: stored ? null : ('IN' as const) }),
  );
  await saveOutcome(tx, context, servedInvoice, situation, saved);
  return { id: document.id };
}

/** What is typed by hand needs no recognition, and is checked by whoever typed it (TL-23). */
async function createInvoice(tx: Tx, context: Context): Promise<StoredInvoice> {
  return await createDocument(tx, context, servedInvoice, (occasion) => {
    const begun = startTimeline({ type: 'invoice-upload' }, occasion);
    const check = insertNext({ type: 'invoice-manual-check', lbUserId: context.userId });
    return change(begun, occasion, check, forwardToNext({ status: 'upload' }));
  });
}
