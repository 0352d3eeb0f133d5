import { type CoveredContent, nothingCovered } from '../../document/approval/covered.ts';
import { fieldNames } from '../../document/fields.ts';
import { termFields } from './fields.ts';
import type { Contract } from './model.ts';

/** Fields that change without a new approval: each renewal moves the end (CON-15). */
const moving: ReadonlySet<string> = new Set(['end_date']);
const termNames = [
  ...fieldNames(termFields).filter((name) => !moving.has(name)),
  'first_end',
  'usage_type',
  'payment_direction',
] as const;

/** The content that an approval covers: partner, value per interval and term (APPR-18, CON-38). */
export function coversContract({ head, lines }: Pick<Contract, 'head' | 'lines'>): CoveredContent {
  const { client_id, department_id, cost_center_id, ledger_account_id, supplier_id } = head;
  const usages = lines.map((line) => line.usage_type ?? head.usage_type ?? '-');
  const party = { cost_center_id, ledger_account_id, supplier_id };
  return {
    ...nothingCovered,
    client_id,
    department_id,
    lines:
      lines.length === 0
        ? [{ text: null, quantity: null, net: head.total_netto, ...party }]
        : lines.map(({ name, quantity, total }) => ({ text: name, quantity, net: total ?? '0', ...party })),
    terms: {
      ...Object.fromEntries(termNames.map((name) => [name, wordOf(head[name])])),
      intervals: [...new Set(usages)].toSorted().join(' '),
    },
  };
}

function wordOf(value: string | boolean | null): string | null {
  return value === null ? null : String(value);
}
