import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportTargets } from '../../src/features/export-target/targets.ts';

const root = join(import.meta.dirname, '../..');

/** The places where a target is declared, implemented, registered and simulated. */
const homes =
  /^src\/features\/(export-target\/|accounting-export\/(targets|sandbox)\/|accounting-export\/server\/(targets|connections\/sign-in-systems)\.ts$)/;

/** Files with the same word in another meaning. */
const exceptions: Readonly<Record<string, string>> = {
  'src/features/configuration/settings.ts': 'a page of the settings',
  'src/features/master-data/client.ts': 'a section of the form of a company',
};

interface Named {
  readonly path: string;
  readonly text: string;
}

/** Lines that name a target, and so contain decisions that belong to the target. */
function namesOfTargets(files: readonly Named[]): string[] {
  const name = new RegExp(`['"\`](${exportTargets.join('|')})['"\`]`);
  return files
    .filter(({ path }) => !homes.test(path) && exceptions[path] === undefined)
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line) => (name.test(line) ? [`${path} names a target: ${line.trim()}`] : [])),
    );
}

const sources = globSync(['src/**/*.{ts,tsx}', 'db/{functions,migrations}/**/*.sql'], { cwd: root })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

describe('EXP-01 a target is named only in its folder', () => {
  it('no other file of the server, the pages or the database names one', () => {
    expect(sources.length).toBeGreaterThan(1000);
    expect(namesOfTargets(sources)).toEqual([]);
  });

  it.each(exportTargets)('detects a comparison with %s elsewhere', (target) => {
    for (const text of [`if (run.target === '${target}') return;`, `where r.target in ('x', '${target}')`])
      expect(namesOfTargets([{ path: 'src/features/invoice/rules.ts', text }])).toHaveLength(1);
  });

  it('each exception is still needed', () => {
    const named = sources.filter(({ path }) => exceptions[path] !== undefined);
    expect(named).toHaveLength(Object.keys(exceptions).length);
    for (const { text } of named) expect(text).toMatch(/'datev'/);
  });
});
