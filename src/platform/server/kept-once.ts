/** Makes a value on first use and keeps it. A failure is not kept, so the next call tries again. */
export function keptOnce<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let kept: Promise<Made> | undefined;
  return () => {
    kept ??= make().catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}
