import { StartError } from '../src/platform/server/start-error.ts';

/** A mistake of the person at the keyboard, told in a sentence. */
export class UsageError extends StartError {}

/** Runs a command of the console: what a person can mend is told in a sentence, a bug shows its origin. */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  }
}
