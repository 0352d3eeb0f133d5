/** Characters that turn the direction of reading, so that a text looks like another one (Unicode UAX 9). */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text as one line that reads as it is written: without characters that turn the direction of reading, with a blank
 * for every line end and control character, trimmed.
 */
export function plainLine(text: string): string {
  return text
    .replace(turning, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}
