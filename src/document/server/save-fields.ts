import { z } from 'zod';
import { orRefuse, type Refusal, Refused, refuse } from '../../base/refusal.ts';
import { type Command, command } from '../../graphql/server/command.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/server/database.ts';
import { once } from '../../platform/server/idempotency.ts';
import type { Occasion, Timeline } from '../../timeline/timeline.ts';
import { changedFields, withAuditEntry } from '../editing.ts';
import type { DocumentFacts } from '../facts.ts';
import { type DocumentFields, malformed, type StoredRow, withGiven } from '../fields.ts';
import type { Abbreviation } from '../number.ts';
import { outcome } from '../outcome.ts';
import { referencedTables } from './field-columns.ts';
import { fieldInputs } from './field-input.ts';
import { approvers, optionalKey, repeatable, version } from './inputs.ts';
import { loadSituation } from './load-facts.ts';
import { saveOutcome } from './outcome-store.ts';
import { checkNewReferences, createDocument, lockSaved, type SavedTarget, saveApprovers } from './save.ts';
import type { LoadedSituation, ServedKind, StoredDocument } from './served-kind.ts';

/** What saving asks of a kind whose documents have fields and no lines. */
export interface FieldSaving<
  D extends StoredDocument,
  F extends DocumentFacts,
  Fields extends DocumentFields,
> {
  readonly fields: Fields;
  /** The entries with which a document begins. */
  readonly begin: (occasion: Occasion) => Timeline | Refusal;
  readonly mayEdit: (situation: LoadedSituation<D, F>) => boolean;
  /** The columns that follow from the fields. */
  readonly derived?: (fields: StoredRow<Fields>) => object;
  /** The number that a document has from the first save on (NUM-04). */
  readonly number?: Abbreviation;
}

interface GivenFields<Fields extends DocumentFields> extends SavedTarget {
  readonly head?: { readonly [Name in keyof Fields]?: StoredRow<Fields>[Name] | null } | null;
  readonly approver_ids?: readonly number[] | null;
}

/** The command `<kind>_save` of a kind whose documents have fields and no lines; without `id` it makes a new one (API-39). */
export function saveFieldsCommand<
  D extends StoredDocument,
  F extends DocumentFacts,
  Fields extends DocumentFields,
>(served: ServedKind<D, F>, saving: FieldSaving<D, F, Fields>): Command {
  const { name: kind } = served.kind;
  const name = `${kind}_save`;
  return command({
    name,
    input: z.object({
      ...repeatable,
      id: optionalKey(),
      expected_version: version().nullish(),
      head: z.object(fieldInputs(saving.fields)).nullish(),
      ...approvers,
    }),
    result: kind,
    run: (tx, context, input) =>
      once(tx, context, name, input, () =>
        saveFields(tx, context, served, saving, input as unknown as GivenFields<Fields>),
      ),
  });
}

/** Saves the fields and the approvers chosen by hand. */
async function saveFields<D extends StoredDocument, F extends DocumentFacts, Fields extends DocumentFields>(
  tx: Tx,
  context: Context,
  served: ServedKind<D, F>,
  saving: FieldSaving<D, F, Fields>,
  input: GivenFields<Fields>,
): Promise<{ id: number }> {
  const { fields } = saving;
  const stored = await lockSaved(tx, context, served, input);
  const writer = tx.as('writer');
  const document = stored ?? (await createDocument(writer, context, served, saving.begin));
  const before = document.head as unknown as StoredRow<Fields>;
  const given = { head: input.head ?? null };
  await checkNewReferences(writer, context, referencedTables(fields), document, given);
  const mentioned = { approverIds: input.approver_ids, locksBudgets: false };
  const situation = await loadSituation(writer, context, served, document, mentioned);
  const after = withGiven(fields, before, input.head ?? {});
  const problems = malformed(fields, after);
  if (problems.length > 0) throw new Refused(refuse('validation_failed', { problems }));
  const edited = { head: fields, lines: {} };
  const changed = changedFields(edited, { head: before, lines: [] }, { head: after, lines: [] });
  const mayEdit = saving.mayEdit(situation);
  const [first] = changed;
  if (first && !mayEdit) throw new Refused(refuse('no_edit_permission', { field: first.path }));
  const hasApprovers =
    Boolean(input.approver_ids) && (await saveApprovers(writer, context, served.kind, situation, mayEdit));
  if (stored && changed.length === 0 && !hasApprovers) return { id: document.id };
  const timeline = changed.length > 0 ? withAuditEntry(situation, changed) : document.timeline;
  const head = { ...after, ...saving.derived?.(after) };
  const takesNumber = stored ? null : (saving.number ?? null);
  const saved = orRefuse(outcome(situation, timeline, { head, takesNumber }));
  await saveOutcome(writer, context, served, situation, saved);
  return { id: document.id };
}
