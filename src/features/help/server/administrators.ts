import { GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLString } from 'graphql';
import { z } from 'zod';
import { scalars } from '../../../graphql/scalars.ts';
import { type QueryFunction, queryFunction } from '../../../graphql/server/command.ts';

const administratorType = new GraphQLObjectType({
  name: 'administrator',
  description: 'A person who administers the tenant.',
  fields: {
    id: { type: new GraphQLNonNull(scalars.bigint) },
    name: { type: new GraphQLNonNull(GraphQLString) },
    email: { type: new GraphQLNonNull(GraphQLString) },
  },
});

/** Enough names to reach somebody. */
const administratorsSql = `
  select id, name, email from lb_user
  where not is_group and email is not null and app.administers(tenant_id, id) order by name, id limit 20`;

/**
 * `administrators`: people to contact in the tenant (NAV-16). Everyone may see who administers; rights are visible to
 * administrators only (AUTH-31).
 */
export const administrators: QueryFunction = queryFunction({
  name: 'administrators',
  input: z.object({}),
  output: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(administratorType))),
  run: async (tx) => await tx.as('writer').fixed(administratorsSql),
});
