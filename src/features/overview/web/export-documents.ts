import { csvHead, csvRows } from '../../../base/csv.ts';
import { gql } from '../../../platform/web/api.ts';
import type { Selection } from './documents.ts';
import { type ExportColumnKey, type ExportRow, type ExportTexts, exportColumns } from './export-columns.ts';

/** As many rows as the API answers at once. */
const pageRows = 5000;

export interface ExportOrder extends ExportTexts {
  readonly selection: Selection;
  readonly columns: readonly ExportColumnKey[];
  readonly onProgress: (done: number) => void;
}

/** Reads all documents of a view, page by page, as one CSV text. Fails like `gql`. */
export async function exportedCsv({
  selection,
  columns,
  onProgress,
  ...texts
}: ExportOrder): Promise<string> {
  const chosen = columns.map((key) => exportColumns[key]);
  const query = `query Export($where: procurement_bool_exp!, $order_by: [procurement_order_by!], $offset: Int!) {
    procurement(where: $where, order_by: $order_by, offset: $offset, limit: ${pageRows}) {
      id ${chosen.map(({ fields }) => fields).join(' ')}
    }
  }`;
  const parts = [csvHead(columns.map((key) => texts.t(`overview.export.column.${key}`)))];
  // A document that moves while pages are read appears once at most.
  const seen = new Set<number>();
  for (let offset = 0; ; offset += pageRows) {
    const variables = { ...selection, offset };
    const { procurement } = await gql<{ procurement: (ExportRow & { readonly id: number })[] }>(
      query,
      variables,
    );
    const rows = procurement.filter(({ id }) => !seen.has(id));
    for (const { id } of rows) seen.add(id);
    parts.push(csvRows(rows.map((row) => chosen.map(({ cell }) => cell(row, texts)))));
    onProgress(seen.size);
    if (procurement.length < pageRows) return parts.join('');
  }
}

/** Hands a text to the browser as a file. */
export function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
