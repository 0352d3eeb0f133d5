import type { Side } from './figure.ts';
import type { Way } from './way.ts';

/** The result of one side at one concurrency. Times are in milliseconds. */
export interface SideResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface Comparison extends Compared {
  readonly way: Way;
}

/** Both sides at one concurrency. */
export interface Compared {
  readonly concurrency: number;
  readonly product: SideResult;
  readonly hand: SideResult;
  /** Requests per second, product to hand-written. */
  readonly ratio: number;
}

/** The number of alternations, so that other load of the machine affects both sides. */
const rounds = 4;
const warmUpShare = 0.1;

/** Runs both sides in alternating rounds; each side runs `seconds` in total. The sides continue their turn counts. */
export async function compare(
  sides: { readonly product: Side; readonly hand: Side },
  concurrency: number,
  seconds: number,
): Promise<Compared> {
  const product = new Runner(sides.product, concurrency);
  const hand = new Runner(sides.hand, concurrency);
  for (const runner of [product, hand]) await runner.run(seconds * warmUpShare * 1000);
  for (const runner of [product, hand]) runner.forget();
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? [product, hand] : [hand, product];
    for (const runner of order) await runner.run((seconds / rounds) * 1000);
  }
  const results = { product: product.result(), hand: hand.result() };
  return {
    concurrency,
    ...results,
    ratio: results.product.requestsPerSecond / results.hand.requestsPerSecond,
  };
}

class Runner {
  readonly #side: Side;
  readonly #concurrency: number;
  #turn = 0;
  #latencies: number[] = [];
  #milliseconds = 0;

  constructor(side: Side, concurrency: number) {
    this.#side = side;
    this.#concurrency = concurrency;
  }

  async run(milliseconds: number): Promise<void> {
    const start = performance.now();
    const end = start + milliseconds;
    const worker = async () => {
      do {
        const sent = performance.now();
        const answer = await this.#side(this.#turn++);
        if (answer === null) return;
        this.#latencies.push(performance.now() - sent);
      } while (performance.now() < end);
    };
    await Promise.all(Array.from({ length: this.#concurrency }, worker));
    this.#milliseconds += performance.now() - start;
  }

  forget(): void {
    this.#latencies = [];
    this.#milliseconds = 0;
  }

  result(): SideResult {
    const sorted = this.#latencies.toSorted((left, right) => left - right);
    const percentile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
    return {
      requests: sorted.length,
      requestsPerSecond: (sorted.length / this.#milliseconds) * 1000,
      p50: percentile(0.5),
      p95: percentile(0.95),
      p99: percentile(0.99),
    };
  }
}
