import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressBytes, fileBytes, heapMegabytes, processorSeconds, writableBytes } from './cell-limits.ts';

/** The isolation that this machine offers beyond Node.js itself. */
export interface Walls {
  /** The system limits address space and CPU time; without it only resident memory is checked. */
  readonly limitsMemory: boolean;
  /** The system removes the network; without it only Node.js blocks it. */
  readonly hasNoNetwork: boolean;
  /** The system ends a reader with its parent; without it the next start does (`reader-folders.ts`). */
  readonly endsWithProduct: boolean;
}

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const inside = fileURLToPath(new URL('./inside.ts', import.meta.url));
const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** Files that readers need; no data or secrets among them. */
const readable = ['package.json', 'src/', 'locales/', 'node_modules/'];
/** Runs a command with these limits, without core dumps, and as the first victim when memory is short. */
const limiting = `ulimit -c 0 && ulimit -d ${writableBytes / 1024} && ulimit -v ${addressBytes / 1024} &&
  ulimit -t ${processorSeconds} && ulimit -f ${fileBytes / 512} || exit 97
  echo 900 2>/dev/null >/proc/self/oom_score_adj; exec "$@"`;
const withoutNetwork = ['unshare', '--user', '--net'];
/**
 * Killing the product does not end its readers, and one in an endless loop does not notice. The signal is sent when
 * the parent thread ends, which is the main thread.
 */
const withProduct = ['setpriv', '--pdeathsig', 'KILL'];

let known: Walls | undefined;

/** Tested once per process: containers and service managers may forbid some. */
export function wallsOfMachine(): Walls {
  known ??= {
    limitsMemory: works(['/bin/sh', '-c', limiting, 'sh', 'true']),
    hasNoNetwork: works([...withoutNetwork, 'true']),
    endsWithProduct: works([...withProduct, 'true']),
  };
  return known;
}

function works([command = '', ...args]: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 5_000 }).status === 0;
}

/**
 * The command that starts a reader with these files preloaded.
 *
 * @param folder the only folder it may write to
 */
export function launchOf(files: readonly string[], folder: string, walls: Walls = wallsOfMachine()): Launch {
  const [command = process.execPath, ...args] = [
    ...(walls.limitsMemory ? ['/bin/sh', '-c', limiting, 'sh'] : []),
    ...(walls.hasNoNetwork ? withoutNetwork : []),
    ...(walls.endsWithProduct ? withProduct : []),
    ...[process.execPath, ...nodeOptions(folder), inside, String(process.pid), ...files],
  ];
  return { command, args, env: { ...environment, TMPDIR: folder } };
}

function nodeOptions(folder: string): string[] {
  // Packages may be linked from elsewhere.
  const packages = `${realpathSync(join(root, 'node_modules'))}/`;
  return [
    `--max-old-space-size=${heapMegabytes}`,
    // Otherwise each WebAssembly memory reserves eight gigabytes of addresses.
    '--disable-wasm-trap-handler',
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    // May read its own code, write to its own folder, and start nothing.
    '--permission',
    ...[...readable.map((path) => join(root, path)), packages, folder].map(
      (path) => `--allow-fs-read=${path}`,
    ),
    `--allow-fs-write=${folder}`,
    '--allow-worker',
    '--allow-addons',
    '--allow-wasi',
  ];
}

/** Excludes the product's environment, which contains its secrets. */
const environment: Readonly<Record<string, string>> = {
  PATH: `/usr/bin:/bin:${dirname(process.execPath)}`,
  LANG: 'C.UTF-8',
  ...(process.env.TZ && { TZ: process.env.TZ }),
  // Kilobytes reserved at once by the page renderer; a gigabyte by default.
  MIMALLOC_ARENA_RESERVE: '32768',
  MALLOC_ARENA_MAX: '2',
};
