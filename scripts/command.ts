import { readFileSync } from 'node:fs';
import { StartError } from '../src/platform/server/start-error.ts';

/** A user error, reported in one sentence. */
export class UsageError extends StartError {}

/**
 * Runs a console command: user errors are reported in one sentence, bugs with their stack. `--help` prints how the
 * command is called.
 */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  const [, file = '', ...options] = process.argv;
  const usage = (): string => usageOf(readFileSync(file, 'utf8'));
  if (options.includes('--help')) return console.info(usage());
  try {
    await run();
  } catch (error) {
    console.error(reported(error, usage));
    process.exitCode = 1;
  }
}

/** The first comment of the file of a command, which says how it is called and what it does. */
export function usageOf(source: string): string {
  const [, comment = ''] = /\/\*\*(.*?)\*\//s.exec(source) ?? [];
  return comment
    .replaceAll(/\s*\n\s*\*\s?/g, ' ')
    .replaceAll('`', '')
    .trim();
}

/** Tables or the schema of the product are missing. */
const emptyCodes = ['42P01', '3F000'];

/** What to print of an error: a sentence for errors of the user, else the error itself. */
export function reported(error: unknown, usage: () => string): unknown {
  if (error instanceof StartError) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (String(error.code).startsWith('ERR_PARSE_ARGS')) return `${error.message}\n${usage()}`;
  if (!emptyCodes.includes(String(error.code))) return error;
  return `The database does not have the tables of this version (${error.message}): start the product, or run npm run migrate.`;
}
