import { orRefuse, type Refusal, Refused, refuse } from '../../base/refusal.ts';
import { defaultCurrency } from '../../platform/constants.ts';
import type { Context } from '../../platform/context.ts';
import { readerRole } from '../../platform/server/database/entrance.ts';
import type { Tx } from '../../platform/server/database.ts';
import { newTimeline } from '../../timeline/server/store.ts';
import type { Occasion, Timeline } from '../../timeline/timeline.ts';
import { chosenGroupProblem } from '../approval/choice.ts';
import type { DocumentFacts } from '../facts.ts';
import type { Kind } from '../kind.ts';
import type { Outcome } from '../outcome.ts';
import { checkReferences, newReferences, type Reference, type ReferencedTables } from './references.ts';
import type { LoadedSituation, ServedKind, StoredDocument } from './served-kind.ts';
import { lockDocument, saveChosenApprovers, withTimeline } from './store.ts';

/** The target of a save: none for a new document, else its id and the version that was read (LOCK-01). */
export interface SavedTarget {
  readonly id?: number | null | undefined;
  readonly expected_version?: number | null | undefined;
}

/** Locks the document of a save; undefined for a new one. */
export async function lockSaved<D extends StoredDocument, F extends DocumentFacts, O extends Outcome>(
  tx: Tx,
  context: Context,
  served: ServedKind<D, F, O>,
  { id, expected_version }: SavedTarget,
): Promise<D | undefined> {
  if (typeof id !== 'number') return undefined;
  if (typeof expected_version !== 'number') {
    const field = 'expected_version';
    throw new Refused(refuse('specific_field_required', { field, values: { field } }));
  }
  return await lockDocument(tx, context, served, id, expected_version);
}

const currencyOfMaker = `coalesce((select c.currency from lb_user u join client c on c.id = u.client_id where u.id = $2), '${defaultCurrency}')`;

/**
 * Creates an empty document with its first entries, in the currency of its creator's company. The save that follows
 * writes content and entries like any other change. Runs as writer.
 */
export async function createDocument<D extends StoredDocument, F extends DocumentFacts, O extends Outcome>(
  tx: Tx,
  context: Context,
  served: ServedKind<D, F, O>,
  start: (occasion: Occasion) => Timeline | Refusal,
): Promise<D> {
  const { name, hasCurrency } = served.kind;
  const { id, timeline_id, now } = await tx.one<{ id: number; timeline_id: number; now: string }>(
    `with begun as (insert into timeline (tenant_id, changed_by_id) values ($1, $2) returning id)
     insert into ${name} (tenant_id, timeline_id, creator_id ${hasCurrency ? ', currency' : ''})
     select $1, begun.id, $2 ${hasCurrency ? `, ${currencyOfMaker}` : ''} from begun
     returning id, timeline_id, clock_timestamp() as now`,
    [context.tenantId, context.userId],
  );
  const timeline = orRefuse(start({ now, actorId: context.userId, isGroup: () => false }));
  const stored = Promise.resolve({ ...newTimeline, id: timeline_id });
  // The following save determines and stores the timeline.
  return { ...(await withTimeline(stored, served.load(tx, id))), timeline };
}

/** Saves manually chosen approvers if they changed; returns whether they did (PROC-14). */
export async function saveApprovers(
  tx: Tx,
  context: Context,
  kind: Kind,
  situation: LoadedSituation,
  mayChoose: boolean,
): Promise<boolean> {
  const { document } = situation;
  const { chosen } = situation.facts.approval;
  const isNew = document.storedTimeline.timeline.entries.length === 0;
  const stored = isNew
    ? []
    : await tx.fixed<{ lb_user_id: number }>(
        `select lb_user_id from ${kind.name}_approver where ${kind.name}_id = $1 and (inserted_manually or inserted_by_group)`,
        [document.id],
      );
  const before = new Set(stored.map((row) => row.lb_user_id));
  const after = new Set(chosen.map((approver) => approver.lb_user_id));
  if (before.size === after.size && [...after].every((id) => before.has(id))) return false;
  if (!mayChoose) throw new Refused(refuse('no_edit_permission', { field: 'approver_ids' }));
  const problem = chosenGroupProblem(situation);
  if (problem !== null) throw new Refused(problem);
  saveChosenApprovers(tx, context, kind, document.id, chosen);
  return true;
}

/** Head and lines of a command; undefined is left unchanged. */
export interface GivenContent {
  readonly head?: object | null | undefined;
  readonly lines?: readonly { readonly id?: number | null | undefined }[] | null | undefined;
}

/**
 * Refuses new references to records that the person cannot see (TECH-03). `further` makes checks of the kind first,
 * as reader.
 */
export async function checkNewReferences(
  tx: Tx,
  context: Context,
  tables: ReferencedTables,
  stored: { readonly head: object; readonly lines?: readonly { readonly id: number | null }[] },
  given: GivenContent,
  further: (reader: Tx, references: readonly Reference[]) => Promise<Refusal | null | undefined> = async () =>
    null,
): Promise<void> {
  const lines = new Map((stored.lines ?? []).map((line) => [line.id, line]));
  const references = [
    ...newReferences(tables, { ...given.head }, { ...stored.head }, 'head.'),
    ...(given.lines ?? []).flatMap((line, position) =>
      newReferences(tables, { ...line }, { ...lines.get(line.id ?? null) }, `lines.${position}.`),
    ),
  ];
  if (references.length === 0) return;
  const reader = tx.as(readerRole(context));
  const refusal = await further(reader, references);
  if (refusal) throw new Refused(refusal);
  await checkReferences(reader, tables, references);
}
