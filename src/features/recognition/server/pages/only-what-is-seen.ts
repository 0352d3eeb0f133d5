import { PDFArray, PDFDict, PDFName, type PDFPage } from '@cantoo/pdf-lib';

const name = (text: string) => PDFName.of(text);

/** What a page is drawn from, and how it lies; everything else leads to other pages or does something. */
const pageKeys = new Set(
  ['Type', 'Parent', 'Resources', 'Contents', 'Annots', 'Group', 'Rotate', 'UserUnit'].concat([
    'MediaBox',
    'CropBox',
    'BleedBox',
    'TrimBox',
    'ArtBox',
  ]),
);
/** What a stamp, a note or a filled field is drawn from. */
const markKeys = new Set(['Type', 'Subtype', 'Rect', 'AP', 'AS', 'F', 'BS', 'Border', 'C', 'CA', 'FT', 'OC']);
const unseenMarks = new Set(['/Link', '/Popup']);

/**
 * Takes everything off a page that is not seen on it. References between pages would bring pages along into a file that
 * is meant to be without them, scripts would go on to whoever opens it.
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
