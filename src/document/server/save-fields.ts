import { z } from 'zod';
import { isRefusal, orRefuse, type Refusal, Refused, refuse } from '../../base/refusal.ts';
import { type Command, command } from '../../graphql/server/command.ts';
import { type Context, hasRole } from '../../platform/context.ts';
import { firstFailure } from '../../platform/server/database/first-failure.ts';
import type { Tx } from '../../platform/server/database.ts';
import { onceBegun } from '../../platform/server/idempotency.ts';
import { occasionOf } from '../../timeline/flow.ts';
import { change, remark } from '../../timeline/operations.ts';
import { currentEntry, type Occasion, type Timeline } from '../../timeline/timeline.ts';
import { outgrownRemarks, roundProblem } from '../approval/holds.ts';
import { changedFields, type FieldChange, type StoredLine, withAuditEntry } from '../editing.ts';
import type { DocumentFacts } from '../facts.ts';
import { isSameField } from '../field-values.ts';
import { type DocumentFields, fieldNames, malformed, type StoredRow, withGiven } from '../fields.ts';
import type { Abbreviation } from '../number.ts';
import { type Outcome, outcome, type SystemRemark } from '../outcome.ts';
import { referencedTables } from './field-columns.ts';
import { fieldInputs } from './field-input.ts';
import { approvers, optionalKey, repeatable, version } from './inputs.ts';
import { mergedLines, type StoredLines, saveDocumentLines } from './lines-store.ts';
import { loadSituation } from './load-facts.ts';
import { notifyOfChange } from './notify.ts';
import { saveOutcome } from './outcome-store.ts';
import { checkNewReferences, createDocument, lockSaved, type SavedTarget, saveApprovers } from './save.ts';
import type { LoadedSituation, ServedKind, StoredDocument } from './served-kind.ts';

/** More lines than any document has, and few enough to handle at once. */
const maxLines = 2_000;

/** A line in commands: its position and the declared fields of its kind. */
export interface SavedLine extends StoredLine {
  readonly sort_no: number;
}

/** Head and lines of a document, before or after a save. */
export interface SavedContent<Fields extends DocumentFields, Line extends SavedLine> {
  readonly head: StoredRow<Fields>;
  readonly lines: readonly Line[];
}

/** How a kind saves its lines. */
export interface LineSaving<Line extends SavedLine> {
  readonly fields: DocumentFields;
  readonly store: StoredLines;
  /** A line of default values. */
  readonly empty: Line;
  /** Completes a line with derived values. */
  readonly settled: (line: Line) => Line;
}

/** Values derived from head and lines. */
export interface Derived {
  /** Columns of the head. */
  readonly head: object;
  /** Further parts of the kind's outcome. */
  readonly parts?: object;
  /** Further changes outside head and lines. */
  readonly changed?: readonly FieldChange[];
  /** What the person confirmed for this save. */
  readonly remarks?: readonly SystemRemark[];
}

/** How a kind saves its documents. */
export interface FieldSaving<
  D extends StoredDocument,
  F extends DocumentFacts,
  Fields extends DocumentFields,
  Line extends SavedLine = SavedLine,
> {
  readonly fields: Fields;
  readonly lines?: LineSaving<Line> & { readonly of: (document: D) => readonly Line[] };
  /** Further command input. */
  readonly beside?: z.ZodRawShape;
  /** Who may create documents; everybody by default. */
  readonly mayBegin?: (context: Context) => true | Refusal;
  /** The first timeline entries of a document. */
  readonly begin: (occasion: Occasion) => Timeline | Refusal;
  readonly mayEdit: (situation: LoadedSituation<D, F>) => boolean;
  /** Refuses changes that are impossible after an outward step; `after` is the new content. */
  readonly fixedProblem?: (document: D, after: SavedContent<Fields, Line>) => Refusal | null;
  /** Whether the timeline records the change even if the assignee makes it (INV-30, CON-39, TL-27). */
  readonly isAlwaysReported?: (document: D, changed: readonly FieldChange[]) => boolean;
  /** Locks further records that change with the document, before anything is written. */
  readonly hold?: (tx: Tx, before: SavedContent<Fields, Line>, after: SavedContent<Fields, Line>) => void;
  /** `given` is the command input, `context` the acting person; `tx` is the writer. */
  readonly derived?: (
    situation: LoadedSituation<D, F>,
    content: SavedContent<Fields, Line>,
    given: object,
    context: Context,
    tx: Tx,
  ) => Derived | Promise<Derived>;
  /**
   * Chooses approvers again if the content changed during their approval; `situation` is the one after the change
   * (APPR-10).
   */
  readonly restartApproval: (situation: LoadedSituation<D, F>) => Outcome | Refusal;
  /** The number assigned by the first save (NUM-04). */
  readonly number?: Abbreviation;
}

interface GivenContent<Fields extends DocumentFields> extends SavedTarget {
  readonly head?: { readonly [Name in keyof Fields]?: StoredRow<Fields>[Name] | null } | null | undefined;
  readonly lines?: readonly { readonly id?: number | null | undefined }[] | null | undefined;
  readonly approver_ids?: readonly number[] | null | undefined;
}

