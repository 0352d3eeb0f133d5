import type { Kind } from '../../document/kind.ts';
import type { ContractStatus } from '../../timeline/kinds.ts';

/** Contracts with suppliers and other partners. */
export const contractKind = {
  name: 'contract',
  module: 'contract',
  entries: {
    start: 'contract-start',
    approval: 'contract-approval',
    clearing: 'contract-clearing',
    signing: 'contract-signing',
  },
  clearer: 'user_clearing_id',
  fallbacks: {
    'contract-check': 'user_clearing_id',
    'contract-approval': 'user_clearing_id',
    'contract-signing': 'user_clearing_id',
    'contract-clearing': 'user_clearing_id',
  },
  numbers: ['contract_number_formatted'],
  hasCurrency: true,
  shortLine: { text: 'name', unit: 'unit', net: 'total', costCenter: null },
  route: '/contract/form',
} as const satisfies Kind;

/** Statuses of signed contracts without an open step that have not ended. */
export const restingStatuses: readonly ContractStatus[] = ['active', 'completed', 'inactive'];

/** Statuses with an open step, in which a contract is in force only if it was signed before. */
export const openStatuses: readonly ContractStatus[] = [
  'check',
  'contract-approval',
  'clearing',
  'signature',
];
