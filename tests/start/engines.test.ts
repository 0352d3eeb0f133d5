import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { oldestEngines } from '../../src/platform/web/engines.ts';

interface Support {
  readonly version_added: string | boolean | null;
  readonly version_removed?: string;
  readonly flags?: readonly object[];
  readonly prefix?: string;
  readonly alternative_name?: string;
  readonly partial_implementation?: boolean;
}

type Compat = Readonly<Record<'support', Readonly<Record<string, Support | readonly Support[]>>>>;
type Known = { readonly __compat?: Compat } & { readonly [name: string]: Known };

/** A browser feature: `Promise`, or its `withResolvers`. */
interface Feature {
  readonly owner: string;
  readonly name: string | null;
  /** Whether it belongs to the language; else to the web platform. */
  readonly isOfLanguage: boolean;
  readonly compat: Compat;
}

const root = join(import.meta.dirname, '../..');
const built = join(root, 'dist/web');

const engines = { ...oldestEngines, safari_ios: oldestEngines.safari };
type Engine = keyof typeof engines;
const engineNames = Object.keys(engines) as Engine[];

/** The first version of an engine that has it, without a flag and under its own name; Infinity without one. */
function addedIn({ support }: Compat, engine: Engine): number {
  const versions = [support[engine] ?? []]
    .flat()
    .filter((one) => !(one.flags || one.prefix || one.alternative_name || one.partial_implementation))
    .filter((one) => !one.version_removed)
    .map(({ version_added: added }) => {
      if (added === true) return 0;
      return added === false || added === null || added === 'preview' ? Infinity : versionOf(added);
    });
  return Math.min(Infinity, ...versions);
}

/** "≤17.4.1" is 17.4. */
function versionOf(text: string): number {
  return Number(/\d+(\.\d+)?/.exec(text)?.[0]);
}

function isNewer({ compat }: Feature): boolean {
  return engineNames.some((engine) => addedIn(compat, engine) > engines[engine]);
}

/** All features of the language and the web platform in @mdn/browser-compat-data. */
const features = ((): readonly Feature[] => {
  const file = createRequire(import.meta.url).resolve('@mdn/browser-compat-data');
  const data = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly api: Known;
    readonly javascript: { readonly builtins: Known };
  };
  return [data.javascript.builtins, data.api].flatMap((owners) =>
    Object.entries(owners).flatMap(([owner, known]) => {
      const isOfLanguage = owners === data.javascript.builtins;
      return Object.entries(known).flatMap(([name, member]): readonly Feature[] => {
        if (name === '__compat')
          return [{ owner, name: null, isOfLanguage, compat: member as unknown as Compat }];
        const compat = member.__compat;
        return compat === undefined || /_event$|^@@/.test(name)
          ? []
          : [{ owner, name: name.replace(/_static$/, ''), isOfLanguage, compat }];
      });
    }),
  );
})();

const newer = features.filter(isNewer);
const olderNames = new Set(features.filter((one) => !isNewer(one)).map(({ name }) => name));

const newerClasses = new Set(newer.flatMap(({ owner, name }) => (name === null ? [owner] : [])));
const newerFunctions = new Set(newer.map(({ owner, name }) => `${owner}.${name}`));
/** Detected by name alone, where no older feature has the name; single words are too often words of the program. */
const newerMethods = new Set(
  newer.flatMap(({ name, isOfLanguage }) =>
    name !== null && !olderNames.has(name) && (isOfLanguage || /[a-z][A-Z]/.test(name)) ? [name] : [],
  ),
);

