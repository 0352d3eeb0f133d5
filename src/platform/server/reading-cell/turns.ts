/** The owner of documents that are ranked together; null is the installation itself. */
export type Whose = number | null;

/** Concurrency of a lane of the cell (TECH-20). */
export interface Rules {
  /** All slots. One is reserved for short documents of tenants without running tasks. */
  readonly places: number;
  /** Slots of one tenant among the others. */
  readonly maxOfOne: number;
  /** A task that blocks others for longer is put back, in milliseconds. */
  readonly patienceMs: number;
}

/** A waiting task. */
export interface Waiting {
  readonly whose: Whose;
  /** Estimated duration from its bytes, in milliseconds. */
  readonly guessMs: number;
  /** Time of arrival, in milliseconds. */
  readonly since: number;
  /** It was started, and blocked others. */
  readonly wasPutBack: boolean;
}

/** A running task. */
export interface Working {
  readonly whose: Whose;
  /** Start time, in milliseconds. */
  readonly begun: number;
  readonly wasPutBack: boolean;
  /** Uses the slot reserved for short documents. */
  readonly isKept: boolean;
}

/** After this many milliseconds of waiting, a task is as urgent as the smallest. */
const longWait = 20_000;
/** Tasks up to this many milliseconds are small and keep their order of arrival. */
const small = 500;
/** Recent reading time is compared in steps of this many milliseconds. */
const step = 5_000;
/** A tenant with more milliseconds of recent reading may not use the reserved slot. */
export const free = 60_000;

const inWorkOf = (working: readonly Working[], whose: Whose) =>
  working.filter((each) => each.whose === whose).length;

/**
 * The next waiting task and its kind of slot: among the tenants with the fewest running tasks, that of the tenant
 * with the least recent reading, then the smallest, then the first to arrive. Null if none may start.
 *
 * @param hadOf recent reading time of a tenant, in milliseconds
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

/** A task that was put back starts once its tenant has no other running task, so that it is never put back again. */
function mayHaveAnother(work: Waiting, waiting: readonly Waiting[], inWork: number, rules: Rules): boolean {
  if (inWork === 0) return true;
  const hasPutBack = waiting.some(({ whose, wasPutBack }) => wasPutBack && whose === work.whose);
  return inWork < rules.maxOfOne && !hasPutBack;
}

function isKeptFree(working: readonly Working[]): boolean {
  return !working.some(({ isKept }) => isKept);
}

function keptFor(working: readonly Working[], { patienceMs }: Rules): (work: Waiting) => boolean {
  return ({ whose, guessMs, wasPutBack }) =>
    guessMs <= patienceMs && !wasPutBack && inWorkOf(working, whose) === 0;
}

/**
 * The running task to put back because it blocks a tenant without running tasks: it looked short and is not, or its
 * tenant has another one running. Null if there is none; a task is put back only once.
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
