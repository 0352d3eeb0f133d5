/** What runs within the cell: does what the default function of a file does, one work after the other (TECH-20). */
import { createWriteStream, rmSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { isDiskFull } from '../disk-full.ts';
import { mostTaskBytes } from './cell-limits.ts';
import { frameHead, frameReader } from './frames.ts';
import { closeNetwork } from './no-network.ts';
import { isShortOfMemory } from './short-of-memory.ts';

/** What is asked for; the file comes from the product, never from a document. */
export interface CellRequest {
  readonly file: string;
  readonly task: unknown;
  /** Bytes that the answer may have. */
  readonly answerBytes: number;
}

export type CellAnswer =
  | { readonly ok: true; readonly answer: unknown }
  | { readonly ok: false; readonly reason: 'too_large' | 'no_room' | 'unexpected'; readonly detail: string };

type Reader = { readonly default: (task: unknown) => unknown };

const answers = createWriteStream('', { fd: 3 });

/** Where memory ran short for a package that only prints it and goes on: a part of its answer is missing. */
let shortage: string | null = null;

/** What packages print goes nowhere, but is listened to. */
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
  // What another thread has printed arrives by itself.
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

let isAsked = false;

/** Readers are loaded before they are asked, as long as nobody asks; one that cannot be loaded says so when it is. */
async function prepare(files: readonly string[]): Promise<void> {
  for (const file of files) if (!isAsked) await import(file).catch(() => undefined);
}

const [product, ...expected] = process.argv.slice(2);
// The product ended before the system knew that its readers are to end with it, and may have left a task.
if (process.ppid !== Number(product)) process.exit();
closeNetwork();
// The threads in which packages work begin with their first work; later there may be no memory for them, and Node.js would end silently.
void access(tmpdir());
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
