import { entity, fieldParts } from '../../entity/entity.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { text } from '../../entity/kinds/text.ts';
import { approvalLimit, approvalPriority, checkRoles, groupRoles } from './user.ts';

/** DATA-22, VAL-30, ADM-16. The table is a view of `lb_user`. */
export const taskGroup = entity(
  'task_group',
  {
    name: text({ required: true, unique: true }),
    approval_limit: approvalLimit(),
    priority_approval_limit: approvalPriority(),
    roles: groupRoles(),
    active: flag({ initial: true }),
  },
  {
    route: 'task-group',
    label: ['name'],
    list: ['name', 'approval_limit', 'priority_approval_limit'],
    check: checkRoles,
    links: {
      members: {
        table: 'task_group_user',
        own: 'task_group_id',
        other: 'lb_user_id',
        to: 'lb_user',
      },
    },
    tabs: [
      {
        name: 'general',
        parts: [
          { field: 'name', width: 'wide' },
          ...fieldParts('approval_limit', 'priority_approval_limit'),
          { field: 'active', width: 'full' },
        ],
      },
      { name: 'members', parts: [{ links: 'members' }] },
      { name: 'rights', parts: [{ field: 'roles', width: 'full' }] },
    ],
  },
);
