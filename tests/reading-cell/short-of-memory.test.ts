import { Buffer } from 'node:buffer';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { plainAnswerBytes, ReaderEnded } from '../../src/platform/server/reading-cell/cell-limits.ts';
import { inCell } from '../../src/platform/server/reading-cell/reading-cell.ts';
import { inDepth, someOf } from '../support/depth.ts';
import { rawMail } from '../support/raw-mail.ts';
import { roomyPage } from './pdf-bombs.ts';

const megabyte = 2 ** 20;
const readerOf = (path: string) => new URL(`../../src/${path}-in-cell.ts`, import.meta.url).href;

/** The same reader with only that many megabytes of writable memory left; null for no restriction. */
function withLeft(file: string, megabytes: number | null) {
  const code = `const { default: read } = await import(${JSON.stringify(file)});
    export default async (task) => {
      const taken = [];
      for (let size = 1e7; ${megabytes} !== null && size > 1e6; )
        try { taken.push(new ArrayBuffer(size)); } catch { size /= 2; }
      for (let free = 0; free < ${megabytes} * ${megabyte}; ) free += taken.pop().byteLength;
      const answer = await read(task);
      return taken.length < 0 ? null : answer;
    };`;
  const url = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  return inCell<unknown, unknown>(url, 'others', { seconds: 100, answerBytes: 4 * plainAnswerBytes });
}

/** The result: the answer, or how the reader ended. */
async function outcome(file: string, task: unknown, megabytes: number | null): Promise<unknown> {
  try {
    return await withLeft(file, megabytes)(0, task);
  } catch (error) {
    if (error instanceof ReaderEnded) return error.reason;
    throw error;
  }
}

const dots = (side: number): Buffer => {
  const pixels = Buffer.alloc(side * side * 3, 255);
  for (let place = 0; place < pixels.length; place += 97) pixels[place] = place % 251;
  return pixels;
};
const photo = async (side: number) =>
  new Uint8Array(
    await sharp(dots(side), { raw: { width: side, height: side, channels: 3 } })
      .jpeg({ progressive: true })
      .toBuffer(),
  );
const paper = async () =>
  new Uint8Array(
    await sharp({ create: { width: 2480, height: 3508, channels: 3, background: '#ffffff' } })
      .png()
      .toBuffer(),
  );
const known = { own: [] };

/** Every reader with a readable document that needs some memory. */
const ways: Readonly<Record<string, readonly [path: string, task: () => unknown]>> = {
  'an invoice': ['features/recognition/server/read', () => ({ bytes: new Uint8Array(roomyPage(30)), known })],
  'a contract': [
    'features/recognition/server/read',
    () => ({ bytes: new Uint8Array(roomyPage(30)), known, as: 'contract' }),
  ],
  'a scan': ['features/recognition/server/read', async () => ({ bytes: await paper(), known })],
  'a stack of pages': [
    'features/recognition/server/pages/parts',
    async () => ({ files: [await photo(6_200)], parts: [[{ file: 0, page: 1, turn: 0 }]], maxPages: 9 }),
  ],
  'a logo': ['platform/server/files/picture', async () => ({ bytes: await photo(6_200), type: 'jpeg' })],
  'a mail': [
    'features/mailbox/server/parse',
    () =>
      new Uint8Array(
        rawMail({
          files: Array.from({ length: 6 }, (_, place) => ({
            name: `${place}.pdf`,
            bytes: Buffer.alloc(5e6, place + 65),
          })),
        }),
      ),
  ],
};
/** Megabytes: the first is enough for Node.js itself, and for a part of the document. */
const lefts = inDepth([220, 90], [400, 220, 160, 120, 90, 70, 40, 15]);

describe.runIf(process.platform === 'linux')('TECH-20 a reader that runs short of memory', () => {
  test.each(someOf(Object.entries(ways), 4))(
    'reads %s, or reports it as too large, and never as damaged',
    async (_, [path, made]) => {
      const task = await made();
      const file = readerOf(path);
      const whole = await outcome(file, task, null);
      expect(whole).toBeTypeOf('object');
      const ends: unknown[] = [];
      for (const left of lefts) {
        const end = await outcome(file, task, left);
        ends.push(end);
        if (end !== 'too_large') expect(end).toEqual(whole);
      }
      expect(ends).toContain('too_large');
    },
  );
});
