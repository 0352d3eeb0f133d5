import { GraphQLString } from 'graphql';
import type { SqlField } from '../../../graphql/extension.ts';
import { scalars } from '../../../graphql/scalars.ts';

/** Of a prepayment invoice the number of the booked final one that does not take it off (INV-22); null where there is none. */
export const bookedFinal: SqlField = {
  table: 'invoice',
  name: 'booked_final',
  type: GraphQLString,
  sql: (alias) => `app.booked_final_beside(${alias}.id)`,
};

/** The invoices that this one may be, as far as the person sees them (INV-20): `{ id, number, why }`. */
export const possibleDuplicates: SqlField = {
  table: 'invoice',
  name: 'possible_duplicates',
  type: scalars.jsonb,
  sql: (
    alias,
  ) => `(select coalesce(jsonb_agg(jsonb_build_object('id', seen.id, 'number', seen.invoice_number_formatted, 'why', d.why)), '[]')
    from app.duplicates_of(${alias}.id) d join invoice seen on seen.tenant_id = ${alias}.tenant_id and seen.id = d.invoice_id)`,
};
