import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Block, type Inline, readManual } from '../../src/features/help/manual-text.ts';
import { isManualPage, manualPageOf, manualPages } from '../../src/features/help/pages.ts';
import { stepsOf, type TourPage, tours } from '../../src/features/help/tours.ts';

const root = join(import.meta.dirname, '../..');
const manual = join(root, 'manual');
const languages = ['de', 'en'] as const;
type ManualLanguage = (typeof languages)[number];

const sourceOf = (language: ManualLanguage, id: string): string =>
  readFileSync(join(manual, language, `${id}.md`), 'utf8');
const textsOf = (language: ManualLanguage): Record<string, unknown> =>
  JSON.parse(readFileSync(join(root, 'locales', `${language}.json`), 'utf8'));

const pages = languages.flatMap((language) =>
  manualPages.map(({ id }) => ({ language, id, ...readManual(sourceOf(language, id)) })),
);

function linesOf(block: Block): readonly (readonly Inline[])[] {
  if (block.kind === 'list') return block.items;
  return block.kind === 'paragraph' || block.kind === 'heading' ? [block.content] : [];
}

/** All texts of a language file, as a page could show them. */
function* shownTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* shownTexts(part);
}

/** The addresses of the router, as patterns. */
const routes = ['routes.tsx', 'login-routes.tsx', 'admin-routes.tsx', 'operator-routes.tsx'].flatMap(
  (file) => {
    const text = readFileSync(join(root, 'src/app/web', file), 'utf8');
    const under = /^(login-)?routes/.test(file) ? '' : `/${file.split('-')[0]}`;
    const paths = [...text.matchAll(/path: '([^']+)'/g)].map((match) => match[1] ?? '');
    return paths.map((path) =>
      path === '/' || path === under.slice(1) ? under || '/' : `${under}/${path}`.replaceAll(/\$\w+/g, '*'),
    );
  },
);
const isRoute = (path: string): boolean =>
  routes.some((route) => new RegExp(`^${route.replaceAll('*', '[^/]+')}$`).test(path));

describe('ONB-06 ONB-07 the manual', () => {
  test.each(languages)('has every page in %s, titled as in the product, and no other', (language) => {
    const files = readdirSync(join(manual, language)).sort();
    expect(files).toEqual(manualPages.map(({ id }) => `${id}.md`).sort());
    const titles = (textsOf(language) as { help: { page: Record<string, string> } }).help.page;
    for (const page of pages.filter((each) => each.language === language))
      expect([page.id, page.title]).toEqual([page.id, titles[page.id]]);
  });

  test('is the same in both languages: headings, lists, examples and pictures in their order', () => {
    const shape = (language: ManualLanguage, id: string) =>
      readManual(sourceOf(language, id)).blocks.map((block) => {
        if (block.kind === 'heading') return `${'#'.repeat(block.level)} ${block.anchor}`;
        if (block.kind === 'list') return `list of ${block.items.length}`;
        if (block.kind === 'picture') return `picture ${block.name}`;
        return block.kind === 'example' ? `example ${block.language}` : block.kind;
      });
    for (const { id } of manualPages) expect([id, shape('en', id)]).toEqual([id, shape('de', id)]);
  });

  test('has unique anchors', () => {
    for (const { language, id, blocks } of pages) {
      const anchors = blocks.flatMap((block) => (block.kind === 'heading' ? [block.anchor] : []));
      expect(anchors.length, `${language}/${id}`).toBeGreaterThan(2);
      expect(anchors.filter((anchor) => anchor === '')).toEqual([]);
      expect(new Set(anchors).size).toBe(anchors.length);
    }
  });

  test('links only to existing places', () => {
    const lost: string[] = [];
    for (const { language, id, blocks } of pages)
      for (const part of blocks.flatMap(linesOf).flat()) {
        if (part.kind !== 'link' || part.to.startsWith('https://')) continue;
        const [page = '', anchor] = part.to.split('#');
        const isThere = isManualPage(page)
          ? anchor === undefined || sourceOf(language, page).includes(`{#${anchor}}`)
          : isRoute(page);
        if (!isThere) lost.push(`${language}/${id}: ${part.to}`);
      }
    expect(lost).toEqual([]);
  });

  test.each(languages)('uses the terms of the product in %s', (language) => {
    const shown = new Set(shownTexts(textsOf(language)));
    const unknown = pages
      .filter((page) => page.language === language)
      .flatMap(({ id, blocks }) =>
        blocks
          .flatMap(linesOf)
          .flat()
          .filter((part) => part.kind === 'label' && !shown.has(part.text))
          .map(({ text }) => `${id}: ${text}`),
      );
    expect(unknown).toEqual([]);
  });

  test('contains only mark-up of its notation', () => {
    for (const { language, id, blocks } of pages)
      for (const part of blocks.flatMap(linesOf).flat())
        if (part.kind === 'text') expect(part.text, `${language}/${id}`).not.toMatch(/[*`<>]|\]\(|^#/);
  });

  test.each(languages)('shows each picture taken in %s, small enough for every connection', (language) => {
    const named = pages
      .filter((page) => page.language === language)
      .flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'picture' ? [block.name] : [])));
    const folder = join(manual, 'pictures', language);
    const files = existsSync(folder) ? readdirSync(folder) : [];
    expect(files.sort()).toEqual([...new Set(named)].map((name) => `${name}.webp`).sort());
    for (const file of files) expect(statSync(join(folder, file)).size, file).toBeLessThan(60_000);
  });

  test.each([
    ['/invoice/form', 'invoice-checks'],
    ['/invoice/upload', 'invoice-intake'],
    ['/invoice/export', 'accounting'],
    ['/admin/user', 'people'],
    ['/admin/invoice', 'settings'],
    ['/admin/cost-center/form', 'master-data'],
    ['/dashboard/month-end', 'month-end'],
    ['/profile', 'first-steps'],
  ])('explains %s on the page %s', (path, page) => expect(manualPageOf(path)).toBe(page));
});

test('ONB-05 every mark used by a tour is on a page', () => {
  const marked = new Set(
    readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) => {
        const text = readFileSync(join(root, 'src', file), 'utf8');
        return [...text.matchAll(/data-tour="(\w+)"|(data-page-search)/g)].map(
          ([, name, search]) => `[${search ?? `data-tour="${name}"`}]`,
        );
      }),
  );
  const targets = (Object.keys(tours) as TourPage[]).flatMap((page) =>
    stepsOf(page).map(({ target }) => target),
  );
  // Targets by role are tested by the journey.
  const marks = targets.filter((target) => target.startsWith('['));
  expect(marks.length).toBeGreaterThan(8);
  expect(marks.filter((target) => !marked.has(target))).toEqual([]);
});
