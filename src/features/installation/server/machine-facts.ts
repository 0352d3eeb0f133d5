import { constants } from 'node:fs';
import { access, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Configuration } from '../../../platform/server/configuration.ts';
import type { FolderFacts, MachineFacts } from '../machine.ts';

type Settings = Pick<Configuration, 'dataDirectory' | 'inboxDirectory' | 'exportDirectory'>;

/** Facts about sources and packages from outside of the product. */
export interface SourceFacts {
  readonly wantedRuntime: string;
  readonly pages: MachineFacts['pages'];
}

/** Checks that each native package loads and its data exist. */
const parts: Readonly<Record<string, () => Promise<unknown>>> = {
  'The package for pictures (sharp)': () => import('sharp'),
  'The package that draws pages (canvas)': () => import('@napi-rs/canvas'),
  'The package that reads PDF (pdf.js)': async () => import.meta.resolve('pdfjs-dist/package.json'),
  'The German OCR data (tesseract)': () => dataOf('@tesseract.js-data/deu'),
  'The English OCR data (tesseract)': () => dataOf('@tesseract.js-data/eng'),
  'The font of letters (Inter)': () => dataOf('@expo-google-fonts/inter'),
};

export async function readMachine(
  settings: Settings,
  source: SourceFacts,
  openFiles: number | null,
): Promise<MachineFacts> {
  const { dataDirectory, inboxDirectory, exportDirectory } = settings;
  const folders = [
    await folderOf('DATA_DIR', dataDirectory),
    ...(inboxDirectory === null ? [] : [await folderOf('INBOX_DIR', inboxDirectory)]),
    ...(exportDirectory === null ? [] : [await folderOf('EXPORT_DIR', exportDirectory)]),
  ];
  return {
    ...source,
    openFiles,
    runtime: process.versions.node,
    missingParts: await missingParts(),
    folders,
    openSecrets: await openSecrets(dataDirectory),
  };
}

async function missingParts(): Promise<{ name: string; reason: string }[]> {
  const found = await Promise.all(
    Object.entries(parts).map(async ([name, load]) => {
      try {
        await load();
        return [];
      } catch (error) {
        return [{ name, reason: error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown' }];
      }
    }),
  );
  return found.flat();
}

async function dataOf(name: string): Promise<void> {
  const file = new URL(import.meta.resolve(`${name}/package.json`));
  await access(file, constants.R_OK);
}

async function folderOf(variable: string, path: string): Promise<FolderFacts> {
  try {
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    const { mode, uid } = await stat(path);
    const { bavail, bsize } = await statfs(path);
    // Execute permission alone does not allow reading.
    const isOfAnother = uid !== process.getuid?.();
    const isOpen = (mode & 0o066) !== 0;
    return { variable, path, problem: null, isOfAnother, isOpen, freeBytes: bavail * bsize };
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return { variable, path, problem: code, isOfAnother: false, isOpen: false, freeBytes: null };
  }
}

async function openSecrets(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => []);
  const secret = names.filter((name) => /^(secret-key|postgres-password)$/.test(name));
  const files = await Promise.all(
    secret.map(async (name) => {
      const file = join(directory, name);
      return ((await stat(file)).mode & 0o077) === 0 ? [] : [file];
    }),
  );
  return files.flat();
}
