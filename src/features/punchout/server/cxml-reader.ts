import { plainAnswerBytes, ReaderEnded } from '../../../platform/server/reading-cell/cell-limits.ts';
import { inCell } from '../../../platform/server/reading-cell/reading-cell.ts';
import type { AnswerReading } from '../cxml/read-answer.ts';
import type { NoticeReading } from '../cxml/read-notice.ts';
import type { CxmlMessage, CxmlTask, Sender } from './cxml-in-cell.ts';

const run = inCell<CxmlTask, CxmlMessage>(new URL('./cxml-in-cell.ts', import.meta.url), 'others', {
  seconds: 20,
  answerBytes: plainAnswerBytes,
});

/** Reads a shop's response in the reading cell (TECH-20); if its reader ends, it is not cXML. */
export async function answerIn(tenantId: number, body: Uint8Array): Promise<AnswerReading> {
  const message = await messageIn(tenantId, { as: 'answer', body });
  return message !== null && 'answer' in message ? message.answer : { ok: false };
}

/** Reads a shop's notice in the reading cell (TECH-20); if its reader ends, it is not cXML. */
export async function noticeIn(tenantId: number, body: Uint8Array): Promise<NoticeReading> {
  const message = await messageIn(tenantId, { as: 'notice', body });
  return message !== null && 'notice' in message ? message.notice : { ok: false, reason: 'not_xml' };
}

/** Reads the sender from the beginning of a message, see `readSender`, in the reading cell (TECH-20). */
export async function senderIn(tenantId: number, beginning: Uint8Array): Promise<Sender> {
  const message = await messageIn(tenantId, { as: 'sender', body: beginning });
  return message !== null && 'sender' in message ? message.sender : null;
}

async function messageIn(tenantId: number, task: CxmlTask): Promise<CxmlMessage | null> {
  try {
    return await run(tenantId, task);
  } catch (error) {
    if (error instanceof ReaderEnded) return null;
    throw error;
  }
}
