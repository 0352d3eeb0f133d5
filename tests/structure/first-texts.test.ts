import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ESTree, parseSync } from 'vite';
import { expect, test } from 'vitest';
import { languages } from '../../src/base/language.ts';
import { actionInputs } from '../../src/features/procurement/server/input.ts';
import { firstSections, isFirstText, textsOfPart } from '../../src/platform/web/text-parts.ts';
import { flatten, readTexts } from './locale-files.ts';
import { nodesIn, textsOf } from './texts-in-code.ts';

const root = join(import.meta.dirname, '../..');
const sections = new Set(
  languages.flatMap((language) => [...readTexts(language).keys()].map((key) => key.split('.')[0] ?? '')),
);

/** The static imports of a file, and the dynamic ones that do not wait for the other texts. */
function partsOf(file: string): string[] {
  const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'));
  return [...nodesIn(program, null)]
    .flatMap(({ node, parent }) => {
      const isType = 'importKind' in node && node.importKind === 'type';
      if (node.type === 'ImportDeclaration' && !isType && !hasTypesOnly(node)) return [node.source.value];
      if (node.type === 'ImportExpression' && isFirst(parent, program) && node.source.type === 'Literal') {
        return [String(node.source.value)];
      }
      return [];
    })
    .filter((source) => /^\..*\.tsx?$/.test(source))
    .map((source) => join(dirname(file), source));
}

function hasTypesOnly({ specifiers }: ESTree.ImportDeclaration): boolean {
  return (
    specifiers.length > 0 &&
    specifiers.every((each) => each.type === 'ImportSpecifier' && each.importKind === 'type')
  );
}

/** `loadFirstChunk(() => import(...))` */
function isFirst(arrow: ESTree.Node | null, program: ESTree.Program): boolean {
  return [...nodesIn(program, null)].some(
    ({ node }) =>
      node.type === 'CallExpression' &&
      node.callee.type === 'Identifier' &&
      node.callee.name === 'loadFirstChunk' &&
      node.arguments.some((argument) => argument === arrow),
  );
}

function firstFiles(): string[] {
  const found = new Set(['src/app/web/main.tsx']);
  for (const file of found) for (const part of partsOf(file)) found.add(part);
  return [...found];
}

const files = firstFiles();

test('the first pages are the login and the overview', () => {
  expect(files.every((file) => existsSync(join(root, file)))).toBe(true);
  expect(files).toContain('src/features/session/web/login/LoginPage.tsx');
  expect(files).toContain('src/features/overview/web/OverviewPage.tsx');
  expect(files).not.toContain('src/features/procurement/web/ProcurementPage.tsx');
});

test('I18N-08 TECH-01 files that do not wait for all texts use only the first ones', () => {
  const late = files.flatMap((file) => {
    const { keys, likelyKeys } = textsOf(file, readFileSync(join(root, file), 'utf8'), sections);
    return [...keys, ...likelyKeys]
      .filter(({ value }) => !isFirstText(value))
      .map(({ place, value }) => `${place} ${value}`);
  });
  expect(late).toEqual([]);
});

test('API-40 document actions, whose keys the server sends, have their texts in the first part', () => {
  expect(Object.keys(actionInputs).filter((key) => !isFirstText(`procurement.actions.${key}`))).toEqual([]);
});

test.each(languages)('a language file is split in two without loss: %s', (language) => {
  const file: object = JSON.parse(readFileSync(join(root, `locales/${language}.json`), 'utf8'));
  const [first, later] = (['first', 'later'] as const).map((part) => flatten(textsOfPart(part, { ...file })));
  expect(new Map([...(first ?? []), ...(later ?? [])])).toEqual(flatten(file));
  expect([...(first ?? new Map<string, string>()).keys()].filter((key) => later?.has(key))).toEqual([]);
  const begins = (section: string) => [...(first ?? [])].some(([key]) => key.startsWith(`${section}.`));
  expect(firstSections.filter((section) => !begins(section))).toEqual([]);
});
