/** `npm run extf:check -- FILE...`: checks EXTF files; exit code 1 if one of them is invalid. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { ExtfFinding } from '../src/features/accounting-export/extf/findings.ts';
import { runCommand, UsageError } from './command.ts';
import { checkExtf, type ExtfVerdict } from './extf/check-extf.ts';

const maxShown = 50;

function summaryOf({ formatName, rows, debit, credit, currency, encoding }: ExtfVerdict): string {
  const totals = formatName === 'Buchungsstapel' ? `, S ${debit}, H ${credit} ${currency}` : '';
  return `${formatName ?? 'unknown format'}, ${rows} rows${totals}, ${encoding}`;
}

function placeOf({ line, column }: ExtfFinding): string {
  if (line === null) return 'file';
  return column === null ? `line ${line}` : `line ${line}, column ${column}`;
}

/** Prints the findings; returns whether the file is valid. */
async function check(file: string): Promise<boolean> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new UsageError(error.message);
  });
  const verdict = checkExtf(bytes, basename(file));
  const { findings, findingCount } = verdict;
  console.log(`${file}: ${findingCount === 0 ? 'valid' : 'INVALID'} (${summaryOf(verdict)})`);
  for (const finding of findings.slice(0, maxShown)) {
    console.log(`  ${placeOf(finding)}: ${finding.why} [${finding.rule}]`);
  }
  if (findingCount > maxShown) console.log(`  and ${findingCount - maxShown} more`);
  return findingCount === 0;
}

await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.length === 0) throw new UsageError('Files are required: npm run extf:check -- FILE ...');
  const isRight: boolean[] = [];
  for (const file of positionals) isRight.push(await check(file));
  if (isRight.includes(false)) process.exitCode = 1;
});
