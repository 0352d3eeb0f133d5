/**
 * The characters that DATEV does not accept in file names: allowed are digits, Latin letters with Latin-1 accents,
 * and these signs.
 */
const otherSigns = /[^ &()+\-._0-9A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff]/gu;

/** Includes the extension; the schema allows 255 characters, file systems 255 bytes. */
const longestName = 120;
const longestEnding = 10;

/** The file that describes the archive. */
export const documentFileName = 'document.xml';

/**
 * The name of a file in an archive or among the files of one import (EXP-08, EXP-19): composed characters of the
 * allowed set, `_` for all others, and unique among `taken` regardless of case. The name is added to `taken`.
 */
export function archiveName(name: string, taken: Set<string>): string {
  const clean = name
    .normalize('NFC')
    .replace(otherSigns, '_')
    // Names of dots only, or with dots or blanks at either end, are changed by some systems.
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