/** The command `<kind>_save`; creates a document without an `id` (API-39). Undefined input is left unchanged. */
export function saveFieldsCommand<
  D extends StoredDocument,
  F extends DocumentFacts,
  Fields extends DocumentFields,
  Line extends SavedLine = SavedLine,
>(served: ServedKind<D, F>, saving: FieldSaving<D, F, Fields, Line>): Command {
  const { name: kind } = served.kind;
  const name = `${kind}_save`;
  const line = saving.lines && z.object({ id: optionalKey(), ...fieldInputs(saving.lines.fields) });
  return command({
    name,
    input: z.object({
      ...repeatable,
      id: optionalKey(),
      expected_version: version().nullish(),
      head: z.object(fieldInputs(saving.fields)).nullish(),
      ...(line ? { lines: z.array(line).max(maxLines).nullish() } : {}),
      ...saving.beside,
      ...approvers,
    }),
    result: kind,
    run: (tx, context, input) =>
      onceBegun(tx, context, {
        command: name,
        input,
        known: null,
        begin: () => lockSaved(tx, context, served, input as SavedTarget),
        run: (stored) =>
          saveContent(tx, context, served, saving, input as unknown as GivenContent<Fields>, stored),
      }),
  });
}

/** Saves head, lines and manually chosen approvers. */
async function saveContent<
  D extends StoredDocument,
  F extends DocumentFacts,
  Fields extends DocumentFields,
  Line extends SavedLine,
>(
  tx: Tx,
  context: Context,
  served: ServedKind<D, F>,
  saving: FieldSaving<D, F, Fields, Line>,
  input: GivenContent<Fields>,
  stored: D | undefined,
): Promise<{ id: number }> {
  const begins = stored ? true : (saving.mayBegin?.(context) ?? true);
  if (begins !== true) throw new Refused(begins);
  const writer = tx.as('writer');
  const document = stored ?? (await createDocument(writer, context, served, saving.begin));
  const before: SavedContent<Fields, Line> = {
    head: document.head as unknown as StoredRow<Fields>,
    lines: saving.lines?.of(document) ?? [],
  };
  const given = { head: input.head ?? null, lines: input.lines ?? null };
  const tables = { ...referencedTables(saving.fields), ...referencedTables(saving.lines?.fields ?? {}) };
  const mentioned = { approverIds: input.approver_ids, locksBudgets: false };
  const [, situation] = await firstFailure(
    checkNewReferences(writer, context, tables, { ...document, lines: before.lines }, given),
    loadSituation(writer, context, served, document, mentioned),
  );
  const after = contentAfter(context, saving, before, input);
  const derived = (await saving.derived?.(situation, after, input, context, writer)) ?? { head: {} };
  const head = { ...after.head, ...derived.head };
  const changed = [
    ...changedContent(saving, before, after).filter((typed) =>
      staysChanged(typed, saving.fields, before.head, head),
    ),
    ...(derived.changed ?? []),
  ];
  const mayEdit = saving.mayEdit(situation);
  const [first] = changed;
  if (first && !mayEdit) throw new Refused(refuse('no_edit_permission', { field: first.path }));
  const fixed = saving.fixedProblem?.(document, after);
  if (fixed) throw new Refused(fixed);
  const hasApprovers =
    Boolean(input.approver_ids) && (await saveApprovers(writer, context, served.kind, situation, mayEdit));
  if (stored && changed.length === 0 && !hasApprovers) return { id: document.id };
  const timeline = editedTimeline(saving, situation, changed, derived);
  saving.hold?.(writer, before, after);
  if (saving.lines) {
    const lines = { stored: before.lines, lines: after.lines };
    saveDocumentLines(writer, context, saving.lines.store, document.id, lines);
  }
  const takesNumber = stored ? null : (saving.number ?? null);
  const written = outcome(situation, timeline, { ...derived.parts, head, takesNumber });
  const become = documentAfter(served, saving, document, after.lines, orRefuse(written));
  const noted = await withApproval(
    writer,
    context,
    served,
    saving,
    { ...situation, document: become },
    input,
  );
  const saved = { ...orRefuse(written), ...noted };
  const kept = { ...situation, document: { ...become, timeline: document.timeline } };
  await saveOutcome(writer, context, served, kept, saved);
  if (noted.status) notifyOfChange(writer, context, document.storedTimeline, saved.timeline);
  return { id: document.id };
}

/** Whether a typed value is still another one after what follows from the others: an emptied end may be computed again. */
function staysChanged(
  { path, field }: FieldChange,
  fields: DocumentFields,
  before: object,
  head: object,
): boolean {
  if (path !== field) return true;
  const valueIn = (row: object): unknown => new Map<string, unknown>(Object.entries(row)).get(field) ?? null;
  return !isSameField(fields, field, valueIn(before), valueIn(head));
}

