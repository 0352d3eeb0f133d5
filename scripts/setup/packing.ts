import { cpSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What a packed installation holds beside its packages: the sources, the pages that are built of them, and the guides. */
const parts = [
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'index.html', 'schema.graphql'],
  ...['src', 'locales', 'manual', 'public', 'db', 'scripts', 'deploy', 'docs', 'dist', 'README.md'],
];

/** Copies a checkout whose pages are built into an empty folder, without its tests and packages. */
export function stage(checkout: string, folder: string): void {
  for (const part of parts)
    cpSync(join(checkout, part), join(folder, part), {
      recursive: true,
      filter: (path) => !/\.test\.tsx?$/.test(path),
    });
}

/** What nobody reads while the product runs: for debuggers, for the compiler of TypeScript, and to compile parts of Node.js. */
const unread = ['node_modules/**/*.{map,d.ts,d.mts,d.cts}', 'node_modules/node/node_modules/*/include'];

/**
 * Takes away what `npm ci --omit=dev` leaves in a folder without need: files that nobody reads, and packages of development
 * that others could use as well. `npm start` takes what remains for whole.
 */
export function trim(folder: string): void {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: true; readonly devOptional?: true }>>;
  };
  const unneeded = Object.entries(lock.packages).flatMap(([path, { dev, devOptional }]) =>
    dev || devOptional ? [path] : [],
  );
  for (const path of [...unneeded, ...globSync(unread, { cwd: folder })])
    if (existsSync(join(folder, path))) rmSync(join(folder, path), { recursive: true });
}
