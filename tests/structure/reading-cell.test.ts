import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const sourceOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Packages that make something of bytes from outside which can hurt whoever does it, and what unpacks in Node.js. */
const readers =
  /^(pdfjs-dist|@cantoo\/pdf-lib|mailparser|sharp|saxes|tesseract\.js|@napi-rs\/canvas|pdfkit|jimp|pngjs|jszip|yauzl|adm-zip|fflate)(\/|$)/;
const unpacks = /\b(?:create)?(?:inflate|gunzip|unzip|brotliDecompress|zstdDecompress)(?:Raw)?(?:Sync)?\b/i;

/** Files that the server loads outside of the cell all the same, and why. */
const outside: Readonly<Record<string, string>> = {
  'src/platform/server/pdf/typesetter.ts': 'writes PDFs; the pictures in them were set anew in the cell',
  'src/features/archive/server/members.ts': 'unpacks what the product itself has packed',
  'src/features/accounting-export/sandbox/datev/xml.ts': 'a sandbox, which gets what the product sends',
  'src/base/xml-reading.ts': 'the sandbox of a shop uses it, which gets what the product sends',
};
const outsideOfCommands: Readonly<Record<string, string>> = {
  'src/platform/server/backup/backup-file.ts': 'unpacks what the product itself has packed',
  'src/features/installation/server/machine-facts.ts':
    'loads packages to see whether they work on this machine',
};
/** Whoever reads XML outside of the cell is a sandbox. */
const sandboxes = /^src\/features\/[\w-]+\/sandbox\//;

