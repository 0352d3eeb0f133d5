import { StartError } from '../src/platform/server/start-error.ts';

/** A user error, reported in one sentence. */
export class UsageError extends StartError {}

/** Runs a console command: user errors are reported in one sentence, bugs with their stack. */
export async function runCommand(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  }
}
