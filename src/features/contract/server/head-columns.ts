import { fieldNames } from '../../../document/fields.ts';
import { contractFields } from '../fields.ts';

/** The editable columns of a contract `k` as jobs read them: amounts as decimal text. */
export const headColumns = fieldNames(contractFields)
  .map((name) => (contractFields[name].sort === 'amount' ? `k.${name}::text` : `k.${name}`))
  .join(', ');
