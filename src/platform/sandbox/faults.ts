/** What goes wrong on the way of one request, beside what the server itself has to object. */
export type Fault =
  /** The request is carried out, then the connection breaks in the place of an answer. */
  | { readonly kind: 'answer_lost' }
  /** The connection breaks while the body arrives; nothing is carried out. */
  | { readonly kind: 'upload_cut' }
  /** The connection breaks, and new ones are refused for that long. */
  | { readonly kind: 'unreachable'; readonly milliseconds: number }
  /** The request is carried out, but the answer takes that long. */
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** The request is carried out, but something before the server answers in its place. */
  | { readonly kind: 'status_after'; readonly status: 500 | 502 | 504 }
  /** Something before the server answers in its place; nothing is carried out. */
  | {
      readonly kind: 'status';
      readonly status: 401 | 403 | 404 | 409 | 429 | 500 | 503;
      readonly retryAfterSeconds?: number;
      readonly body?: string;
    };

/** A fault that meets certain requests. */
export interface PlannedFault {
  readonly fault: Fault;
  /** Any method where it is missing. */
  readonly method?: string;
  /** Any path where it is missing. */
  readonly path?: RegExp;
  /** How many matching requests pass before the first one that is met; 0 where it is missing. */
  readonly after?: number;
  /** How many are met; 1 where it is missing. */
  readonly times?: number;
}

/** Faults that a seed draws: the same seed meets the same requests. */
export interface ChanceOfFaults {
  readonly seed: number;
  /** The share of the requests that are met, from 0 to 1. */
  readonly share: number;
  readonly among: readonly Fault[];
  /** Only these paths are met; all where it is missing. */
  readonly path?: RegExp;
}

interface Plan {
  readonly planned: PlannedFault;
  passing: number;
  left: number;
}

/** Decides for each request whether something goes wrong; what is planned comes before what is drawn. */
export class Faults {
  private plans: Plan[] = [];
  private draw: (() => number) | null = null;
  private chance: ChanceOfFaults | null = null;

  constructor(planned: readonly PlannedFault[] = [], chance: ChanceOfFaults | null = null) {
    for (const each of planned) this.plan(each);
    this.drawBy(chance);
  }

  plan(planned: PlannedFault): void {
    this.plans.push({ planned, passing: planned.after ?? 0, left: planned.times ?? 1 });
  }

  /** Null: nothing is left to chance any more. */
  drawBy(chance: ChanceOfFaults | null): void {
    this.chance = chance;
    this.draw = chance && drawingFrom(chance.seed);
  }

  /** From now on everything works. */
  clear(): void {
    this.plans = [];
    this.drawBy(null);
  }

  /** What goes wrong with this request; it counts as met. */
  next(method: string, path: string): Fault | null {
    for (const plan of this.plans) {
      if (!matches(plan.planned, method, path) || plan.left === 0) continue;
      if (plan.passing > 0) {
        plan.passing -= 1;
        continue;
      }
      plan.left -= 1;
      return plan.planned.fault;
    }
    return this.drawn(path);
  }

  private drawn(path: string): Fault | null {
    const { chance, draw } = this;
    if (!chance || !draw || (chance.path && !chance.path.test(path))) return null;
    const isMet = draw() < chance.share;
    return isMet ? (chance.among[Math.floor(draw() * chance.among.length)] ?? null) : null;
  }
}

function matches({ method, path }: PlannedFault, ofMethod: string, ofPath: string): boolean {
  return (!method || method === ofMethod) && (!path || path.test(ofPath));
}

/** Numbers from 0 to below 1, by the generator mulberry32. */
function drawingFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
