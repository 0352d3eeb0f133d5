import { plainAnswerBytes, ReaderEnded } from '../../../platform/server/reading-cell/cell-limits.ts';
import { inCell } from '../../../platform/server/reading-cell/reading-cell.ts';
import { MailRefused } from '../failure.ts';
import type { MailAnswer, MailReader } from '../mail.ts';
import { mailLimits } from '../mail-limits.ts';

/** A mail takes milliseconds; one that takes longer than that was made to. Its files come along. */
const limits = { seconds: 20, answerBytes: plainAnswerBytes + mailLimits.bytes };

/** Takes mails apart in the reading cell: what a mail does to its reader, the product survives (TECH-20). */
export function mailReader(): MailReader {
  const run = inCell<Uint8Array, MailAnswer>(
    new URL('./parse-in-cell.ts', import.meta.url),
    'others',
    limits,
  );
  return async (tenantId, raw) => {
    const answer = await run(tenantId, raw).catch(
      (error: unknown): MailAnswer => ({
        failure: failureOf(error),
      }),
    );
    if ('failure' in answer) throw new MailRefused(answer.failure);
    return answer.mail;
  };
}

/** With its time or memory used up a mail always ends so; any other end may be the machine's. */
function failureOf(error: unknown): MailRefused['failure'] {
  if (!(error instanceof ReaderEnded) || error.reason === 'ended') throw error;
  return error.reason === 'too_slow' ? 'too_slow' : 'not_safe';
}
