import { entity } from '../../entity/entity.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { text } from '../../entity/kinds/text.ts';

/** DATA-26; shown on the settings page, not in the navigation. */
export const location = entity(
  'location',
  {
    number: text({ max: 36, identifies: true }),
    name: text({ required: true }),
    address: text(),
    active: flag({ initial: true }),
  },
  {
    route: 'location',
    label: ['number', 'name'],
    list: ['number', 'name', 'address'],
    tabs: [
      {
        name: 'general',
        parts: [
          { field: 'number' },
          { field: 'name', width: 'wide' },
          { field: 'address', width: 'full' },
          { field: 'active', width: 'full' },
        ],
      },
    ],
  },
);
