import {
  GraphQLBoolean,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
} from 'graphql';
import { z } from 'zod';
import { scalars } from '../../graphql/scalars.ts';
import { type QueryFunction, queryFunction } from '../../graphql/server/command.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/server/database.ts';
import { startTypes } from '../../timeline/kinds.ts';
import type { HandOverPlan, PlannedTask } from '../hand-over.ts';
import { leftTasks } from '../substitution.ts';
import { linkCounts, mayInheritApproverLinks } from './approvers-store.ts';
import { countKept, isLeft } from './hand-over.ts';
import { key } from './inputs.ts';
import { loadSituation } from './load-facts.ts';
import type { ServedKind } from './served-kind.ts';
import { loadDocument } from './store.ts';

/** The number of documents listed individually; further ones are counted. */
const maxDocuments = 50;

const text = { type: GraphQLString };
const someText = { type: new GraphQLNonNull(GraphQLString) };
const count = { type: new GraphQLNonNull(GraphQLInt) };
const taskType = new GraphQLObjectType({
  name: 'hand_over_task',
  description: 'A step of the person, and who receives it, or why it cannot be moved (ADM-10).',
  fields: {
    kind: someText,
    document_id: { type: new GraphQLNonNull(scalars.bigint) },
    number: text,
    name: text,
    step: someText,
    is_current: { type: new GraphQLNonNull(GraphQLBoolean) },
    to_name: text,
    refusal: text,
  },
});
const planType = new GraphQLObjectType({
  name: 'hand_over_plan',
  description: 'The items that `lb_user_hand_over` would move, and those that it would keep (ADM-10).',
  fields: {
    tasks: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(taskType))) },
    more_documents: count,
    kept_documents: count,
    role_defaults: count,
    approver_links: count,
    links_refusal: text,
  },
});

/** Previews a hand-over: what each person gets, and what stays and why (ADM-10). */
export function handOverPlan(kinds: readonly ServedKind[]): QueryFunction {
  return queryFunction({
    name: 'lb_user_hand_over_plan',
    description:
      'Lists the items of this person and their recipients; for administrators. Without `to_id`, the recipients after the person is deactivated.',
    input: z.object({ from_id: key(), to_id: key().optional() }),
    output: planType,
    kinds: ['admin'],
    run: async (tx, context, { from_id: from, to_id: to = null }): Promise<HandOverPlan> => {
      await tx.one('select id from lb_user where id = $1', [from]);
      const writer = tx.as('writer');
      const tasks: PlannedTask[] = [];
      let documents = 0;
      for (const served of kinds) {
        const column = `${served.kind.name}_id`;
        const found = await writer.query<{ id: number }>(
          `select distinct ${column} as id from timeline_entry where ${column} is not null and ${isLeft} order by 1`,
          [from, startTypes],
        );
        const shown = found.slice(0, Math.max(0, maxDocuments - documents));
        documents += found.length;
        for (const { id } of shown)
          tasks.push(...(await plannedTasks(writer, context, served, id, from, to)));
      }
      const [links, kept_documents] = await Promise.all([
        linkCounts(writer, from),
        countKept(writer, kinds, from),
      ]);
      const isRefused =
        to !== null && links.approver_links > 0 && !(await mayInheritApproverLinks(writer, to));
      return {
        ...links,
        tasks,
        more_documents: Math.max(0, documents - maxDocuments),
        kept_documents,
        links_refusal: isRefused ? 'not_an_approver' : null,
      };
    },
  });
}

async function plannedTasks(
  tx: Tx,
  context: Context,
  served: ServedKind,
  id: number,
  from: number,
  to: number | null,
): Promise<readonly PlannedTask[]> {
  const { name, numbers } = served.kind;
  const document = await loadDocument(tx, served, id);
  const situation = await loadSituation(tx, context, served, document, {
    personIds: [from, to],
    locksBudgets: false,
  });
  const head = await tx.one<{ number: string | null; name: string | null }>(
    `select coalesce(${numbers.join(', ')}) as number, name from ${name} where id = $1`,
    [id],
  );
  return leftTasks(situation, from, to).map((task) => ({
    kind: name,
    document_id: id,
    ...head,
    step: task.type,
    is_current: task.isCurrent,
    to_name: task.to === null ? null : (situation.facts.people.get(task.to)?.name ?? null),
    refusal: task.refusal,
  }));
}
