import { entity } from '../../entity/entity.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { decimal } from '../../entity/kinds/number.ts';
import { text } from '../../entity/kinds/text.ts';
import { translations } from '../../entity/kinds/translated.ts';
import { costCenterNumberLength } from '../../platform/constants.ts';
import { approverLinks } from './approver-links.ts';
import { budgetFields } from './budget.ts';
import { checkBudget } from './budget-rules.ts';

/** DATA-17, VAL-28, ADM-04. */
export const costCenter = entity(
  'cost_center',
  {
    number: text({
      required: true,
      unique: true,
      max: costCenterNumberLength,
      pattern: /^[\p{L}\p{N}]+( +[\p{L}\p{N}]+)*$/u,
      rule: 'cost_center_number',
    }),
    name: text({ required: true }),
    translations: translations(),
    // BUD-05: the remainder of the budgets that are valid today.
    free_budget: decimal({ decimals: 2, computed: true, price: true }),
    active: flag({ initial: true }),
  },
  {
    route: 'cost-center',
    label: ['number', 'name'],
    list: ['number', 'name', 'free_budget'],
    children: {
      budgets: {
        table: 'budget',
        owner: 'cost_center_id',
        fields: budgetFields,
        columns: ['name', 'value', 'start', 'end', 'ledger_account_id', 'not_allocated', 'active'],
        order: ['start', 'name'],
        check: checkBudget,
        asked: true,
      },
      approvers: approverLinks('cost_center'),
    },
    links: {
      addresses: {
        table: 'cost_center_address',
        own: 'cost_center_id',
        other: 'client_address_id',
        to: 'client_address',
      },
      permissions: {
        table: 'permission_cost_center',
        own: 'cost_center_id',
        other: 'permission_id',
        to: 'permission',
      },
      departments: {
        table: 'department_cost_center',
        own: 'cost_center_id',
        other: 'department_id',
        to: 'department',
      },
      clients: { table: 'cost_center_client', own: 'cost_center_id', other: 'client_id', to: 'client' },
    },
    tabs: [
      {
        name: 'general',
        parts: [{ field: 'number' }, { field: 'name', width: 'wide' }, { field: 'active', width: 'full' }],
      },
      { name: 'budgets', parts: [{ field: 'free_budget' }, { children: 'budgets' }] },
      { name: 'shipping_addresses', parts: [{ links: 'addresses' }] },
      { name: 'approvers', parts: [{ children: 'approvers' }] },
      { name: 'permissions', module: 'permissions', parts: [{ links: 'permissions' }] },
      { name: 'departments', parts: [{ links: 'departments' }] },
      { name: 'clients', parts: [{ links: 'clients' }] },
    ],
  },
);
