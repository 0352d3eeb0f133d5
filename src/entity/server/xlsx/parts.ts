import { setImmediate } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';

/** Why a spreadsheet file cannot be read. */
export type XlsxFailure =
  | { readonly rule: 'xlsx_damaged' | 'xlsx_large' | 'xlsx_empty' }
  /** A formula without its last result. */
  | { readonly rule: 'xlsx_formula'; readonly cell: string }
  | { readonly rule: 'csv_rows' | 'csv_columns'; readonly limit: number };

export class XlsxRefused extends Error {
  readonly failure: XlsxFailure;

  constructor(failure: XlsxFailure) {
    super(failure.rule);
    this.failure = failure;
  }
}

/** Unpacked bytes of one part. A hundred thousand rows of two hundred cells have less. */
const maxPartBytes = 600 * 2 ** 20;
/** A workbook of a hundred sheets with pictures has fewer. */
const maxEntries = 5000;

/** A tag of a part; names are without prefix. */
export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface Listener {
  readonly open: (tag: Tag) => void;
  readonly text: (text: string) => void;
  /** True ends the reading. */
  readonly close: (name: string) => boolean | undefined;
}

/** The parts of a workbook, unpacked and parsed in pieces, so that no part is held as a whole. */
export class Parts {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** Reads the directory of the archive. Throws what `yauzl` finds wrong in it, or `XlsxRefused`. */
  static async of(bytes: Uint8Array): Promise<Parts> {
    const zip = await new Promise<ZipFile>((resolve, reject) => {
      fromBuffer(Buffer.from(bytes), { lazyEntries: true }, (error, opened) =>
        error ? reject(error) : resolve(opened),
      );
    });
    if (zip.entryCount > maxEntries) throw new XlsxRefused({ rule: 'xlsx_large' });
    const entries = new Map<string, Entry>();
    await new Promise<void>((resolve, reject) => {
      zip.on('entry', (entry: Entry) => {
        entries.set(entry.fileName.toLowerCase(), entry);
        zip.readEntry();
      });
      zip.on('end', resolve);
      zip.on('error', reject);
      zip.readEntry();
    });
    return new Parts(zip, entries);
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /** Parses a part; a missing one has no tags. A document type is refused, because it could grow without end. */
  async parse(name: string, listener: Listener): Promise<void> {
    const entry = this.#entries.get(name.toLowerCase());
    if (entry === undefined) return;
    const stream = await new Promise<NodeJS.ReadableStream & { destroy(): void }>((resolve, reject) => {
      this.#zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)));
    });
    const { parser, isOver } = parserOf(listener);
    const decoder = new TextDecoder();
    let size = 0;
    for await (const chunk of stream) {
      const bytes = chunk as Buffer;
      size += bytes.length;
      if (size > maxPartBytes) throw new XlsxRefused({ rule: 'xlsx_large' });
      parser.write(decoder.decode(bytes, { stream: true }));
      if (isOver()) return stream.destroy();
      await setImmediate();
    }
    parser.close();
  }
}

function parserOf({ open, text, close }: Listener): {
  readonly parser: SaxesParser;
  readonly isOver: () => boolean;
} {
  const parser = new SaxesParser({ xmlns: false });
  let isOver = false;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new XlsxRefused({ rule: 'xlsx_damaged' });
  });
  parser.on('opentag', ({ name, attributes }) => open({ name: local(name), attributes }));
  parser.on('text', text);
  parser.on('closetag', ({ name }) => {
    if (close(local(name))) isOver = true;
  });
  return { parser, isOver: () => isOver };
}

/** Some programs write prefixes. */
export function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** An attribute by its name without prefix. */
export function attribute({ attributes }: Tag, wanted: string): string | undefined {
  const found = Object.entries(attributes).find(([name]) => local(name) === wanted);
  return found?.[1];
}
