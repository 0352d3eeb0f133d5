import { MailRefused } from '../failure.ts';
import type { MailAnswer } from '../mail.ts';
import { parseMail } from './parse-mail.ts';

/** Runs in the reading cell. Errors lose their class at its boundary, so failures are returned. */
export default async function parse(raw: Uint8Array): Promise<MailAnswer> {
  try {
    return { mail: await parseMail(raw) };
  } catch (error) {
    if (error instanceof MailRefused) return { failure: error.failure };
    throw error;
  }
}
