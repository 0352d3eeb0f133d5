/** Whose documents take their turn together; null is the installation itself. */
export type Whose = number | null;

/** How many works a lane of the cell does at once (TECH-20). */
export interface Rules {
  /** All places. One of them is kept for short documents of tenants that have nothing in work. */
  readonly places: number;
  /** Of the others, so many for one tenant. */
  readonly mostOfOne: number;
  /** A work may stand in the way of others for so long, in milliseconds: it is put back then. */
  readonly patienceMs: number;
}

/** A work that waits for its turn. */
export interface Waiting {
  readonly whose: Whose;
  /** How long it may take, as a first look at its bytes says, in milliseconds. */
  readonly guessMs: number;
  /** When it came, in milliseconds. */
  readonly since: number;
  /** It was begun, and stood in the way of others. */
  readonly wasPutBack: boolean;
}

/** A work that has a place. */
export interface Working {
  readonly whose: Whose;
  /** When it got its place, in milliseconds. */
  readonly begun: number;
  readonly wasPutBack: boolean;
  /** Its place is the one for short documents. */
  readonly isKept: boolean;
}

/** Waiting for so many milliseconds makes a work as urgent as the smallest. */
const longWait = 20_000;
/** Works of up to so many milliseconds are small: among them, who came first is first. */
const small = 500;
/** Who has had as many of these milliseconds lately has had the same. */
const step = 5_000;
/** Whoever has had more milliseconds of reading lately owes some: the kept place is not for him. */
export const free = 60_000;

const inWorkOf = (working: readonly Working[], whose: Whose) =>
  working.filter((each) => each.whose === whose).length;

/**
 * Which of the works that wait is next, and in which kind of place: of the tenants that have the fewest in work, that of the one which has
 * had the least lately, then the smallest, and of equals the one that came first. Null where nobody may.
 *
 * @param hadOf how much reading a tenant has had lately, in milliseconds
 * @param now in milliseconds
 */
export function nextTurn<Work extends Waiting>(
  waiting: readonly Work[],
  working: readonly Working[],
  rules: Rules,
  hadOf: (whose: Whose) => number,
  now: number,
): { readonly work: Work; readonly isKept: boolean } | null {
  const inWork = (whose: Whose) => inWorkOf(working, whose);
  const steps = ({ whose }: Work) => Math.floor(hadOf(whose) / step);
  const urgency = ({ guessMs, since }: Work) =>
    now - since > longWait || guessMs <= small ? small : guessMs;
  const isFree = working.filter(({ isKept }) => !isKept).length < rules.places - 1;
  const mayHaveKept = isKeptFree(working) ? keptFor(working, rules) : () => false;
  const allowed = waiting.filter((work) =>
    isFree
      ? mayHaveAnother(work, waiting, inWork(work.whose), rules)
      : mayHaveKept(work) && hadOf(work.whose) <= free,
  );
  const [work] = allowed.toSorted(
    (one, other) =>
      inWork(one.whose) - inWork(other.whose) ||
      steps(one) - steps(other) ||
      urgency(one) - urgency(other) ||
      one.since - other.since,
  );
  return work ? { work, isKept: !isFree } : null;
}

/** What was put back is begun again when its tenant has nothing else in work, so that it is never put back again. */
function mayHaveAnother(work: Waiting, waiting: readonly Waiting[], inWork: number, rules: Rules): boolean {
  if (inWork === 0) return true;
  const hasPutBack = waiting.some(({ whose, wasPutBack }) => wasPutBack && whose === work.whose);
  return inWork < rules.mostOfOne && !hasPutBack;
}

function isKeptFree(working: readonly Working[]): boolean {
  return !working.some(({ isKept }) => isKept);
}

function keptFor(working: readonly Working[], { patienceMs }: Rules): (work: Waiting) => boolean {
  return ({ whose, guessMs, wasPutBack }) =>
    guessMs <= patienceMs && !wasPutBack && inWorkOf(working, whose) === 0;
}

/**
 * The work that is to be put back, since it stands in the way of a tenant that has nothing in work: it looked short and is not, or its
 * tenant has another one in work. Null where there is none; what was put back once stays where it is.
 */
export function inTheWay<Work extends Working>(
  waiting: readonly Waiting[],
  working: readonly Work[],
  rules: Rules,
  now: number,
): Work | null {
  const idle = waiting.filter(({ whose }) => inWorkOf(working, whose) === 0);
  const isShortIdle = idle.some(keptFor(working, rules));
  const [latest] = working
    .filter(({ begun, wasPutBack }) => !wasPutBack && now - begun > rules.patienceMs)
    .filter(({ whose, isKept }) => (isKept ? isShortIdle : idle.length > 0 && inWorkOf(working, whose) > 1))
    .toSorted((one, other) => other.begun - one.begun);
  return latest ?? null;
}
