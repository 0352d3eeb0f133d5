/** Whose documents take their turn together; null is the installation itself. */
export type Whose = number | null;

/** A work that waits for its turn. */
export interface Waiting {
  readonly whose: Whose;
  /** How long it may take, as a first look at its bytes says, in milliseconds. */
  readonly guessMs: number;
  /** When it came, in milliseconds. */
  readonly since: number;
}

/** Waiting for so many milliseconds makes a work as urgent as the smallest. */
const longWait = 20_000;
/** Works of up to so many milliseconds are small: among them, who came first is first. */
const small = 500;

/**
 * Which of the works that wait is next (TECH-20): of the tenants that have the fewest in work, the smallest, and of equals the one that
 * came first. A tenant never has more than `mostOfOne` in work, so that a place is left for the others. Null where nobody may.
 *
 * @param now in milliseconds
 */
export function nextTurn<Work extends Waiting>(
  waiting: readonly Work[],
  working: readonly Whose[],
  mostOfOne: number,
  now: number,
): Work | null {
  const inWork = (whose: Whose) => working.filter((each) => each === whose).length;
  const urgency = ({ guessMs, since }: Work) =>
    now - since > longWait || guessMs <= small ? small : guessMs;
  const allowed = waiting.filter(({ whose }) => inWork(whose) < mostOfOne);
  const [next] = allowed.toSorted(
    (one, other) =>
      inWork(one.whose) - inWork(other.whose) || urgency(one) - urgency(other) || one.since - other.since,
  );
  return next ?? null;
}
