import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installDebianPackages } from './debian.mjs';
import { modules, node } from './installation.mjs';

/** The headless shell draws no window and needs little more than half of the time for the same pages. */
const debianPackages = ['chromium-headless-shell', 'chromium'];
const names = [...debianPackages, 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
const playwright = join(modules, '@playwright', 'test', 'cli.js');

/**
 * A browser for the journeys: an installed one, else Debian's package for root, else Playwright's own.
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
  // Ubuntu has a "chromium-browser" that only explains its installation; a browser prints its version.
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
  return debianPackages.some((name) => installDebianPackages(['fonts-liberation', name]))
    ? installed()
    : undefined;
}

function playwrightDownload() {
  console.log("Installing Playwright's own Chromium ...");
  const stdio = ['ignore', 'ignore', 'inherit'];
  const { status } = spawnSync(node, [playwright, 'install', 'chromium'], { stdio, timeout: 600_000 });
  return status === 0 ? { program: null } : undefined;
}
