import type { ListedFilter } from '../../document/listed-kind.ts';
import { contractCategories } from './enumerations.ts';

/**
 * The category of the contract that a document is or was ordered from (OVW-04). Few documents have one: the first part
 * leads the search to the index of those.
 */
export const contractCategoryFilter: ListedFilter = {
  key: 'contract_category',
  module: 'contract',
  words: contractCategories,
  whereOf: (words) => [
    { under_contract_id: { _is_null: false } },
    { under_contract: { category: { _in: words } } },
  ],
};
