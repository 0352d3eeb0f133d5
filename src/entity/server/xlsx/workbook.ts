import { posix } from 'node:path';
import type { Book } from './cell-value.ts';
import { type NumberFormat, numberFormat } from './number-format.ts';
import { attribute, type Parts, type Tag, XlsxRefused } from './parts.ts';

/** A workbook without the cells of its sheets. */
export interface Workbook extends Book {
  /** The parts of the shown sheets, in order. */
  readonly sheets: readonly string[];
  /** The number format of each style. */
  readonly formats: readonly NumberFormat[];
}

/** Characters of all shared texts; ten files of the largest upload have fewer. */
const maxTextLength = 60_000_000;

const nothing = (): undefined => undefined;

export async function readWorkbook(parts: Parts): Promise<Workbook> {
  const targets = await relationsOf(parts, '_rels/.rels', '');
  const main = [...targets.values()].find(({ type }) => type.endsWith('/officeDocument'))?.target;
  if (main === undefined || !parts.has(main)) throw new XlsxRefused({ rule: 'xlsx_damaged' });
  const folder = posix.dirname(main);
  const own = await relationsOf(parts, `${folder}/_rels/${posix.basename(main)}.rels`, folder);
  const partOf = (type: string): string =>
    [...own.values()].find((relation) => relation.type.endsWith(`/${type}`))?.target ?? '';
  const { ids, is1904 } = await readSheetIds(parts, main);
  return {
    sheets: ids.flatMap((id) => own.get(id)?.target ?? []),
    is1904,
    formats: await readFormats(parts, partOf('styles')),
    strings: await readStrings(parts, partOf('sharedStrings')),
  };
}

interface Relation {
  readonly type: string;
  /** The name of a part of the file. */
  readonly target: string;
}

async function relationsOf(
  parts: Parts,
  name: string,
  folder: string,
): Promise<ReadonlyMap<string, Relation>> {
  const found = new Map<string, Relation>();
  await parts.parse(name, {
    open: ({ name: tag, attributes }) => {
      const { Id: id, Type: type = '', Target: target = '', TargetMode: mode } = attributes;
      if (tag !== 'Relationship' || id === undefined || mode === 'External') return;
      found.set(id, { type, target: posix.join('/', folder, ...within(target, folder)).slice(1) });
    },
    text: nothing,
    close: nothing,
  });
  return found;
}

/** A target with a slash in front begins at the root of the archive. */
function within(target: string, folder: string): readonly string[] {
  return target.startsWith('/') ? [posix.relative(`/${folder}`, target)] : [target];
}

async function readSheetIds(
  parts: Parts,
  main: string,
): Promise<{ readonly ids: readonly string[]; readonly is1904: boolean }> {
  const ids: string[] = [];
  let is1904 = false;
  await parts.parse(main, {
    open: (tag) => {
      if (tag.name === 'workbookPr') is1904 = ['1', 'true'].includes(attribute(tag, 'date1904') ?? '');
      const id = tag.name === 'sheet' ? attribute(tag, 'id') : undefined;
      if (id !== undefined && (attribute(tag, 'state') ?? 'visible') === 'visible') ids.push(id);
    },
    text: nothing,
    close: nothing,
  });
  return { ids, is1904 };
}

async function readFormats(parts: Parts, name: string): Promise<readonly NumberFormat[]> {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let isOfCells = false;
  await parts.parse(name, {
    open: (tag: Tag) => {
      if (tag.name === 'numFmt')
        codes.set(Number(attribute(tag, 'numFmtId')), attribute(tag, 'formatCode') ?? '');
      if (tag.name === 'cellXfs') isOfCells = true;
      if (tag.name !== 'xf' || !isOfCells) return;
      const id = Number(attribute(tag, 'numFmtId') ?? 0);
      formats.push(numberFormat(id, codes.get(id)));
    },
    text: nothing,
    close: (tag) => {
      if (tag === 'cellXfs') isOfCells = false;
      return undefined;
    },
  });
  return formats;
}

/** The texts that cells refer to by number, without their formats and without hints for pronunciation. */
async function readStrings(parts: Parts, name: string): Promise<readonly string[]> {
  const strings: string[] = [];
  let text = '';
  let length = 0;
  let isText = false;
  let isSpoken = false;
  await parts.parse(name, {
    open: ({ name: tag }) => {
      if (tag === 'rPh') isSpoken = true;
      isText = tag === 't' && !isSpoken;
    },
    text: (piece) => {
      if (isText) text += piece;
    },
    close: (tag) => {
      isText = false;
      if (tag === 'rPh') isSpoken = false;
      if (tag !== 'si') return undefined;
      length += text.length + 1;
      if (length > maxTextLength) throw new XlsxRefused({ rule: 'xlsx_large' });
      strings.push(unescaped(text));
      text = '';
      return undefined;
    },
  });
  return strings;
}

/** Characters that XML does not allow are written as `_x000D_`. */
export function unescaped(text: string): string {
  return text.replaceAll(/_x([\dA-F]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
