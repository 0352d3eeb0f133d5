import { type AnswerReading, readAnswer } from '../cxml/read-answer.ts';
import { type NoticeReading, readNotice } from '../cxml/read-notice.ts';

/** A message of a shop that is no cart. */
export interface CxmlTask {
  readonly as: 'answer' | 'notice';
  readonly body: Uint8Array;
}

export type CxmlMessage = { readonly answer: AnswerReading } | { readonly notice: NoticeReading };

/** What is done in the reading cell. */
export default function read({ as, body }: CxmlTask): CxmlMessage {
  return as === 'answer' ? { answer: readAnswer(body) } : { notice: readNotice(body) };
}
