/** Characters that change the text direction, so that a text looks like another one (Unicode UAX 9). */
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Invisible characters that make a text different from its look, including joiners, tags and variation selectors
 * where no script or emoji needs them (Unicode UTS 39).
 */
const invisible =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each character is searched separately.
  /[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|(?<=^|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Z}])[\u200c\u200d\ufe00-\ufe0f\u{e0000}-\u{e01ef}]+|(?<=[\p{N}\p{P}])[\u200c\u200d\u{e0000}-\u{e01ef}]+/gu;

/**
 * A text as one line that reads as written: without characters that change the direction or are invisible, with a
 * blank for every line end and control character, trimmed.
 */
export function plainLine(text: string): string {
  return text
    .replace(turning, '')
    .replace(invisible, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}

/** Whether a text says nothing. */
export function isBlank(text: string | null): boolean {
  return text === null || text.trim() === '';
}
