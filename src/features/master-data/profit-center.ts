import { entity } from '../../entity/entity.ts';
import { digits } from '../../entity/kinds/coded.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { text } from '../../entity/kinds/text.ts';

/** DATA-24, VAL-31, ADM-15. */
export const profitCenter = entity(
  'profit_center',
  {
    number: digits({ required: true, unique: true, maxDigits: 9 }),
    name: text({ required: true }),
    active: flag({ initial: true }),
  },
  {
    route: 'profit-center',
    label: ['number', 'name'],
    list: ['number', 'name'],
    links: {
      clients: { table: 'client_profit_center', own: 'profit_center_id', other: 'client_id', to: 'client' },
    },
    tabs: [
      {
        name: 'general',
        parts: [{ field: 'number' }, { field: 'name', width: 'wide' }, { field: 'active', width: 'full' }],
      },
      { name: 'clients', parts: [{ links: 'clients' }] },
    ],
  },
);
