import { join } from 'node:path';
import { expect, test } from 'vitest';
import { billOfMaterials, licenseTexts, shippedPackages } from './bill-of-materials.ts';

const root = join(import.meta.dirname, '../..');
const packages = shippedPackages(root, ['node_modules/react']);
const named = (name: string) => packages.filter((each) => each.name === name);

test('a bill of materials has the packages of production and of the pages, and no others', () => {
  expect(named('fastify')).toHaveLength(1);
  expect(named('react')).toHaveLength(1);
  expect([...named('vitest'), ...named('typescript')]).toEqual([]);
});

test('every package of an archive has a permissive licence', () => {
  const permissive =
    /^\(?(MIT(-0)?|ISC|BSD-[23]-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|Zlib|OFL-1\.1|Python-2\.0|PostgreSQL|LGPL-3\.0-or-later)( (AND|OR) \S+)*\)?$/;
  expect(
    packages
      .filter(({ license }) => !permissive.test(license))
      .map(({ name, license }) => `${name}: ${license}`),
  ).toEqual([]);
});

test('the bill names each package once, with its address, licence and checksum', () => {
  const bill = billOfMaterials({ name: 'kontor', version: '1.0.0' }, packages) as {
    readonly components: readonly Readonly<Record<string, unknown>>[];
  };
  const [react] = named('react');
  expect(bill.components.find(({ name }) => name === 'react')).toMatchObject({
    purl: `pkg:npm/react@${react?.version}`,
    licenses: [{ license: { id: 'MIT' } }],
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  });
  const places = bill.components.map((component) => component['bom-ref']);
  expect(new Set(places).size).toBe(places.length);
});

test('the licence texts of packages are delivered with them', () => {
  const texts = licenseTexts(root, named('react'));
  expect(texts).toMatch(/^react \S+ \(MIT\)/);
  expect(texts).toContain('Permission is hereby granted');
});
