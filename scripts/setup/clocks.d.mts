/** @see ./clocks.mjs */
export function ensureLibrary(): string | undefined;
export function environmentAt(
  clock: { readonly at: Date; readonly zone: string },
  library: string,
  now?: Date,
): Record<string, string>;
