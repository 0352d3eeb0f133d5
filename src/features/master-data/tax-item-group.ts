import { entity, fieldParts } from '../../entity/entity.ts';
import { reference } from '../../entity/kinds/chosen.ts';
import { code } from '../../entity/kinds/coded.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { text } from '../../entity/kinds/text.ts';

/** DATA-25, VAL-32, ADM-15. */
export const taxItemGroup = entity(
  'tax_item_group',
  {
    code: code({ required: true, unique: ['client_id'] }),
    name: text({ required: true }),
    tax_code: text({ required: true, max: 15 }),
    client_id: reference('client', { required: true }),
    active: flag({ initial: true }),
  },
  {
    route: 'tax-item-group',
    label: ['code', 'name'],
    list: ['code', 'name', 'tax_code', 'client_id'],
    tabs: [
      {
        name: 'general',
        parts: [
          ...fieldParts('code'),
          { field: 'name', width: 'wide' },
          ...fieldParts('tax_code', 'client_id'),
          { field: 'active', width: 'full' },
        ],
      },
    ],
  },
);
