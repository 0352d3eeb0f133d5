import type { Children } from '../../entity/entity.ts';
import { ablePeople, reference } from '../../entity/kinds/chosen.ts';
import { flag } from '../../entity/kinds/flag.ts';

/** The persons and task groups who approve for an owner, with a flag for mandatory approval (DATA-20, ADM-07). */
export function approverLinks(owner: 'department' | 'cost_center' | 'supplier'): Children {
  return {
    table: `${owner}_approver`,
    owner: `${owner}_id`,
    fields: {
      lb_user_id: reference('lb_user', {
        required: true,
        unique: [`${owner}_id`],
        among: ablePeople,
      }),
      is_required: flag(),
    },
    columns: ['lb_user_id', 'is_required'],
    shown: { lb_user_id: ['approval_limit', 'priority_approval_limit'] },
    order: ['id'],
    unstamped: true,
  };
}
