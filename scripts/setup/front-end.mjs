import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { modules, node, root } from './installation.mjs';

const built = join(root, 'dist');
const stamp = join(built, 'web.sha256');

/** The sources of the pages. */
const sources = ['index.html', 'public', 'vite.config.ts', 'package-lock.json', 'src', 'locales', 'manual'];
const vite = join(modules, 'vite', 'bin', 'vite.js');

/**
 * Whether pages exist, built from these sources.
 *
 * @returns {'missing' | 'outdated' | null} null when current
 */
export function stateOfPages() {
  if (!existsSync(stamp)) return 'missing';
  return readFileSync(stamp, 'utf8') === fingerprint() ? null : 'outdated';
}

/** Builds the pages when a source has changed since the last build; throws with the builder's message. */
export function ensureBuilt() {
  if (stateOfPages() === null) return;
  console.log('Building the pages ...');
  const { status, stdout, stderr } = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    encoding: 'utf8',
    // The caller, for instance a test run, may have another NODE_ENV, which would build React for development.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error(`The pages could not be built:\n${stdout}${stderr}`);
  markBuilt();
}

/** Records the sources of the pages in `dist`. */
export function markBuilt() {
  writeFileSync(stamp, fingerprint());
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const source of sources)
    for (const file of filesIn(source)) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function filesIn(path) {
  if (!existsSync(join(root, path))) return [];
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/[\\/]server[\\/]|\.test\.tsx?$/.test(file))
    .sort();
}
