import { NotReadable } from './reading.ts';

/** Characters; a reading of a hundred pages has a tenth of this. */
const longest = 5_000_000;

/** JSON escapes of NUL and lone surrogates, each behind complete pairs of escaped backslashes. */
const unstorable = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][\da-f]{2})/gi;

/**
 * Removes characters that the database cannot store from a reading. Throws `NotReadable` when the reading is too
 * large.
 */
export function keptReading<Read>(reading: Read): Read {
  const text = JSON.stringify(reading);
  if (text.length > longest) throw new NotReadable('too_large');
  return JSON.parse(text.replace(unstorable, '$1')) as Read;
}
