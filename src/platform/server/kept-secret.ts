import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A random secret that stays the same across starts: read from a file of mode 600 in the data directory, created on
 * first use. 43 characters of base64url, 256 bits.
 */
export function keptSecret(dataDirectory: string, name: string): string {
  const file = join(dataDirectory, name);
  return readIfThere(file) ?? makeSecret(dataDirectory, file);
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function makeSecret(dataDirectory: string, file: string): string {
  const secret = randomBytes(32).toString('base64url');
  prepareDataDirectory(dataDirectory);
  writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  return secret;
}

/**
 * Creates the data directory for its owner alone. For root it may be entered but not listed: PostgreSQL refuses to
 * run as root, and its unprivileged account must reach its own folder inside.
 */
export function prepareDataDirectory(dataDirectory: string): void {
  const isNew = mkdirSync(dataDirectory, { recursive: true }) !== undefined;
  if (isNew) chmodSync(dataDirectory, process.getuid?.() === 0 ? 0o711 : 0o700);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
