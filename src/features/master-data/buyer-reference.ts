import { entity } from '../../entity/entity.ts';
import { reference } from '../../entity/kinds/chosen.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { text } from '../../entity/kinds/text.ts';

/** Twice the length of a Leitweg-ID. */
const longestCode = 100;

/** Maps a code on invoices (REC-11), a Leitweg-ID or another buyer reference (BT-10), to a company and department. */
export const buyerReference = entity(
  'buyer_reference',
  {
    code: text({ required: true, unique: true, max: longestCode }),
    client_id: reference('client', { required: true }),
    department_id: reference('department'),
    active: flag({ initial: true }),
  },
  {
    route: 'buyer-reference',
    label: ['code'],
    list: ['code', 'client_id', 'department_id'],
    module: 'invoice',
    tabs: [
      {
        name: 'general',
        parts: [
          { field: 'code', width: 'wide' },
          { field: 'client_id', width: 'half' },
          { field: 'department_id', width: 'half' },
          { field: 'active', width: 'full' },
        ],
      },
    ],
  },
);
