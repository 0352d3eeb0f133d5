/**
 * `npm run recognition:report -- DIR... [--json OUT] [--half dev|other]`: measures the accuracy of recognition; see
 * docs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stopRecognition } from '../src/features/recognition/server/ocr.ts';
import { readPages } from '../src/features/recognition/server/read-file.ts';
import type { PageReading } from '../src/features/recognition/text/page-reading.ts';
import { runCommand, UsageError } from './command.ts';
import {
  type Half,
  judge,
  judgedFields,
  judgeLines,
  type KnownDocument,
  knownDocuments,
  mainFields,
  type Verdict,
} from './recognition-measure.ts';
import { phrases, readPhrase } from './recognition-terms.ts';

interface Result {
  readonly document: KnownDocument;
  readonly group: string;
  readonly verdicts: readonly Verdict[];
  readonly lines: ReturnType<typeof judgeLines>;
  readonly pages: number;
  readonly seconds: number;
  readonly failure: string | null;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    half: { type: 'string' },
    only: { type: 'string' },
    wrong: { type: 'boolean', default: false },
  },
});

async function measure(document: KnownDocument): Promise<Result> {
  const bytes = readFileSync(document.file);
  const startedAt = performance.now();
  // A tenant knows its own companies, here the recipient.
  const { buyerName } = document.truth;
  const own = typeof buyerName === 'string' ? [{ names: [buyerName], vatIds: [], ibans: [] }] : [];
  const answer = await readPages(bytes, { own });
  const seconds = (performance.now() - startedAt) / 1000;
  const reading: PageReading | null = answer.kind === 'unread' ? null : answer;
  return {
    document,
    group: `${reading?.kind ?? 'unread'} ${document.half}`,
    verdicts: judge(document.truth, reading),
    lines: judgeLines(document.truth, reading),
    pages: reading?.pages ?? 1,
    seconds,
    failure: answer.kind === 'unread' ? answer.failure : null,
  };
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${part}/${whole} ${((100 * part) / whole).toFixed(0)}%`;
}

function printTable(results: readonly Result[]): void {
  const groups = [...new Set(results.map(({ group }) => group))].toSorted();
  const row = (cells: readonly string[]) =>
    console.log(cells.map((cell, place) => cell.padEnd(place ? 34 : 20)).join(''));
  row(['', ...groups.map((group) => `${group} (exact, sure, sure wrong)`)]);
  for (const field of judgedFields) {
    row([
      field,
      ...groups.map((group) => {
        const all = results.filter((one) => one.group === group).flatMap(({ verdicts }) => verdicts);
        const own = all.filter((verdict) => verdict.field === field);
        const sure = own.filter(({ isSure }) => isSure);
        const wrong = sure.filter(({ isExact }) => !isExact).length;
        return `${share(own.filter(({ isExact }) => isExact).length, own.length)}, ${sure.length}, ${wrong}`;
      }),
    ]);
  }
  const total = (group: string, name: 'known' | 'found' | 'sure' | 'sureWrong') =>
    results.filter((one) => one.group === group).reduce((sum, { lines }) => sum + lines[name], 0);
  row([
    'lines',
    ...groups.map(
      (group) =>
        `${share(total(group, 'found'), total(group, 'known'))}, ${total(group, 'sure')}, ${total(group, 'sureWrong')}`,
    ),
  ]);
  row([
    'all sure values',
    ...groups.map((group) => {
      const all = results.filter((one) => one.group === group).flatMap(({ verdicts }) => verdicts);
      const sure = all.filter(({ isSure }) => isSure);
      return `${share(sure.filter(({ isExact }) => !isExact).length, sure.length)} wrong`;
    }),
  ]);
  row([
    'main, right, unsure',
    ...groups.map((group) => {
      const all = results.filter((one) => one.group === group).flatMap(({ verdicts }) => verdicts);
      const right = all.filter(({ field, isExact }) => isExact && mainFields.includes(field));
      return share(right.filter(({ isSure }) => !isSure).length, right.length);
    }),
  ]);
  row([
    'seconds per page',
    ...groups.map((group) => {
      const own = results.filter((one) => one.group === group);
      const pages = own.reduce((sum, one) => sum + one.pages, 0);
      return (own.reduce((sum, { seconds }) => sum + seconds, 0) / pages).toFixed(2);
    }),
  ]);
}

/** Terms and discounts are measured with phrases, because the public samples contain too few. */
function printTerms(halves: readonly Half[], showsWrong: boolean): void {
  for (const half of halves) {
    const read = phrases
      .filter((phrase) => phrase.half === half)
      .map(({ text, meaning }) => ({ text, meaning, read: readPhrase(text) }));
    const wrong = read.filter((one) => one.read.meaning !== one.meaning);
    const sureWrong = wrong.filter((one) => one.read.isSure).length;
    const exact = share(read.length - wrong.length, read.length);
    console.log(`terms and discounts, ${half}: ${exact} exact, ${sureWrong} sure but wrong`);
    if (!showsWrong) continue;
    for (const one of wrong) console.log(`"${one.text}": is ${one.meaning}, read ${one.read.meaning}`);
  }
}

function printWrong(results: readonly Result[]): void {
  for (const { document, verdicts, lines, failure } of results) {
    const wrong = verdicts.filter(({ isExact }) => !isExact);
    if (failure) console.log(`${document.name}: ${failure}`);
    for (const { field, expected, read, isSure } of wrong) {
      console.log(`${document.name}: ${field} is ${expected}, read ${read}${isSure ? ' AS SURE' : ''}`);
    }
    if (lines.found < lines.known) console.log(`${document.name}: lines ${lines.found} of ${lines.known}`);
    if (lines.sureWrong > 0) console.log(`${document.name}: ${lines.sureWrong} lines wrong AS SURE`);
  }
}

await runCommand(async () => {
  const half = values.half as Half | undefined;
  if (half !== undefined && half !== 'dev' && half !== 'other')
    throw new UsageError('--half is dev or other');
  const folders = positionals.length > 0 ? positionals : [join(import.meta.dirname, '../../shared/data')];
  const documents = knownDocuments(folders).filter(
    (document) =>
      (half === undefined || document.half === half) &&
      (values.only === undefined || document.name.includes(values.only)),
  );
  const results: Result[] = [];
  for (const document of documents) results.push(await measure(document));
  await stopRecognition();
  printTable(results);
  printTerms(half === undefined ? ['dev', 'other'] : [half], values.wrong);
  if (values.wrong) printWrong(results);
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(results, null, 1));
});
