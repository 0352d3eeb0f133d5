/**
 * `npm test`: sets everything up, runs every check, and ends with a line `N passed, N failed`.
 * `npm test -- unit structure` runs single steps; other words filter the test files. `npm run test:deep` runs the
 * deeper tests, with large numbers: tests/support/depth.ts. Failures are repeated before the last line, so that the
 * end of the output suffices.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { findBrowser, howToInstall } from './setup/browser.mjs';
import * as clocks from './setup/clocks.mjs';
import * as engines from './setup/engines.mjs';
import { ensureBuilt } from './setup/front-end.mjs';
import { checkNodeVersion, ensureInstalled, modules, node, root } from './setup/installation.mjs';

const steps = {
  format: () =>
    check(tool('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '--max-diagnostics=100'])),
  types: () => check(tool('typescript/bin/tsc', ['--noEmit'])),
  unit: () => vitest('unit', 'pages'),
  database: () => vitest('database'),
  build: () => check(build()),
  start: () => vitest('start'),
  journeys: () => journeysInEngines(),
  clocks: () => underClocks(),
};

/** Without pages these cannot run. */
const needsPages = new Set(['start', 'journeys']);

/** Ends a journey without progress. */
const journeysWatch = join(root, 'tests/support/journeys-watch.ts');

const isDeep = process.env.KONTOR_DEEP === '1';

/** Run by `npm test` on a Sunday: files whose code reads days, within a minute. */
const readingDays = [
  'src/app/server/seed.db.test.ts',
  'tests/api/ending-discounts.db.test.ts',
  'tests/contract/life.db.test.ts',
  'tests/contract/reminders.db.test.ts',
  'tests/dashboard/figures.db.test.ts',
  'tests/invoice/retention.db.test.ts',
  'tests/month-end/lists.db.test.ts',
  'tests/entity/free-budget.db.test.ts',
  'tests/procurement/substitutes.db.test.ts',
  'tests/structure/clock.db.test.ts',
];

/** A broken product fails everywhere, and a few traces suffice. */
const mostTraced = 5;

const wanted = process.argv.slice(2);
const named = Object.keys(steps).filter((name) => wanted.includes(name));
const filters = wanted.filter((word) => !(word in steps));
const results = mkdtempSync(join(tmpdir(), 'kontor-results-'));
/** The data of a first start are made once for all steps; PostgreSQL runs there under another account. */
const data = mkdtempSync(join(tmpdir(), 'kontor-prepared-'));
chmodSync(data, 0o711);
process.env.KONTOR_TESTS_DATA = data;

checkNodeVersion();
ensureInstalled();

const total = { passed: 0, failed: 0 };
const findings = [];
const notices = [];
const durations = [];
let hasPages = true;
for (const name of named.length > 0 ? named : Object.keys(steps)) {
  console.log(`\n=== ${name}`);
  const startedAt = performance.now();
  const result = needsPages.has(name) && !hasPages ? unreachable() : steps[name]();
  if (name === 'build') hasPages = result.failed === 0;
  total.passed += result.passed;
  total.failed += result.failed;
  durations.push(...(result.durations ?? []));
  findings.push(
    ...(result.findings ?? (result.failed > 0 ? ['the whole step failed'] : [])).map(
      (one) => `${name}: ${one}`,
    ),
  );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`--- ${name}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`);
}
for (const place of [results, data]) rmSync(place, { recursive: true, force: true });
notifySlowest();
if (notices.length > 0) console.log(`\n${notices.join('\n')}`);
if (findings.length > 0) console.log(`\n${findings.join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

/** Prints the slowest tests; parallel tests count fully. */
function notifySlowest() {
  const slowest = durations.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10);
  if (slowest.length === 0) return;
  const lines = slowest.map(({ seconds, file }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
  console.log(`\nThe slowest files:\n${lines.join('\n')}`);
}

function unreachable() {
  console.log('Not run, because the pages could not be built.');
  return { passed: 0, failed: 1 };
}

/** Counts a static check as one test. */
function check(succeeded) {
  return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Runs a program of a package in the foreground, with Node 24 for its child processes. */
function tool(program, parameters, environment = {}) {
  const PATH = [dirname(node), process.env.PATH].join(delimiter);
  const { status, signal } = spawnSync(node, [join(modules, program), ...parameters], {
    cwd: root,
    env: { ...process.env, PATH, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // A killed program, for example for lack of memory, prints nothing itself.
  if (signal !== null) console.error(`${program} was killed by ${signal}`);
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

/** Without named files, the deep form runs those with a deep form. */
function vitest(project, ...others) {
  const wantedFiles = filters.length === 0 && isDeep ? goingDeeper() : filters;
  return vitestWith({}, [project, ...others], wantedFiles);
}

/** The test files whose deep form differs from that of `npm test`. */
function goingDeeper() {
  const naming = /\b(inDepth|someOf|isDeep|deepExtent|fc\.assert)\b/;
  return testFiles().filter((name) => naming.test(readFileSync(join(root, name), 'utf8')));
}

function testFiles() {
  return ['src', 'tests', 'scripts']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`),
    )
    .filter((name) => /\.test\.tsx?$/.test(name))
    .toSorted();
}

