import { type AnswerReading, readAnswer } from '../cxml/read-answer.ts';
import { type NoticeReading, readNotice, readSender } from '../cxml/read-notice.ts';
import type { Notice } from '../notice.ts';

/** Who sends a message; null where what has come of it does not say so. */
export type Sender = Pick<Notice, 'from' | 'sender'> | null;

/** A message of a shop that is no cart; of a sender, its beginning. */
export interface CxmlTask {
  readonly as: 'answer' | 'notice' | 'sender';
  readonly body: Uint8Array;
}

export type CxmlMessage =
  | { readonly answer: AnswerReading }
  | { readonly notice: NoticeReading }
  | { readonly sender: Sender };

/** What is done in the reading cell. */
export default function read({ as, body }: CxmlTask): CxmlMessage {
  if (as === 'answer') return { answer: readAnswer(body) };
  return as === 'notice' ? { notice: readNotice(body) } : { sender: readSender(body) };
}
