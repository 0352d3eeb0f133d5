import { GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLString } from 'graphql';
import { loadDocument } from '../../../document/server/store.ts';
import { type ComputedBy, computedField } from '../../../graphql/server/computed.ts';
import { type Context, hasRole } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { type VersionDifference, versionDifferences } from '../versions.ts';
import { type StoredContract, servedContract } from './store.ts';
import { versionOf } from './version-store.ts';

const required = GraphQLNonNull;

const amendmentDifference = new GraphQLObjectType({
  name: 'amendment_difference',
  description: 'A difference between an amendment and the version in force (CON-38).',
  fields: {
    field: { type: new required(GraphQLString), description: 'A column name, `lines` or `files`.' },
    before: {
      type: GraphQLString,
      description: 'The value in the version in force; null for people without prices.',
    },
    after: { type: GraphQLString },
  },
});

/** `contract.amendment_differences`: the changes of an unsigned amendment; empty for other contracts. */
export const amendmentDifferencesField: ComputedBy = computedField<number>({
  table: 'contract',
  name: 'amendment_differences',
  type: new required(new GraphQLList(new required(amendmentDifference))),
  facts: (alias) => `to_json(${alias}.id)`,
  compute: (id, context, tx) => differencesOf(id, context, tx),
});

async function differencesOf(id: number, context: Context, tx: Tx): Promise<readonly VersionDifference[]> {
  const writer = tx.as('writer');
  const amendment: StoredContract = await loadDocument(writer, servedContract, id);
  const { amends_id, status } = amendment.head;
  if (amends_id === null || status === 'incorporated') return [];
  const contract: StoredContract = await loadDocument(writer, servedContract, amends_id);
  const [before, after] = [await versionOf(writer, contract), await versionOf(writer, amendment)];
  const differences = versionDifferences(before, after);
  if (hasRole(context, 'user-price')) return differences;
  return differences.map(({ field }) => ({ field, before: null, after: null }));
}
