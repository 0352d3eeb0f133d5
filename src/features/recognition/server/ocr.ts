import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorker, type Line, OEM, PSM, type Word as RecognisedWord, type Worker } from 'tesseract.js';
import { median } from '../text/layout.ts';
import type { Box, Word } from '../words.ts';

/** A page as a picture for OCR. */
export interface PagePicture {
  /** PNG. */
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * The first pass reads German letters in the detected blocks. The second pass also reads English and goes row by row,
 * so that its errors differ.
 */
export type Look = 'first' | 'second';

const looks = {
  first: { languages: 'deu', mode: PSM.AUTO },
  second: { languages: 'deu+eng', mode: PSM.SINGLE_BLOCK },
} as const;

const resolve = createRequire(import.meta.url).resolve;
const languages = ['deu', 'eng'] as const;
/** Words below this confidence are mostly stains and lines; numbers are kept, since sums can confirm them. */
const leastConfidence = 0.25;
/** Share of the line height above the baseline. */
const aboveFoot = 0.8;
/** Height of capital letters as a share of the line height. */
const capitals = 0.72;

interface Engine {
  readonly worker: Worker;
  /** Folder with the language data for the worker. */
  readonly folder: string;
  look: Look;
}

let warm: Promise<Engine> | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * The words of a picture with their positions. Recognises one page at a time; the OCR process stays alive for the
 * next page. The language data come from packages; nothing is downloaded.
 *
 * @throws the reason of the signal when it aborts, which ends the OCR process
 */
export async function recognise(
  picture: PagePicture,
  look: Look = 'first',
  signal?: AbortSignal,
): Promise<Word[]> {
  const turn = last.then(() => recognised(picture, look, signal));
  // Only the caller handles the failure; the next picture just waits for the end.
  last = turn.catch(() => undefined);
  return await turn;
}

/** Ends the OCR process; the next page starts another one. */
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
    // Reject waiting callers immediately; let the OCR process exit.
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
  // The engine reads languages from a single folder, while each package has its own.
  const folder = await mkdtemp(join(tmpdir(), 'recognition-'));
  try {
    return { worker: await startedWorker(folder), folder, look: 'first' };
  } catch (error) {
    // Otherwise each attempt would fill a full disk further.
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
    // Without a handler the library throws outside any promise; the promise rejects as well.
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

/** A box with the width of the word and the height of its line, which may be skewed. */
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
