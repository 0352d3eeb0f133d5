/** What runs within the cell: does what the default function of a file does, one work after the other (TECH-20). */
import { createWriteStream, rmSync, type WriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { deserialize, serialize } from 'node:v8';
import { isMainThread, Worker } from 'node:worker_threads';
import { lookForProductMs, mostTaskBytes } from './cell-limits.ts';
import { frameHead, frameReader } from './frames.ts';
import { closeNetwork } from './no-network.ts';

/** What is asked for; the file comes from the product, never from a document. */
export interface CellRequest {
  readonly file: string;
  readonly task: unknown;
  /** Bytes that the answer may have. */
  readonly answerBytes: number;
}

export type CellAnswer =
  | { readonly ok: true; readonly answer: unknown }
  | { readonly ok: false; readonly reason: 'too_large' | 'unexpected'; readonly detail: string };

type Reader = { readonly default: (task: unknown) => unknown };

function refused(error: unknown): CellAnswer {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const isMemory =
    name === 'RangeError' && /allocation|memory|Invalid (array|typed array|string) length/i.test(message);
  return { ok: false, reason: isMemory ? 'too_large' : 'unexpected', detail: stack ?? message };
}

async function answerTo({ file, task }: CellRequest): Promise<CellAnswer> {
  try {
    const reader = (await import(file)) as Reader;
    return { ok: true, answer: await reader.default(task) };
  } catch (error) {
    return refused(error);
  }
}

function packed(answer: CellAnswer, answerBytes: number): Buffer {
  try {
    const bytes = serialize(answer);
    if (bytes.length <= answerBytes) return bytes;
    return serialize({ ok: false, reason: 'too_large', detail: `an answer of ${bytes.length} bytes` });
  } catch (error) {
    return serialize(refused(error));
  }
}

async function work(frame: Buffer, answers: WriteStream): Promise<void> {
  const request = deserialize(frame) as CellRequest;
  const bytes = packed(await answerTo(request), request.answerBytes);
  answers.write(frameHead(bytes.length));
  answers.write(bytes);
}

let isAsked = false;

/** Readers are loaded before they are asked, as long as nobody asks; one that cannot be loaded says so when it is. */
async function prepare(files: readonly string[]): Promise<void> {
  for (const file of files) if (!isAsked) await import(file).catch(() => undefined);
}

/** Does what is asked for until the product closes the pipe: by ending the reader, or with its own end. */
function serve(): void {
  closeNetwork();
  // What packages print goes nowhere.
  const answers = createWriteStream('', { fd: 3 });
  // What a package leaves behind unawaited is no reason to end: the work it belongs to has its time limit.
  process.on('unhandledRejection', () => {});
  let last = prepare(process.argv.slice(2));
  process.stdin.on(
    'data',
    frameReader(
      () => mostTaskBytes,
      (frame) => {
        isAsked = true;
        last = last.then(() => work(frame, answers));
      },
    ),
  );
  process.stdin.on('end', () => {
    removeFolder();
    process.exit();
  });
  const limits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 };
  new Worker(new URL(import.meta.url), { resourceLimits: limits }).unref();
}

/** Where the product was killed nobody else does. */
function removeFolder(): void {
  rmSync(tmpdir(), { recursive: true, force: true });
}

/** In a thread of its own: a reader that goes round in circles does not see that its product is gone, and would outlive it. */
function endWithProduct(): void {
  const product = process.ppid;
  setInterval(() => {
    if (process.ppid === product) return;
    removeFolder();
    process.kill(process.pid, 'SIGKILL');
  }, lookForProductMs);
}

if (isMainThread) serve();
else endWithProduct();
