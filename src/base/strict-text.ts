/** The text of bytes; null if they are invalid in the encoding, or the encoding is unknown. */
export function strictText(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
