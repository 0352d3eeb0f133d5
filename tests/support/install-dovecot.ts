import { spawnSync } from 'node:child_process';
import { longestWait } from './depth.ts';

const debianPackages = ['dovecot-imapd', 'dovecot-pop3d', 'openssl'];
/** Settings have other names in other versions. */
const version = /^2\.3\./;

export const howToInstall =
  'The tests of mailboxes need the mail server Dovecot 2.3 and an account that may install and start it. It could not be ' +
  `installed. As root on Debian: apt-get install ${debianPackages.join(' ')}`;

/** Whether a mail server for the tests is available; root on Debian installs a missing one. */
export function ensureDovecot(): boolean {
  if (process.getuid?.() !== 0) return false;
  return isInstalled() || (install() && isInstalled());
}

function isInstalled(): boolean {
  const { status, stdout } = spawnSync('dovecot', ['--version'], { encoding: 'utf8' });
  return status === 0 && version.test(stdout) && runs('openssl', ['version']);
}

function install(): boolean {
  const quietly = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Another test file may be installing it at the same time.
  const wait = ['-o', 'DPkg::Lock::Timeout=80'];
  runs('apt-get', [...wait, 'update', '-qq'], quietly);
  const options = ['install', '-y', '-qq', '--no-install-recommends'];
  return runs('apt-get', [...wait, ...options, ...debianPackages], quietly);
}

function runs(program: string, parameters: readonly string[], env = process.env): boolean {
  return (
    spawnSync(program, parameters, { stdio: ['ignore', 'ignore', 'inherit'], env, timeout: longestWait })
      .status === 0
  );
}
