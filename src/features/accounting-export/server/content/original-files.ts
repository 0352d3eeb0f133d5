import type { Context } from '../../../../platform/context.ts';
import { asWriter } from '../../../../platform/server/as-role.ts';
import type { Database, Tx } from '../../../../platform/server/database.ts';
import { readFile } from '../../../../platform/server/files/files.ts';
import { needsRenderedPdf, renderedName, renderedPdf, renderedSize } from '../pdf/rendered-pdf.ts';

/** A file exported together with the bookings of an invoice. */
export interface OriginalFile {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  /** In bytes; an upper bound for a PDF that is rendered later. */
  readonly size: number;
  readonly created_at: string;
  /** Stands for the PDF rendered from the file. */
  readonly isRendered?: boolean;
}

/**
 * The files of an invoice `i` as JSON, null for none: the received pages, rearranged where a person did so, and the
 * XML embedded in them (EXP-08, EXP-19).
 */
export const originalFiles = `(select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'size', f.size,
      'created_at', f.created_at)
      order by f.received_by = 'carried', f.id)
    from file f where f.id = coalesce(i.view_file_id, i.file_id) or f.invoice_id = i.id and f.received_by = 'carried')`;

/** An XML original gets a rendered PDF in addition (EXP-08). */
export function withRendered(files: readonly OriginalFile[]): readonly OriginalFile[] {
  const [original, ...others] = files;
  if (!original || !needsRenderedPdf(original)) return files;
  const { id, name, mime, size, created_at } = original;
  const rendered = {
    id,
    name: renderedName(name),
    mime,
    size: renderedSize(size),
    created_at,
    isRendered: true,
  };
  return [original, rendered, ...others];
}

/** The bytes of a file, rendered where needed. */
export async function originalBytes(
  database: Database,
  context: Context,
  { id, isRendered }: OriginalFile,
): Promise<Buffer> {
  if (isRendered) return await renderedPdf(database, context, id);
  const { bytes } = await asWriter(database, context, (tx) => readFile(tx, id));
  return bytes;
}

export interface Originals {
  readonly invoice_id: number;
  readonly files: readonly OriginalFile[];
}

/** The files of these invoices. Runs as writer. */
export async function originalsOf(tx: Tx, invoices: readonly number[]): Promise<readonly Originals[]> {
  const found = await tx.fixed<Originals>(
    `select i.id as invoice_id, coalesce(${originalFiles}, '[]') as files from invoice i where i.id = any ($1::bigint[])`,
    [invoices],
  );
  return found.map(({ invoice_id, files }) => ({ invoice_id, files: withRendered(files) }));
}
