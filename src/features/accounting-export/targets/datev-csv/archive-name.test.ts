import fc from 'fast-check';
import { expect, test } from 'vitest';
import { archiveName } from './archive-name.ts';

function namesOf(...names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => archiveName(name, taken));
}

test.each([
  ['Rechnung & Gutschrift (2)+a-b_c.pdf', 'Rechnung & Gutschrift (2)+a-b_c.pdf'],
  ['Ma\u0308rz.pdf', 'März.pdf'],
  ['Çà Ñ ÿ ß.xml', 'Çà Ñ ÿ ß.xml'],
  ['příloha.pdf', 'p_íloha.pdf'],
  ['счёт №1.pdf', '____ _1.pdf'],
  ['3×4÷2.pdf', '3_4_2.pdf'],
  ['🧾 Beleg.pdf', '_ Beleg.pdf'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['a\\b:c*d?e"f<g>h|i.pdf', 'a_b_c_d_e_f_g_h_i.pdf'],
  ['a\u0000b\r\nc.pdf', 'a_b__c.pdf'],
  [' .hidden. ', 'hidden'],
  ['...', '_'],
  ['', '_'],
])('EXP-08 EXP-19 %j is %j in an archive', (name, expected) => expect(namesOf(name)).toEqual([expected]));

test('EXP-19 names are unique, also on case-insensitive systems', () => {
  expect(namesOf('a.pdf', 'A.PDF', 'a.pdf', 'я.xml', 'ю.xml', 'document.xml')).toEqual([
    'a.pdf',
    'A (2).PDF',
    'a (3).pdf',
    '_.xml',
    '_ (2).xml',
    'document (2).xml',
  ]);
});

test('EXP-19 long names keep their extension and stay unique', () => {
  const names = namesOf(`${'x'.repeat(10_000)}.pdf`, `${'x'.repeat(10_001)}.pdf`);
  expect(names[0]).toMatch(/^x{116}\.pdf$/);
  expect(names[1]).toMatch(/^x+ \(2\)\.pdf$/);
  expect(names.every((name) => name.length === 120)).toBe(true);
});

test('EXP-08 any names become unique archive names of allowed characters', () => {
  const anyName = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('a.pdf', 'A.pdf', 'ä.pdf', 'я.pdf'),
  );
  fc.assert(
    fc.property(fc.array(anyName, { maxLength: 20 }), (names) => {
      const given = namesOf(...names);
      expect(new Set(given.map((name) => name.toLowerCase())).size).toBe(names.length);
      for (const name of given) {
        expect(name).toMatch(/^[ &()+\-._0-9A-Za-zÀ-ÖØ-öø-ÿ]{1,120}$/);
        expect(name).toBe(name.normalize('NFC'));
      }
    }),
  );
});
