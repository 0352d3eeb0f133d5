import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type CodeFault, planted } from './code-fault.ts';

const root = join(import.meta.dirname, '../..');

interface Planting {
  readonly name: string;
  readonly enforce: 'pre';
  transform(code: string, id: string): string | undefined;
}

/** Whether this run of the tests has a fault in its sources. */
export const isPlanted = process.env.KONTOR_FAULT !== undefined;

/** What `npm run test:faults` gives to Vitest: the source that the tests load has the fault in it. */
export function plant(): Planting[] {
  const fault = givenFault();
  if (fault === undefined) return [];
  const path = join(root, fault.file);
  return [
    {
      name: 'planted-fault',
      enforce: 'pre',
      transform: (code, id) => (id === path ? planted(fault, code) : undefined),
    },
  ];
}

/**
 * A copy of the folder `db` in `into` with the fault in one of its files; undefined where the fault lies elsewhere. No test
 * loads these files as sources.
 */
export function plantedDatabase(into: string): string | undefined {
  const fault = givenFault();
  if (!fault?.file.startsWith('db/')) return undefined;
  cpSync(join(root, 'db'), into, { recursive: true });
  const file = join(into, relative('db', fault.file));
  writeFileSync(file, planted(fault, readFileSync(file, 'utf8')));
  return into;
}

function givenFault(): CodeFault | undefined {
  const given = process.env.KONTOR_FAULT;
  return given === undefined ? undefined : (JSON.parse(given) as CodeFault);
}
