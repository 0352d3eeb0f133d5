/**
 * The notation of the manual, a subset of Markdown: headings with an anchor (`## Text {#anchor}`), paragraphs, lists,
 * fenced examples, pictures on a line of their own (`![Text](name)`), and within a line **labels of the product**,
 * `code` and [links](page#anchor). HTML is not supported: anything unknown stays text.
 */

export type Inline =
  | { readonly kind: 'text' | 'label' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string };

export type Block =
  | {
      readonly kind: 'heading';
      readonly level: 2 | 3;
      readonly anchor: string;
      readonly content: readonly Inline[];
    }
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'example'; readonly language: string; readonly text: string }
  | { readonly kind: 'picture'; readonly name: string; readonly text: string };

export interface ManualText {
  readonly title: string;
  readonly blocks: readonly Block[];
}

const heading = /^(##|###) (.+?)(?: \{#([a-z0-9-]+)\})?$/;
const picture = /^!\[(.+)\]\(([a-z0-9-]+)\)$/;
const item = /^(-|\d+\.) (.+)$/;
const fence = /^```(\w*)$/;

/** Parses a manual page. The first line is its title. */
export function readManual(source: string): ManualText {
  const [first = '', ...lines] = source.split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const { block, next } = readBlock(lines, at);
    if (block !== null) blocks.push(block);
    at = next;
  }
  return { title: first.replace(/^# /, ''), blocks };
}

interface Read {
  readonly block: Block | null;
  /** Line of the next block. */
  readonly next: number;
}

function readBlock(lines: readonly string[], at: number): Read {
  const line = lines[at] ?? '';
  if (line.trim() === '') return { block: null, next: at + 1 };
  const [, level, title, anchor] = heading.exec(line) ?? [];
  if (title !== undefined) {
    const content = readInline(title);
    const block = { kind: 'heading', level: level === '##' ? 2 : 3, anchor: anchor ?? '', content } as const;
    return { block, next: at + 1 };
  }
  const [, text, name] = picture.exec(line) ?? [];
  if (name !== undefined) return { block: { kind: 'picture', name, text: text ?? '' }, next: at + 1 };
  if (fence.test(line)) return readExample(lines, at);
  if (item.test(line)) return readList(lines, at);
  return readParagraph(lines, at);
}

function readExample(lines: readonly string[], at: number): Read {
  const language = fence.exec(lines[at] ?? '')?.[1] ?? '';
  const end = lines.indexOf('```', at + 1);
  const last = end === -1 ? lines.length : end;
  return {
    block: { kind: 'example', language, text: lines.slice(at + 1, last).join('\n') },
    next: last + 1,
  };
}

function readList(lines: readonly string[], at: number): Read {
  const items: string[] = [];
  const ordered = /^\d/.test(lines[at] ?? '');
  let next = at;
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    const [, , text] = item.exec(line) ?? [];
    if (text !== undefined) items.push(text);
    // Continuation lines of an item begin with two blanks.
    else if (/^ {2,}\S/.test(line)) items.push(`${items.pop() ?? ''} ${line.trim()}`);
    else break;
  }
  return { block: { kind: 'list', ordered, items: items.map(readInline) }, next };
}

function readParagraph(lines: readonly string[], at: number): Read {
  let next = at;
  while (next < lines.length && startsNothing(lines[next] ?? '', next === at)) next += 1;
  return {
    block: { kind: 'paragraph', content: readInline(lines.slice(at, next).join(' ')) },
    next,
  };
}

function startsNothing(line: string, isFirst: boolean): boolean {
  if (isFirst) return true;
  return line.trim() !== '' && ![heading, picture, item, fence].some((beginning) => beginning.test(line));
}

const inline = /\*\*(.+?)\*\*|`(.+?)`|\[(.+?)\]\((.+?)\)/g;

function readInline(text: string): readonly Inline[] {
  const parts: Inline[] = [];
  let read = 0;
  for (const match of text.matchAll(inline)) {
    const [whole, label, code, link, to] = match;
    if (match.index > read) parts.push({ kind: 'text', text: text.slice(read, match.index) });
    if (label !== undefined) parts.push({ kind: 'label', text: label });
    else if (code !== undefined) parts.push({ kind: 'code', text: code });
    else parts.push({ kind: 'link', text: link ?? '', to: to ?? '' });
    read = match.index + whole.length;
  }
  if (read < text.length) parts.push({ kind: 'text', text: text.slice(read) });
  return parts;
}

/** Plain text of a line's parts. */
export function plainText(content: readonly Inline[]): string {
  return content.map(({ text }) => text).join('');
}

/** Plain text of a block. */
export function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return plainText(block.content);
    case 'list':
      return block.items.map(plainText).join(' ');
    case 'example':
    case 'picture':
      return block.text;
  }
}
