import type { Secrets } from '../secrets.ts';

/** Derives the one-time tokens of mails. */
export type MailTokens = Pick<Secrets, 'mailToken'>;

/**
 * The placeholder for one-time token number `no` in the stored text of a mail. The token is inserted on sending, so
 * that the database contains none (TECH-07). The mark includes the Message-ID, unknown before the mail is written:
 * otherwise a document named `https://evil.example/{{token-1}}` would get the token sent by the first scanner that
 * opens the links of the mail.
 */
export function tokenMark(messageId: string, no: number): string {
  return `{{token-${plain(messageId)}-${no}}}`;
}

/** The text of a mail with its tokens, as its recipient reads it. */
export function withTokens(text: string, messageId: string, tokens: MailTokens): string {
  return text.replace(/\{\{token-([\w-]+)-(\d{1,3})\}\}/g, (mark, mail: string, no: string) =>
    mail === plain(messageId) ? tokens.mailToken(messageId, Number(no)) : mark,
  );
}

/** Without characters that have a meaning in a page or an address. */
function plain(messageId: string): string {
  return messageId.replace(/[^\w-]/g, '');
}
