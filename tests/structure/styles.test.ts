import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');
const components = globSync('src/**/*.{ts,tsx}', { cwd: root }).map((path) => ({ path, text: text(path) }));

/** The style sheets of components, with the classes that they define and that the importing files name. */
const sheets = globSync('src/**/*.module.css', { cwd: root }).map((path) => {
  const importing = components.flatMap((component) => {
    const imported = component.text.match(RegExp(`import (\\w+) from '([^']*${basename(path)})'`));
    const isThis = imported?.[2] && join(dirname(component.path), imported[2]) === path;
    return isThis ? [{ text: component.text, name: imported[1] }] : [];
  });
  const named = importing.flatMap(({ text, name }) =>
    [...text.matchAll(RegExp(`(?<![-'.\\w])${name}\\.(?!ts\\b)(\\w+)`, 'g'))].map((found) => found[1] ?? ''),
  );
  const selectors = text(path)
    .replaceAll(/\/\*.*?\*\/|:global\([^)]*\)/gs, '')
    .match(/[^{};]+(?=\{)/g);
  return {
    path,
    named: new Set(named),
    defined: new Set((selectors ?? []).flatMap((one) => one.match(/(?<=\.)[a-z_][\w-]*/gi) ?? [])),
    isChosenByName: importing.some(({ text, name }) => text.includes(`${name}[`)),
  };
});

/** The classes of one set that the other lacks, with their style sheet. */
const lacking = (path: string, some: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...some].filter((one) => !others.has(one)).map((one) => `${path} ${one}`);

test('a component names no class that its style sheet lacks', () =>
  expect(sheets.flatMap(({ path, named, defined }) => lacking(path, named, defined))).toEqual([]));

test('a style sheet has no class that no component names', () =>
  expect(
    sheets
      .filter(({ isChosenByName }) => !isChosenByName)
      .flatMap(({ path, named, defined }) => lacking(path, defined, named)),
  ).toEqual([]));
