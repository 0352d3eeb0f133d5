import { entity } from '../../entity/entity.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { text } from '../../entity/kinds/text.ts';
import { checkRoles, templateRoles } from './user.ts';

/** ADM-21: templates of rights of the tenant, besides those of the product. */
export const ownRoleTemplate = entity(
  'role_template',
  {
    name: text({ required: true, unique: true }),
    roles: templateRoles(),
    active: flag({ initial: true }),
  },
  {
    route: 'role-template',
    label: ['name'],
    list: ['name', 'active'],
    check: checkRoles,
    tabs: [
      {
        name: 'general',
        parts: [
          { field: 'name', width: 'wide' },
          { field: 'active', width: 'full' },
        ],
      },
      { name: 'rights', parts: [{ field: 'roles', width: 'full' }] },
    ],
  },
);
