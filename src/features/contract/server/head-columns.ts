import { fieldNames } from '../../../document/fields.ts';
import { contractFields } from '../fields.ts';

/** What people fill of a contract `k`, as jobs read it: amounts as decimal text. */
export const headColumns = fieldNames(contractFields)
  .map((name) => (contractFields[name].sort === 'amount' ? `k.${name}::text` : `k.${name}`))
  .join(', ');

/** A contract `k` that was signed and is not over, whether somebody is clearing it or not. */
export const isInForce = `(k.status in ('active', 'completed', 'inactive')
  or k.status in ('check', 'contract-approval', 'clearing', 'signature') and exists (
    select from timeline_entry e
    where e.contract_id = k.id and e.type = 'contract-signing' and e.status = 'approved'))`;
