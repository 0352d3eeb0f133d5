import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';

/**
 * The faults of XML files by one schema of a folder, which may import others there; one sentence per fault, with the
 * name of the file. All files go to one checker process, since starting it takes longer than checking.
 */
export async function schemaFaults(
  files: Readonly<Record<string, string>>,
  folder: string,
  schema: string,
): Promise<readonly string[]> {
  const others = globSync('*.xsd', { cwd: folder }).filter((name) => name !== schema);
  const fileOf = (fileName: string) => ({ fileName, contents: readFileSync(join(folder, fileName), 'utf8') });
  const { valid, errors, rawOutput } = await validateXML({
    xml: Object.entries(files).map(([fileName, contents]) => ({ fileName, contents })),
    schema: fileOf(schema),
    preload: others.map(fileOf),
  });
  if (valid) return [];
  return errors.length > 0 ? errors.map(({ rawMessage }) => rawMessage) : [rawOutput];
}
