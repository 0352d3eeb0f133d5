import { type Amount, sum } from '../../../../base/money.ts';
import type { Totals } from '../../../../document/totals.ts';
import { optionLabel } from '../../../../platform/web/kit/SearchSelect.tsx';
import { type Draft, type HeadDraft, isBlankLine, type LineDraft } from '../draft/draft.ts';
import type { Grouping } from './line-groups.ts';

/** The lines of a draft that stand together, under one tab (PROC-10). */
export interface DraftGroup {
  readonly key: string;
  /** Null for the lines without supplier, cost center or group. */
  readonly name: string | null;
  /** The keys of its lines. */
  readonly lines: ReadonlySet<string>;
  readonly net: Amount;
  /** Puts a new line under the same tab. */
  readonly fill: (line: LineDraft) => LineDraft;
}

/** The groups of a draft in the order of their first lines; lines that are still blank belong to none. */
export function draftGroups(
  { head, lines }: Draft,
  totals: Totals,
  grouping: Grouping,
): readonly DraftGroup[] {
  const shown = lines.flatMap((line, index) =>
    isBlankLine(line) ? [] : [{ line, net: totals.lines[index]?.total_netto ?? '0' }],
  );
  const groups = Map.groupBy(shown, ({ line }) => keyOf(line, head, grouping));
  return [...groups].map(([key, members]) => ({
    key,
    name: members[0] === undefined ? null : nameOf(members[0].line, head, grouping),
    lines: new Set(members.map(({ line }) => line.key)),
    net: sum(members.map(({ net }) => net)),
    fill: members[0] === undefined ? (line) => line : alike(members[0].line, grouping),
  }));
}

function keyOf(line: LineDraft, head: HeadDraft, grouping: Grouping): string {
  if (grouping === 'supplier' && line.new_supplier !== '') return `new ${line.new_supplier.toLowerCase()}`;
  return String(referenceOf(line, head, grouping)?.id ?? 'none');
}

function nameOf(line: LineDraft, head: HeadDraft, grouping: Grouping): string | null {
  if (grouping === 'supplier' && line.new_supplier !== '') return line.new_supplier;
  const reference = referenceOf(line, head, grouping);
  return reference === null ? null : optionLabel(reference);
}

/** A line without its own cost center counts on that of the request. */
function referenceOf(line: LineDraft, head: HeadDraft, grouping: Grouping) {
  return line[grouping] ?? (grouping === 'cost_center' ? head.cost_center : null);
}

function alike(model: LineDraft, grouping: Grouping): DraftGroup['fill'] {
  const { supplier, new_supplier, cost_center, product_group } = model;
  const shared = {
    supplier: { supplier, new_supplier },
    cost_center: { cost_center },
    product_group: { product_group },
  };
  return (line) => ({ ...line, ...shared[grouping] });
}
