import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressBytes, fileBytes, heapMegabytes, processorSeconds, writableBytes } from './cell-limits.ts';

/** What this machine gives the cell beyond what Node.js itself can. */
export interface Walls {
  /** The system bounds addresses and processor time; without it only the memory in use is looked at. */
  readonly limitsMemory: boolean;
  /** The system takes the network away; without it only Node.js does. */
  readonly hasNoNetwork: boolean;
  /** The system ends a reader with whoever started it; without it the next start does (`reader-folders.ts`). */
  readonly endsWithProduct: boolean;
}

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const inside = fileURLToPath(new URL('./inside.ts', import.meta.url));
const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** What readers are made of; neither data nor secrets lie there. */
const readable = ['package.json', 'src/', 'locales/', 'node_modules/'];
/** Runs what comes behind it with both limits, without a dump of its memory, and as the first that goes where memory is short. */
const limiting = `ulimit -c 0 && ulimit -d ${writableBytes / 1024} && ulimit -v ${addressBytes / 1024} &&
  ulimit -t ${processorSeconds} && ulimit -f ${fileBytes / 512} || exit 97
  echo 900 2>/dev/null >/proc/self/oom_score_adj; exec "$@"`;
const withoutNetwork = ['unshare', '--user', '--net'];
/**
 * A product that is killed ends no reader, and one that goes round in circles does not see that nobody is there. The signal comes with
 * the end of the thread that has started the reader, which is the main one.
 */
const withProduct = ['setpriv', '--pdeathsig', 'KILL'];

let known: Walls | undefined;

/** Tried once per process: containers and service managers forbid the one or the other. */
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
 * How a reader is started that has these files loaded before anybody asks for them.
 *
 * @param folder the only one that it may write to
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
  // Packages may be links to a folder elsewhere.
  const packages = `${realpathSync(join(root, 'node_modules'))}/`;
  return [
    `--max-old-space-size=${heapMegabytes}`,
    // Each memory of WebAssembly would reserve eight gigabytes of addresses.
    '--disable-wasm-trap-handler',
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    // Reads what it is made of, writes to its own folder, starts nothing.
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

/** Nothing of the environment of the product, in which its secrets stand. */
const environment: Readonly<Record<string, string>> = {
  PATH: `/usr/bin:/bin:${dirname(process.execPath)}`,
  LANG: 'C.UTF-8',
  ...(process.env.TZ && { TZ: process.env.TZ }),
  // Kilobytes that the package which draws pages reserves at once; a gigabyte otherwise.
  MIMALLOC_ARENA_RESERVE: '32768',
  MALLOC_ARENA_MAX: '2',
};
