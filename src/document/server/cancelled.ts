import { cancelledStatuses, type DocumentKind } from '../../timeline/kinds.ts';

/** The cancelled statuses of a kind as an SQL list: `('declined', 'declined-exported')` (TL-18, TASK-09). */
export function cancelledList(kind: DocumentKind): string {
  return `('${cancelledStatuses(kind).join("', '")}')`;
}
