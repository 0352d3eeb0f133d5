import { Refused, refuse } from '../../../../base/refusal.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { readFile } from '../../../../platform/server/files/files.ts';
import { fileTypes } from '../../../../platform/server/files/files-type.ts';
import { type PageSource, type PlannedPage, type Turn, turnedBy } from '../../page-plan.ts';

/** A page of a received file, and how far it is turned. */
export interface FilePage {
  readonly file_id: string;
  readonly file_page: number;
  readonly turn: Turn;
}

/** An invoice whose pages are arranged, as it is shown now. */
export interface SourceInvoice extends PageSource {
  readonly file_id: string;
  readonly view_file_id: string | null;
  readonly client_id: number | null;
  readonly number: string;
  /** Of its view; null where the received file is shown as it is. */
  readonly view: readonly FilePage[] | null;
}

/** A received file. */
export interface SourceFile {
  readonly id: string;
  readonly name: string;
  /** The invoice as which it was received. */
  readonly invoice_id: number;
  readonly bytes: Buffer;
}

/** Before its recognition and in its check; which step it is, is asked under its lock. */
const arrangedIn = ['open', 'approval'];

/** Bytes of all files together; what is made of them has to be small enough to be kept. */
const mostBytes = 40 * 1024 * 1024;

/**
 * The invoices as the person sees them; refuses `not_found` where one of them, or its file, is not there for him, and
 * `step_not_possible` where one has gone on beyond its check.
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

/** The received files that the invoices are made of. Refuses data, which have no pages, and too much at once. */
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
  if (heads.reduce((sum, { size }) => sum + size, 0) > mostBytes) {
    throw new Refused(refuse('payload_too_large', { values: { max: mostBytes } }));
  }
  const files: SourceFile[] = [];
  for (const { id, name, invoice_id } of heads) {
    files.push({ id, name, invoice_id, bytes: (await readFile(writer, id)).bytes });
  }
  return files;
}

/** The page of a received file that a page on the screen is. */
export function filePageOf({ page, turn }: PlannedPage, source: SourceInvoice): FilePage {
  const shown = source.view?.[page - 1];
  return shown
    ? { ...shown, turn: turnedBy(shown.turn, turn) }
    : { file_id: source.file_id, file_page: page, turn };
}

/** All pages that are shown of an invoice. */
export function shownPages(
  { view, file_id }: SourceInvoice,
  pagesOf: (fileId: string) => number,
): readonly FilePage[] {
  return (
    view ??
    Array.from({ length: pagesOf(file_id) }, (_, place) => ({ file_id, file_page: place + 1, turn: 0 }))
  );
}