/** Several projects at once, with the clock of `environment`, if any; without wanted files all of them. */
function vitestWith(environment, projects, wantedFiles, unwantedFiles = []) {
  const folder = mkdtempSync(join(results, 'vitest-'));
  const file = join(folder, 'report.json');
  const times = join(folder, 'times.json');
  const workers = mkdtempSync(join(results, 'workers-'));
  const own = ['file-times.mjs', 'hang-watch.mjs'];
  const reporters = ['default', 'json', ...own.map((name) => join(root, 'scripts/setup', name))];
  const parameters = [
    'run',
    ...projects.map((each) => `--project=${each}`),
    ...reporters.map((reporter) => `--reporter=${reporter}`),
    `--outputFile.json=${file}`,
    ...unwantedFiles.map((name) => `--exclude=${name}`),
    ...wantedFiles,
  ];
  const succeeded = tool('vitest/vitest.mjs', parameters, {
    ...environment,
    KONTOR_FILE_TIMES: times,
    KONTOR_WORKERS: workers,
    KONTOR_INSPECT_PORT: String(randomInt(20_000, 30_000)),
  });
  const files = readReport(file)?.testResults ?? [];
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  // A file that cannot be loaded has no failing tests, nor has an error outside of all tests.
  const unloaded = files.filter((one) => one.status === 'failed' && one.assertionResults.length === 0);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failed = tests.filter(({ status }) => status === 'failed');
  return atLeastOneFailure(succeeded, {
    passed,
    failed: failed.length + unloaded.length,
    findings: [...failed.map(({ fullName }) => fullName), ...unloaded.map(({ name }) => name)],
    durations: readReport(times) ?? [],
  });
}

/**
 * Runs a few files on a Sunday; the deep form runs those and a ninth of `unit` and `database` on every special day,
 * and on two of them also starts the product and runs journeys, in their short forms (TECH-19).
 */
function underClocks() {
  const library = clocks.ensureLibrary();
  if (library === undefined) return notRun(clocks.howToInstall);
  const total = { passed: 0, failed: 0, findings: [], durations: [] };
  for (const { clock, run } of runsUnderClocks()) {
    console.log(`\n... ${clock.name}: ${clock.at.toISOString()}, ${clock.zone}`);
    const result = run({ ...clocks.environmentAt(clock, library), ...ownData(), KONTOR_DEEP: '' });
    total.passed += result.passed;
    total.failed += result.failed;
    total.durations.push(...(result.durations ?? []));
    const reported = result.findings ?? [];
    const all = reported.length > 0 || result.failed === 0 ? reported : ['the whole step failed'];
    total.findings.push(...all.map((one) => `${clock.name}: ${one}`));
  }
  clocks.sweep();
  return total;
}

