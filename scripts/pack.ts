/** `npm run pack`: writes an archive to unpack and start on machines like this one, with its pages and packages. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import { ensureBuilt } from './setup/front-end.mjs';
import { stage, trim } from './setup/packing.ts';

const root = join(import.meta.dirname, '..');

async function pack(): Promise<void> {
  ensureBuilt();
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const name = `kontor-${version}`;
  const archive = join(root, `${name}-${process.platform}-${process.arch}.tar.gz`);
  const work = mkdtempSync(join(tmpdir(), 'kontor-pack-'));
  try {
    const folder = join(work, name);
    mkdirSync(folder);
    stage(root, folder);
    const parameters = ['ci', '--omit=dev', '--no-audit', '--no-fund'];
    execFileSync('npm', parameters, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
    trim(folder);
    execFileSync('tar', ['-czf', archive, '-C', work, name], { stdio: 'inherit' });
  } finally {
    rmSync(work, { recursive: true });
  }
  console.log(archive);
}

await runCommand(pack);
