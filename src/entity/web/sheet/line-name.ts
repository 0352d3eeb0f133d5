import type { Entity } from '../../entity.ts';
import { isUnread, type Line } from '../../sheet/line.ts';

/** What a line is called in a message: as it is stored, a new one as it was typed. */
export function lineName({ label }: Entity, { stored, cells }: Line): string {
  const texts = label.map((name) => {
    const content = (stored ?? cells)[name] ?? '';
    return isUnread(content) ? content.unread : String(content);
  });
  return texts.filter(Boolean).join(' ');
}
