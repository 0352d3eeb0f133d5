import { describe, expect, test } from 'vitest';
import { renderedEInvoice } from '../../src/features/accounting-export/server/pdf/rendered-pdf.ts';
import { mailReader } from '../../src/features/mailbox/server/mail-reader.ts';
import { cartReader } from '../../src/features/punchout/server/cart-reader.ts';
import { answerIn, noticeIn } from '../../src/features/punchout/server/cxml-reader.ts';
import { partsInCell } from '../../src/features/recognition/server/pages/parts-maker.ts';
import { documentReader } from '../../src/features/recognition/server/reader.ts';
import { documentSigner } from '../../src/features/recognition/server/signer.ts';
import { preparePicture } from '../../src/platform/server/files/picture.ts';
import { residentBytes } from '../../src/platform/server/reading-cell/cell-limits.ts';
import { inDepth, someOf } from '../support/depth.ts';
import { cxmlBombs, mailBombs, pictureBombs, xmlBombs } from './other-bombs.ts';
import { pdfBombs } from './pdf-bombs.ts';
import { watched } from './process-memory.ts';

/** The id of no tenant. */
const tenant = 0;
const megabyte = 2 ** 20;
/** Possible growth between two checks of a reader, as far as the system allows it. */
const overshoot = 500 * megabyte;
/** Bytes are copied into the cell and out of it. */
const maxGrowth = 400 * megabyte;
const longestPause = 5_000;
/** Seconds. Longer readings have shown their growth. */
const documents = documentReader(inDepth(4, 30));
const known = { own: [] };

type Bombs = Readonly<Record<string, () => Buffer>>;
type Way = (bytes: Buffer) => Promise<unknown>;

/** The code of an expected failure of a reader; unexpected errors have none. */
const word = (work: Promise<unknown>) =>
  work.then(
    () => 'read',
    (error: { failure?: string; refusal?: { code: string } }) => {
      const outcome = error.failure ?? error.refusal?.code;
      if (outcome === undefined) throw error;
      return outcome;
    },
  );

const ways: Readonly<Record<string, readonly [Way, Bombs]>> = {
  'an invoice': [
    (bytes) => documents.read(tenant, bytes, known),
    { ...pdfBombs, ...xmlBombs, ...pictureBombs },
  ],
  'a contract': [(bytes) => documents.readContract(tenant, bytes, known), pdfBombs],
  'a lesson': [(bytes) => documents.learn(tenant, bytes, known, { totalGross: '1' }, []), pdfBombs],
  'a file of a mail': [(bytes) => documentSigner()(tenant, [bytes]), { ...pdfBombs, ...xmlBombs }],
  'a stack of pages': [
    (bytes) =>
      partsInCell(tenant, { files: [bytes], parts: [[{ file: 0, page: 1, turn: 0 }]], maxPages: 100 }),
    { ...pdfBombs, ...pictureBombs },
  ],
  'an XML for people': [(bytes) => renderedEInvoice(tenant, bytes), xmlBombs],
  'a mail': [(bytes) => mailReader()(tenant, bytes), mailBombs],
  'a logo': [(bytes) => preparePicture(tenant, bytes, bytes[0] === 0xff ? 'jpeg' : 'png'), pictureBombs],
  'a cart': [
    (bytes) => cartReader()(tenant, { body: bytes, type: 'text/xml', language: 'de', token: 'x' }),
    { ...cxmlBombs, ...xmlBombs },
  ],
  'a notice': [(bytes) => noticeIn(tenant, bytes), cxmlBombs],
  'an answer of a shop': [(bytes) => answerIn(tenant, bytes), cxmlBombs],
};

const cases = Object.entries(ways).flatMap(([way, [read, bombs]]) =>
  Object.entries(bombs).map(([bomb, made]) => ({ way, bomb, read, made })),
);

describe('TECH-20 every input by every way is read or refused with a code, and harms no one', () => {
  // Each new way or bomb is tried at least once in both forms.
  test.each(someOf(cases, 17))('$bomb as $way', async ({ read, made }) => {
    const bytes = made();
    let outcome = '';
    const seen = await watched(async () => {
      outcome = await word(read(bytes));
    });
    expect(outcome).toMatch(/^[a-z_]+$/);
    expect(seen.maxOfOne).toBeLessThan(residentBytes + overshoot);
    expect(seen.growth).toBeLessThan(maxGrowth);
    expect(seen.longestPause).toBeLessThan(longestPause);
  });
});
