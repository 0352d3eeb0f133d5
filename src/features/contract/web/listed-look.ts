import { IconSignature } from '@tabler/icons-react';
import type { ListedLook } from '../../../document/web/listed-kind.ts';
import { loadChunk, loadFirstChunk } from '../../../platform/web/chunk.ts';

/** The display of contracts in lists. */
export const contractLook: ListedLook = {
  icon: IconSignature,
  previewFields: `
    yearly_netto commitment { net currency until } category termination_deadline next_possible_contract_end end_date
    term_type termination_to terminated_on sending: client { federal_state notice_transit_days }
    supplier { name }
    cost_center { id number name: shown_name }
    responsible { name }`,
  loadAhead: () => loadChunk(() => import('./ReadAhead.tsx')),
  loadPreview: () => loadFirstChunk(() => import('./ContractSummary.tsx')),
};
