/** Small files of every upload type; only their signatures are real. */

export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
export const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46, 0x00]);
export const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  Buffer.from('IHDR'),
  Buffer.alloc(13),
]);
export const eml = Buffer.from(
  'From: Verkauf <verkauf@lieferant.example>\r\nDate: Mon, 3 Mar 2025 10:00:00 +0100\r\nSubject: Angebot\r\n\r\nGuten Tag\r\n',
);
export const xlsx = zipOf(['[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml']);
export const docx = zipOf(['[Content_Types].xml', '_rels/.rels', 'word/document.xml']);

/** An archive of empty files with these names. */
export function zipOf(names: readonly string[], comment = ''): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    locals.push(local, Buffer.from(name));
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(offset, 42);
    directory.push(entry, Buffer.from(name));
    offset += 30 + Buffer.byteLength(name);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([...locals, ...directory, end, Buffer.from(comment)]);
}
