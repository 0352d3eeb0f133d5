import type { SystemRemark } from '../../../../document/outcome.ts';
import { systemRemark } from '../../../../timeline/task-actions.ts';
import { pagesInWords } from '../../page-plan.ts';
import type { FilePage, SourceFile } from './page-sources.ts';

const ending = /\.[^.]+$/;

/** `scan (3–4).pdf`; for pages of several files, the first name with the number of the others. */
export function nameOfView(part: readonly FilePage[], files: readonly SourceFile[]): string {
  const [first, ...others] = byFile(part, files);
  const base = (first?.file.name ?? '').replace(ending, '');
  const added = others.length > 0 ? `+${others.length}` : `(${pagesInWords(first?.pages ?? [])})`;
  return `${base} ${added}.pdf`;
}

/** The timeline remarks on the new pages of an invoice and on the omitted ones. */
export function notesOf(
  part: readonly FilePage[],
  leftOut: readonly FilePage[],
  files: readonly SourceFile[],
): readonly SystemRemark[] {
  const turned = part.flatMap(({ turn }, place) => (turn === 0 ? [] : [place + 1]));
  return [
    ...byFile(part, files).map((one) => pagesNote('pages_taken', one)),
    ...(turned.length > 0
      ? [systemRemark({ code: 'pages_turned', values: { pages: pagesInWords(turned) } })]
      : []),
    ...byFile(leftOut, files).map((one) => pagesNote('pages_left_out', one)),
  ];
}

/** The timeline remark of an invoice whose pages all moved to another. */
export function joinedNote(number: string): SystemRemark {
  return systemRemark({ code: 'pages_joined', values: { number } });
}

interface PagesOfFile {
  readonly file: SourceFile;
  readonly pages: readonly number[];
}

function pagesNote(code: string, { file, pages }: PagesOfFile): SystemRemark {
  return systemRemark({ code, values: { file: file.name, pages: pagesInWords(pages) } });
}

/** The pages by source file, in order of first appearance. */
function byFile(pages: readonly FilePage[], files: readonly SourceFile[]): readonly PagesOfFile[] {
  const ids = [...new Set(pages.map(({ file_id }) => file_id))];
  return ids.flatMap((id) => {
    const file = files.find((one) => one.id === id);
    const own = pages.filter(({ file_id }) => file_id === id).map(({ file_page }) => file_page);
    return file ? [{ file, pages: own }] : [];
  });
}
