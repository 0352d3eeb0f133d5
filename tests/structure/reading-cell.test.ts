import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const sourceOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Packages that make something of bytes from outside which can hurt whoever does it, and what unpacks in Node.js. */
const readers = /^(pdfjs-dist|@cantoo\/pdf-lib|mailparser|sharp|saxes|tesseract\.js|@napi-rs\/canvas)(\/|$)/;
const unpacks = /\b(?:create)?(?:inflate|gunzip|unzip|brotliDecompress|zstdDecompress)(?:Raw)?(?:Sync)?\b/i;

/** Files that the server loads outside of the cell all the same, and why. */
const outside: Readonly<Record<string, string>> = {
  'src/features/archive/server/members.ts': 'unpacks what the product itself has packed',
  'src/features/accounting-export/sandbox/datev/xml.ts': 'a sandbox, which gets what the product sends',
  'src/base/xml-reading.ts': 'the sandbox of a shop uses it, which gets what the product sends',
};
/** Whoever reads XML outside of the cell is a sandbox. */
const sandboxes = /^src\/features\/[\w-]+\/sandbox\//;

const imports =
  /\b(?:import|export)\s+(?!type\b)([^'";]*?)\bfrom\s*['"]([^'"]+)['"]|(?<!['"])\bimport\s*\(?\s*['"]([^'"]+)['"]/g;

/** What a file loads while it runs: types are none of it. */
function loadedBy(path: string, text: string): string[] {
  const plain = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [...plain.matchAll(imports)].flatMap(([, names = '', from, alone]) => {
    const listed = /^\s*\{([^}]*)\}\s*$/
      .exec(names)?.[1]
      ?.split(',')
      .filter((name) => name.trim() !== '');
    if (listed?.every((name) => /^\s*type\s/.test(name))) return [];
    const to = from ?? alone ?? '';
    return to.startsWith('.') ? new URL(to, `file:///${path}`).pathname.slice(1) : to;
  });
}

/** All files that a process which begins with one of these loads, each with whoever loads it. */
function everythingOf(beginnings: readonly string[], source = sourceOf): Map<string, string[]> {
  const loaders = new Map<string, string[]>(beginnings.map((path) => [path, []]));
  for (const path of loaders.keys()) {
    if (!/^(src|scripts)\/.*\.m?ts$/.test(path)) continue;
    for (const to of loadedBy(path, source(path))) {
      const known = loaders.get(to);
      if (known) known.push(path);
      else loaders.set(to, [path]);
    }
  }
  return loaders;
}

/** Files that load a reader or unpack, among all that the process loads. */
function readingFiles(beginnings: readonly string[], source = sourceOf): string[] {
  const loaders = everythingOf(beginnings, source);
  const loading = [...loaders].flatMap(([name, by]) => (readers.test(name) ? by : []));
  const unpacking = [...loaders.keys()].filter(
    (path) => /^src\/.*\.ts$/.test(path) && unpacks.test(source(path)),
  );
  return [...new Set([...loading, ...unpacking])].toSorted();
}

const server = 'src/app/server/main.ts';

describe('TECH-20 what came from outside is read in the reading cell alone', () => {
  test('the server loads no reader but those that are listed with their reason', () => {
    expect(readingFiles([server])).toEqual(Object.keys(outside).toSorted());
  });

  test('outside of the cell only sandboxes read XML', () => {
    const loaders = everythingOf([server]);
    const reading = new Set(['src/base/xml-reading.ts']);
    for (const path of reading) {
      for (const by of loaders.get(path) ?? []) if (!sandboxes.test(by)) reading.add(by);
    }
    // Neither a route nor a job is among those that lead to it: what stays are the formats themselves.
    expect([...reading].filter((path) => path.includes('/server/'))).toEqual([]);
  });

  test('the cell has all of them', () => {
    const inside = [...everythingOf([server]).keys()]
      .filter((path) => /^src\/.*\.ts$/.test(path))
      .flatMap((path) =>
        [...sourceOf(path).matchAll(/\binCell<[\s\S]*?new URL\('([^']+)'/g)].map(([, to = '']) =>
          new URL(to, `file:///${path}`).pathname.slice(1),
        ),
      );
    expect(inside.every((path) => path.endsWith('-in-cell.ts'))).toBe(true);
    const loaded = [...everythingOf(inside).keys()];
    const missing = [
      'pdfjs-dist',
      '@cantoo/pdf-lib',
      'mailparser',
      'sharp',
      'saxes',
      'tesseract.js',
      '@napi-rs/canvas',
    ].filter((name) => !loaded.some((path) => path.startsWith(name)));
    expect(missing).toEqual([]);
  });

  test.each([
    ['a package', "import sharp from 'sharp';"],
    ['a part of a package', "const pdf = await import('pdfjs-dist/legacy/build/pdf.mjs');"],
    ['an unpacking function', "import { inflateRawSync } from 'node:zlib';"],
  ])('%s that a route loads is found', (_, planted) => {
    const files: Readonly<Record<string, string>> = {
      'src/app/server/main.ts': "import './route.ts';",
      'src/app/server/route.ts': planted,
    };
    expect(readingFiles([server], (path) => files[path] ?? '')).toEqual(['src/app/server/route.ts']);
  });
});
