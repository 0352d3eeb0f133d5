import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * Parameters of an attacker that calls over several connections for some time, each call right after the last answer.
 */
export interface Asking {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent in turn, in shared memory. */
  readonly bodies: readonly SharedArrayBuffer[];
  readonly connections: number;
  readonly milliseconds: number;
}

export interface AskingReport {
  /** How long each call waited for the end of its answer, in milliseconds. */
  readonly waits: readonly number[];
  /** Number of answers by status; 0 for aborted connections. */
  readonly statuses: Readonly<Record<number, number>>;
}

/** Attacks from a separate thread, so that the server's thread only serves. */
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

/** The quantile of the waits. */
export function quantile(waits: readonly number[], part: number): number {
  const sorted = waits.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.POSITIVE_INFINITY;
}
