/** A person who is named in a comment. */
export interface Mentioned {
  readonly id: number;
  readonly name: string;
}

/** What stands behind an `@` at the caret: where the `@` is, and what was typed of the name so far. */
export interface StartedMention {
  readonly start: number;
  readonly typed: string;
}

/** Longer texts behind an `@` are no name any more. */
const longestName = 40;

/** The mention that is being typed at the caret, or null. An `@` inside a word, as in an address, begins none. */
export function startedMention(text: string, caret: number): StartedMention | null {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf('@');
  if (start === -1 || /[\p{L}\p{N}._-]/u.test(before[start - 1] ?? '')) return null;
  const typed = before.slice(start + 1);
  return typed.length > longestName || /[\n@,;:!?]|^\s|\s\s/.test(typed) ? null : { start, typed };
}

/** The text with the person's name in place of what was typed of it, and where the caret goes. */
export function completedMention(
  text: string,
  caret: number,
  { start }: StartedMention,
  { name }: Mentioned,
): { readonly text: string; readonly caret: number } {
  const completed = `${text.slice(0, start)}@${name} `;
  return { text: completed + text.slice(caret).replace(/^ /, ''), caret: completed.length };
}

/** Who of the persons picked still stands in the text; whoever was deleted from it is not asked. */
export function mentionsIn(text: string, picked: readonly Mentioned[]): readonly Mentioned[] {
  const distinct = [...new Map(picked.map((person) => [person.id, person])).values()];
  return distinct.filter(({ name }) => text.includes(`@${name}`));
}
