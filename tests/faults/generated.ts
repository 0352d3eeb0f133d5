import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CodeFault } from './code-fault.ts';

const root = join(import.meta.dirname, '../..');

/** Guards used in many places, and their replacements when forgotten. */
const guards = [
  { words: 'reads as the writer', find: '.as(readerRole(context))', replace: ".as('writer')" },
  { words: 'is open to everyone', find: "kinds: ['admin'],", replace: '' },
  { words: 'is open to everyone', find: 'requireAdministrator(context);', replace: '' },
  // Not for people: everyone in a tenant sees them, and the wall between tenants also holds for the writer.
  ...['timeline', 'procurement', 'passkey'].map((table) => ({
    words: `accepts any ${table}`,
    find: `await tx.one('select id from ${table}`,
    replace: `await Promise.resolve('select id from ${table}`,
  })),
];

/** One fault for each use of a guard, so that new code is covered automatically. */
export function generatedFaults(): readonly CodeFault[] {
  const files = globSync('src/**/server/**/*.ts', { cwd: root })
    .filter((file) => !file.includes('.test.') && !file.includes('/demo'))
    .toSorted();
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return guards.flatMap(({ words, ...fault }) => {
      const places = source.split(fault.find).length - 1;
      return Array.from({ length: places }, (_, nth) => ({
        name: `${file} ${words} (${nth + 1} of ${places})`,
        file,
        ...fault,
        nth,
      }));
    });
  });
}
