import { GraphQLBoolean, GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLString } from 'graphql';
import { z } from 'zod';
import { key } from '../../../document/server/inputs.ts';
import { scalars } from '../../../graphql/scalars.ts';
import { type QueryFunction, queryFunction } from '../../../graphql/server/command.ts';
import { handlesBank } from '../../../platform/context.ts';

const twinType = new GraphQLObjectType({
  name: 'supplier_twin',
  description: 'One of several possibly identical suppliers.',
  fields: {
    id: { type: new GraphQLNonNull(scalars.bigint) },
    name: { type: new GraphQLNonNull(GraphQLString) },
    external_id: { type: GraphQLString },
    active: { type: new GraphQLNonNull(GraphQLBoolean) },
  },
});

const groupType = new GraphQLObjectType({
  name: 'supplier_twins',
  description: 'Suppliers that share an identifying value.',
  fields: {
    shared: { type: new GraphQLNonNull(GraphQLString), description: '`vat_number`, `tax_number` or `iban`.' },
    value: { type: new GraphQLNonNull(GraphQLString) },
    suppliers: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(twinType))) },
  },
});

/** The maximum number of listed groups; merging some makes room for the next. */
const maxGroups = 200;

/** Tax numbers are compared without separators: 12/345/67890. */
const valuesOf = (withAccounts: boolean) => `(
  select 'vat_number' as shared, s.vat_number as value, s.vat_number as key
  union all select 'tax_number', s.tax_number, regexp_replace(s.tax_number, '[^0-9A-Za-z]', '', 'g')
  ${
    withAccounts
      ? `union select 'iban', s.iban, s.iban
         union select 'iban', b.iban, b.iban from supplier_bank_change b where b.supplier_id = s.id and b.state = 'pending'`
      : ''
  }) v`;

const given = z.string().max(40).nullish();

/**
 * `supplier_twins`: suppliers that share a VAT id, a tax number or, for people who see accounts, an account (ADM-22).
 * With values, the suppliers that have one of them, except the supplier `id`; without, all groups with an active
 * supplier. Merged suppliers are excluded.
 */
export const supplierTwins: QueryFunction = queryFunction({
  name: 'supplier_twins',
  description: 'Possibly identical suppliers: those that share a VAT id, a tax number or an account.',
  input: z.object({
    id: key().nullish(),
    vat_number: given,
    tax_number: given,
    iban: given,
  }),
  output: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(groupType))),
  run: async (tx, context, { id, vat_number, tax_number, iban }) => {
    const values = { vat_number, tax_number: tax_number?.replaceAll(/[^0-9A-Za-z]/g, ''), iban };
    const wanted = Object.fromEntries(Object.entries(values).filter(([, value]) => value));
    const isAll = Object.keys(wanted).length === 0 && !id;
    return await tx.query(
      `select v.shared, min(v.value) as value, json_agg(json_build_object(
           'id', s.id, 'name', s.name, 'external_id', s.external_id, 'active', s.active) order by s.active desc, s.name, s.id) as suppliers
       from supplier s, lateral ${valuesOf(handlesBank(context))}
       where v.key <> '' and s.merged_into_id is null and s.id is distinct from $1 and ($2 or v.key = $3::jsonb ->> v.shared)
       group by v.shared, v.key having not $2 or count(distinct s.id) > 1 and bool_or(s.active)
       order by v.shared, min(s.name), v.key limit ${maxGroups}`,
      [id ?? null, isAll, JSON.stringify(wanted)],
    );
  },
});

/** Used by `rejected_account` and `waiting_account`. */
export const rejectionType = new GraphQLObjectType({
  name: 'rejected_account',
  description: 'The supplier and time of the rejection of an account.',
  fields: {
    supplier: { type: GraphQLString, description: 'The name of the supplier; null if deleted since.' },
    decided_at: { type: new GraphQLNonNull(scalars.timestamptz) },
  },
});

/** `rejected_account`: the last rejection of an account for any supplier (INV-33); for people who see accounts. */
export const rejectedAccount: QueryFunction = queryFunction({
  name: 'rejected_account',
  description: 'The last rejection of an account for any supplier; null if it was never rejected.',
  input: z.object({ iban: z.string().max(40) }),
  output: rejectionType,
  run: async (tx, context, { iban }) =>
    handlesBank(context)
      ? ((await tx.as('writer').maybeOne(
          `select s.name as supplier, b.decided_at from supplier_bank_change b left join supplier s on s.id = b.supplier_id
             where b.iban = $1 and b.state = 'rejected' order by b.decided_at desc limit 1`,
          [iban],
        )) ?? null)
      : null,
});
