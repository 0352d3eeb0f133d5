import type { Reference } from '../../../../document/web/draft/reference.ts';
import type { GroupName } from '../../../../document/web/lines/line-columns.ts';
import { optionLabel } from '../../../../platform/web/kit/SearchSelect.tsx';
import type { LineDraft } from '../draft/draft.ts';

/** By what the lines of a request stand together (PROC-03, PROC-10). */
export const groupings = ['supplier', 'cost_center', 'product_group'] as const;
export type Grouping = (typeof groupings)[number];

/** A line, typed or read, as far as it stands with others. */
export interface GroupedLine extends Readonly<Record<Grouping, Reference | null>> {
  readonly new_supplier?: string;
  /** Where it was picked: it is ordered there, apart from what else the supplier delivers (PROC-16). */
  readonly marketplace?: Reference | null;
}

/** Where a line stands; without its own cost center it counts on that of the request. */
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

/** The line under the tab of the model. */
export function alike(line: LineDraft, model: LineDraft, grouping: Grouping): LineDraft {
  const { supplier, new_supplier, cost_center, product_group } = model;
  const shared = {
    supplier: { supplier, new_supplier },
    cost_center: { cost_center },
    product_group: { product_group },
  };
  return { ...line, ...shared[grouping] };
}
