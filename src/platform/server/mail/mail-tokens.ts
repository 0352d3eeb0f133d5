import type { Secrets } from '../secrets.ts';

/** Computes the one-time tokens of mails. */
export type MailTokens = Pick<Secrets, 'mailToken'>;

/**
 * What stands in the kept text of a mail for its one-time token number `no`. The token itself is put in as the mail
 * leaves, so that whoever reads the database finds none (TECH-07).
 */
export function tokenMark(no: number): string {
  return `{{token-${no}}}`;
}

/** The text of a mail as its recipient reads it. A mark that somebody else wrote into it names no token that counts. */
export function withTokens(text: string, messageId: string, tokens: MailTokens): string {
  return text.replace(/\{\{token-(\d{1,3})\}\}/g, (_mark, no: string) =>
    tokens.mailToken(messageId, Number(no)),
  );
}
