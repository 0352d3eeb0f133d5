/**
 * `npm run pack`: writes an archive to unpack and start on machines like this one, with its pages and packages, the
 * bill of its materials and their licences. Beside it are its checksum and, with the Ed25519 key of `RELEASE_KEY`
 * (PEM), its signature.
 */
import { execFileSync } from 'node:child_process';
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { runCommand } from './command.ts';
import { billOfMaterials, bundledFile, licenseTexts, shippedPackages } from './setup/bill-of-materials.ts';
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
    const bundled = JSON.parse(readFileSync(join(root, bundledFile), 'utf8')) as readonly string[];
    const packages = shippedPackages(root, bundled);
    const bill = billOfMaterials({ name: 'kontor', version }, packages);
    writeFileSync(join(folder, 'bill-of-materials.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`);
    writeFileSync(join(folder, 'LICENSES.txt'), licenseTexts(root, packages));
    execFileSync('tar', ['-czf', archive, '-C', work, name], { stdio: 'inherit' });
  } finally {
    rmSync(work, { recursive: true });
  }
  for (const file of [archive, ...seal(archive)]) console.log(file);
}

/** Writes the checksum and, with a key, the signature of an archive; returns their files. */
function seal(archive: string): readonly string[] {
  const content = readFileSync(archive);
  const checksum = `${archive}.sha256`;
  writeFileSync(checksum, `${createHash('sha256').update(content).digest('hex')}  ${basename(archive)}\n`);
  const { RELEASE_KEY: key } = process.env;
  if (!key) return [checksum];
  const signature = `${archive}.sig`;
  writeFileSync(signature, sign(null, content, createPrivateKey(readFileSync(key))));
  return [checksum, signature];
}

await runCommand(pack);
