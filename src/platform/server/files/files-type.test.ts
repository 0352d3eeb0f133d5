import { describe, expect, test } from 'vitest';
import { docx, eml, jpeg, pdf, png, xlsx, zipOf } from '../../../../tests/support/sample-files.ts';
import { attachmentHeader, safeFileName } from './files-name.ts';
import { fileTypeOf } from './files-type.ts';

describe('PROC-29 TECH-11 REC-16 the type of a file follows from its bytes', () => {
  test.each([
    ['pdf', pdf],
    ['jpeg', jpeg],
    ['png', png],
    ['xlsx', xlsx],
    ['docx', docx],
    ['eml', eml],
    ['pdf', Buffer.concat([Buffer.from('\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n'), pdf])],
    ['pdf', Buffer.concat([Buffer.from([0xff, 0, 3, 0x3c, 0x35, 0]), Buffer.alloc(1000, ' '), pdf])],
    ['xlsx', zipOf(['[Content_Types].xml', 'xl/workbook.xml'], 'made by a program that signs its work')],
  ])('%s', (type, bytes) => expect(fileTypeOf(bytes)).toBe(type));

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a page that mentions PDF', Buffer.from('<script>alert(1)</script>%PDF-1.7')],
    ['a PDF whose signature comes too late', Buffer.concat([Buffer.alloc(1024, ' '), pdf])],
    ['a program that contains a PDF', Buffer.concat([Buffer.from('MZ\u0090\u0000'), pdf])],
    ['a program', Buffer.from('MZ\u0090\u0000\u0003')],
    ['any archive', zipOf(['readme.txt'])],
    ['an archive with half of a workbook', zipOf(['xl/workbook.xml'])],
    ['a workbook with macros', zipOf(['[Content_Types].xml', 'xl/workbook.xml', 'xl/vbaProject.bin'])],
    ['a truncated archive', xlsx.subarray(0, xlsx.length - 5)],
    ['an archive with trailing data', Buffer.concat([xlsx, Buffer.from('MZ')])],
    ['an archive with a false directory', lyingDirectory()],
    ['a header without a mail', Buffer.from('From: a\r\nnot a header\r\n\r\n')],
    ['a script that begins like a mail', Buffer.from('From: a\r\nSubject: b\r\n\u0000\r\n\r\n')],
    ['notes', Buffer.from('Subject: only this\r\n\r\ntext')],
  ])('%s is refused', (_, bytes) => expect(fileTypeOf(bytes)).toBeNull());
});

/** The directory claims 65535 entries starting far beyond the end. */
function lyingDirectory(): Buffer {
  const bytes = Buffer.from(xlsx);
  const end = bytes.length - 22;
  bytes.writeUInt16LE(0xffff, end + 10);
  bytes.writeUInt32LE(0xffff_fff0, end + 16);
  return bytes;
}

describe('TECH-11 file names', () => {
  test.each([
    ['Angebot Müller.pdf', 'Angebot Müller.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\Users\\ina\\Angebot.PDF', 'Angebot.pdf'],
    ['a"b\r\nX-Evil: 1.pdf', 'a_bX-Evil_ 1.pdf'],
    ['rechnung\u202efdp.exe', 'rechnungfdp.exe.pdf'],
    ['...', 'file.pdf'],
    ['', 'file.pdf'],
    ['.pdf', 'pdf.pdf'],
    ['/', 'file.pdf'],
  ])('%j becomes %j', (given, kept) => expect(safeFileName(given, 'pdf')).toBe(kept));

  test('cuts a long name before its extension', () => {
    const name = safeFileName(`${'😀'.repeat(200)}.jpeg`, 'jpeg');
    expect(name.length).toBeLessThanOrEqual(255);
    expect(name.isWellFormed()).toBe(true);
    expect(name.endsWith('.jpeg')).toBe(true);
  });

  test('the header can carry every name', () => {
    expect(attachmentHeader('Größe "A"; x=1.pdf')).toBe(
      `attachment; filename="Groe _A__ x=1.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%22A%22%3B%20x%3D1.pdf`,
    );
    expect(attachmentHeader("合同'1'.pdf")).toMatch(
      /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w%.-]+$/,
    );
  });
});
