/** What runs within the cell: does what the default function of a file does, one work after the other (TECH-20). */
import { createWriteStream, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { deserialize, serialize } from 'node:v8';
import { mostTaskBytes } from './cell-limits.ts';
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

/** Where answers go; what packages print goes nowhere. */
const answers = createWriteStream('', { fd: 3 });

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

async function work(frame: Buffer): Promise<void> {
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

const [product, ...expected] = process.argv.slice(2);
// The product ended before the system knew that its readers are to end with it, and may have left a task.
if (process.ppid !== Number(product)) process.exit();
closeNetwork();
// What a package leaves behind unawaited is no reason to end: the work it belongs to has its time limit.
process.on('unhandledRejection', () => {});
let last = prepare(expected);
process.stdin.on(
  'data',
  frameReader(
    () => mostTaskBytes,
    (frame) => {
      isAsked = true;
      last = last.then(() => work(frame));
    },
  ),
);
// Whoever asked is gone, perhaps killed: then nobody else takes the folder away.
process.stdin.on('end', () => {
  rmSync(tmpdir(), { recursive: true, force: true });
  process.exit();
});
