import { GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLString } from 'graphql';
import { z } from 'zod';
import { scalars } from '../../../graphql/scalars.ts';
import { type QueryFunction, queryFunction } from '../../../graphql/server/command.ts';

const administratorType = new GraphQLObjectType({
  name: 'administrator',
  description: 'Somebody who administers the tenant.',
  fields: {
    id: { type: new GraphQLNonNull(scalars.bigint) },
    name: { type: new GraphQLNonNull(GraphQLString) },
    email: { type: new GraphQLNonNull(GraphQLString) },
  },
});

/** So many are named that somebody is at his desk. */
const administratorsSql = `
  select id, name, email from lb_user
  where not is_group and email is not null and app.administers(tenant_id, id) order by name, id limit 20`;

/**
 * `administrators`: whom to ask in the tenant (NAV-16). Their rights are read by administrators alone (AUTH-31); that they
 * administer is told to everybody.
 */
export const administrators: QueryFunction = queryFunction({
  name: 'administrators',
  input: z.object({}),
  output: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(administratorType))),
  run: async (tx) => await tx.as('writer').fixed(administratorsSql),
});
