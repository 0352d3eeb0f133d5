import { MailRefused } from '../failure.ts';
import type { MailAnswer } from '../mail.ts';
import { parseMail } from './parse-mail.ts';

/** What is done in the reading cell; errors lose their class on the way out, so that a failure is an answer. */
export default async function parse(raw: Uint8Array): Promise<MailAnswer> {
  try {
    return { mail: await parseMail(raw) };
  } catch (error) {
    if (error instanceof MailRefused) return { failure: error.failure };
    throw error;
  }
}
