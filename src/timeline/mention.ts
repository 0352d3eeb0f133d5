/** A person named in a comment. */
export interface Mentioned {
  readonly id: number;
  readonly name: string;
}

/** An unfinished mention at the caret: the position of the `@`, and the part of the name typed so far. */
export interface StartedMention {
  readonly start: number;
  readonly typed: string;
}

/** Longer texts after an `@` are no name. */
const longestName = 40;

/** The mention being typed at the caret, or null. An `@` inside a word, as in an address, starts none. */
export function startedMention(text: string, caret: number): StartedMention | null {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf('@');
  if (start === -1 || /[\p{L}\p{N}._-]/u.test(before[start - 1] ?? '')) return null;
  const typed = before.slice(start + 1);
  return typed.length > longestName || /[\n@,;:!?]|^\s|\s\s/.test(typed) ? null : { start, typed };
}

/** The text with the completed name, and the new caret. */
export function completedMention(
  text: string,
  caret: number,
  { start }: StartedMention,
  { name }: Mentioned,
): { readonly text: string; readonly caret: number } {
  const completed = `${text.slice(0, start)}@${name} `;
  return { text: completed + text.slice(caret).replace(/^ /, ''), caret: completed.length };
}

/** The picked persons still named in the text; deleted names are not asked. */
export function mentionsIn(text: string, picked: readonly Mentioned[]): readonly Mentioned[] {
  const distinct = [...new Map(picked.map((person) => [person.id, person])).values()];
  return distinct.filter(({ name }) => text.includes(`@${name}`));
}
