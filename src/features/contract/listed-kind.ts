import type { ListedKind } from '../../document/listed-kind.ts';
import { contractKind } from './kind.ts';

/** Contracts in lists; people who may see contracts have such a list (OVW-01). */
export const listedContract = {
  ...contractKind,
  roles: [
    'user-see-contracts',
    'user-see-contracts-belonging-to-own-company',
    'user-see-contracts-belonging-to-own-department',
    'user-see-own-contracts-and-involved',
  ],
  isBehindDrafts: true,
  shownSteps: ['contract-check', 'contract-approval', 'contract-signing', 'contract-clearing'],
  unpricedIn: [],
  clearedStatuses: [],
  owesGoods: false,
  isLookedAfter: true,
  addEntries: [{ key: 'contract', modules: [], roles: ['user-insert-contract'] }],
  loadColumns: () => import('./export-columns.ts'),
  furtherSteps: [
    { key: 'contract_import', modules: [], roles: ['user-insert-contract'], route: '/contract/import' },
  ],
} as const satisfies ListedKind;
