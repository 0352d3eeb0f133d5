/** Runs inside the cell: calls the default function of a file, one task after the other (TECH-20). */
import { createWriteStream, rmSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { isDiskFull } from '../disk-full.ts';
import { maxTaskBytes } from './cell-limits.ts';
import { frameHead, frameReader } from './frames.ts';
import { closeNetwork } from './no-network.ts';
import { isShortOfMemory } from './short-of-memory.ts';

/** The request; `file` comes from the product, never from a document. */
export interface CellRequest {
  readonly file: string;
  readonly task: unknown;
  /** Size limit of the answer. */
  readonly answerBytes: number;
}

export type CellAnswer =
  | { readonly ok: true; readonly answer: unknown }
  | { readonly ok: false; readonly reason: 'too_large' | 'no_room' | 'unexpected'; readonly detail: string };

type Reader = { readonly default: (task: unknown) => unknown };

const answers = createWriteStream('', { fd: 3 });

/** Set if a package ran short of memory, only printed that and went on: part of its answer is missing. */
let shortage: string | null = null;

/** Output of packages is discarded, but searched for memory errors. */
function listen(printed: unknown): boolean {
  if (isShortOfMemory(printed)) shortage = String(printed);
  return true;
}
process.stdout.write = listen;
process.stderr.write = listen;

function refused(error: unknown): CellAnswer {
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  const reason = isShortOfMemory(error) ? 'too_large' : isDiskFull(error) ? 'no_room' : 'unexpected';
  return { ok: false, reason, detail: stack };
}

async function answerTo({ file, task }: CellRequest): Promise<CellAnswer> {
  shortage = null;
  const answer = await (import(file) as Promise<Reader>)
    .then(async (reader): Promise<CellAnswer> => ({ ok: true, answer: await reader.default(task) }))
    .catch(refused);
  // Output of other threads arrives asynchronously.
  await setImmediate();
  return shortage === null ? answer : { ok: false, reason: 'too_large', detail: shortage };
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

let hasTask = false;

/** Loads readers ahead while idle; a load failure is reported when the reader is used. */
async function prepare(files: readonly string[]): Promise<void> {
  for (const file of files) if (!hasTask) await import(file).catch(() => undefined);
}

const [product, ...expected] = process.argv.slice(2);
// The product ended before the system was set up to end its readers with it, and may have left a task.
if (process.ppid !== Number(product)) process.exit();
closeNetwork();
// Packages start their threads with the first task; later there may be no memory for them, and Node.js would end
// silently.
void access(tmpdir());
// An unhandled rejection of a package must not end the process: its task has a time limit.
process.on('unhandledRejection', () => {});
let last = prepare(expected);
process.stdin.on(
  'data',
  frameReader(
    () => maxTaskBytes,
    (frame) => {
      hasTask = true;
      last = last.then(() => work(frame));
    },
  ),
);
// The parent is gone, perhaps killed, and cannot remove the folder any more.
process.stdin.on('end', () => {
  rmSync(tmpdir(), { recursive: true, force: true });
  process.exit();
});
