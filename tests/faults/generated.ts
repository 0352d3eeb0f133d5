import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CodeFault } from './code-fault.ts';

const root = join(import.meta.dirname, '../..');
const becomesReader = '.as(readerRole(context))';

/** Wherever a writer looks with the eyes of the person, it does not; new places get their fault by themselves. */
export function generatedFaults(): readonly CodeFault[] {
  const files = globSync('src/**/server/**/*.ts', { cwd: root }).filter(
    (file) => !file.includes('.test.') && !file.includes('/demo'),
  );
  return files.toSorted().flatMap((file) => {
    const places = readFileSync(join(root, file), 'utf8').split(becomesReader).length - 1;
    return Array.from({ length: places }, (_, nth) => ({
      name: `${file} looks as the writer (${nth + 1} of ${places})`,
      file,
      find: becomesReader,
      nth,
      replace: ".as('writer')",
    }));
  });
}
