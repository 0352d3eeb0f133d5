/**
 * `npm test`: does its own set-up, runs every check, and ends with a line `N passed, N failed`.
 * `npm test -- unit structure` runs single steps; what is no name of a step filters the files of the others.
 * `npm run test:deep` runs what goes deeper than that, with large numbers: tests/support/depth.ts.
 * What failed is named once more before that line, so that the end of the output is enough to know it.
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

/** Without pages there is nothing to start or to look at. */
const needsPages = new Set(['start', 'journeys']);

/** Ends a journey that does nothing any more. */
const journeysWatch = join(root, 'tests/support/journeys-watch.ts');

const isDeep = process.env.KONTOR_DEEP === '1';

/** What `npm test` runs on a Sunday: files whose code reads days, within a minute. */
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

/** A product that does not work fails everywhere, and a few pictures of that are enough. */
const mostTraced = 5;

const wanted = process.argv.slice(2);
const named = Object.keys(steps).filter((name) => wanted.includes(name));
const filters = wanted.filter((word) => !(word in steps));
const results = mkdtempSync(join(tmpdir(), 'kontor-results-'));
/** What a first start makes is made once for all steps; PostgreSQL runs there as another account. */
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
    ...(result.findings ?? (result.failed > 0 ? ['as a whole'] : [])).map((one) => `${name}: ${one}`),
  );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`--- ${name}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`);
}
for (const place of [results, data]) rmSync(place, { recursive: true, force: true });
tellSlowest();
if (notices.length > 0) console.log(`\n${notices.join('\n')}`);
if (findings.length > 0) console.log(`\n${findings.join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

/** Where the time goes; what runs two at a time counts twice. */
function tellSlowest() {
  const slowest = durations.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10);
  if (slowest.length === 0) return;
  const lines = slowest.map(({ seconds, file }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
  console.log(`\nThe slowest files:\n${lines.join('\n')}`);
}

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
  const { status, signal } = spawnSync(node, [join(modules, program), ...parameters], {
    cwd: root,
    env: { ...process.env, PATH, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // What is killed, for want of memory for one, leaves no word of its own.
  if (signal !== null) console.error(`${program} was ended by ${signal}`);
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

/** Of files that nobody named, the deep form runs those that have one. */
function vitest(project, ...others) {
  const wantedFiles = filters.length === 0 && isDeep ? goingDeeper() : filters;
  return vitestWith({}, [project, ...others], wantedFiles);
}

/** The files of tests whose deep form differs from the one of `npm test`. */
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

/** Several projects at once, under another clock where `environment` has one; no wanted files are all. */
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
  // A file that cannot be loaded has no tests to fail, and neither has an error outside of all tests.
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
 * A few files on a Sunday; the deep form runs those and a ninth of `unit` and `database` on every day that is unlike others, and on
 * two of them starts the product and takes journeys, in their short forms (TECH-19).
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
    const told = result.findings ?? [];
    const all = told.length > 0 || result.failed === 0 ? told : ['as a whole'];
    total.findings.push(...all.map((one) => `${clock.name}: ${one}`));
  }
  clocks.sweep();
  return total;
}

/** What is run under which clock; of what is named, where files are named. */
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
 * Test files of one clock. Each file runs under one of the nine clocks in one run, under the next one on the next day; those that read
 * days run under all. The whole under every clock would take hours, and nobody would run it.
 */
function shareOf(place, now, clocks) {
  const today = Math.floor(now.getTime() / 86_400_000);
  const all = testFiles().filter((name) => !/^tests\/(start|operations)\/.*(?<!\.db)\.test/.test(name));
  return [...readingDays, ...all.filter((_, index) => (index + place + today) % clocks === 0)];
}

/** A place for data of this run alone: each begins at the same moment, before what another one has made. */
function ownData() {
  const place = mkdtempSync(join(data, 'clock-'));
  chmodSync(place, 0o711);
  return { KONTOR_TESTS_DATA: place };
}

/** Said at the end; where the result is relied on, it is a failure. */
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

/** Under another clock where `environment` has one. */
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

/** What has failed stays failed; this only shows how. */
function trace(journeys, run) {
  console.log('\nOnce more, to record what happens; the result stays what it is:');
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
  return { ...result, failed: 1, findings: ['failed outside of its tests'] };
}
