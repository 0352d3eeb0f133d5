/** A code that was out of view for this long, in milliseconds, counts as scanned again. */
const absentMs = 1500;
/** So many pictures must lack it: a slow device takes few, and a single one may be blurred. */
const absentPictures = 3;

interface Sighting {
  readonly at: number;
  /** Pictures without the code since then. */
  readonly missed: number;
}

/** Lets each code through once while it stays in view: a camera sees it many times. */
export class CodesInView {
  readonly #seen = new Map<string, Sighting>();

  /**
   * @param text the code in the present picture; null without one
   * @param now in milliseconds, of any clock that only advances
   * @returns the code if it is new, else null
   */
  look(text: string | null, now: number): string | null {
    for (const [code, { at, missed }] of this.#seen) {
      if (code === text) continue;
      if (now - at > absentMs && missed + 1 >= absentPictures) this.#seen.delete(code);
      else this.#seen.set(code, { at, missed: missed + 1 });
    }
    if (text === null) return null;
    const isNew = !this.#seen.has(text);
    this.#seen.set(text, { at: now, missed: 0 });
    return isNew ? text : null;
  }
}