/** The tests per clock; limited to named files, if any. */
function* runsUnderClocks() {
  const now = new Date();
  const next = clocks.clocksAround(now, 'next');
  const under = (clock, projects, files, others) => ({
    clock,
    run: (environment) => vitestWith(environment, projects, files, others),
  });
  const named = (files) =>
    files.filter((file) => filters.length === 0 || filters.some((word) => file.includes(word)));
  if (!isDeep) {
    yield under(next[0], ['database'], filters.length > 0 ? filters : readingDays);
    return;
  }
  const { journeysUnderClocks, startsUnderClocks, waitingForLimits } = clocks;
  for (const [place, clock] of next.entries())
    yield under(
      clock,
      ['unit', 'database'],
      filters.length > 0 ? filters : shareOf(place, now, next.length),
      waitingForLimits,
    );
  const [waiting, starts, walks] = [waitingForLimits, startsUnderClocks, journeysUnderClocks].map(named);
  // No file means all of them.
  if (waiting.length > 0)
    for (const clock of clocks.clocksAround(now, 'last')) yield under(clock, ['database'], waiting);
  // Today's two of them.
  const ofProduct = next.filter(({ isOfProduct }) => isOfProduct && hasPages);
  const first = Math.floor(now.getTime() / 86_400_000) * 2;
  for (const clock of [first, first + 1].map((turn) => ofProduct[turn % ofProduct.length]).filter(Boolean)) {
    if (starts.length > 0) yield under(clock, ['start'], starts);
    if (walks.length > 0) yield { clock, run: (environment) => journeys(environment, walks) };
  }
}

/**
 * The test files of one clock. Each file runs under one of the nine clocks per run, under the next one on the next
 * day; those that read days run under all. Running all under every clock would take hours.
 */
function shareOf(place, now, clocks) {
  const today = Math.floor(now.getTime() / 86_400_000);
  const all = testFiles().filter((name) => !/^tests\/(start|operations)\/.*(?<!\.db)\.test/.test(name));
  return [...readingDays, ...all.filter((_, index) => (index + place + today) % clocks === 0)];
}

/** A folder for data of this run only: each run begins at the same time, before data of another one. */
function ownData() {
  const place = mkdtempSync(join(data, 'clock-'));
  chmodSync(place, 0o711);
  return { KONTOR_TESTS_DATA: place };
}

/** Reported at the end; a failure where the result is required. */
function notRun(howToInstall) {
  console.log(howToInstall);
  notices.push(howToInstall);
  return { passed: 0, failed: process.env.CI ? 1 : 0 };
}

/** All journeys in Chromium, and some of them in the other engines as well (TECH-23). */
function journeysInEngines() {
  const isWalked = filters.length === 0 || filters.some((word) => 'engines.spec.ts'.includes(word));
  const found = isWalked ? engines.ensureEngines() : {};
  const result = journeys(found ?? {}, filters);
  if (found !== undefined) return result;
  const { failed } = notRun(engines.howToInstall);
  return { ...result, failed: result.failed + failed };
}

/** With the clock of `environment`, if any. */
function journeys(environment, wantedFiles) {
  const browser = findBrowser();
  if (!browser) {
    console.error(howToInstall);
    return { passed: 0, failed: 1 };
  }
  const file = join(mkdtempSync(join(results, 'journeys-')), 'report.json');
  const run = (parameters, more) =>
    tool('@playwright/test/cli.js', ['test', ...parameters], {
      KONTOR_BROWSER: browser.program ?? '',
      ...environment,
      ...more,
    });
  const parameters = [`--reporter=list,json,${journeysWatch}`, '--pass-with-no-tests', ...wantedFiles];
  const succeeded = run(parameters, { PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  const { suites = [], stats: { expected = 0, unexpected = 0 } = {} } = readReport(file) ?? {};
  const wrong = journeysOf(suites).filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'));
  if (wrong.length > 0) trace(wrong.slice(0, mostTraced), run);
  const findings = wrong.map(({ title }) => title);
  const durations = suites.map((suite) => ({
    file: `tests/journeys/${suite.file}`,
    seconds: journeysOf([suite]).reduce((sum, journey) => sum + secondsOf(journey), 0),
  }));
  return atLeastOneFailure(succeeded, { passed: expected, failed: unexpected, findings, durations });
}

/** The failure stays; this run only adds its trace. */
function trace(journeys, run) {
  console.log('\nRepeated to record a trace; the failures remain:');
  const places = journeys.map(({ file, line }) => `tests/journeys/${file}:${line}`);
  run([
    `--reporter=line,${journeysWatch}`,
    '--workers=1',
    '--trace=on',
    '--output=test-results/traced',
    ...places,
  ]);
}

function secondsOf({ tests }) {
  return tests.flatMap(({ results: tries }) => tries).reduce((sum, { duration }) => sum + duration / 1000, 0);
}

function journeysOf(suites) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...journeysOf(suite.suites ?? [])]);
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function atLeastOneFailure(succeeded, result) {
  if (succeeded || result.failed > 0) return result;
  return { ...result, failed: 1, findings: ['an error outside of tests'] };
}
