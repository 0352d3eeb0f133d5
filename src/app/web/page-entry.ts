/** The first script of a page, whose name contains the hash of its content; null without one. */
export function entryOf(html: string): string | null {
  const script = /<script\b[^>]*\btype="module"[^>]*>/.exec(html)?.[0] ?? '';
  return /\bsrc="([^"]+)"/.exec(script)?.[1] ?? null;
}
