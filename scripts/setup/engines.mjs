import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installDebianPackages } from './debian.mjs';

/** The driver's browser is in no folder of programs. */
const browserFile = 'MiniBrowser';
const debianPackages = ['firefox-esr', 'webkit2gtk-driver', 'xvfb'];

export const howToInstall =
  'No journeys ran in Firefox and WebKit: one of them is missing and could not be installed. ' +
  `As root on Debian: apt-get install ${debianPackages.join(' ')}`;

/**
 * The engines besides Chromium for journeys (TECH-23), as variables for `tests/journeys/engines.spec.ts`; installed
 * if missing, as root on Debian.
 *
 * @returns {Record<string, string> | undefined} undefined unless all are available
 */
export function ensureEngines() {
  return installed() ?? (installDebianPackages(debianPackages) ? installed() : undefined);
}

function installed() {
  const firefox = ['firefox-esr', 'firefox'].map(found).find(Boolean);
  const [driver, display] = ['WebKitWebDriver', 'Xvfb'].map(found);
  const browser = libraries().find((folder) => existsSync(join(folder, browserFile)));
  if (!firefox || !driver || !display || !browser) return undefined;
  return { KONTOR_FIREFOX: firefox, KONTOR_WEBKIT: [driver, join(browser, browserFile), display].join(':') };
}

/** Debian has one folder per processor architecture, with one per version. */
function libraries() {
  const foldersIn = (folder) =>
    existsSync(folder) ? readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory()) : [];
  const kinds = foldersIn('/usr/lib').map(({ name }) => join('/usr/lib', name));
  return ['/usr/libexec', ...kinds].flatMap((folder) =>
    foldersIn(folder).map(({ name }) => join(folder, name)),
  );
}

function found(program) {
  return spawnSync('/bin/sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim();
}
