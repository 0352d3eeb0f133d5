import { spawnSync } from 'node:child_process';

/**
 * Installs Debian packages, on Debian as root.
 *
 * @param {readonly string[]} packages
 * @returns {boolean} whether they are installed now
 */
export function installDebianPackages(packages) {
  if (process.getuid?.() !== 0) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...parameters) => {
    const { status } = spawnSync('apt-get', parameters, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
      timeout: 600_000,
    });
    return status === 0;
  };
  if (!run('--version')) return false;
  console.log(`Installing from Debian: ${packages.join(', ')} ...`);
  const patient = ['-qq', '-o', 'DPkg::Lock::Timeout=300'];
  run('update', ...patient);
  return run('install', '-y', ...patient, '--no-install-recommends', ...packages);
}
