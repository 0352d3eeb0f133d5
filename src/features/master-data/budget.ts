import { entity } from '../../entity/entity.ts';
import { reference } from '../../entity/kinds/chosen.ts';
import { day } from '../../entity/kinds/day.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { decimal } from '../../entity/kinds/number.ts';
import { text } from '../../entity/kinds/text.ts';
import { checkBudget } from './budget-rules.ts';

/** Fields of a budget (DATA-18, VAL-33), without its cost center. */
export const budgetFields = {
  name: text({ required: true }),
  value: decimal({ required: true, decimals: 2, min: 0, max: 999_999_999_999, price: true }),
  start: day({ required: true }),
  end: day({ required: true }),
  ledger_account_id: reference('ledger_account'),
  not_allocated: flag(),
  active: flag({ initial: true }),
};

/** The budgets of all cost centers in one table and one file (SHEET-19); their form is that of the cost center. */
export const budget = entity(
  'budget',
  { cost_center_id: reference('cost_center', { required: true, fixed: true }), ...budgetFields },
  {
    route: 'budget',
    label: ['name'],
    list: [],
    search: [],
    order: ['cost_center_id', 'start', 'name'],
    tabs: [],
    editedIn: { field: 'cost_center_id', tab: 'budgets' },
    // Names of budgets repeat from year to year and from account to account.
    recognisedBy: [
      ['cost_center_id', 'ledger_account_id', 'name', 'start'],
      ['cost_center_id', 'name', 'start'],
      ['cost_center_id', 'name'],
    ],
    asked: true,
    check: (row) => checkBudget(row, []),
  },
);
