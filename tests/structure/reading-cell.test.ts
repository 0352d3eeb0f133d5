import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const sourceOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Packages that parse external bytes and may be exploited, and decompression in Node.js. */
const readers =
  /^(pdfjs-dist|@cantoo\/pdf-lib|mailparser|sharp|saxes|tesseract\.js|@napi-rs\/canvas|pdfkit|jimp|pngjs|jszip|yauzl|adm-zip|fflate)(\/|$)/;
const unpacks = /\b(?:create)?(?:inflate|gunzip|unzip|brotliDecompress|zstdDecompress)(?:Raw)?(?:Sync)?\b/i;

/** Files that the server loads outside of the cell, with the reason. */
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
/** XML outside of the cell is read only by sandboxes. */
const sandboxes = /^src\/features\/[\w-]+\/sandbox\//;

const imports =
  /\b(?:import|export)\s+(?!type\b)([^'";]*?)\bfrom\s*['"]([^'"]+)['"]|(?<!['"])\bimport\s*\(?\s*['"]([^'"]+)['"]/g;

/** Files that run in a separate thread or process; those of the cell are its inside. */
const started = /\bnew URL\('([^']+\.ts)', import\.meta\.url\)/g;
const isOfCell = (path: string): boolean => /(-in-cell|reading-cell\/inside)\.ts$/.test(path);

/** The run-time imports and started files of a file, without types. */
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

/** All files loaded by a process with one of these entry points, each with its importers. */
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

/** Files that load a reader or decompress, among all files that the process loads. */
function readingFiles(beginnings: readonly string[], source = sourceOf): string[] {
  const loaders = everythingOf(beginnings, source);
  const loading = [...loaders].flatMap(([name, by]) => (readers.test(name) ? by : []));
  const unpacking = [...loaders.keys()].filter(
    (path) => /^src\/.*\.ts$/.test(path) && unpacks.test(source(path)),
  );
  return [...new Set([...loading, ...unpacking])].toSorted();
}

const server = 'src/app/server/main.ts';
/** Scripts for developers only: they read files that the developer made. */
const ofDevelopers = [
  'manual-pictures.ts',
  'picture.ts',
  'print-schemas.ts',
  'recognition-measure.ts',
  'recognition-report.ts',
];
/** Files loaded by the cell that handle some errors themselves. */
const catching: Readonly<Record<string, string>> = {
  'src/base/csv-reading.ts': 'is loaded for its limits alone',
  'src/base/day.ts': 'asks whether there is such a time zone',
  'src/base/xml-encoding.ts': 'answers that bytes are in another encoding',
  'src/base/xml-reading.ts': 'answers its own refusals alone',
  'src/features/mailbox/server/parse-in-cell.ts': 'answers its own refusals alone',
  'src/features/punchout/form-body.ts': 'asks whether there is such an encoding',
  'src/features/punchout/returned.ts': 'answers what is no Base64, and keeps a text that is not escaped',
  'src/features/punchout/server/read-in-cell.ts': 'shows a text as it is that is not escaped',
  'src/features/recognition/einvoice/supporting-files.ts': 'answers what is no Base64 alone',
  'src/features/recognition/server/ocr.ts': 'throws it again',
  'src/features/recognition/server/pages/parts-in-cell.ts': 'answers its own refusals alone',
  'src/features/recognition/server/portfolio.ts': 'answers an unreadable file alone',
  'src/features/recognition/server/read-in-cell.ts': 'answers its own refusals alone',
  'src/features/reference-rate/server/rates-in-cell.ts': 'answers its own refusals alone',
  'src/features/recognition/server/signs.ts': 'says of a file that it is unread, whatever the reason is',
};

/** The modules that the cell is asked to load. */
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

describe('TECH-20 external data is read only in the reading cell', () => {
  test('the server loads no reader except those listed with a reason', () => {
    expect(readingFiles([server])).toEqual(Object.keys(outside).toSorted());
  });

  test('commands for operators do not load one either', () => {
    const known = { ...outside, ...outsideOfCommands };
    expect(readingFiles(commands).filter((path) => !Object.hasOwn(known, path))).toEqual([]);
  });

  test('no thread starts a reader, because the system ends it with its starting thread', () => {
    const threads = [...everythingOf([server]).keys()].filter((path) => path.endsWith('-thread.ts'));
    expect(threads).not.toEqual([]);
    expect([...everythingOf(threads).keys()].filter((path) => path.includes('/reading-cell/'))).toEqual([]);
  });

  test('a picture reaches a PDF only with the type that marks it as re-encoded in the cell', () => {
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
    // Only the module that calls the cell, or one that receives bytes from another thread, may set this type.
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
    // No route or job leads to them: the remaining ones are the formats themselves.
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
      'yauzl',
      'tesseract.js',
      '@napi-rs/canvas',
    ].filter((name) => !loaded.some((path) => path.startsWith(name)));
    expect(missing).toEqual([]);
  });

  test('code that treats an error as a damaged document checks for a lack of memory first', () => {
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
