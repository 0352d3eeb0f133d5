import { plainAnswerBytes, ReaderEnded } from '../../../platform/server/reading-cell/cell-limits.ts';
import { inCell } from '../../../platform/server/reading-cell/reading-cell.ts';
import { MailRefused } from '../failure.ts';
import type { MailAnswer, MailReader } from '../mail.ts';
import { mailLimits } from '../mail-limits.ts';

/** Normal mails take milliseconds, so slower ones are likely an attack. The answer includes the files. */
const limits = { seconds: 20, answerBytes: plainAnswerBytes + mailLimits.bytes };

/** Parses mails in the reading cell, so that a hostile mail cannot end the product (TECH-20). */
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

/** Running out of time or memory is the mail's fault; any other end may be the machine's. */
function failureOf(error: unknown): MailRefused['failure'] {
  if (!(error instanceof ReaderEnded) || error.reason === 'ended') throw error;
  return error.reason === 'too_slow' ? 'too_slow' : 'not_safe';
}
