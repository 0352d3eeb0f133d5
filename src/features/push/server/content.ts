import { createHash } from 'node:crypto';
import type { Language } from '../../../base/language.ts';
import { plainLine } from '../../../base/plain-line.ts';
import { formatNumber } from '../../../base/typed-number.ts';
import { type Notice, titleOf } from '../../../document/server/digest-mail.ts';
import { text } from '../../../platform/server/texts.ts';
import type { PushKind, PushMessage } from '../push.ts';

/** Something to show on a device, still true and visible to its person. */
export interface PushItem {
  readonly kind: PushKind;
  readonly documentKind: string;
  readonly documentId: number;
  /** The notification, or the title of a notice without one. */
  readonly content: Notice | string;
}

export interface PushWriting {
  readonly language: Language;
  /** The tenant allows names and amounts on a locked screen (MOB-03). */
  readonly hasDetails: boolean;
  /** The subscription. */
  readonly device: string;
  /** The page of a document. */
  readonly pathOf: (item: PushItem) => string;
}

const longest = { title: 150, body: 300 };

/** One message about these items: what it is about, or how many there are. */
export function messageOf(items: readonly PushItem[], writing: PushWriting): PushMessage {
  const { language, hasDetails, device, pathOf } = writing;
  const [item] = items;
  if (item === undefined || items.length > 1) {
    const body = text(language, 'push.several', { count: items.length });
    return { device, title: product, body, tag: product, path: '/overview' };
  }
  const shown = hasDetails
    ? { title: detailedTitle(item, language), body: detailsOf(item, language) }
    : { title: product, body: text(language, `push.plain.${item.kind}`) };
  return {
    device,
    title: shortened(shown.title, longest.title),
    body: shortened(shown.body, longest.body),
    tag: `${item.documentKind} ${item.documentId}`,
    path: pathOf(item),
  };
}

const product = 'Kontor';

/** 32 characters for the push service, which replaces waiting messages of the same topic and learns nothing from it. */
export function topicOf({ device, tag }: PushMessage): string {
  return createHash('sha256').update(`${device} ${tag}`).digest('base64url').slice(0, 32);
}

function detailedTitle({ content }: PushItem, language: Language): string {
  return typeof content === 'string' ? content : titleOf(content, language);
}

/** Name, sender and amount of the document, on a line each; never a comment. */
function detailsOf({ content }: PushItem, language: Language): string {
  if (typeof content === 'string') return '';
  const { name, sender, total_netto: net, currency } = content;
  return [
    name && text(language, 'notification.quoted', { text: plainLine(name) }),
    sender && `${text(language, 'notification.sender')}: ${plainLine(sender)}`,
    net && `${text(language, 'notification.amount')}: ${formatNumber(net, language, 2)} ${currency}`,
  ]
    .filter(Boolean)
    .join('\n');
}

function shortened(shown: string, length: number): string {
  return shown.length <= length ? shown : `${shown.slice(0, length - 1)}…`.toWellFormed();
}
