import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface AskedCall {
  readonly port: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** In memory shared by both threads, so that passing it costs nothing. */
  readonly payload: SharedArrayBuffer | null;
}

/** Calls from another thread, one call after the other, so that the server's thread only serves. */
export interface Caller {
  /** The status of the answer; 0 for an aborted connection. */
  ask(call: AskedCall): Promise<number>;
  stop(): Promise<void>;
}

export function openCaller(): Caller {
  const thread = new Worker(new URL('./caller-thread.ts', import.meta.url));
  return {
    ask: async (call) => {
      const answered = once(thread, 'message');
      thread.postMessage(call);
      const [{ status, error }] = (await answered) as [{ status?: number; error?: string }];
      if (status === undefined) throw new Error(error);
      return status;
    },
    stop: async () => void (await thread.terminate()),
  };
}

const shared = new WeakMap<Buffer, SharedArrayBuffer>();
const sharedTexts = new Map<string, SharedArrayBuffer>();

/** A body in shared memory; each body is copied only once. */
export function sharedBody(body: Buffer | string): SharedArrayBuffer {
  const known = typeof body === 'string' ? sharedTexts.get(body) : shared.get(body);
  if (known) return known;
  const bytes = Buffer.from(body as string);
  const made = new SharedArrayBuffer(bytes.length);
  new Uint8Array(made).set(bytes);
  if (typeof body === 'string') sharedTexts.set(body, made);
  else shared.set(body, made);
  return made;
}
