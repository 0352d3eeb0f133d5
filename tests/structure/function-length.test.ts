import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { nodesIn } from './texts-in-code.ts';

const root = join(import.meta.dirname, '../..');
/** Lines of a function that are too many; a longer one is split by meaning. */
const tooMany = 70;
const functions: readonly string[] = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

const linesIn = (text: string): number => text.split('\n').length;

/** The functions of a file with too many lines, such as `src/app/web/main.tsx:12 has 81 lines`. */
function longFunctions(file: string, source: string): string[] {
  return [...nodesIn(parseSync(file, source).program, null)].flatMap(({ node }) => {
    if (!functions.includes(node.type)) return [];
    const lines = linesIn(source.slice(node.start, node.end));
    return lines < tooMany ? [] : [`${file}:${linesIn(source.slice(0, node.start))} has ${lines} lines`];
  });
}

test('no function of the product has 70 lines or more', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.(test|d)\.tsx?$/.test(file),
  );
  expect(files.flatMap((file) => longFunctions(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test('a function with 70 lines is found, one with 69 is not', () => {
  const lines = (count: number): string =>
    ['const run = () => {', ...Array(count - 2).fill(''), '};'].join('\n');
  expect(longFunctions('src/a.ts', lines(70))).toEqual(['src/a.ts:1 has 70 lines']);
  expect(longFunctions('src/a.ts', lines(69))).toEqual([]);
});
