import { constants } from 'node:fs';
import { mkdir, open, readdir, realpath, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Refused, refuse } from '../../../base/refusal.ts';

/** A name that is one part of a path. */
const onePart = /^[\p{L}\p{N}][^/\\\p{Cc}]*$/u;

/**
 * Writes a file into `EXPORT_DIR/{tenant}/{folder}`; the operator has made the folder of the tenant. A repeated attempt
 * replaces the file of the same name. Follows no links out of the folder.
 *
 * @throws Refused `export_folder_missing` without a folder of the tenant
 */
export async function writeToFolder(
  directory: string | null,
  place: { readonly tenant: string; readonly folder: string; readonly fileName: string },
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const { tenant, folder, fileName } = place;
  const own = directory === null ? null : await folderOfTenant(directory, tenant);
  if (own === null || !onePart.test(folder) || !onePart.test(fileName)) throw missing(place);
  const target = join(own, folder);
  await mkdir(target, { recursive: true, mode: 0o750 });
  if ((await realpath(target)) !== target) throw missing(place);
  // Whoever watches the folder sees the whole file or none.
  const unfinished = join(target, `.${fileName}.part`);
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
  const file = await open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o640);
  try {
    for await (const piece of content) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, join(target, fileName));
}

/** The real folder named like the tenant, in upper or lower case; null if there is none, or several. */
async function folderOfTenant(directory: string, tenant: string): Promise<string | null> {
  const root = await realpath(directory);
  const entries = await readdir(root, { withFileTypes: true });
  const own = entries.filter((one) => one.isDirectory() && one.name.toLowerCase() === tenant.toLowerCase());
  return own.length === 1 && own[0] ? join(root, own[0].name) : null;
}

function missing({ tenant, folder }: { readonly tenant: string; readonly folder: string }): Refused {
  return new Refused(refuse('export_folder_missing', { values: { folder: `${tenant}/${folder}` } }));
}
