/** What a name of a file must not hold for DATEV: digits, Latin letters with the accents of Latin-1 and these signs remain. */
const otherSigns = /[^ &()+\-._0-9A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff]/gu;

/** Of the whole name with its ending; the schema takes 255, file systems 255 bytes. */
const longestName = 120;
const longestEnding = 10;

/** What describes the archive has this name in it. */
export const documentFileName = 'document.xml';

/**
 * The name of a file in an archive, and among single files of one import (EXP-08, EXP-19): composed characters of the
 * white list, `_` for all others, unlike those of `taken` in more than upper and lower case. The name is added to `taken`.
 */
export function archiveName(name: string, taken: Set<string>): string {
  const clean = name
    .normalize('NFC')
    .replace(otherSigns, '_')
    // A name of dots alone, or one that begins or ends with them or with blanks, is another one on some systems.
    .replace(/^[. ]+|[. ]+$/g, '');
  const { stem, ending } = partsOf(clean === '' ? '_' : clean);
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const tried = stem.slice(0, longestName - ending.length - suffix.length).trimEnd() + suffix + ending;
    const key = tried.toLowerCase();
    if (key === documentFileName || taken.has(key)) continue;
    taken.add(key);
    return tried;
  }
}

function partsOf(name: string): { readonly stem: string; readonly ending: string } {
  const dot = name.lastIndexOf('.');
  const isEnding = dot > 0 && name.length - dot <= longestEnding;
  return isEnding ? { stem: name.slice(0, dot), ending: name.slice(dot) } : { stem: name, ending: '' };
}
