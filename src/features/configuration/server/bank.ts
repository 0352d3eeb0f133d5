import { GraphQLBoolean, GraphQLObjectType, GraphQLString } from 'graphql';
import { z } from 'zod';
import { scalars } from '../../../graphql/scalars.ts';
import { type QueryFunction, queryFunction } from '../../../graphql/server/command.ts';
import { bankColumns } from '../settings.ts';

const types = { sepa_agreement: GraphQLBoolean, sepa_agreement_date: scalars.date } as const;

const bankType = new GraphQLObjectType({
  name: 'tenant_bank',
  description: 'The account and direct debit mandate of the tenant (DATA-05, DATA-07).',
  fields: Object.fromEntries(
    bankColumns.map((column) => [
      column,
      { type: column in types ? types[column as keyof typeof types] : GraphQLString },
    ]),
  ),
});

/** The tenant's account, for administrators only; the columns of `tenant` that everybody reads do not contain it. */
export const tenantBank: QueryFunction = queryFunction({
  name: 'tenant_bank',
  description: 'The account and mandate of the own tenant; for administrators.',
  input: z.object({}),
  output: bankType,
  kinds: ['admin'],
  run: (tx, context) =>
    tx.as('writer').one(`select ${bankColumns.join(', ')} from tenant where id = $1`, [context.tenantId]),
});
