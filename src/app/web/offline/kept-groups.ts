import { headsKey, tasksMeta } from '../../../document/web/known-head.ts';
import type { KeptQuery } from '../../../platform/web/offline.ts';
import { isDocumentTable } from '../../../timeline/kinds.ts';

/** Groups of kept answers, each with a limit of its own. */
export type KeptGroup = 'list' | 'document' | 'preview' | 'aid';

/** What the pages of documents read besides the document. */
const aids: readonly string[] = [
  'approver-standing',
  'invoice-contract',
  'invoice-orders',
  'invoice-surroundings',
  'person-names',
  'persons',
  'procurement-contract',
  'procurement-settings',
  'profile',
  'shown-names',
  'tasks',
];

/**
 * The group of a query whose answers are kept, else null. Kept are the person's tasks, opened documents and what their pages need (MOB-04). Lists of other
 * documents, the administration and files are not.
 */
export function groupOf({ queryKey, meta }: Pick<KeptQuery, 'queryKey' | 'meta'>): KeptGroup | null {
  const [first, second] = queryKey;
  if (meta === tasksMeta) return 'list';
  if (first === headsKey[0]) return null;
  return groupOfName(String(first), typeof second === 'number' && queryKey.length === 2);
}

function groupOfName(name: string, hasOnlyId: boolean): KeptGroup | null {
  if (name === 'preview') return 'preview';
  if (isDocumentTable(name)) return hasOnlyId ? 'document' : 'aid';
  return aids.includes(name) ? 'aid' : null;
}
