import type { HistoryItem } from './history.ts';

/** What was changed in one go. */
export interface ContentSave {
  readonly group: string;
  /** In the order in which a form shows them: the document itself, then its parts. */
  readonly items: readonly [HistoryItem, ...HistoryItem[]];
}

/** The items of a history by the saves that they came from, newest first (AUD-06). */
export function savesOf(items: readonly HistoryItem[]): readonly ContentSave[] {
  return [...Map.groupBy(items, ({ group }) => group)].flatMap(([group, ofSave]) => {
    const [first, ...others] = ofSave.toSorted(
      (left, right) => Number(left.part !== null) - Number(right.part !== null) || left.id - right.id,
    );
    return first === undefined ? [] : [{ group, items: [first, ...others] as const }];
  });
}
