import { GraphQLNonNull, GraphQLObjectType, GraphQLString } from 'graphql';
import type { SqlField } from '../../../graphql/extension.ts';
import { scalars } from '../../../graphql/scalars.ts';
import { type ComputedBy, computedField } from '../../../graphql/server/computed.ts';
import { hasRole } from '../../../platform/context.ts';
import { committedOf } from './store.ts';

const commitment = new GraphQLObjectType({
  name: 'contract_commitment',
  description: 'The net commitment of a contract (CON-39).',
  fields: {
    net: { type: new GraphQLNonNull(scalars.numeric) },
    currency: {
      type: new GraphQLNonNull(GraphQLString),
      description: 'The currency of its company, or its own while the rate is unknown.',
    },
    until: {
      type: scalars.date,
      description: 'The earliest end that is still possible; null if there is none, then one year counts.',
    },
  },
});

/** `contract.committed_netto`: the net commitment as stored for lists (CON-39). */
export const committedField: SqlField = {
  table: 'contract',
  name: 'committed_netto',
  type: scalars.numeric,
  isAmount: true,
  sql: (alias) =>
    `(select d.committed_netto from document d where d.tenant_id = ${alias}.tenant_id and d.kind = 'contract' and d.id = ${alias}.id)`,
};

const timesAYear = (usage: string) =>
  `case ${usage} when 'monthly' then 12 when 'quarterly' then 4 when 'semiannually' then 2 when 'yearly' then 1 end`;

/**
 * `contract.yearly_netto`: the net yearly costs in the currency of its company, without usage billing; null if no item
 * has an interval, or while the rate is unknown (CON-27, CON-37).
 */
export const yearlyField: SqlField = {
  table: 'contract',
  name: 'yearly_netto',
  type: scalars.numeric,
  isAmount: true,
  sql: (alias) =>
    `(select round(sum(l.total * ${timesAYear(`coalesce(l.usage_type, ${alias}.usage_type)`)})
        * (select case when d.currency = d.company_currency then 1 else ${alias}.exchange_rate end from document d
          where d.tenant_id = ${alias}.tenant_id and d.kind = 'contract' and d.id = ${alias}.id), 2)
      from contract_line l where l.tenant_id = ${alias}.tenant_id and l.contract_id = ${alias}.id)`,
};

/** `contract.commitment`: the value that limits compare; null for people who cannot see prices (CON-39, ROLE-07). */
export const commitmentField: ComputedBy = computedField<number>({
  table: 'contract',
  name: 'commitment',
  type: commitment,
  facts: (alias) => `to_json(${alias}.id)`,
  compute: async (id, context, tx) => {
    if (!hasRole(context, 'user-price')) return null;
    const { net, currency, until } = await committedOf(tx.as('writer'), id);
    return { net: Number(net), currency, until };
  },
});
