import type { HistoryItem } from './history.ts';

/** Changes of one save. */
export interface ContentSave {
  readonly group: string;
  /** In form order: the document itself, then its parts. */
  readonly items: readonly [HistoryItem, ...HistoryItem[]];
}

/** History items grouped by save, newest first (AUD-06). */
export function savesOf(items: readonly HistoryItem[]): readonly ContentSave[] {
  return [...Map.groupBy(items, ({ group }) => group)].flatMap(([group, ofSave]) => {
    const [first, ...others] = ofSave.toSorted(
      (left, right) => Number(left.part !== null) - Number(right.part !== null) || left.id - right.id,
    );
    return first === undefined ? [] : [{ group, items: [first, ...others] as const }];
  });
}
