/**
 * `npm test`: does its own set-up, runs every check, and ends with a line `N passed, N failed`.
 * `npm test -- unit structure` runs single steps; what is no name of a step filters the files of the others.
 * What failed is named once more before that line, so that the end of the output is enough to know it.
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
const findings = [];
let hasPages = true;
for (const name of named.length > 0 ? named : Object.keys(steps)) {
  console.log(`\n=== ${name}`);
  const startedAt = performance.now();
  const result = needsPages.has(name) && !hasPages ? unreachable() : steps[name]();
  if (name === 'build') hasPages = result.failed === 0;
  total.passed += result.passed;
  total.failed += result.failed;
  findings.push(
    ...(result.findings ?? (result.failed > 0 ? ['as a whole'] : [])).map((one) => `${name}: ${one}`),
  );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`--- ${name}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`);
}
rmSync(results, { recursive: true, force: true });
if (findings.length > 0) console.log(`\n${findings.join('\n')}`);
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
  const files = readReport(file)?.testResults ?? [];
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  // A file that cannot be loaded has no tests to fail, and neither has an error outside of all tests.
  const unloaded = files.filter((one) => one.status === 'failed' && one.assertionResults.length === 0);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failed = tests.filter(({ status }) => status === 'failed');
  return atLeastOneFailure(succeeded, {
    passed,
    failed: failed.length + unloaded.length,
    findings: [
      ...failed.map(({ fullName }) => fullName),
      ...tests.filter(isFlaky).map(({ fullName }) => `flaky: ${fullName}`),
      ...unloaded.map(({ name }) => name),
    ],
  });
}

/** It passed, but not at first. */
function isFlaky({ status, failureMessages }) {
  return status === 'passed' && failureMessages.length > 0;
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
  const { suites = [], stats: { expected = 0, unexpected = 0, flaky = 0 } = {} } = readReport(file) ?? {};
  const findings = journeysOf(suites).flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status }) => `${status}: ${title}`),
  );
  return atLeastOneFailure(succeeded, { passed: expected + flaky, failed: unexpected, findings });
}

function journeysOf(suites) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...journeysOf(suite.suites ?? [])]);
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function atLeastOneFailure(succeeded, { passed, failed, findings }) {
  if (succeeded || failed > 0) return { passed, failed, findings };
  return { passed, failed: 1, findings: ['failed outside of its tests'] };
}
