import { differingFields } from '../../../../document/read-fields.ts';
import { procurementFields } from '../../fields.ts';
import type { ProcurementDocument } from '../document.ts';

/** One thing that differs between the document as it was seen and as it is now (LOCK-01). */
export type DocumentChange =
  | { readonly kind: 'status'; readonly before: string; readonly after: string }
  | { readonly kind: 'assignee'; readonly name: string | null }
  | { readonly kind: 'total'; readonly before: number; readonly after: number }
  | { readonly kind: 'lines_added' | 'lines_removed' | 'lines_changed'; readonly count: number }
  | { readonly kind: 'received'; readonly count: number }
  | { readonly kind: 'field'; readonly field: string };

/** What another person changed, in the order in which it matters; empty when only remarks were added. */
export function documentChanges(
  before: ProcurementDocument,
  after: ProcurementDocument,
): readonly DocumentChange[] {
  return [...stepChanges(before, after), ...lineChanges(before, after), ...headChanges(before, after)];
}

function stepChanges(before: ProcurementDocument, after: ProcurementDocument): readonly DocumentChange[] {
  const changes: DocumentChange[] = [];
  if (before.status !== after.status) {
    changes.push({ kind: 'status', before: before.status, after: after.status });
  }
  const [was, is] = [before, after].map(assignee);
  if (was?.id !== is?.id) changes.push({ kind: 'assignee', name: is?.name ?? null });
  return changes;
}

function lineChanges(before: ProcurementDocument, after: ProcurementDocument): readonly DocumentChange[] {
  const changes: DocumentChange[] = [];
  if (before.total_netto !== null && after.total_netto !== null && before.total_netto !== after.total_netto) {
    changes.push({ kind: 'total', before: before.total_netto, after: after.total_netto });
  }
  const known = new Map(before.procurement_lines.map((line) => [line.id, line]));
  const present = new Set(after.procurement_lines.map((line) => line.id));
  const common = after.procurement_lines.flatMap((line) => {
    const earlier = known.get(line.id);
    return earlier === undefined ? [] : [{ earlier, line }];
  });
  const counts = {
    lines_added: after.procurement_lines.length - common.length,
    lines_removed: before.procurement_lines.filter((line) => !present.has(line.id)).length,
    lines_changed: common.filter(({ earlier, line }) => !isSameApartFrom(earlier, line, receiptFields))
      .length,
    received: common.filter(({ earlier, line }) => earlier.quantity_received !== line.quantity_received)
      .length,
  } as const;
  for (const kind of ['lines_added', 'lines_removed', 'lines_changed', 'received'] as const) {
    if (counts[kind] > 0) changes.push({ kind, count: counts[kind] });
  }
  return changes;
}

/** Change with receipts and orders, not by editing. */
const receiptFields = ['quantity_received', 'order_state', 'sort_no'];

function headChanges(before: ProcurementDocument, after: ProcurementDocument): readonly DocumentChange[] {
  return differingFields(procurementFields, before, after).map((field) => ({ kind: 'field', field }));
}

function assignee({ timeline }: ProcurementDocument) {
  return (
    timeline.timeline_entries.find((entry) => entry.entry_no === timeline.current_entry_no)?.lb_user ?? null
  );
}

function isSameApartFrom(one: object, other: object, ignored: readonly string[]): boolean {
  const kept = (row: object): string =>
    JSON.stringify(Object.entries(row).filter(([key]) => !ignored.includes(key)));
  return kept(one) === kept(other);
}
