import { cpSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The contents of a packed installation besides its packages: the sources, the built pages, and the guides. */
const parts = [
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'index.html', 'schema.graphql'],
  ...['src', 'locales', 'manual', 'public', 'db', 'scripts', 'deploy', 'docs', 'dist', 'README.md'],
];

/** Copies a checkout with built pages into an empty folder, without its tests and packages. */
export function stage(checkout: string, folder: string): void {
  for (const part of parts)
    cpSync(join(checkout, part), join(folder, part), {
      recursive: true,
      filter: (path) => !/\.test\.tsx?$/.test(path),
    });
}

/** Files unused at run time: for debuggers, for the TypeScript compiler, and for compiling parts of Node.js. */
const unread = ['node_modules/**/*.{map,d.ts,d.mts,d.cts}', 'node_modules/node/node_modules/*/include'];

/**
 * Removes unneeded files that `npm ci --omit=dev` leaves in a folder: unused files, and development packages that are
 * also optional peers. `npm start` accepts the rest as complete.
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