/** The timeline with the edit, where it is reported, and with what the person confirmed. */
function editedTimeline<
  D extends StoredDocument,
  F extends DocumentFacts,
  Fields extends DocumentFields,
  Line extends SavedLine,
>(
  { isAlwaysReported }: FieldSaving<D, F, Fields, Line>,
  situation: LoadedSituation<D, F>,
  changed: readonly FieldChange[],
  { remarks = [] }: Derived,
): Timeline | Refusal {
  const { document } = situation;
  if (changed.length === 0) return document.timeline;
  const edited = withAuditEntry(situation, changed, isAlwaysReported?.(document, changed));
  const confirmed = remarks.map((one) => remark(one));
  return isRefusal(edited) ? edited : change(edited, occasionOf(situation), ...confirmed);
}

/** The document after a save. */
function documentAfter<
  D extends StoredDocument,
  F extends DocumentFacts,
  Fields extends DocumentFields,
  Line extends SavedLine,
>(
  served: ServedKind<D, F>,
  saving: FieldSaving<D, F, Fields, Line>,
  document: D,
  lines: readonly Line[],
  made: Outcome,
): D {
  const head = { ...document.head, ...made.head };
  const become = { ...document, ...(saving.lines ? { lines } : {}), head, timeline: made.timeline };
  return served.after?.(become, made) ?? become;
}

/**
 * The effect of a change on approvals (APPR-18): during an approval, approvers are chosen again; otherwise the
 * timeline records the differences from the approval.
 *
 * @param situation with the new document and the facts from before
 */
async function withApproval<
  D extends StoredDocument,
  F extends DocumentFacts,
  Fields extends DocumentFields,
  Line extends SavedLine,
>(
  tx: Tx,
  context: Context,
  served: ServedKind<D, F>,
  saving: FieldSaving<D, F, Fields, Line>,
  situation: LoadedSituation<D, F>,
  { approver_ids: approverIds }: GivenContent<Fields>,
): Promise<Partial<Outcome>> {
  const { document } = situation;
  const content = served.covers(document);
  const isInApproval = currentEntry(document.timeline)?.type === served.kind.entries.approval;
  if (isInApproval && roundProblem(situation, content) !== null) {
    const { facts } = await loadSituation(tx, context, served, document, { approverIds });
    const { timeline, status, isApprovalUnneeded } = orRefuse(
      saving.restartApproval({ ...situation, facts }),
    );
    return { timeline, status, ...(isApprovalUnneeded ? { isApprovalUnneeded } : {}) };
  }
  const noted = outgrownRemarks(situation, content).map((one) => remark(one));
  return { timeline: orRefuse(change(document.timeline, occasionOf(situation), ...noted)) };
}

/** The new head and lines; refuses values that cannot be stored. */
function contentAfter<
  D extends StoredDocument,
  F extends DocumentFacts,
  Fields extends DocumentFields,
  Line extends SavedLine,
>(
  context: Context,
  saving: FieldSaving<D, F, Fields, Line>,
  before: SavedContent<Fields, Line>,
  input: GivenContent<Fields>,
): SavedContent<Fields, Line> {
  const { fields, lines: kept } = saving;
  const seesPrices = hasRole(context, 'user-price');
  const typed = withGiven(fields, before.head, input.head ?? {});
  const head = seesPrices ? typed : { ...typed, ...pricesOf(fields, before.head) };
  const lines = kept && input.lines ? linesAfter(kept, before.lines, input.lines, seesPrices) : null;
  const problems = [
    ...malformed(fields, head),
    ...(lines ?? []).flatMap((line, place) => malformed(kept?.fields ?? {}, line, `lines.${place}.`)),
  ];
  if (problems.length > 0) throw new Refused(refuse('validation_failed', { problems }));
  return { head, lines: lines ?? before.lines };
}

function linesAfter<Line extends SavedLine>(
  kept: LineSaving<Line>,
  before: readonly Line[],
  given: NonNullable<GivenContent<DocumentFields>['lines']>,
  seesPrices: boolean,
): readonly Line[] {
  const wanted = mergedLines(kept, before, given);
  if (seesPrices) return wanted.map(kept.settled);
  const known = new Map(before.map((line) => [line.id, line]));
  return wanted.map((line) => ({ ...line, ...pricesOf(kept.fields, known.get(line.id) ?? kept.empty) }));
}

/** People without prices do not change them (ROLE-07). */
function pricesOf(fields: DocumentFields, row: object): object {
  const prices = fieldNames(fields).filter((name) => fields[name]?.price);
  return Object.fromEntries(prices.map((name) => [name, Reflect.get(row, name)]));
}

function changedContent<
  D extends StoredDocument,
  F extends DocumentFacts,
  Fields extends DocumentFields,
  Line extends SavedLine,
>(
  { fields, lines }: FieldSaving<D, F, Fields, Line>,
  before: SavedContent<Fields, Line>,
  after: SavedContent<Fields, Line>,
): readonly FieldChange[] {
  const edited = { head: fields, lines: lines?.fields ?? {}, beside: lines ? ['sort_no'] : [] };
  return changedFields(edited, before, after);
}
