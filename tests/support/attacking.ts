import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Somebody who sends calls over several connections for some time, each the next one as soon as he is answered. */
export interface Asking {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent by turns, in memory that threads share. */
  readonly bodies: readonly SharedArrayBuffer[];
  readonly connections: number;
  readonly milliseconds: number;
}

export interface AskingReport {
  /** How long each call waited for the end of its answer, in milliseconds. */
  readonly waits: readonly number[];
  /** How many answers had which status; 0 where the connection was cut. */
  readonly statuses: Readonly<Record<number, number>>;
}

/** Does so from a thread of its own, so that the thread of the server does nothing but serve. */
export async function askFor(asking: Asking): Promise<AskingReport> {
  const thread = new Worker(new URL('./attacker-thread.ts', import.meta.url));
  try {
    const answered = once(thread, 'message');
    thread.postMessage(asking);
    const [{ report, error }] = (await answered) as [{ report?: AskingReport; error?: string }];
    if (!report) throw new Error(error);
    return report;
  } finally {
    await thread.terminate();
  }
}

/** The wait that so large a part of them does not exceed. */
export function quantile(waits: readonly number[], part: number): number {
  const sorted = waits.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.POSITIVE_INFINITY;
}
