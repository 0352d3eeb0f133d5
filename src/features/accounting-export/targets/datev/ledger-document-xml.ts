import { schemaLine, xmlAttributes } from '../../schema-text.ts';
import {
  type ArchiveFile,
  type ArchiveHead,
  archivePieces,
  fileExtension,
} from '../datev-csv/document-xml.ts';

/** An invoice of an import: its booking proposal and its original files. */
export interface LedgerDocument {
  readonly guid?: string | null;
  readonly description?: string | null;
  readonly dataFile: string;
  readonly files: readonly ArchiveFile[];
}

/**
 * `document.xml` for the online import of incoming invoices (EXP-08) in pieces. `month` is the accounting month
 * `YYYY-MM` of all of them, `folder` one of the folders answered for the job. Throws a RangeError like `archiveXml`,
 * and for an invalid month or folder.
 */
export function* ledgerDocumentXml(
  job: ArchiveHead & {
    readonly month: string;
    readonly folder: string;
    readonly documents: readonly LedgerDocument[];
  },
): Generator<string> {
  const { month, folder } = job;
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new RangeError(`not an accounting month: ${month}`);
  // A folder name must not be cut.
  if (schemaLine(folder, 40) !== folder) throw new RangeError(`not a ledger folder: ${folder}`);
  const properties = [
    `<property${xmlAttributes({ value: month, key: '1' })}/>`,
    `<property${xmlAttributes({ value: folder, key: '3' })}/>`,
  ].join('');
  yield* archivePieces(job, job.documents, ({ guid = null, description, dataFile, files }) => ({
    attributes: { guid },
    description,
    extensions: [
      `<extension xsi:type="accountsPayableLedger"${xmlAttributes({ datafile: dataFile })}>${properties}</extension>`,
      ...files.map(fileExtension),
    ],
  }));
}
