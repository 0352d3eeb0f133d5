import { GraphQLBoolean, GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLString } from 'graphql';
import { scalars } from '../../graphql/scalars.ts';
import { type ComputedBy, computedField } from '../../graphql/server/computed.ts';
import { type Context, hasRole } from '../../platform/context.ts';
import type { Tx } from '../../platform/server/database.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import type { Difference } from '../approval/covered.ts';
import { differencesFrom } from '../approval/holds.ts';
import { doubtOf } from '../outcome.ts';
import type { ServedKind } from './served-kind.ts';
import { situationForAnswer } from './situation-for-answer.ts';

const required = GraphQLNonNull;

const approvalDifference = new GraphQLObjectType({
  name: 'approval_difference',
  description: 'A difference between a document and its approved state (APPR-18).',
  fields: {
    part: { type: new required(GraphQLString) },
    field: { type: new required(GraphQLString) },
    before: {
      type: GraphQLString,
      description: 'The approved value; amounts only for people who see prices.',
    },
    after: { type: GraphQLString },
    currency: { type: GraphQLString, description: 'The currency of amounts; null for other values.' },
    doubt: {
      type: scalars.jsonb,
      description:
        'A doubt that arose after the approval, as `{ code, values }` of a refusal; null for other parts.',
    },
    brings_again: { type: new required(GraphQLBoolean), description: 'Requires a new approval.' },
  },
});

/**
 * `<kind>.approval_differences`: the differences between the document and its approval; amounts are masked (APPR-18,
 * ROLE-07).
 */
export function approvalDifferencesField(served: ServedKind): ComputedBy {
  return computedField<number>({
    table: served.kind.name,
    name: 'approval_differences',
    type: new required(new GraphQLList(new required(approvalDifference))),
    facts: (alias) => `to_json(${alias}.id)`,
    compute: (id, context, tx) => differencesOf(served, id, context, tx),
  });
}

async function differencesOf(served: ServedKind, id: number, context: Context, tx: Tx) {
  const situation = await situationForAnswer(served, id, context, tx);
  const { document, facts } = situation;
  const { company } = facts;
  const isOpen = currentEntry(document.timeline) !== null && !served.onlyWaits?.(document);
  const content = served.covers(document, isOpen ? facts : undefined);
  const differences = differencesFrom(document.approvals.approved, situation, content);
  const seesPrices = hasRole(context, 'user-price');
  return await Promise.all(
    differences.map(async (difference) => {
      const { part, field, bringsAgain: brings_again } = difference;
      const isAmount = part === 'value' || part === 'amount_due';
      const doubt = part === 'doubts' ? doubtOf(difference.after) : null;
      const currency = isAmount ? (company?.currency ?? null) : null;
      const [before, after] =
        doubt !== null || (isAmount && !seesPrices) ? [null, null] : await namedIn(tx, difference);
      return { part, field, before, after, currency, doubt, brings_again };
    }),
  );
}

/** The queries for the names of differing records by field, limited to what the reader may see. */
const names: Readonly<Record<string, string>> = {
  client_id: 'select id, name as text from client where id = any ($1)',
  department_id: 'select id, name as text from department where id = any ($1)',
  cost_center_id: `select id, concat_ws(' ', number, name) as text from cost_center where id = any ($1)`,
  ledger_account_id: `select id, concat_ws(' ', number, name) as text from ledger_account where id = any ($1)`,
  supplier_id: 'select id, name as text from supplier where id = any ($1)',
  delivery_address_id: `select id, concat_ws(', ', address_name, address, concat_ws(' ', zipcode, city)) as text
    from client_address where id = any ($1)`,
  consignee_id: 'select id, name as text from lb_user where id = any ($1)',
};

async function namedIn(
  tx: Tx,
  { field, before, after }: Difference,
): Promise<readonly [string | null, string | null]> {
  const query = names[field];
  if (query === undefined) return [before, after];
  const ids = [before, after].flatMap((text) => (text ?? '').split(' ')).map(Number);
  const rows = await tx.fixed<{ id: number; text: string }>(query, [ids.filter((id) => id > 0)]);
  const known = new Map(rows.map(({ id, text }) => [String(id), text]));
  const named = (text: string | null) =>
    text
      ?.split(' ')
      .map((id) => known.get(id) ?? '–')
      .join(', ') ?? null;
  return [named(before), named(after)];
}
