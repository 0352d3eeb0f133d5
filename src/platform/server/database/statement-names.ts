import { createHash } from 'node:crypto';

/** Every connection keeps what it prepared, so the number of named texts is limited. */
const maxNames = 1000;

const names = new Map<string, string>();

/** A stable name for preparing a text on a connection; undefined once the limit is reached. */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= maxNames) return known;
  const name = `q${createHash('sha1').update(text).digest('base64url')}`;
  names.set(text, name);
  return name;
}
