import { entity } from '../../entity/entity.ts';
import { reference } from '../../entity/kinds/chosen.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { text } from '../../entity/kinds/text.ts';

/** Twice as long as a Leitweg-ID. */
const longestCode = 100;

/**
 * By what suppliers say whom in the house an invoice is for (REC-11): a Leitweg-ID or another buyer reference (BT-10), and the
 * company and department that it means.
 */
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
