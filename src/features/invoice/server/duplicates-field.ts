import { GraphQLString } from 'graphql';
import type { SqlField } from '../../../graphql/extension.ts';
import { scalars } from '../../../graphql/scalars.ts';

/**
 * The number of the booked final invoice that does not deduct this prepayment invoice (INV-22); null if there is
 * none.
 */
export const bookedFinal: SqlField = {
  table: 'invoice',
  name: 'booked_final',
  type: GraphQLString,
  sql: (alias) => `app.booked_final_beside(${alias}.id)`,
};

/** The possible duplicates that the person may see (INV-20): `{ id, number, why }`. */
export const possibleDuplicates: SqlField = {
  table: 'invoice',
  name: 'possible_duplicates',
  type: scalars.jsonb,
  sql: (
    alias,
  ) => `(select coalesce(jsonb_agg(jsonb_build_object('id', seen.id, 'number', seen.invoice_number_formatted, 'why', d.why)), '[]')
    from app.duplicates_of(${alias}.id) d join invoice seen on seen.tenant_id = ${alias}.tenant_id and seen.id = d.invoice_id)`,
};