const imports =
  /\b(?:import|export)\s+(?!type\b)([^'";]*?)\bfrom\s*['"]([^'"]+)['"]|(?<!['"])\bimport\s*\(?\s*['"]([^'"]+)['"]/g;

/** Files that run in a thread or process of their own; those of the cell are its inside. */
const started = /\bnew URL\('([^']+\.ts)', import\.meta\.url\)/g;
const isOfCell = (path: string): boolean => /(-in-cell|reading-cell\/inside)\.ts$/.test(path);

/** What a file loads while it runs, or starts beside itself: types are none of it. */
function loadedBy(path: string, text: string): string[] {
  const plain = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const beside = [...plain.matchAll(started)].map(([, to = '']) =>
    new URL(to, `file:///${path}`).pathname.slice(1),
  );
  const imported = [...plain.matchAll(imports)].flatMap(([, names = '', from, alone]) => {
    const listed = /^\s*\{([^}]*)\}\s*$/
      .exec(names)?.[1]
      ?.split(',')
      .filter((name) => name.trim() !== '');
    if (listed?.every((name) => /^\s*type\s/.test(name))) return [];
    const to = from ?? alone ?? '';
    return to.startsWith('.') ? new URL(to, `file:///${path}`).pathname.slice(1) : to;
  });
  return [...imported, ...beside.filter((to) => !isOfCell(to))];
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
/** Scripts that no installation runs: they read what whoever works on the product has made himself. */
const ofDevelopers = [
  'manual-pictures.ts',
  'picture.ts',
  'print-schemas.ts',
  'recognition-measure.ts',
  'recognition-report.ts',
];
/** Files that the cell loads, and that answer some errors as a matter of course. */
const catching: Readonly<Record<string, string>> = {
  'src/base/xml-encoding.ts': 'answers that bytes are in another encoding',
  'src/base/xml-reading.ts': 'answers its own refusals alone',
  'src/features/mailbox/server/parse-in-cell.ts': 'answers its own refusals alone',
  'src/features/punchout/form-body.ts': 'asks whether there is such an encoding',
  'src/features/punchout/returned.ts': 'answers what is no Base64, and keeps a text that is not escaped',
  'src/features/punchout/server/read-in-cell.ts': 'shows a text as it is that is not escaped',
  'src/features/recognition/einvoice/supporting-files.ts': 'answers what is no Base64 alone',
  'src/features/recognition/server/ocr.ts': 'throws it again',
  'src/features/recognition/server/pages/parts-in-cell.ts': 'answers its own refusals alone',
  'src/features/recognition/server/read-in-cell.ts': 'answers its own refusals alone',
  'src/features/reference-rate/server/rates-in-cell.ts': 'answers its own refusals alone',
  'src/features/recognition/server/signs.ts': 'says of a file that it is unread, whatever the reason is',
};

/** What the cell is asked to load. */
const inside = (): readonly string[] =>
  [...everythingOf([server]).keys()]
    .filter((path) => /^src\/.*\.ts$/.test(path))
    .flatMap((path) =>
      [...sourceOf(path).matchAll(/\binCell<[\s\S]*?new URL\('([^']+)'/g)].map(([, to = '']) =>
        new URL(to, `file:///${path}`).pathname.slice(1),
      ),
    );
const commands = readdirSync(join(root, 'scripts'))
  .filter((name) => name.endsWith('.ts') && !ofDevelopers.includes(name))
  .map((name) => `scripts/${name}`);

describe('TECH-20 what came from outside is read in the reading cell alone', () => {
  test('the server loads no reader but those that are listed with their reason', () => {
    expect(readingFiles([server])).toEqual(Object.keys(outside).toSorted());
  });

  test('nor does a command of whoever runs an installation', () => {
    const known = { ...outside, ...outsideOfCommands };
    expect(readingFiles(commands).filter((path) => !Object.hasOwn(known, path))).toEqual([]);
  });

  test('no thread starts a reader, for the system ends it with the thread that did', () => {
    const threads = [...everythingOf([server]).keys()].filter((path) => path.endsWith('-thread.ts'));
    expect(threads).not.toEqual([]);
    expect([...everythingOf(threads).keys()].filter((path) => path.includes('/reading-cell/'))).toEqual([]);
  });

  test('a picture reaches a PDF only where its type says that the cell has set it anew', () => {
    const drawing = [...everythingOf([server]).keys()].filter(
      (path) => /^src\/.*\.ts$/.test(path) && /\.(?:image|openImage)\(/.test(sourceOf(path)),
    );
    expect(drawing.toSorted()).toEqual([
      'src/document/server/letter/letterhead.ts',
      'src/document/server/letter/paragraphs.ts',
    ]);
    for (const path of drawing) {
      const drawn = [...sourceOf(path).matchAll(/\.image\((\w+)/g)].map(([, name]) => name);
      for (const name of drawn) expect(sourceOf(path)).toMatch(new RegExp(`\\b${name}: PreparedPicture\\b`));
    }
    // Whoever says so of bytes is the one that asks the cell, or brings them from another thread.
    const saying = [...everythingOf([server]).keys()].filter(
      (path) => /^src\/.*\.ts$/.test(path) && /\b(?:as|is) PreparedPicture\b/.test(sourceOf(path)),
    );
    expect(saying.toSorted()).toEqual([
      'src/document/server/letter/draw-letter.ts',
      'src/platform/server/files/picture.ts',
    ]);
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
    expect(inside().every((path) => path.endsWith('-in-cell.ts'))).toBe(true);
    const loaded = [...everythingOf(inside()).keys()];
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

  test('whoever takes an error for a damaged document asks first whether memory ran short', () => {
    const careless = [...everythingOf(inside()).keys()].filter(
      (path) =>
        /^src\/.*\.ts$/.test(path) &&
        /\bcatch\b/.test(sourceOf(path)) &&
        !/\b(?:throwIf|is)ShortOfMemory\(/.test(sourceOf(path)),
    );
    expect(careless.toSorted()).toEqual(Object.keys(catching).toSorted());
  });

  test.each([
    ['a package', "import sharp from 'sharp';"],
    ['a part of a package', "const pdf = await import('pdfjs-dist/legacy/build/pdf.mjs');"],
    ['an unpacking function', "import { inflateRawSync } from 'node:zlib';"],
  ])('%s that a route loads is found, and that a thread loads', (_, planted) => {
    const begin = "import './route.ts'; inThreads(new URL('thread.ts', import.meta.url), 1);";
    const files: Readonly<Record<string, string>> = {
      'src/app/server/main.ts': begin,
      'src/app/server/route.ts': planted,
      'src/app/server/thread.ts': planted,
    };
    expect(readingFiles([server], (path) => files[path] ?? '')).toEqual([
      'src/app/server/route.ts',
      'src/app/server/thread.ts',
    ]);
  });
});
