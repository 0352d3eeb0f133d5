import { entity, fieldParts } from '../../entity/entity.ts';
import { reference } from '../../entity/kinds/chosen.ts';
import { code } from '../../entity/kinds/coded.ts';
import { email } from '../../entity/kinds/contact.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { text } from '../../entity/kinds/text.ts';
import { translations } from '../../entity/kinds/translated.ts';
import { approverLinks } from './approver-links.ts';
import { purchasingDefaults } from './role-defaults.ts';

/** DATA-12, VAL-27, ADM-03. */
export const department = entity(
  'department',
  {
    name: text({ required: true }),
    translations: translations(),
    code: code({ identifies: ['client_id'] }),
    email: email(),
    client_id: reference('client'),
    responsible_id: reference('lb_user', { among: { is_group: false } }),
    ...purchasingDefaults,
    active: flag({ initial: true }),
  },
  {
    route: 'department',
    label: ['name'],
    search: ['name', 'code'],
    alike: ['name', 'client_id'],
    list: ['name', 'code', 'client_id', 'responsible_id'],
    children: { approvers: approverLinks('department') },
    links: {
      clients: { table: 'department_client', own: 'department_id', other: 'client_id', to: 'client' },
      cost_centers: {
        table: 'department_cost_center',
        own: 'department_id',
        other: 'cost_center_id',
        to: 'cost_center',
      },
      permissions: {
        table: 'permission_department',
        own: 'department_id',
        other: 'permission_id',
        to: 'permission',
      },
    },
    tabs: [
      {
        name: 'general',
        parts: [
          { field: 'name', width: 'wide' },
          ...fieldParts('code', 'email', 'client_id', 'responsible_id'),
          { field: 'active', width: 'full' },
        ],
      },
      { name: 'clients', parts: [{ links: 'clients' }] },
      { name: 'cost_centers', parts: [{ links: 'cost_centers' }] },
      { name: 'approvers', parts: [{ children: 'approvers' }] },
      { name: 'permissions', module: 'permissions', parts: [{ links: 'permissions' }] },
      { name: 'employees', parts: [{ hand: 'department-employees' }] },
      { name: 'role_assignments', parts: fieldParts(...Object.keys(purchasingDefaults)) },
    ],
  },
);
