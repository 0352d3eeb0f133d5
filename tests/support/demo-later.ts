import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A call that waits until the demo is made, once per run. */
const waiting = /\bdemoTemplate\(|\btakeData\([^)]*'demo'\)/;

/**
 * The order of test files: those with the demo run after the others of their project, except one that makes it at the
 * beginning. Otherwise all workers would wait for it.
 */
export default class DemoLater extends BaseSequencer {
  readonly #found = new Map<string, boolean>();

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...Map.groupBy(sorted, ({ project }) => project.name).values()].flatMap((ofProject) => {
      const [first, ...others] = ofProject.filter(({ moduleId }) => this.#waits(moduleId));
      const without = ofProject.filter(({ moduleId }) => !this.#waits(moduleId));
      return first ? [first, ...without, ...others] : without;
    });
  }

  /** Whether the file, or one that it imports from the tests, waits for the demo. */
  #waits(file: string): boolean {
    const known = this.#found.get(file);
    if (known !== undefined) return known;
    // Files that import each other.
    this.#found.set(file, false);
    const text = readFileSync(file, 'utf8');
    const imported = [...text.matchAll(/ from '(\.[^']*\.ts)'/g)].map(([, path = '']) =>
      join(dirname(file), path),
    );
    // Texts of tests contain imports of files that do not exist.
    const ofTests = imported.filter((path) => path.includes('/tests/') && existsSync(path));
    const waits = waiting.test(text) || ofTests.some((path) => this.#waits(path));
    this.#found.set(file, waits);
    return waits;
  }
}
