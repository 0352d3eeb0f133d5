import { GraphQLInt, GraphQLNonNull, GraphQLObjectType } from 'graphql';
import { z } from 'zod';
import { isRefusal, Refused, refuse } from '../../base/refusal.ts';
import { type Command, command, type QueryFunction, queryFunction } from '../../graphql/server/command.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/server/database.ts';
import { once } from '../../platform/server/idempotency.ts';
import { startTypes } from '../../timeline/kinds.ts';
import type { LinkCounts } from '../hand-over.ts';
import { handOverTasks } from '../substitution.ts';
import { handOverLinks, linkCounts } from './approvers-store.ts';
import { key } from './inputs.ts';
import { loadSituation } from './load-facts.ts';
import { notifyOfChange } from './notify.ts';
import { saveOutcome } from './outcome-store.ts';
import type { ServedKind, StoredDocument } from './served-kind.ts';
import { lockDocument } from './store.ts';

/**
 * The current and future tasks of a person ($1), except drafts ($2 their entry types), which stay with their creator.
 */
export const isLeft = `coalesce(for_user_id, lb_user_id) = $1
  and text_type in ('present', 'assignment', 'future') and type <> all ($2)`;

/** The number of things that a leaving person has (ADM-10). */
interface HandOverCounts extends LinkCounts {
  readonly open_tasks: number;
  /** Planned steps of running documents. */
  readonly later_tasks: number;
  /** Documents that the person is responsible for without a task. */
  readonly kept_documents: number;
}

const count = { type: new GraphQLNonNull(GraphQLInt) };
const countsType = new GraphQLObjectType({
  name: 'hand_over_counts',
  description:
    'Numbers of tasks, documents, role defaults and approver links that a hand-over would move (ADM-10).',
  fields: {
    open_tasks: count,
    later_tasks: count,
    kept_documents: count,
    role_defaults: count,
    approver_links: count,
  },
});

/** Counts what `lb_user_hand_over` would move, for its dialog. */
export const handOverCounts = (kinds: readonly ServedKind[]): QueryFunction =>
  queryFunction({
    name: 'lb_user_hand_over_counts',
    description: 'Counts the tasks and links of this person that a hand-over would move; for administrators.',
    input: z.object({ from_id: key() }),
    output: countsType,
    kinds: ['admin'],
    run: async (tx, _context, { from_id }): Promise<HandOverCounts> => {
      await tx.one('select id from lb_user where id = $1', [from_id]);
      const writer = tx.as('writer');
      const [tasks, kept_documents, links] = await Promise.all([
        writer.one<Pick<HandOverCounts, 'open_tasks' | 'later_tasks'>>(
          `select (count(*) filter (where text_type <> 'future'))::integer as open_tasks,
                (count(*) filter (where text_type = 'future'))::integer as later_tasks
         from timeline_entry where ${isLeft}`,
          [from_id, startTypes],
        ),
        countKept(writer, kinds, from_id),
        linkCounts(writer, from_id),
      ]);
      return { ...tasks, kept_documents, ...links };
    },
  });

/** The number of documents of all kinds that a person is responsible for. Runs as writer. */
export async function countKept(tx: Tx, kinds: readonly ServedKind[], personId: number): Promise<number> {
  const counts = await Promise.all(kinds.map(({ keeping }) => keeping?.count(tx, personId) ?? 0));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Transfers all tasks and responsibilities of a leaving person to another person, in one step (ADM-10). */
export function handOverCommand(kinds: readonly ServedKind[]): Command {
  return command({
    name: 'lb_user_hand_over',
    description:
      'Moves open tasks, future steps, responsibilities, role defaults and approver links from one person to another; for administrators. ' +
      'Keeps items that the other person may not receive; `lb_user_hand_over_plan` lists them with the reason. `afterwards` blocks or deactivates the first person in the same transaction.',
    input: z.object({
      idempotency_key: z.uuid(),
      from_id: key(),
      to_id: key(),
      afterwards: z.enum(['block', 'deactivate']).optional(),
    }),
    result: 'lb_user',
    kinds: ['admin'],
    run: (tx, context, input) =>
      once(tx, context, 'lb_user_hand_over', input, async () => {
        await handOver(tx, context, kinds, input.from_id, input.to_id);
        const { from_id: from, afterwards } = input;
        if (afterwards)
          await tx.as('writer').query(`update lb_user set ${leaving[afterwards]} where id = $1`, [from]);
        return { id: input.from_id };
      }),
  });
}

const leaving = { block: 'blocked = true', deactivate: 'active = false' } as const;

async function handOver(
  tx: Tx,
  context: Context,
  kinds: readonly ServedKind[],
  from: number,
  to: number,
): Promise<void> {
  await tx.one('select id from lb_user where id = $1', [from]);
  const heir = await tx.one<{ id: number; active: boolean; blocked: boolean; is_group: boolean }>(
    'select id, active, blocked, is_group from lb_user where id = $1',
    [to],
  );
  if (from === to || !heir.active || heir.blocked || heir.is_group) {
    throw new Refused(refuse('person_required', { field: 'to_id' }));
  }
  const writer = tx.as('writer');
  // Locks all timelines before anything is written, since another transaction may hold some of these documents.
  const held: HeldDocument[] = [];
  for (const served of kinds) {
    const column = `${served.kind.name}_id`;
    // In id order, so that simultaneous hand-overs do not deadlock.
    const documents = await writer.query<{ id: number }>(
      `select distinct ${column} as id from timeline_entry where ${column} is not null and ${isLeft} order by 1`,
      [from, startTypes],
    );
    for (const { id } of documents)
      held.push({ served, document: await lockDocument(writer, context, served, id, null) });
  }
  for (const one of held) await handOverDocument(writer, context, one, from, to);
  for (const { keeping } of kinds) await keeping?.handOver(writer, from, to);
  await handOverLinks(writer, from, to);
}

interface HeldDocument {
  readonly served: ServedKind;
  readonly document: StoredDocument;
}

async function handOverDocument(
  tx: Tx,
  context: Context,
  { served, document }: HeldDocument,
  from: number,
  to: number,
): Promise<void> {
  const situation = await loadSituation(tx, context, served, document, {
    personIds: [from, to],
    locksBudgets: false,
  });
  const result = handOverTasks(situation, from, to);
  if (result === null || isRefusal(result)) return;
  const { timeline } = await saveOutcome(tx, context, served, situation, result);
  notifyOfChange(tx, context, document.storedTimeline, timeline);
}
