import { Refused, refuse } from '../../../../base/refusal.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { readFile } from '../../../../platform/server/files/files.ts';
import { fileTypes } from '../../../../platform/server/files/files-type.ts';
import { type PageSource, type PlannedPage, type Turn, turnedBy } from '../../page-plan.ts';

/** A page of a received file and its rotation. */
export interface FilePage {
  readonly file_id: string;
  readonly file_page: number;
  readonly turn: Turn;
}

/** An invoice whose pages are arranged, with its current view. */
export interface SourceInvoice extends PageSource {
  readonly file_id: string;
  readonly view_file_id: string | null;
  readonly client_id: number | null;
  readonly number: string;
  /** The pages of its view; null if the received file is shown unchanged. */
  readonly view: readonly FilePage[] | null;
}

/** A received file. */
export interface SourceFile {
  readonly id: string;
  readonly name: string;
  /** The invoice created on its receipt. */
  readonly invoice_id: number;
  readonly bytes: Buffer;
}

/** The statuses before recognition and during the check; the exact step is checked under the lock. */
const arrangedIn = ['open', 'approval'];

/** The maximum size of all files together, in bytes; the resulting PDFs must be small enough to store. */
const maxBytes = 40 * 1024 * 1024;

/**
 * The invoices to arrange. Refuses `not_found` if the person cannot see one of them or its file, and
 * `step_not_possible` if one is beyond its check.
 */
export async function findSources(tx: Tx, ids: readonly number[]): Promise<readonly SourceInvoice[]> {
  interface Row extends Omit<SourceInvoice, 'pages' | 'view'> {
    readonly status: string;
  }
  const rows = await tx.fixed<Row>(
    `select i.id, i.file_id, i.view_file_id, i.client_id, i.invoice_number_formatted as number, i.status
     from invoice i join file f on f.id = coalesce(i.view_file_id, i.file_id) where i.id = any($1)`,
    [ids],
  );
  if (rows.length < ids.length) throw new Refused(refuse('not_found'));
  if (rows.some(({ status }) => !arrangedIn.includes(status))) throw new Refused(refuse('step_not_possible'));
  const pages = await tx
    .as('writer')
    .fixed<FilePage & { readonly invoice_id: number }>(
      'select invoice_id, file_id, file_page, turn from invoice_page where invoice_id = any($1) order by page_no',
      [ids],
    );
  return rows.map(({ status: _, ...row }) => {
    const view = row.view_file_id === null ? null : pages.filter(({ invoice_id }) => invoice_id === row.id);
    return { ...row, view, pages: view?.length ?? null };
  });
}

/** The received files of the invoices. Refuses XML data, which has no pages, and too large files. */
export async function readSourceFiles(
  tx: Tx,
  sources: readonly SourceInvoice[],
): Promise<readonly SourceFile[]> {
  const writer = tx.as('writer');
  const ids = new Set(
    sources.flatMap(({ file_id, view }) => (view ? view.map((page) => page.file_id) : [file_id])),
  );
  const heads = await writer.fixed<Omit<SourceFile, 'bytes'> & { mime: string; size: number }>(
    'select id, name, mime, size, invoice_id from file where id = any($1) order by id',
    [[...ids]],
  );
  const data = heads.find(({ mime }) => mime === fileTypes.xml.mime);
  if (data) throw new Refused(refuse('pages_of_e_invoice', { values: { name: data.name } }));
  if (heads.reduce((sum, { size }) => sum + size, 0) > maxBytes) {
    throw new Refused(refuse('payload_too_large', { values: { max: maxBytes } }));
  }
  const files: SourceFile[] = [];
  for (const { id, name, invoice_id } of heads) {
    files.push({ id, name, invoice_id, bytes: (await readFile(writer, id)).bytes });
  }
  return files;
}

/** The received page behind a page on the screen. */
export function filePageOf({ page, turn }: PlannedPage, source: SourceInvoice): FilePage {
  const shown = source.view?.[page - 1];
  return shown
    ? { ...shown, turn: turnedBy(shown.turn, turn) }
    : { file_id: source.file_id, file_page: page, turn };
}

/** All shown pages of an invoice. */
export function shownPages(
  { view, file_id }: SourceInvoice,
  pagesOf: (fileId: string) => number,
): readonly FilePage[] {
  return (
    view ??
    Array.from({ length: pagesOf(file_id) }, (_, place) => ({ file_id, file_page: place + 1, turn: 0 }))
  );
}
