/** What a file is, found out from its bytes; what the sender calls it does not count (TECH-11). */
export type FileType = keyof typeof fileTypes;

/** The media type and the usual ending of each type that the product takes in. SVG is none: it carries script. */
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

/** How people call the types, for a refusal of any other: `PDF, JPG`. */
export function namesOfTypes(types: readonly FileType[]): string {
  return types.map((type) => fileTypes[type].endings[0].toUpperCase()).join(', ');
}

/** The type of a file, or null when it is none of ours. */
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

/** Readers of PDFs look for the signature that far: printers and scanners write orders of their own before it (ISO 32000-2, annex H). */
const furthestStart = 1024;

/** Where the signature of a PDF stands, in bytes; -1 in what is none (REC-16). */
export function startOfPdf(bytes: Uint8Array): number {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, furthestStart));
  return start.toString('latin1').search(/%PDF-[12]\.\d/);
}

/** Nothing may stand before a PDF that another program takes for a page, an archive or a program. */
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

/** An archive with the parts of an office document, without macros. */
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

/** The names in the directory of an archive, which stands at its end; none when it is damaged. */
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

/** Where the last record of an archive begins; only its own comment may follow it. */
function endOfZip(bytes: Buffer): number | null {
  const last = bytes.length - zip.endLength;
  for (let place = last; place >= Math.max(0, last - zip.longestComment); place -= 1) {
    const isEnd = bytes.readUInt32LE(place) === zip.end;
    if (isEnd && place + zip.endLength + bytes.readUInt16LE(place + 20) === bytes.length) return place;
  }
  return null;
}

const longestHeader = 65_536;

/** A mail: header lines that name a sender and a date or subject, then an empty line; text throughout the header. */
function isMail(bytes: Buffer): boolean {
  const [header = ''] = bytes.toString('utf8', 0, longestHeader).split(/\r?\n\r?\n/, 1);
  const lines = header.split(/\r?\n/).filter((line) => !/^[ \t]/.test(line));
  const names = lines.map((line) => /^([!-9;-~]{1,76}):/.exec(line)?.[1]?.toLowerCase());
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a header with control characters is no header.
  const isText = !/[\u0000-\u0008\u000e-\u001f\ufffd]/.test(header);
  return (
    isText &&
    header.length < longestHeader &&
    !names.includes(undefined) &&
    names.includes('from') &&
    (names.includes('date') || names.includes('subject') || names.includes('message-id'))
  );
}

/** The first characters of a text in UTF-8, UTF-16 or any encoding that writes Latin letters as ASCII does. */
function textStart(bytes: Buffer): string {
  const start = bytes.subarray(0, 4096);
  if (startsWith(start, [0xff, 0xfe])) return start.toString('utf16le', 2);
  if (startsWith(start, [0xfe, 0xff]))
    return Buffer.from(start.subarray(0, start.length & ~1))
      .swap16()
      .toString('utf16le', 2);
  return start.toString('utf8').replace(/^\ufeff/, '');
}

/** An XML document that says so; pages and drawings are none of ours, since they carry script. */
function isXml(bytes: Buffer): boolean {
  const start = textStart(bytes);
  const content = start.replace(/<\?[^>]*\?>|<!--[\s\S]*?-->|<![^>]*>/g, '');
  const [root, name] = /^\s*<(?:[\w.-]{1,100}:)?([a-z_][\w.-]{0,100})(?:\s[^>]*)?\/?>?/i.exec(content) ?? [];
  if (root === undefined || name === undefined || /^(svg|html)$/i.test(name)) return false;
  return /^\s*<\?xml\s/i.test(start) || /\sxmlns(:[\w.-]+)?\s*=/.test(root);
}
