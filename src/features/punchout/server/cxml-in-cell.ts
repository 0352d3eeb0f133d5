import { type AnswerReading, readAnswer } from '../cxml/read-answer.ts';
import { type NoticeReading, readNotice, readSender } from '../cxml/read-notice.ts';
import type { NoticeHead } from '../notice.ts';

/** Sender of a message; null if the received part does not contain it. */
export type Sender = Pick<NoticeHead, 'from' | 'sender'> | null;

/** A shop's message other than a cart; for `sender`, its beginning. */
export interface CxmlTask {
  readonly as: 'answer' | 'notice' | 'sender';
  readonly body: Uint8Array;
}

export type CxmlMessage =
  | { readonly answer: AnswerReading }
  | { readonly notice: NoticeReading }
  | { readonly sender: Sender };

/** Entry point in the reading cell. */
export default function read({ as, body }: CxmlTask): CxmlMessage {
  if (as === 'answer') return { answer: readAnswer(body) };
  return as === 'notice' ? { notice: readNotice(body) } : { sender: readSender(body) };
}
