/** A transport fault for one request, in addition to the server's own refusals. */
export type Fault =
  /** The request is carried out, then the connection breaks instead of an answer. */
  | { readonly kind: 'answer_lost' }
  /** The connection breaks while the body arrives; nothing is carried out. */
  | { readonly kind: 'upload_cut' }
  /** The connection breaks, and new ones are refused for this long. */
  | { readonly kind: 'unreachable'; readonly milliseconds: number }
  /** The request is carried out, but the answer takes this long. */
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** The request is carried out, but a proxy answers instead of the server. */
  | { readonly kind: 'status_after'; readonly status: 500 | 502 | 504 }
  /** A proxy answers instead of the server; nothing is carried out. */
  | {
      readonly kind: 'status';
      readonly status: 401 | 403 | 404 | 409 | 429 | 500 | 503;
      readonly retryAfterSeconds?: number;
      readonly body?: string;
    };

/** A fault that hits certain requests. */
export interface PlannedFault {
  readonly fault: Fault;
  /** Any method if missing. */
  readonly method?: string;
  /** Any path if missing. */
  readonly path?: RegExp;
  /** How many matching requests pass before the first hit; 0 if missing. */
  readonly after?: number;
  /** How many requests are hit; 1 if missing. */
  readonly times?: number;
}

/** Random faults: the same seed hits the same requests. */
export interface ChanceOfFaults {
  readonly seed: number;
  /** The share of requests that are hit, from 0 to 1. */
  readonly share: number;
  readonly among: readonly Fault[];
  /** Hits these paths only; all if missing. */
  readonly path?: RegExp;
}

interface Plan {
  readonly planned: PlannedFault;
  passing: number;
  left: number;
}

/** Decides for each request whether a fault applies; planned faults come before random ones. */
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

  /** Null switches random faults off. */
  drawBy(chance: ChanceOfFaults | null): void {
    this.chance = chance;
    this.draw = chance && drawingFrom(chance.seed);
  }

  /** Removes all faults. */
  clear(): void {
    this.plans = [];
    this.drawBy(null);
  }

  /** The fault of this request, if any; counts as a hit. */
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

/** Random numbers in [0, 1), by the generator mulberry32. */
function drawingFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
