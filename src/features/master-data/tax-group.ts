import { entity, fieldParts } from '../../entity/entity.ts';
import { reference } from '../../entity/kinds/chosen.ts';
import { code } from '../../entity/kinds/coded.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { text } from '../../entity/kinds/text.ts';

/** DATA-25, VAL-32, ADM-15. */
export const taxGroup = entity(
  'tax_group',
  {
    code: code({ required: true, unique: ['client_id'] }),
    name: text({ required: true }),
    client_id: reference('client', { required: true }),
    active: flag({ initial: true }),
  },
  {
    route: 'tax-group',
    label: ['code', 'name'],
    list: ['code', 'name', 'client_id'],
    tabs: [
      {
        name: 'general',
        parts: [
          ...fieldParts('code'),
          { field: 'name', width: 'wide' },
          ...fieldParts('client_id'),
          { field: 'active', width: 'full' },
        ],
      },
    ],
  },
);
