import type { Entity } from '../../entity.ts';
import { isUnread, type Line } from '../../sheet/line.ts';

/** The name of a line in a message: the stored one, for a new line the typed one. */
export function lineName({ label }: Entity, { stored, cells }: Line): string {
  const texts = label.map((name) => {
    const content = (stored ?? cells)[name] ?? '';
    return isUnread(content) ? content.unread : String(content);
  });
  return texts.filter(Boolean).join(' ');
}
