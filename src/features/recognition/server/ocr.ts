import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorker, type Line, OEM, PSM, type Word as RecognisedWord, type Worker } from 'tesseract.js';
import type { Box, Word } from '../words.ts';

/** A page as a picture for recognition. */
export interface PagePicture {
  /** PNG. */
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * The first look reads German letters in the blocks that the page seems to have; the second one reads English, too, and
 * takes the page row by row, so that it errs elsewhere.
 */
export type Look = 'first' | 'second';

const looks = {
  first: { languages: 'deu', mode: PSM.AUTO },
  second: { languages: 'deu+eng', mode: PSM.SINGLE_BLOCK },
} as const;

const resolve = createRequire(import.meta.url).resolve;
const languages = ['deu', 'eng'] as const;
/** Signs below this confidence are stains and lines more often than text; numbers are kept for their sums to judge. */
const leastConfidence = 0.25;
/** Of the height of a line, so much lies above the foot of its letters. */
const aboveFoot = 0.8;
/** The height of capital letters is this part of the height of their line. */
const capitals = 0.72;

interface Engine {
  readonly worker: Worker;
  /** Where the languages lie that the worker may load. */
  readonly folder: string;
  look: Look;
}

let warm: Promise<Engine> | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * The words of a picture with their places. One page is recognised at a time; the engine stays warm for the next one.
 * Its data lie in the packages: nothing is fetched.
 *
 * @throws the reason of the signal when it aborts, which ends the engine
 */
export async function recognise(
  picture: PagePicture,
  look: Look = 'first',
  signal?: AbortSignal,
): Promise<Word[]> {
  const turn = last.then(() => recognised(picture, look, signal));
  // The failure is its caller's: the next picture only waits for the end.
  last = turn.catch(() => undefined);
  return await turn;
}

/** Ends the engine; the next page starts it anew. */
export async function stopRecognition(): Promise<void> {
  const ending = warm;
  warm = undefined;
  if (!ending) return;
  const { worker, folder } = await ending;
  await worker.terminate();
  await rm(folder, { recursive: true, force: true });
}

async function recognised(picture: PagePicture, look: Look, signal?: AbortSignal): Promise<Word[]> {
  signal?.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => {
    reject(signal?.reason);
    // Who waits is answered at once; the engine ends on its own.
    stopRecognition().catch(() => undefined);
  };
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([wordsOf(picture, look), aborted]);
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

async function wordsOf(picture: PagePicture, look: Look): Promise<Word[]> {
  const engine = await startedEngine();
  await turnTo(engine, look);
  const { data } = await engine.worker.recognize(picture.png, {}, { blocks: true, text: false });
  const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((part) => part.lines));
  return lines.flatMap((line) => wordsOfLine(line, picture));
}

async function startedEngine(): Promise<Engine> {
  warm ??= startEngine();
  try {
    return await warm;
  } catch (error) {
    warm = undefined;
    throw error;
  }
}

async function startEngine(): Promise<Engine> {
  // The engine reads its languages from one folder, and each package has its own.
  const folder = await mkdtemp(join(tmpdir(), 'recognition-'));
  try {
    return { worker: await startedWorker(folder), folder, look: 'first' };
  } catch (error) {
    // Each attempt on a full disk would leave it fuller.
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function startedWorker(folder: string): Promise<Engine['worker']> {
  for (const code of languages) {
    const name = `${code}.traineddata.gz`;
    await copyFile(resolve(`@tesseract.js-data/${code}/4.0.0_best_int/${name}`), join(folder, name));
  }
  const worker = await createWorker(looks.first.languages, OEM.LSTM_ONLY, {
    langPath: folder,
    cacheMethod: 'none',
    // Without a handler the library throws where nobody can catch it; the promise is rejected, too.
    errorHandler: () => undefined,
  });
  await worker.setParameters({ user_defined_dpi: '300', tessedit_pageseg_mode: looks.first.mode });
  return worker;
}

async function turnTo(engine: Engine, look: Look): Promise<void> {
  if (engine.look === look) return;
  await engine.worker.reinitialize(looks[look].languages, OEM.LSTM_ONLY);
  await engine.worker.setParameters({ user_defined_dpi: '300', tessedit_pageseg_mode: looks[look].mode });
  engine.look = look;
}

function wordsOfLine(line: Line, { width, height }: PagePicture): Word[] {
  const tall = median(line.words.map(({ bbox }) => bbox.y1 - bbox.y0)) / capitals;
  return line.words.flatMap((word) => {
    const text = word.text.trim();
    const confidence = Math.min(word.confidence / 100, 0.99);
    const isStain = confidence < leastConfidence && !/\d{2}/.test(text);
    if (text === '' || isStain || /^[|_—~=[\]]+$/.test(text)) return [];
    return [{ text, confidence, box: boxOfWord(word, line, tall, width, height) }];
  });
}

/** As wide as the word and as high as its line, which may be aslant. */
function boxOfWord(
  { bbox }: RecognisedWord,
  { baseline }: Line,
  tall: number,
  width: number,
  height: number,
): Box {
  const middle = (bbox.x0 + bbox.x1) / 2;
  const slope = (baseline.y1 - baseline.y0) / Math.max(baseline.x1 - baseline.x0, 1);
  const foot = baseline.y0 + (middle - baseline.x0) * slope;
  return [
    bbox.x0 / width,
    (foot - tall * aboveFoot) / height,
    bbox.x1 / width,
    (foot + tall * (1 - aboveFoot)) / height,
  ];
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}
