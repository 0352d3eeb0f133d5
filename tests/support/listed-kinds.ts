import { listed } from '../../src/app/listed.ts';
import type { Listed, ListedKind } from '../../src/document/listed-kind.ts';
import { invoiceKind } from '../../src/features/invoice/kind.ts';

const plain = {
  roles: [],
  isBehindDrafts: false,
  shownSteps: [],
  unpricedIn: [],
  clearedStatuses: [],
  owesGoods: false,
  isLookedAfter: false,
  addEntries: [],
};

const invoice: ListedKind = { ...plain, ...invoiceKind };

const contract: ListedKind = {
  ...plain,
  name: 'contract',
  module: 'contract',
  entries: { start: 'contract-start', approval: 'contract-approval', clearing: 'contract-clearing' },
  clearer: 'user_clearing_id',
  fallbacks: {},
  numbers: ['contract_number_formatted'],
  hasCurrency: false,
  route: '/contract/form',
  roles: ['user-see-contracts'],
  isBehindDrafts: true,
  isLookedAfter: true,
};

/** Lists of every kind that there is a table for, listed by the product or not yet. */
export const listedOfAllKinds: Listed = {
  ...listed,
  kinds: [...listed.kinds, ...[invoice, contract].filter(({ name }) => !isListed(name))],
};

function isListed(name: string): boolean {
  return listed.kinds.some((kind) => kind.name === name);
}
