/**
 * Runs the work for each item, up to `maxAtOnce` at a time; rejects with the first failure once all started work has
 * ended.
 */
export async function eachAtOnce<Item>(
  items: readonly Item[],
  maxAtOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const results = await Promise.allSettled(
    Array.from({ length: maxAtOnce }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
