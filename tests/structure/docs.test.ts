import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/decisions');
const decisions = readdirSync(folder).filter((file) => /^\d{4}-/.test(file));
const numbers = new Set(decisions.map((file) => file.slice(0, 4)));

/** Paths in a page: between backticks from the root, or as a link relative to the page. */
function pathsOf(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const named = [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, word = '']) => word)
    .filter((word) =>
      /^(src|db|tests|docs|scripts|deploy|locales|manual|bench)\/|^[\w.-]+\.(tsx?|mjs|md|sql|graphql)$/.test(
        word,
      ),
    );
  const linked = [...text.matchAll(/\]\(([^)#]+)/g)].map(([, target = '']) => join(page, '..', target));
  return [...named, ...linked];
}

/** The numbers of decisions named in a text, such as "decisions 0001 and 0002". */
function namedIn(text: string): string[] {
  const mentions = text.matchAll(/\bdecisions?[ /](\d{4}(?:(?:, | and )\d{4})*)/gi);
  return [...mentions].flatMap(([, listed = '']) => listed.match(/\d{4}/g) ?? []);
}

test('the index lists every decision once, by subject', () => {
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  const listed = [...index.matchAll(/^- \[\d{4}\]\(([^)]+)\)/gm)].map(([, file]) => file);
  expect(listed.toSorted()).toEqual(decisions.toSorted());
});

test('the index lists every topic page', () => {
  const index = readFileSync(join(root, 'docs/topics/README.md'), 'utf8');
  const pages = readdirSync(join(root, 'docs/topics')).filter((file) => file !== 'README.md');
  expect(pages.filter((page) => !index.includes(`](${page})`))).toEqual([]);
});

test('every path named in README, recipes, topics and decisions exists', () => {
  const pages = ['README.md', ...globSync('docs/{how-to,topics,decisions}/*.md', { cwd: root })];
  const missing = pages.flatMap((page) =>
    pathsOf(page)
      .filter((path) => !path.includes('<') && globSync(path, { cwd: root }).length === 0)
      .map((path) => `${page}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test('every decision and page named in a file exists', () => {
  const files = globSync(
    [
      '{src,tests,scripts,bench,deploy,docs,manual}/**/*.{ts,tsx,mjs,md,css}',
      'db/**/*.sql',
      '*.{md,ts}',
      'deploy/*',
    ],
    { cwd: root },
  );
  const missing = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const decided = namedIn(text).filter((number) => !numbers.has(number));
    const pages = [...text.matchAll(/@see (docs\/\S+)/g)].map(([, page = '']) => page);
    return [...decided, ...pages.filter((page) => !existsSync(join(root, page)))].map(
      (name) => `${file}: ${name}`,
    );
  });
  expect(missing).toEqual([]);
});
