import { fieldNames } from '../../../document/fields.ts';
import { contractFields } from '../fields.ts';

/** What people fill of a contract `k`, as jobs read it: amounts as decimal text. */
export const headColumns = fieldNames(contractFields)
  .map((name) => (contractFields[name].sort === 'amount' ? `k.${name}::text` : `k.${name}`))
  .join(', ');
