/** Makes something when it is first asked for, and keeps it. What failed is not kept: whoever asks next tries again. */
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
