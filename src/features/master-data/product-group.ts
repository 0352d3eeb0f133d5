import { entity, fieldParts } from '../../entity/entity.ts';
import { ablePeople, reference } from '../../entity/kinds/chosen.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { percent } from '../../entity/kinds/number.ts';
import { notes, text } from '../../entity/kinds/text.ts';
import { translations } from '../../entity/kinds/translated.ts';

/** DATA-23, VAL-36, ADM-14. */
export const productGroup = entity(
  'product_group',
  {
    name: text({ required: true }),
    translations: translations(),
    description: notes(),
    user_select_product_id: reference('lb_user', { among: ablePeople }),
    ledger_account_id: reference('ledger_account'),
    cost_center_id: reference('cost_center'),
    tax: percent(),
    active: flag({ initial: true }),
  },
  {
    route: 'group-product',
    label: ['name'],
    alike: ['name'],
    list: ['name', 'user_select_product_id', 'description'],
    links: {
      permissions: {
        table: 'permission_product_group',
        own: 'product_group_id',
        other: 'permission_id',
        to: 'permission',
      },
    },
    tabs: [
      {
        name: 'general',
        parts: [
          { field: 'name', width: 'wide' },
          ...fieldParts('user_select_product_id', 'ledger_account_id', 'cost_center_id', 'tax'),
          { field: 'description', width: 'full' },
          { field: 'active', width: 'full' },
        ],
      },
      { name: 'permissions', module: 'permissions', parts: [{ links: 'permissions' }] },
    ],
  },
);
