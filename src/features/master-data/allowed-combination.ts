import { entity } from '../../entity/entity.ts';
import { reference } from '../../entity/kinds/chosen.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { text } from '../../entity/kinds/text.ts';

/** Combinations of account, cost center and profit center that Dynamics 365 accepts for a company (VAL-20, EXP-15). */
export const allowedCombination = entity(
  'd365_allowed_combination',
  {
    name: text(),
    client_id: reference('client', { required: true }),
    ledger_account_id: reference('ledger_account'),
    cost_center_id: reference('cost_center'),
    profit_center_id: reference('profit_center'),
    active: flag({ initial: true }),
  },
  {
    route: 'allowed-combination',
    label: ['name'],
    list: ['client_id', 'ledger_account_id', 'cost_center_id', 'profit_center_id', 'name'],
    module: 'invoice',
    tabs: [
      {
        name: 'general',
        parts: [
          { field: 'client_id', width: 'half' },
          { field: 'name', width: 'half' },
          { field: 'ledger_account_id' },
          { field: 'cost_center_id' },
          { field: 'profit_center_id' },
          { field: 'active', width: 'full' },
        ],
      },
    ],
  },
);
