import type { Reference } from '../../../../document/web/draft/reference.ts';
import type { GroupName } from '../../../../document/web/lines/line-columns.ts';
import { optionLabel } from '../../../../platform/web/kit/SearchSelect.tsx';
import type { LineDraft } from '../draft/draft.ts';

/** The groupings of request lines (PROC-03, PROC-10). */
export const groupings = ['supplier', 'cost_center', 'product_group'] as const;
export type Grouping = (typeof groupings)[number];

/** The grouping fields of a line. */
export interface GroupedLine extends Readonly<Record<Grouping, Reference | null>> {
  readonly new_supplier?: string;
  /** The marketplace of the line, which is ordered separately from other lines of the supplier (PROC-16). */
  readonly marketplace?: Reference | null;
}

/** The group of a line; the cost center of the request is the default. */
export function groupOf(
  line: GroupedLine,
  grouping: Grouping,
  costCenter: Reference | null,
): GroupName | null {
  if (grouping === 'supplier' && line.new_supplier) {
    return { key: `new ${line.new_supplier.toLowerCase()}`, name: line.new_supplier };
  }
  if (grouping === 'supplier' && line.supplier && line.marketplace) {
    const { supplier, marketplace } = line;
    const name = `${optionLabel(supplier)} (${marketplace.name})`;
    return { key: `${supplier.id} ${marketplace.id}`, name };
  }
  const reference = line[grouping] ?? (grouping === 'cost_center' ? costCenter : null);
  return reference && { key: String(reference.id), name: optionLabel(reference) };
}

/** The line in the same group as the model. */
export function alike(line: LineDraft, model: LineDraft, grouping: Grouping): LineDraft {
  const { supplier, new_supplier, cost_center, product_group } = model;
  const shared = {
    supplier: { supplier, new_supplier },
    cost_center: { cost_center },
    product_group: { product_group },
  };
  return { ...line, ...shared[grouping] };
}
