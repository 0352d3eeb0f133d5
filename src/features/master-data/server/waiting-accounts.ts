import { GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLString } from 'graphql';
import { z } from 'zod';
import { scalars } from '../../../graphql/scalars.ts';
import { type QueryFunction, queryFunction } from '../../../graphql/server/command.ts';
import { handlesBank } from '../../../platform/context.ts';
import { rejectionType } from './supplier-twins.ts';

const accountType = new GraphQLObjectType({
  name: 'waiting_account',
  description: 'A supplier account that waits for confirmation by a second person.',
  fields: {
    id: { type: new GraphQLNonNull(scalars.bigint), description: 'The id of the `supplier_bank_change`.' },
    supplier_id: { type: new GraphQLNonNull(scalars.bigint) },
    supplier: { type: new GraphQLNonNull(GraphQLString) },
    iban: { type: GraphQLString, description: 'The proposed account; null if the account is to be removed.' },
    bic: { type: GraphQLString },
    former_iban: { type: GraphQLString },
    proposed_by_id: { type: scalars.bigint },
    proposed_by: { type: GraphQLString },
    proposed_at: { type: new GraphQLNonNull(scalars.timestamptz) },
    others: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLString))),
      description: 'Names of other suppliers that have the account or wait for its confirmation.',
    },
    rejected: { type: rejectionType, description: 'The last rejection of the account, for any supplier.' },
  },
});

/** The maximum number of listed accounts, oldest first; deciding some makes room for the next. */
const maxAccounts = 200;

const namedOthers = 10;

const waitingSql = `
  select b.id, s.id as supplier_id, s.name as supplier, b.iban, b.bic, b.former_iban, b.proposed_by_id, p.name as proposed_by,
    b.proposed_at, array(
      select o.name from supplier o where o.id <> s.id and o.merged_into_id is null and o.id in (
        select x.id from supplier x where x.iban = b.iban
        union all select w.supplier_id from supplier_bank_change w where w.iban = b.iban and w.state = 'pending')
      order by o.name, o.id limit ${namedOthers}) as others
  from supplier_bank_change b join supplier s on s.id = b.supplier_id left join lb_user p on p.id = b.proposed_by_id
  where b.state = 'pending' order by b.id limit ${maxAccounts}`;

/** Proposals remain after their supplier is deleted and no longer visible. Runs as writer. */
const rejectedSql = `
  select distinct on (b.iban) b.iban, s.name as supplier, b.decided_at
  from supplier_bank_change b left join supplier s on s.id = b.supplier_id
  where b.iban = any ($1) and b.state = 'rejected' order by b.iban, b.decided_at desc`;

interface Waiting {
  readonly iban: string | null;
}

/** `waiting_accounts`: all supplier accounts that wait for a second person (INV-33); for people who see accounts. */
export const waitingAccounts: QueryFunction = queryFunction({
  name: 'waiting_accounts',
  description: 'Supplier accounts that wait for confirmation by a second person.',
  input: z.object({}),
  output: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(accountType))),
  run: async (tx, context) => {
    if (!handlesBank(context)) return [];
    const waiting = await tx.query<Waiting>(waitingSql);
    const rejected = await tx.as('writer').query<Waiting>(rejectedSql, [waiting.map(({ iban }) => iban)]);
    const lastOf = new Map(rejected.map((one) => [one.iban, one]));
    return waiting.map((one) => ({ ...one, rejected: lastOf.get(one.iban) ?? null }));
  },
});
