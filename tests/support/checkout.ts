import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Folders not copied; built pages are copied. */
const notCopied = new Set(['.git', '.data', 'node_modules', 'test-results']);

/** A second checkout with installed packages, which a test may change and only its owner can enter. */
export function temporaryCheckout(): {
  path: string;
  belongTo(uid: number, gid: number): void;
  remove(): void;
} {
  const path = mkdtempSync(join(tmpdir(), 'kontor-checkout-'));
  const own = readdirSync(root).filter((name) => !notCopied.has(name));
  for (const name of own) cpSync(join(root, name), join(path, name), { recursive: true });
  copyPackages(join(path, 'node_modules'));
  return {
    path,
    belongTo: (uid, gid) => {
      const owner = `${uid}:${gid}`;
      spawnSync('chown', [owner, path]);
      spawnSync('chown', ['-R', owner, ...own.map((name) => join(path, name))]);
      // Linked files of packages are shared with this checkout, so only the folders change their owner.
      spawnSync('find', [join(path, 'node_modules'), '-type', 'd', '-exec', 'chown', owner, '{}', '+']);
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Links file by file where possible, which takes a second, else copies. */
function copyPackages(target: string): void {
  const packages = join(root, 'node_modules');
  if (spawnSync('cp', ['-al', packages, target]).status === 0) return;
  rmSync(target, { recursive: true, force: true });
  cpSync(packages, target, { recursive: true, verbatimSymlinks: true });
}
