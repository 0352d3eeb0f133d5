/** The type of a file, detected from its bytes; the sender's name does not count (TECH-11). */
export type FileType = keyof typeof fileTypes;

/** Media type and extensions of each accepted type. SVG is not accepted: it carries script. */
export const fileTypes = {
  pdf: { mime: 'application/pdf', endings: ['pdf'] },
  jpeg: { mime: 'image/jpeg', endings: ['jpg', 'jpeg'] },
  png: { mime: 'image/png', endings: ['png'] },
  xlsx: { mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', endings: ['xlsx'] },
  docx: {
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    endings: ['docx'],
  },
  eml: { mime: 'message/rfc822', endings: ['eml'] },
  xml: { mime: 'application/xml', endings: ['xml'] },
} as const satisfies Record<
  string,
  { readonly mime: string; readonly endings: readonly [string, ...string[]] }
>;

/** Media types of exported tables. */
export const tableMimes = { csv: 'text/csv; charset=utf-8', xlsx: fileTypes.xlsx.mime } as const;

/** Names of the types for a refusal: `PDF, JPG`. */
export function namesOfTypes(types: readonly FileType[]): string {
  return types.map((type) => fileTypes[type].endings[0].toUpperCase()).join(', ');
}

/** The type of a file, or null if not accepted. */
export function fileTypeOf(bytes: Buffer): FileType | null {
  const found = Object.entries(isOfType).find(([, matches]) => matches(bytes));
  return found ? (found[0] as FileType) : null;
}

const isOfType: Readonly<Record<FileType, (bytes: Buffer) => boolean>> = {
  jpeg: (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]),
  png: (bytes) =>
    startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) && latin(bytes, 12, 16) === 'IHDR',
  xlsx: (bytes) => isOfficeFile(bytes, 'xl/workbook.xml'),
  docx: (bytes) => isOfficeFile(bytes, 'word/document.xml'),
  eml: isMail,
  xml: isXml,
  pdf: isPdf,
};

/**
 * PDF readers search the signature this far: printers and scanners write control codes before it (ISO 32000-2, annex
 * H).
 */
const furthestStart = 1024;

/** Offset of the PDF signature in bytes; -1 if it is no PDF (REC-16). */
export function startOfPdf(bytes: Uint8Array): number {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, furthestStart));
  return start.toString('latin1').search(/%PDF-[12]\.\d/);
}

/** Refuses a PDF whose leading bytes another program would take for a page, an archive or a program. */
function isPdf(bytes: Buffer): boolean {
  const start = startOfPdf(bytes);
  return start >= 0 && !/<[a-z!?/]|^(?:MZ|PK|#!|\x7fELF)/i.test(latin(bytes, 0, start));
}

function startsWith(bytes: Buffer, signature: readonly number[]): boolean {
  return signature.every((byte, place) => bytes[place] === byte);
}

function latin(bytes: Buffer, start: number, end: number): string {
  return bytes.toString('latin1', start, end);
}

/** A ZIP archive with the parts of an office document, without macros. */
function isOfficeFile(bytes: Buffer, mainPart: string): boolean {
  if (!startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return false;
  const names = zipNames(bytes);
  return (
    names.includes('[Content_Types].xml') &&
    names.includes(mainPart) &&
    !names.some((name) => /vbaProject|\.(exe|dll|js|vbs|bat|cmd|ps1)$/i.test(name))
  );
}

const zip = { end: 0x06054b50, entry: 0x02014b50, endLength: 22, entryLength: 46, longestComment: 0xffff };

/** The names in the central directory at the end of an archive; empty if damaged. */
function zipNames(bytes: Buffer): string[] {
  const end = endOfZip(bytes);
  if (end === null) return [];
  const count = bytes.readUInt16LE(end + 10);
  const names: string[] = [];
  let place = bytes.readUInt32LE(end + 16);
  for (let entry = 0; entry < count; entry += 1) {
    if (place + zip.entryLength > end || bytes.readUInt32LE(place) !== zip.entry) return [];
    const nameLength = bytes.readUInt16LE(place + 28);
    const rest = bytes.readUInt16LE(place + 30) + bytes.readUInt16LE(place + 32);
    const nameStart = place + zip.entryLength;
    names.push(bytes.toString('utf8', nameStart, nameStart + nameLength));
    place = nameStart + nameLength + rest;
  }
  return place <= end ? names : [];
}

/** Start of the end record of an archive; only the archive's comment may follow it. */
function endOfZip(bytes: Buffer): number | null {
  const last = bytes.length - zip.endLength;
  for (let place = last; place >= Math.max(0, last - zip.longestComment); place -= 1) {
    const isEnd = bytes.readUInt32LE(place) === zip.end;
    if (isEnd && place + zip.endLength + bytes.readUInt16LE(place + 20) === bytes.length) return place;
  }
  return null;
}

const longestHeader = 65_536;

/** A mail: header lines that include a sender and a date or subject, then an empty line; only text in the header. */
function isMail(bytes: Buffer): boolean {
  const [header = ''] = bytes.toString('utf8', 0, longestHeader).split(/\r?\n\r?\n/, 1);
  const lines = header.split(/\r?\n/).filter((line) => !/^[ \t]/.test(line));
  const names = lines.map((line) => /^([!-9;-~]{1,76}):/.exec(line)?.[1]?.toLowerCase());
  // biome-ignore lint/suspicious/noControlCharactersInRegex: headers must not contain control characters.
  const isText = !/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(header);
  return (
    isText &&
    header.length < longestHeader &&
    !names.includes(undefined) &&
    names.includes('from') &&
    (names.includes('date') || names.includes('subject') || names.includes('message-id'))
  );
}

/** The first characters of a text in UTF-8, UTF-16 or any ASCII-compatible encoding. */
function textStart(bytes: Buffer): string {
  const start = bytes.subarray(0, 4096);
  if (startsWith(start, [0xff, 0xfe])) return start.toString('utf16le', 2);
  if (startsWith(start, [0xfe, 0xff]))
    return Buffer.from(start.subarray(0, start.length & ~1))
      .swap16()
      .toString('utf16le', 2);
  return start.toString('utf8').replace(/^\ufeff/, '');
}

/** An XML document with a declaration; pages and drawings are excluded, since they carry script. */
function isXml(bytes: Buffer): boolean {
  const start = textStart(bytes);
  const content = start.replace(/<\?[^>]*\?>|<!--[\s\S]*?-->|<![^>]*>/g, '');
  const [root, name] = /^\s*<(?:[\w.-]{1,100}:)?([a-z_][\w.-]{0,100})(?:\s[^>]*)?\/?>?/i.exec(content) ?? [];
  if (root === undefined || name === undefined || /^(svg|html)$/i.test(name)) return false;
  return /^\s*<\?xml\s/i.test(start) || /\sxmlns(:[\w.-]+)?\s*=/.test(root);
}
