import { expect, test } from 'vitest';
import { archiveXml, maxArchiveDocuments, maxArchiveFiles } from './document-xml.ts';

const head = { createdAt: '2025-04-02T08:15:00', generator: 'Kontor' };
const guid = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const one = { guid, files: [{ name: 'R1.pdf' }] };

function xmlOf(archive: Parameters<typeof archiveXml>[0]): string {
  return [...archiveXml(archive)].join('');
}

test('EXP-19 one document per invoice with the GUID of its bookings, one extension per original', () => {
  const xml = xmlOf({
    ...head,
    documents: [
      { guid, description: 'R1 <Müller & Söhne>', files: [{ name: 'R1.pdf' }, { name: 'R1.xml' }] },
    ],
  });
  expect(xml).toContain(
    `<document guid="${guid}" type="1"><description>R1 &lt;Müller &amp; Söhne&gt;</description>` +
      '<extension xsi:type="File" name="R1.pdf"/><extension xsi:type="File" name="R1.xml"/></document>',
  );
  expect(xml).toContain('<header><date>2025-04-02T08:15:00</date></header>');
});

test('EXP-19 the XML is generated in pieces, so that thousands of documents need little memory', () => {
  const pieces = [...archiveXml({ ...head, documents: Array.from({ length: 500 }, () => one) })];
  expect(pieces.length).toBeGreaterThan(500);
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(1000);
});

test("EXP-19 an archive outside of the schema's limits is refused", () => {
  const documents = (count: number) => Array.from({ length: count }, () => one);
  const files = Array.from({ length: maxArchiveFiles + 1 }, (_, place) => ({ name: `${place}.pdf` }));
  expect(() => xmlOf({ ...head, documents: [] })).toThrow(RangeError);
  expect(() => xmlOf({ ...head, documents: documents(maxArchiveDocuments + 1) })).toThrow(RangeError);
  expect(() => xmlOf({ ...head, documents: [{ guid, files: [] }] })).toThrow(RangeError);
  expect(() => xmlOf({ ...head, documents: [{ guid, files }] })).toThrow(RangeError);
  expect(() => xmlOf({ ...head, createdAt: '2025-04-02T08:15:00Z', documents: [one] })).toThrow(RangeError);
});
