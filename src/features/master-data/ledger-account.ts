import type { FieldProblem } from '../../base/refusal.ts';
import type { taxCategories } from '../../base/tax-categories.ts';
import { entity, type Row } from '../../entity/entity.ts';
import { choice } from '../../entity/kinds/chosen.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { percent } from '../../entity/kinds/number.ts';
import { notes, text } from '../../entity/kinds/text.ts';

/** The taxes that automatic accounts post: input tax, or a tax that we owe (INV-18). */
const automaticCategories = ['S', 'AE', 'K'] as const satisfies readonly (typeof taxCategories)[number][];

/** An account that posts tax automatically needs a tax rate. */
function checkAutomatic(row: Row): readonly FieldProblem[] {
  const isMissing = row.automatic === true && (row.automatic_tax ?? null) === null;
  return isMissing ? [{ field: 'automatic_tax', code: 'field_required' }] : [];
}

/** DATA-24, VAL-31, ADM-15. */
export const ledgerAccount = entity(
  'ledger_account',
  {
    number: text({ required: true, unique: true, max: 9, pattern: /^[1-9]\d*$/, rule: 'digits' }),
    name: text({ required: true }),
    description: notes(),
    automatic: flag(),
    automatic_tax: percent(),
    automatic_category: choice(automaticCategories),
    active: flag({ initial: true }),
  },
  {
    route: 'ledger-account',
    label: ['number', 'name'],
    list: ['number', 'name', 'automatic_tax'],
    check: checkAutomatic,
    links: {
      clients: {
        table: 'client_ledger_account',
        own: 'ledger_account_id',
        other: 'client_id',
        to: 'client',
      },
    },
    tabs: [
      {
        name: 'general',
        parts: [
          { field: 'number' },
          { field: 'name', width: 'wide' },
          { field: 'description', width: 'full' },
          { field: 'automatic', width: 'full' },
          { field: 'automatic_tax' },
          { field: 'automatic_category' },
          { field: 'active', width: 'full' },
        ],
      },
      { name: 'clients', parts: [{ links: 'clients' }] },
    ],
  },
);
