/**
 * `npm test`: does its own set-up, runs every check, and ends with a line `N passed, N failed`.
 * `npm test -- unit structure` runs single steps; what is no name of a step filters the files of the others.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { findBrowser, howToInstall } from './setup/browser.mjs';
import { ensureBuilt } from './setup/front-end.mjs';
import { checkNodeVersion, ensureInstalled, modules, node, root } from './setup/installation.mjs';

const steps = {
  format: () =>
    check(tool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '--max-diagnostics=100'])),
  types: () => check(tool('typescript/bin/tsc', ['--noEmit'])),
  unit: () => vitest('unit'),
  database: () => vitest('database'),
  isolation: () => vitest('isolation'),
  build: () => check(build()),
  start: () => vitest('start'),
  journeys: () => journeys(),
};

/** Without pages there is nothing to start or to look at. */
const needsPages = new Set(['start', 'journeys']);

const wanted = process.argv.slice(2);
const named = Object.keys(steps).filter((name) => wanted.includes(name));
const filters = wanted.filter((word) => !(word in steps));
const results = mkdtempSync(join(tmpdir(), 'kontor-results-'));

checkNodeVersion();
ensureInstalled();

const total = { passed: 0, failed: 0 };
let hasPages = true;
for (const name of named.length > 0 ? named : Object.keys(steps)) {
  console.log(`\n=== ${name}`);
  const startedAt = performance.now();
  const result = needsPages.has(name) && !hasPages ? unreachable() : steps[name]();
  if (name === 'build') hasPages = result.failed === 0;
  total.passed += result.passed;
  total.failed += result.failed;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`--- ${name}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`);
}
rmSync(results, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

function unreachable() {
  console.log('Not run: the pages could not be built.');
  return { passed: 0, failed: 1 };
}

/** A static check counts as one test. */
function check(succeeded) {
  return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Runs a program of a package in the foreground, with Node 24 for whatever it starts itself. */
function tool(program, parameters, environment = {}) {
  const PATH = [dirname(node), process.env.PATH].join(delimiter);
  const { status } = spawnSync(node, [join(modules, program), ...parameters], {
    cwd: root,
    env: { ...process.env, PATH, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return status === 0;
}

function build() {
  try {
    ensureBuilt();
    return true;
  } catch (error) {
    console.error(error.message);
    return false;
  }
}

function vitest(project) {
  const file = join(results, `${project}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const succeeded = tool('vitest/vitest.mjs', ['run', `--project=${project}`, ...reporters, ...filters]);
  const report = readReport(file);
  const passed = report?.numPassedTests ?? 0;
  // A file that cannot be loaded has no tests to fail, and neither has an error outside of all tests.
  const unloaded =
    report?.testResults.filter((one) => one.status === 'failed' && one.assertionResults.length === 0) ?? [];
  const failed = (report?.numFailedTests ?? 0) + unloaded.length;
  return atLeastOneFailure(succeeded, { passed, failed });
}

function journeys() {
  const browser = findBrowser();
  if (!browser) {
    console.error(howToInstall);
    return { passed: 0, failed: 1 };
  }
  const file = join(results, 'journeys.json');
  const parameters = ['test', '--reporter=list,json', '--pass-with-no-tests', ...filters];
  const environment = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, KONTOR_BROWSER: browser.program ?? '' };
  const succeeded = tool('@playwright/test/cli.js', parameters, environment);
  const { expected = 0, unexpected = 0, flaky = 0 } = readReport(file)?.stats ?? {};
  return atLeastOneFailure(succeeded, { passed: expected, failed: unexpected + flaky });
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function atLeastOneFailure(succeeded, { passed, failed }) {
  return { passed, failed: succeeded ? failed : Math.max(failed, 1) };
}
