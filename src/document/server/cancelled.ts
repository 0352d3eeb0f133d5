import { cancelledStatuses, type DocumentKind } from '../../timeline/kinds.ts';

/** The statuses of what was cancelled of a kind, as a list of SQL: `('declined', 'declined-exported')` (TL-18, TASK-09). */
export function cancelledList(kind: DocumentKind): string {
  return `('${cancelledStatuses(kind).join("', '")}')`;
}
