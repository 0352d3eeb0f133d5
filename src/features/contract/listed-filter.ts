import { type ListedFilter, type Where, withinDays } from '../../document/listed-kind.ts';
import { contractCategories } from './enumerations.ts';
import { contractKind, openStatuses, restingStatuses } from './kind.ts';

/** Few documents have a contract: the first condition lets the database use their index. */
const ofContract = (condition: Where): readonly Where[] => [
  { under_contract_id: { _is_null: false } },
  { under_contract: condition },
];

/** The category of the contract, or of the contract a document was ordered under (OVW-04). */
const category: ListedFilter = {
  key: 'contract_category',
  module: 'contract',
  words: contractCategories,
  whereOf: (words) => ofContract({ category: { _in: words } }),
};

/** Choices in days from today. */
export const spans = ['30', '60', '90', '180', '365'] as const;

const ofContracts = { module: 'contract', onlyOf: contractKind.name, words: spans } as const;

/** Contracts that end within a span. */
const end: ListedFilter = {
  ...ofContracts,
  key: 'contract_end',
  whereOf: (words, today) => ofContract({ end_date: withinDays(words, today) }),
};

/** Contracts whose termination deadline is within a span; lists show the deadline as due date. */
const deadline: ListedFilter = {
  ...ofContracts,
  key: 'contract_deadline',
  whereOf: (words, today) => [{ due_date: withinDays(words, today) }],
};

const wasSigned: Where = {
  timeline: {
    timeline_entries: { type: { _eq: 'contract-signing' }, status: { _eq: 'approved' } },
  },
};

/** Contracts in force (`isInForce`) that cost something, as the dashboard adds up their yearly cost (DASH-10). */
const inForce: ListedFilter = {
  ...{ module: 'contract', onlyOf: contractKind.name, words: ['costs'] },
  key: 'contract_in_force',
  whereOf: () => [
    {
      _or: [{ status: { _in: restingStatuses } }, { _and: [{ status: { _in: openStatuses } }, wasSigned] }],
    },
    ...ofContract({
      _or: [{ payment_direction: { _is_null: true } }, { payment_direction: { _neq: 'incoming' } }],
    }),
  ],
};

/** List filters of the contract module (OVW-04). */
export const contractFilters = [category, end, deadline, inForce] as const;
