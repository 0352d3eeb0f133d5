/** Length in bytes of UTF-8 that every file system supports. */
const longestPart = 100;

/**
 * A path part that every system can unpack: without separators, control characters, and dots or blanks at its ends;
 * letters of all scripts are kept. `null` if nothing remains.
 */
function safePart(text: string): string | null {
  const cleaned = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]+/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}._ +()-]+/gu, '_')
    .replace(/\s+/g, ' ');
  const part = shortened(cleaned.replace(/^[. ]+/, '')).replace(/[. ]+$/, '');
  return part === '' ? null : part;
}

/** Data for the path of an original. */
export interface PathedFile {
  readonly folder: 'rechnungen' | 'bestellungen' | 'vertraege' | 'exporte' | 'stammdaten' | 'weitere';
  /** Its document; null without one. */
  readonly document: { readonly id: number; readonly number: string | null } | null;
  /** Unique number among files of the same folder and document. */
  readonly place: number;
  readonly name: string;
}

/**
 * Path of an original, by kind and number of its document. Id and place make it unique, whatever numbers and names
 * are.
 */
export function memberPath({ folder, document, place, name }: PathedFile): string {
  const directory =
    document === null ? '' : `${safePart(document.number ?? '') ?? 'ohne-nummer'}_id${document.id}/`;
  return `originale/${folder}/${directory}${String(place).padStart(4, '0')}_${safeName(name)}`;
}

/** Keeps the file extension even if the name is cut. */
function safeName(name: string): string {
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  const stem = safePart(ending === '' ? name : name.slice(0, -ending.length)) ?? 'datei';
  return `${stem}${ending.toLowerCase()}`;
}

/** Cuts by bytes without splitting characters. */
function shortened(text: string): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += new TextEncoder().encode(character).length;
    if (bytes > longestPart) return kept;
    kept += character;
  }
  return kept;
}
