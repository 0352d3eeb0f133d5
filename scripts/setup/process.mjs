import { spawn } from 'node:child_process';

/** Prints an error for the user, and ends. */
export function fail(message) {
  console.error(`\n${message}`);
  process.exit(1);
}

/**
 * Runs a program in the foreground until it ends. Signals are passed on, and the program is notified through the
 * channel when this process is killed.
 *
 * @returns {Promise<number>} its exit code
 */
export function runForeground(program, parameters, options = {}) {
  const child = spawn(program, parameters, { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  const passOn = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, passOn);
  if (process.env.npm_lifecycle_event) whenOrphaned(() => passOn('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? exitCodeOf(signal)));
  });
}

/** npm passes signals on, but cannot when it is killed itself. */
function whenOrphaned(action) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    action();
  }, 500);
  watch.unref();
}

/** The shell convention: 128 and the number of the signal. */
function exitCodeOf(signal) {
  return 128 + ({ SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[signal] ?? 0);
}
