import { schemaLine, xmlAttributes, xmlElements } from '../../schema-text.ts';

/** A file in the archive; its name comes from `archiveName`. */
export interface ArchiveFile {
  readonly name: string;
}

/** One document of an archive: the files of one invoice. */
export interface ArchiveDocument {
  /** Permanent, because the bookings refer to the document by it (EXP-19). */
  readonly guid: string;
  readonly description?: string | null;
  /** At least one. */
  readonly files: readonly ArchiveFile[];
}

export interface ArchiveHead {
  /** `YYYY-MM-DDTHH:MM:SS` in the tenant's time zone; the schema allows no zone. */
  readonly createdAt: string;
  readonly generator: string;
}

/** The maximum number of documents of one `document.xml`, and of files of a document; one less with a data file. */
export const maxArchiveDocuments = 4999;
export const maxArchiveFiles = 50;

/**
 * `document.xml` of an archive (version 6.0, Document_v060) in pieces: one incoming invoice per document with its
 * original files (EXP-19). Throws a RangeError for too many documents or files, for none, and for a date in another
 * format.
 */
export function* archiveXml(
  archive: ArchiveHead & { readonly documents: readonly ArchiveDocument[] },
): Generator<string> {
  yield* archivePieces(archive, archive.documents, ({ guid, description, files }) => ({
    // 1 is an incoming invoice.
    attributes: { guid, type: '1' },
    description,
    extensions: files.map(fileExtension),
  }));
}

/** The parts of a document: attributes, and extensions as XML. */
export interface WrittenDocument {
  readonly attributes: Readonly<Record<string, string | null>>;
  readonly description?: string | null | undefined;
  readonly extensions: readonly string[];
}

export function fileExtension({ name }: ArchiveFile): string {
  return `<extension xsi:type="File"${xmlAttributes({ name })}/>`;
}

/** The frame of `document.xml`; `written` converts each document. */
export function* archivePieces<T>(
  { createdAt, generator }: ArchiveHead,
  documents: readonly T[],
  written: (document: T) => WrittenDocument,
): Generator<string> {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(createdAt)) {
    throw new RangeError(`not a local time: ${createdAt}`);
  }
  checkCount('documents', documents.length, maxArchiveDocuments);
  const head = xmlAttributes({
    xmlns: 'http://xml.datev.de/bedi/tps/document/v06.0',
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    'xsi:schemaLocation': 'http://xml.datev.de/bedi/tps/document/v06.0 Document_v060.xsd',
    version: '6.0',
    generatingSystem: schemaLine(generator, 40),
  });
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<archive${head}>\n`;
  yield `<header>${xmlElements([['date', createdAt]])}</header>\n<content>\n`;
  for (const document of documents) yield documentPiece(written(document));
  yield '</content>\n</archive>\n';
}

function documentPiece({ attributes, description, extensions }: WrittenDocument): string {
  checkCount('extensions', extensions.length, maxArchiveFiles);
  const text = xmlElements([['description', schemaLine(description, 40)]]);
  return `<document${xmlAttributes(attributes)}>${text}${extensions.join('')}</document>\n`;
}

function checkCount(what: string, count: number, max: number): void {
  if (count < 1 || count > max)
    throw new RangeError(`an archive has ${count} ${what} instead of 1 to ${max}`);
}
