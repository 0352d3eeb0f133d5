import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { modules, node } from './installation.mjs';

/** The shell has no window of its own to draw and needs little more than half of the time for the same pages. */
const debianPackages = ['chromium-headless-shell', 'chromium'];
const names = [...debianPackages, 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
const playwright = join(modules, '@playwright', 'test', 'cli.js');

/**
 * A browser for the journeys: an installed one, else Debian's package when root, else Playwright's own.
 *
 * @returns {{ program: string | null } | undefined} `program` is null for Playwright's own; undefined: none
 */
export function findBrowser() {
  return installed() ?? debianPackage() ?? playwrightDownload();
}

export const howToInstall =
  'No browser was found and none could be installed. Install Chromium or Google Chrome ' +
  '(Debian: apt-get install chromium), or run: npx playwright install --with-deps chromium';

function installed() {
  // Ubuntu has a "chromium-browser" that only says how to install it; a browser answers with its version.
  const program = [...names, ...elsewhere].find((name) => {
    const { status, stdout } = spawnSync(name, ['--version'], { encoding: 'utf8', timeout: 20_000 });
    return status === 0 && /chrom/i.test(stdout);
  });
  return program && { program: pathOf(program) };
}

function pathOf(program) {
  if (program.startsWith('/')) return program;
  return spawnSync('/bin/sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim();
}

function debianPackage() {
  if (process.getuid?.() !== 0 || !succeeds('apt-get', ['--version'], 'ignore')) return undefined;
  const quiet = ['ignore', 'ignore', 'inherit'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  succeeds('apt-get', ['update', '-qq'], quiet, env);
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'fonts-liberation'];
  const taken = debianPackages.find((name) => {
    console.log(`Installing Debian's package ${name} ...`);
    return succeeds('apt-get', [...install, name], quiet, env);
  });
  return taken && installed();
}

function playwrightDownload() {
  console.log("Installing Playwright's own Chromium ...");
  return succeeds(node, [playwright, 'install', 'chromium'], ['ignore', 'ignore', 'inherit'])
    ? { program: null }
    : undefined;
}

function succeeds(program, parameters, stdio, env = process.env) {
  return spawnSync(program, parameters, { stdio, env, timeout: 600_000 }).status === 0;
}
