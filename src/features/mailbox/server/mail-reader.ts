import { Refused } from '../../../base/refusal.ts';
import { inThreads } from '../../../platform/server/threads/threads.ts';
import { MailRefused } from '../failure.ts';
import type { MailAnswer, MailReader } from '../mail.ts';

/** A mail takes milliseconds; one that takes longer than that was made to. */
const seconds = 20;

/** Takes mails apart in threads of their own; what a mail does to its thread, the process survives. */
export function mailReader(): MailReader {
  const run = inThreads<Uint8Array, MailAnswer>(new URL('./parse-thread.ts', import.meta.url), seconds);
  return async (raw) => {
    const answer = await run(raw).catch((error: unknown): MailAnswer => ({ failure: failureOf(error) }));
    if ('failure' in answer) throw new MailRefused(answer.failure);
    return answer.mail;
  };
}

function failureOf(error: unknown): MailRefused['failure'] {
  if (error instanceof Refused && error.refusal.code === 'limit_exceeded') return 'too_slow';
  if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') return 'too_large';
  throw error;
}
