/** A code that was out of view for this long counts as scanned again, in milliseconds. */
const absentMs = 1500;

/** Lets each code through once while it stays in view: a camera sees it many times. */
export class CodesInView {
  readonly #seen = new Map<string, number>();

  /**
   * @param text the code in the present picture; null without one
   * @param now in milliseconds, of any clock that only advances
   * @returns the code if it is new, else null
   */
  look(text: string | null, now: number): string | null {
    for (const [code, at] of this.#seen) if (now - at > absentMs) this.#seen.delete(code);
    if (text === null) return null;
    const isNew = !this.#seen.has(text);
    this.#seen.set(text, now);
    return isNew ? text : null;
  }
}
