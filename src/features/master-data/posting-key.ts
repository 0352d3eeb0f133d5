import { entity } from '../../entity/entity.ts';
import { digits } from '../../entity/kinds/coded.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { percent } from '../../entity/kinds/number.ts';
import { text } from '../../entity/kinds/text.ts';
import { postingKeyDigits } from '../../platform/constants.ts';

/** DATA-24, VAL-31, ADM-15. */
export const postingKey = entity(
  'posting_key',
  {
    number: digits({ required: true, unique: true, maxDigits: postingKeyDigits }),
    name: text({ required: true }),
    tax: percent(),
    active: flag({ initial: true }),
  },
  {
    route: 'posting-key',
    label: ['number', 'name'],
    list: ['number', 'name', 'tax'],
    links: {
      clients: { table: 'client_posting_key', own: 'posting_key_id', other: 'client_id', to: 'client' },
    },
    tabs: [
      {
        name: 'general',
        parts: [
          { field: 'number' },
          { field: 'name', width: 'wide' },
          { field: 'tax' },
          { field: 'active', width: 'full' },
        ],
      },
      { name: 'clients', parts: [{ links: 'clients' }] },
    ],
  },
);
