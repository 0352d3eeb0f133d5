import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type CodeFault, planted } from './code-fault.ts';

const root = join(import.meta.dirname, '../..');

interface Planting {
  readonly name: string;
  readonly enforce: 'pre';
  transform(code: string, id: string): string | undefined;
}

/** Whether this test run has a planted fault. */
export const isPlanted = process.env.KONTOR_FAULT !== undefined;

/** A Vitest plugin for `npm run test:faults` that plants the fault in the loaded source. */
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
 * Copies the folder `db` to `into` and plants the fault in one of its files; undefined when the fault is elsewhere.
 * The plugin cannot do this, because tests do not load these files as modules.
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
