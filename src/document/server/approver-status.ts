import { GraphQLBoolean, GraphQLInt, GraphQLList, GraphQLNonNull, GraphQLObjectType } from 'graphql';
import { z } from 'zod';
import { scalars } from '../../graphql/scalars.ts';
import { type QueryFunction, queryFunction } from '../../graphql/server/command.ts';
import { requireRole } from '../../platform/server/required-role.ts';
import { key } from './inputs.ts';

const flag = { type: new GraphQLNonNull(GraphQLBoolean) };
const place = { type: new GraphQLNonNull(GraphQLInt) };
const standingType = new GraphQLObjectType({
  name: 'approver_standing',
  description: 'The rank of a person as approver of a value, without the amount of the limit.',
  fields: {
    id: { type: new GraphQLNonNull(scalars.bigint) },
    covers: { ...flag, description: 'Whether the limit covers the value; true without a limit.' },
    is_limited: flag,
    place: {
      ...place,
      description: 'The rank by limit among the requested people, lowest first; equal limits share a rank.',
    },
    priority_place: {
      ...place,
      description: 'The rank by priority limit among the requested people, lowest first.',
    },
  },
});

/** Places are relative to the requested people, so that they reveal nothing about others. */
const standingSql = `
  select id, coalesce(approval_limit >= $2, true) as covers, approval_limit is not null as is_limited,
    dense_rank() over (order by approval_limit nulls last)::integer as place,
    dense_rank() over (order by priority_approval_limit nulls first)::integer as priority_place
  from lb_user where id = any ($1) order by id`;

/**
 * `approver_standing(ids, value)`: the order of people as approvers of a value, and whether their limits cover it
 * (APPR-10). The choice of approvers needs both, while the limits themselves are for administrators (AUTH-31). Like
 * limits they require prices (ROLE-07); others get `permission_denied`.
 */
export const approverStanding: QueryFunction = queryFunction({
  name: 'approver_standing',
  input: z.object({
    ids: z.array(key()).max(500),
    value: z
      .string()
      .regex(/^-?\d{1,15}(\.\d{1,10})?$/)
      .meta({ scalar: 'numeric' }),
  }),
  output: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(standingType))),
  run: async (tx, context, { ids, value }) => {
    requireRole(context, 'user-price');
    return await tx.as('writer').fixed(standingSql, [ids, value]);
  },
});
