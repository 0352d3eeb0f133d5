import { type ListedFilter, type Where, withinDays } from '../../document/listed-kind.ts';
import { contractCategories } from './enumerations.ts';
import { contractKind } from './kind.ts';

/** Few documents have a contract: the first part leads the search to the index of those. */
const ofContract = (condition: Where): readonly Where[] => [
  { under_contract_id: { _is_null: false } },
  { under_contract: condition },
];

/** The category of the contract that a document is or was ordered from (OVW-04). */
const category: ListedFilter = {
  key: 'contract_category',
  module: 'contract',
  words: contractCategories,
  whereOf: (words) => ofContract({ category: { _in: words } }),
};

/** In so many days. */
export const spans = ['30', '60', '90', '180', '365'] as const;

const ofContracts = { module: 'contract', onlyOf: contractKind.name, words: spans } as const;

/** Contracts that end soon. */
const end: ListedFilter = {
  ...ofContracts,
  key: 'contract_end',
  whereOf: (words, today) => ofContract({ end_date: withinDays(words, today) }),
};

/** Contracts of which notice has to arrive soon: in lists that is the day on which they are due. */
const deadline: ListedFilter = {
  ...ofContracts,
  key: 'contract_deadline',
  whereOf: (words, today) => [{ due_date: withinDays(words, today) }],
};

/** What lists are narrowed by where there are contracts (OVW-04). */
export const contractFilters = [category, end, deadline] as const;
