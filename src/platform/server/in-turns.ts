import { setImmediate as others } from 'node:timers/promises';

/** After so many items others may have the processor. */
const itemsInOneGo = 250;

/** Works on many items piece by piece, in order, so that nobody else has to wait for their end (API-44). */
export async function inTurns<Item>(
  items: Iterable<Item>,
  work: (piece: readonly Item[]) => void,
): Promise<void> {
  let piece: Item[] = [];
  for (const item of items) {
    piece.push(item);
    if (piece.length < itemsInOneGo) continue;
    work(piece);
    piece = [];
    await others();
  }
  work(piece);
}

/** As `map`, in turns with others. */
export async function mappedInTurns<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item, place: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  await inTurns(items, (piece) => {
    for (const item of piece) results.push(map(item, results.length));
  });
  return results;
}