/** The features used by a program that the oldest engines lack. */
function newerIn(program: string): readonly string[] {
  const found = [
    ...[...program.matchAll(/\b[A-Z]\w*\.[a-zA-Z]\w*/g)].flatMap(([name]) =>
      newerFunctions.has(name) ? [name] : [],
    ),
    ...[...program.matchAll(/\bnew ([A-Z]\w*)/g)].flatMap(([, name = '']) =>
      newerClasses.has(name) ? [`new ${name}`] : [],
    ),
    ...[...program.matchAll(/\.([a-zA-Z]\w*)(?=\(|\?\.\()/g)].flatMap(([, name = '']) =>
      newerMethods.has(name) ? [`.${name}()`] : [],
    ),
  ];
  return [...new Set(found)];
}

/** Names with another meaning here, and features used only where available. */
const reviewed = new Set([
  // From React, its router, Day.js and our own objects.
  ...[
    '.adopt()',
    '.canGoBack()',
    '.createContext()',
    '.isValid()',
    '.move()',
    '.take()',
    '.toArray()',
    '.use()',
  ],
  // React, the router and zod test for it first.
  ...['.skipTransition()', '.startViewTransition()', 'Error.captureStackTrace'],
  // src/features/invoice/web/original/word-clicks.ts uses whichever exists.
  ...['.caretPositionFromPoint()', '.caretRangeFromPoint()'],
  // src/app/web/use-app-badge.ts tests for it first.
  '.setAppBadge()',
  // src/features/session/web/profile/notice-data.ts tests for notices first.
  ...['Notification.permission', 'Notification.requestPermission', '.requestPermission()'],
  // Methods of @zxing/library's own objects.
  ...['.getName()', '.grow()'],
  // graphql tests for it first; a type of a schema.
  ...['.captureStackTrace()', '.getType()'],
  // src/platform/web/scan/code-reader.ts tests for it first.
  '.getSupportedFormats()',
]);

/** pdf.js is its build for older engines, with polyfills, and tests for the rest. */
const isOfPdf = (file: string): boolean => /^pdf[.-]/.test(file);

test('TECH-23 detects features newer than the oldest browsers in a program', () => {
  const program = `const a=Promise.try(f);s.isSubsetOf(t);new Temporal(1);document.startViewTransition(g);x?.toHex()`;
  expect(newerIn(program)).toEqual([
    'Promise.try',
    'new Temporal',
    '.try()',
    '.isSubsetOf()',
    '.startViewTransition()',
    '.toHex()',
  ]);
  expect(newerIn('Map.groupBy(a,b);Promise.withResolvers();a.toSorted();new AbortController')).toEqual([]);
});

test('TECH-23 the pages need no browser newer than the named ones', () => {
  const files = readdirSync(join(built, 'assets')).filter((file) => /\.m?js$/.test(file) && !isOfPdf(file));
  expect(files.length).toBeGreaterThan(20);
  const found = files.flatMap((file) =>
    newerIn(readFileSync(join(built, 'assets', file), 'utf8'))
      .filter((use) => !reviewed.has(use))
      .map((use) => `${file}: ${use}`),
  );
  expect(found).toEqual([]);
});

test('TECH-23 browsers with the functions tested by index.html are the named ones or newer', () => {
  const check = readFileSync(join(built, 'engine-check.js'), 'utf8');
  const asked = [...check.matchAll(/'([A-Z]\w*\.\w+)'/g)].map(([, name]) => name);
  const found = features.filter(({ owner, name }) => asked.includes(`${owner}.${name}`));
  expect(found.map(({ owner, name }) => `${owner}.${name}`).toSorted()).toEqual(asked.toSorted());
  const oldest = engineNames.map((engine) => [
    engine,
    Math.max(...found.map(({ compat }) => addedIn(compat, engine))),
  ]);
  expect(Object.fromEntries(oldest)).toEqual(engines);
});

test.each([
  'dist/web/engine-check.js',
  'dist/web/index.html',
  'README.md',
  'manual/de/first-steps.md',
  'manual/en/first-steps.md',
])('TECH-23 the oldest browsers are named as they are: %s', (file) => {
  const text = readFileSync(join(root, file), 'utf8').replace(/\s+/g, ' ');
  const { chrome, firefox, safari } = oldestEngines;
  for (const [name, version] of Object.entries({ Edge: chrome, Firefox: firefox, Safari: safari }))
    expect(text).toMatch(new RegExp(`${name} (ab|from) (Version |version )?${version}`));
});
