/** As much of a name as every file system takes, in bytes of UTF-8. */
const longestPart = 100;

/**
 * A part of a path that any system can unpack, whatever it is made of: no separators, no signs that steer, no dots or blanks
 * at its ends; letters of all scripts stay. `null` where nothing is left.
 */
export function safePart(text: string, longest = longestPart): string | null {
  const cleaned = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]+/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}._ +()-]+/gu, '_')
    .replace(/\s+/g, ' ');
  const part = shortened(cleaned.replace(/^[. ]+/, ''), longest).replace(/[. ]+$/, '');
  return part === '' ? null : part;
}

/** An original as its path is made of it. */
export interface PathedFile {
  readonly folder: 'rechnungen' | 'bestellungen' | 'vertraege' | 'exporte' | 'stammdaten' | 'weitere';
  /** Of the document it belongs to; null where it belongs to none. */
  readonly document: { readonly id: number; readonly number: string | null } | null;
  /** Its place among the files of the same folder and document: no two have the same. */
  readonly place: number;
  readonly name: string;
}

/**
 * Where an original lies: by kind and number of its document. The id behind the number and the place before the name make
 * it unique, whatever numbers and names are.
 */
export function memberPath({ folder, document, place, name }: PathedFile): string {
  const directory =
    document === null ? '' : `${safePart(document.number ?? '') ?? 'ohne-nummer'}_id${document.id}/`;
  return `originale/${folder}/${directory}${String(place).padStart(4, '0')}_${safeName(name)}`;
}

/** A name of a file keeps its ending, also where it is too long. */
function safeName(name: string): string {
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  const stem = safePart(ending === '' ? name : name.slice(0, -ending.length)) ?? 'datei';
  return `${stem}${ending.toLowerCase()}`;
}

/** Cuts between characters, by bytes. */
function shortened(text: string, longest: number): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += new TextEncoder().encode(character).length;
    if (bytes > longest) return kept;
    kept += character;
  }
  return kept;
}
