import { entity, type Link } from '../../entity/entity.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { text } from '../../entity/kinds/text.ts';

function restricts(other: string): Link {
  return { table: `permission_${other}`, own: 'permission_id', other: `${other}_id`, to: other };
}

/** DATA-21, ADM-16: permission groups, whose members see the group's records (ROLE-13). */
export const permission = entity(
  'permission',
  { name: text({ required: true, unique: true }), active: flag({ initial: true }) },
  {
    route: 'permission',
    module: 'permissions',
    label: ['name'],
    list: ['name'],
    links: {
      members: {
        table: 'permission_user',
        own: 'permission_id',
        other: 'lb_user_id',
        to: 'lb_user',
      },
      clients: restricts('client'),
      departments: restricts('department'),
      cost_centers: restricts('cost_center'),
      suppliers: restricts('supplier'),
      product_groups: restricts('product_group'),
    },
    tabs: [
      {
        name: 'general',
        parts: [
          { field: 'name', width: 'wide' },
          { field: 'active', width: 'full' },
        ],
      },
      { name: 'members', parts: [{ links: 'members' }] },
      { name: 'clients', parts: [{ links: 'clients' }] },
      { name: 'departments', parts: [{ links: 'departments' }] },
      { name: 'cost_centers', parts: [{ links: 'cost_centers' }] },
      { name: 'suppliers', parts: [{ links: 'suppliers' }] },
      { name: 'product_groups', parts: [{ links: 'product_groups' }] },
    ],
  },
);
