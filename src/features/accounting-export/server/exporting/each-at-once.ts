/** Does the work for each, so many at a time, and ends with the first failure once all that were begun have ended. */
export async function eachAtOnce<Item>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const results = await Promise.allSettled(
    Array.from({ length: most }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
