import { describe, expect, test } from 'vitest';
import { readXml, type XmlReading } from './xml-reading.ts';

const limits = { depth: 5, nodes: 20, size: 10_000 };

function bytesOf(text: string, encoding: 'latin1' | 'utf16le' | 'utf8'): Uint8Array {
  return Uint8Array.from(Buffer.from(text, encoding));
}

function reasonOf(reading: XmlReading): string {
  return reading.ok ? 'read' : reading.reason;
}

describe('the tree', () => {
  test('has names without prefix, their namespaces, and texts including CDATA', () => {
    const reading = readXml(
      '<a:Root xmlns:a="urn:a" xmlns="urn:b"><Name a:x="1" y="2">M&amp;M <![CDATA[<&>]]><!-- no --></Name></a:Root>',
    );
    if (!reading.ok) throw new Error(reading.detail);
    expect(reading.root).toMatchObject({ name: 'Root', namespace: 'urn:a', text: '' });
    const [name] = reading.root.children;
    expect(name).toMatchObject({ name: 'Name', namespace: 'urn:b', text: 'M&M <&>' });
    expect([...(name?.attributes ?? [])]).toEqual([['y', '2']]);
  });

  test.each([
    ['UTF-8', bytesOf('<a>Müßig €</a>', 'utf8')],
    ['UTF-8 with a byte order mark', bytesOf('\ufeff<?xml version="1.0"?><a>Müßig €</a>', 'utf8')],
    ['UTF-16 with a byte order mark', bytesOf('\ufeff<a>Müßig €</a>', 'utf16le')],
    ['UTF-16 without', bytesOf('<?xml version="1.0" encoding="UTF-16"?><a>Müßig €</a>', 'utf16le')],
    ['UTF-16 with the other byte order', bytesOf('\ufeff<a>Müßig €</a>', 'utf16le').map(swapped)],
    [
      'windows-1252',
      Uint8Array.from([
        ...bytesOf('<?xml version="1.0" encoding="windows-1252"?><a>Müßig ', 'latin1'),
        0x80,
        ...bytesOf('</a>', 'latin1'),
      ]),
    ],
    [
      'UTF-16 declared, UTF-8 written',
      bytesOf('<?xml version="1.0" encoding="utf-16"?><a>Müßig €</a>', 'utf8'),
    ],
  ])('is read from %s', (_, bytes) => {
    const reading = readXml(bytes);
    expect(reading.ok && reading.root.text).toBe('Müßig €');
  });

  test('is read from ISO-8859-1', () => {
    const reading = readXml(bytesOf("<?xml version='1.0' encoding='ISO-8859-1' ?><a>Größe</a>", 'latin1'));
    expect(reading.ok && reading.root.text).toBe('Größe');
  });
});

function swapped(_: number, place: number, all: Uint8Array): number {
  return all[place ^ 1] ?? 0;
}

describe('REC-11 invalid input is refused with a reason', () => {
  test.each([
    ['nothing', '', 'not_xml'],
    ['a text', 'Rechnung 4711', 'not_xml'],
    ['an open element', '<a><b></a>', 'not_xml'],
    ['an undeclared prefix', '<x:a/>', 'not_xml'],
    ['a duplicate attribute', '<a b="1" b="2"/>', 'not_xml'],
    ['content after the root', '<a/><b/>', 'not_xml'],
    ['an unknown entity', '<a>&bomb;</a>', 'not_xml'],
    ['a document type', '<!DOCTYPE a><a/>', 'doctype'],
    ['nested entities', '<!DOCTYPE a [<!ENTITY b "&c;&c;"><!ENTITY c "x">]><a>&b;</a>', 'doctype'],
    ['a local file as entity', '<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a>&f;</a>', 'doctype'],
    ['six levels', `${'<a>'.repeat(6)}${'</a>'.repeat(6)}`, 'too_deep'],
    ['21 elements', `<a>${'<b/>'.repeat(20)}</a>`, 'too_large'],
    ['20 attributes', `<a ${Array.from({ length: 20 }, (_, n) => `b${n}="1"`).join(' ')}/>`, 'too_large'],
    ['more than 10,000 characters', `<a>${'x'.repeat(10_000)}</a>`, 'too_large'],
  ])('%s', (_, text, reason) => {
    expect(reasonOf(readXml(text, limits))).toBe(reason);
    expect(reasonOf(readXml(bytesOf(text, 'utf8'), limits))).toBe(reason);
  });

  test.each([
    ['bytes outside of UTF-8', bytesOf('<a>Größe</a>', 'latin1'), 'encoding'],
    ['an unknown encoding', bytesOf('<?xml version="1.0" encoding="EBCDIC"?><a/>', 'latin1'), 'encoding'],
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'not_xml'],
    ['UTF-32', Uint8Array.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]), 'encoding'],
  ])('%s', (_, bytes, reason) => {
    expect(reasonOf(readXml(bytes))).toBe(reason);
  });

  test('accepts five levels and twenty elements', () => {
    expect(reasonOf(readXml(`${'<a>'.repeat(5)}${'</a>'.repeat(5)}`, limits))).toBe('read');
    expect(reasonOf(readXml(`<a>${'<b/>'.repeat(19)}</a>`, limits))).toBe('read');
  });
});
