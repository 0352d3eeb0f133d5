import { join } from 'node:path';
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
  const given = process.env.KONTOR_FAULT;
  if (given === undefined) return [];
  const fault = JSON.parse(given) as CodeFault;
  const path = join(root, fault.file);
  return [
    {
      name: 'planted-fault',
      enforce: 'pre',
      transform: (code, id) => (id === path ? planted(fault, code) : undefined),
    },
  ];
}
