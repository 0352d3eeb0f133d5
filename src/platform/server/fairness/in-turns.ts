import { counted, othersTurn } from './work.ts';

/** Default number of items before others may have the processor. */
const itemsInOneGo = 250;

/** Works on many items in chunks, in order, so that nobody has to wait for all of them (API-44). */
export async function inTurns<Item>(
  items: Iterable<Item>,
  work: (piece: readonly Item[]) => void,
  inOneGo = itemsInOneGo,
): Promise<void> {
  let piece: Item[] = [];
  for (const item of items) {
    piece.push(item);
    if (piece.length < inOneGo) continue;
    const whole = piece;
    counted(() => work(whole));
    piece = [];
    await othersTurn();
  }
  if (piece.length > 0) counted(() => work(piece));
}

/** As `map`, yielding to others between chunks. */
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
