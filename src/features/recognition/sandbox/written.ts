import { readEInvoice } from '../einvoice/read-einvoice.ts';
import { readingOfEInvoice } from '../einvoice/reading-of-e-invoice.ts';
import { type KnownParties, NotReadable, type Reading } from '../reading.ts';
import { readText } from '../text/read-text.ts';
import { readingOfPages } from '../text/reading-of-pages.ts';
import { eInvoice } from './e-invoice.ts';
import { printedLetter, scannedLetter } from './letter.ts';
import type { Paper } from './paper.ts';

/** A received paper and its reading. */
export interface WrittenPaper {
  readonly name: string;
  readonly type: 'xml' | 'pdf';
  readonly bytes: Buffer;
  /** Throws `NotReadable` when only OCR could read it. */
  read(known: KnownParties): Reading;
}

export type PaperKind = 'e-invoice' | 'letter' | 'scan';

/**
 * Simulates a supplier who sends a paper. The usual reading functions read it, but outside the reading cell, because
 * no data is foreign and the words of a letter are known from its drawing.
 */
export async function writePaper(kind: PaperKind, paper: Paper): Promise<WrittenPaper> {
  return await writers[kind](paper);
}

const writers: Readonly<Record<PaperKind, (paper: Paper) => Promise<WrittenPaper>>> = {
  'e-invoice': async (paper) => {
    const bytes = eInvoice(paper);
    const read = () => {
      const file = readEInvoice(bytes);
      if (!file.ok) throw new NotReadable('damaged');
      return readingOfEInvoice(file);
    };
    return { name: `${paper.number}.xml`, type: 'xml', bytes, read };
  },
  letter: async (paper) => {
    const { bytes, words } = await printedLetter(paper);
    const read = ({ own }: KnownParties) =>
      readingOfPages(
        readText([words], {
          own: own.map(({ name, vatId }) => ({
            names: [name],
            vatIds: vatId === null ? [] : [vatId],
            ibans: [],
          })),
        }),
      );
    return { name: `${paper.number}.pdf`, type: 'pdf', bytes, read };
  },
  scan: async (paper) => ({
    name: `Scan ${paper.number}.pdf`,
    type: 'pdf',
    bytes: await scannedLetter(paper),
    read: () => {
      throw new NotReadable('not_safe');
    },
  }),
};
