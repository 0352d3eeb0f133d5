import { PDFArray, PDFDict, PDFName, type PDFPage } from '@cantoo/pdf-lib';

const name = (text: string) => PDFName.of(text);

/** Entries for drawing and layout; all others lead to other pages or trigger actions. */
const pageKeys = new Set(
  ['Type', 'Parent', 'Resources', 'Contents', 'Annots', 'Group', 'Rotate', 'UserUnit'].concat([
    'MediaBox',
    'CropBox',
    'BleedBox',
    'TrimBox',
    'ArtBox',
  ]),
);
/** Entries for drawing a stamp, note or filled field. */
const markKeys = new Set(['Type', 'Subtype', 'Rect', 'AP', 'AS', 'F', 'BS', 'Border', 'C', 'CA', 'FT', 'OC']);
const unseenMarks = new Set(['/Link', '/Popup']);

/**
 * Removes everything invisible from a page. References would bring other pages into a file that must not contain
 * them, and scripts would reach its recipients.
 */
export function onlyWhatIsSeen(page: PDFPage): void {
  const { node } = page;
  for (const key of node.keys()) if (!pageKeys.has(key.decodeText())) node.delete(key);
  const marks = node.lookup(name('Annots'));
  if (!(marks instanceof PDFArray)) {
    node.delete(name('Annots'));
    return;
  }
  const seen = page.doc.context.obj([]);
  for (let place = 0; place < marks.size(); place += 1) {
    const mark = marks.lookup(place);
    if (!(mark instanceof PDFDict) || unseenMarks.has(String(mark.lookup(name('Subtype'))))) continue;
    seen.push(drawnPartOf(mark, page.doc.context.obj({})));
  }
  if (seen.size() > 0) node.set(name('Annots'), seen);
  else node.delete(name('Annots'));
}

function drawnPartOf(mark: PDFDict, kept: PDFDict): PDFDict {
  for (const [key, value] of mark.entries()) if (markKeys.has(key.decodeText())) kept.set(key, value);
  const parent = mark.lookup(name('Parent'));
  const type = parent instanceof PDFDict ? parent.get(name('FT')) : undefined;
  if (type && !kept.has(name('FT'))) kept.set(name('FT'), type);
  return kept;
}
