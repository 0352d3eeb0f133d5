import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  type JudgedField,
  judge,
  judgeLines,
  type KnownDocument,
  knownDocuments,
  type Verdict,
} from '../../scripts/recognition-measure.ts';
import { phrases, readPhrase } from '../../scripts/recognition-terms.ts';
import { stopRecognition } from '../../src/features/recognition/server/ocr.ts';
import { readPages } from '../../src/features/recognition/server/read-file.ts';
import type { PageReading } from '../../src/features/recognition/text/page-reading.ts';

const data = join(import.meta.dirname, '../../../shared/data');
const isThere = existsSync(data);
if (!isThere) console.info(`Recognition is not measured: the documents of ${data} are missing.`);

/** The achieved shares, less a margin; detects changes that read worse. */
const leastShares: Readonly<Partial<Record<JudgedField, number>>> = {
  invoiceNumber: 0.97,
  documentTypeCode: 0.91,
  invoiceDate: 0.97,
  dueDate: 0.92,
  deliveryDate: 0.93,
  currency: 0.97,
  totalNet: 0.95,
  totalTax: 0.96,
  totalGross: 0.96,
  sellerName: 0.9,
  sellerVatId: 0.95,
  sellerIban: 0.93,
};
const leastLines = 0.94;
const maxSureWrong = 0.005;

async function reading({ file }: KnownDocument): Promise<PageReading | null> {
  const answer = await readPages(readFileSync(file));
  return answer.kind === 'unread' ? null : answer;
}

test.each(phrases)('INV-27 $half: $text', ({ text, meaning }) =>
  expect(readPhrase(text).meaning).toBe(meaning),
);

describe.runIf(isThere)('REC-05 documents with known values', () => {
  afterAll(stopRecognition);

  test('text is read as exactly as before, and certain values are right', async () => {
    const folders = ['e-invoices/pdf-with-xml', 'invoice-pdfs-plain'].map((folder) => join(data, folder));
    const verdicts: Verdict[] = [];
    const lines = { known: 0, found: 0 };
    for (const document of knownDocuments(folders)) {
      const read = await reading(document);
      verdicts.push(...judge(document.truth, read));
      const judged = judgeLines(document.truth, read);
      lines.known += judged.known;
      lines.found += judged.found;
    }
    const sure = verdicts.filter(({ isSure }) => isSure);
    expect(sure.length).toBeGreaterThan(verdicts.length / 2);
    expect(sure.filter(({ isExact }) => !isExact).length / sure.length).toBeLessThanOrEqual(maxSureWrong);
    for (const [field, least] of Object.entries(leastShares)) {
      const own = verdicts.filter((verdict) => verdict.field === field);
      const share = own.filter(({ isExact }) => isExact).length / own.length;
      expect(share, field).toBeGreaterThanOrEqual(least);
    }
    expect(lines.found / lines.known).toBeGreaterThanOrEqual(leastLines);
  });

  test('a scan is recognised', async () => {
    const scans = knownDocuments([join(data, 'invoice-scans')]).filter(({ half }) => half === 'dev');
    const document = scans.at(-1);
    if (!document) throw new Error('no scan is there');
    const read = await reading(document);
    expect(read?.kind).toBe('ocr');
    const verdicts = judge(document.truth, read);
    expect(verdicts.filter(({ isExact }) => isExact).length / verdicts.length).toBeGreaterThan(0.75);
    expect(verdicts.filter(({ isExact, isSure }) => isSure && !isExact)).toEqual([]);
  });

  test('REC-09 hostile files get an answer', async () => {
    const failures: Record<string, string> = {};
    for (const file of globSync(join(data, 'e-invoices/malformed-hostile/*.{pdf,png}'))) {
      const answer = await readPages(readFileSync(file));
      if (answer.kind === 'unread') failures[basename(file)] = answer.failure;
    }
    expect(failures['20K-gray.png']).toBe('too_many_pixels');
    expect(failures['corrupt-factur-x-waytoosmall.pdf']).toBe('damaged');
  });
});
