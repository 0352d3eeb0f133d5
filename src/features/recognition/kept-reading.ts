import { NotReadable } from './reading.ts';

/** Characters; a reading of a hundred pages has a tenth of it. */
const longest = 5_000_000;

/** NUL and halves of surrogate pairs, as JSON writes them, each behind a whole number of escaped backslashes. */
const unstorable = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][\da-f]{2})/gi;

/**
 * A reading with what a database keeps of it: characters that stand for nothing are left out. Throws `NotReadable` where
 * it is larger than any document.
 */
export function keptReading<Read>(reading: Read): Read {
  const text = JSON.stringify(reading);
  if (text.length > longest) throw new NotReadable('too_large');
  return JSON.parse(text.replace(unstorable, '$1')) as Read;
}
