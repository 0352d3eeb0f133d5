/**
 * Tests under another clock than the machine's (TECH-19): libfaketime sets it for Node.js, PostgreSQL and their child
 * processes.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installDebianPackages } from './debian.mjs';
import { node } from './installation.mjs';

/** The variant for multi-threaded programs. */
const libraryFile = 'faketime/libfaketimeMT.so.1';
const libraryFolders = ['/usr/lib', '/usr/lib64', '/usr/local/lib'];
const debianPackage = 'libfaketime';
/**
 * These wait for PostgreSQL timeouts. The library shows the real clock to timer interrupts of a waiting program: for
 * a server ahead of it timeouts never expire; for one behind it they expire in time.
 */
export const waitingForLimits = ['tests/procurement/locks.db.test.ts'];

/** Of `start`: the product from its first start to its end. */
export const startsUnderClocks = ['tests/start/start.test.ts', 'tests/start/end.test.ts'];

/**
 * Journeys whose pages count days: tasks, figures, deadlines, discounts, substitutes, and the life of a document of
 * each kind.
 */
export const journeysUnderClocks = [
  'tests/journeys/contract-calendar.spec.ts',
  'tests/journeys/contract-deadline.spec.ts',
  'tests/journeys/contract.spec.ts',
  'tests/journeys/dashboard.spec.ts',
  'tests/journeys/ending-discounts.spec.ts',
  'tests/journeys/month-end.spec.ts',
  'tests/journeys/overview.spec.ts',
  'tests/journeys/procurement.spec.ts',
  'tests/journeys/profile.spec.ts',
];

const second = 1000;
const day = 86_400 * second;

export const howToInstall =
  'No tests ran under other clocks: libfaketime is missing and could not be installed. ' +
  `As root on Debian: apt-get install ${debianPackage}`;

/**
 * Days and hours that may behave differently from a working day at noon, each the next or the last one of its kind,
 * with the time zone of the machine. A run that begins half a minute before a change of summer time continues after
 * it. On some of them the product is started and used as well.
 *
 * @param {Date} now
 * @param {'next' | 'last'} which
 * @returns {{ name: string, at: Date, zone: string, isOfProduct: boolean }[]}
 */
export function clocksAround(now, which) {
  const found = (time, fits) => dayThatFits(now, which === 'next' ? 1 : -1, time, fits);
  const month = (at) => at.getUTCMonth() + 1;
  const date = (at) => at.getUTCDate();
  const weekday = (at) => at.getUTCDay();
  const isLastSunday = (at) => weekday(at) === 0 && date(at) > 24;
  const isGoodFriday = (at) => sameDay(at.getTime(), goodFriday(at.getUTCFullYear()));
  const product = { isOfProduct: true };
  return [
    clock(
      'a Sunday night',
      'UTC',
      found('00:20:00', (at) => weekday(at) === 0),
      product,
    ),
    clock(
      'a Saturday',
      'Europe/Berlin',
      found('10:00:00', (at) => weekday(at) === 6),
    ),
    clock('Good Friday', 'Europe/Berlin', found('09:00:00', isGoodFriday)),
    clock(
      "New Year's Eve, 23:30 in Berlin",
      'UTC',
      found('22:30:00', (at) => month(at) === 12 && date(at) === 31),
      product,
    ),
    clock(
      'New Year, 00:30 in Berlin, on a machine in Los Angeles',
      'America/Los_Angeles',
      found('23:30:00', (at) => month(at) === 12 && date(at) === 31),
    ),
    clock(
      '29 February, on a machine in Auckland that has 1 March',
      'Pacific/Auckland',
      found('12:30:00', (at) => month(at) === 2 && date(at) === 29),
      product,
    ),
    clock(
      'summer time begins',
      'Europe/Berlin',
      found('00:59:30', (at) => month(at) === 3 && isLastSunday(at)),
      product,
    ),
    clock(
      'summer time ends',
      'Europe/Berlin',
      found('00:59:30', (at) => month(at) === 10 && isLastSunday(at)),
      product,
    ),
    clock(
      'the first of a month, on a machine in Los Angeles that has the last',
      'America/Los_Angeles',
      found('05:30:00', (at) => date(at) === 1),
    ),
  ];
}

function clock(name, zone, at, { isOfProduct = false } = {}) {
  return { name, zone, at, isOfProduct };
}

/** The next, or last, matching day in UTC, at that time. */
function dayThatFits(now, direction, time, fits) {
  const today = now.toISOString().slice(0, 10);
  for (let at = Date.parse(`${today}T${time}Z`); ; at += direction * day)
    if ((at - now.getTime()) * direction > 0 && fits(new Date(at))) return new Date(at);
}

function sameDay(one, other) {
  return Math.floor(one / day) === Math.floor(other / day);
}

/** Noon of that day in UTC, in milliseconds. The package exists only after the installation. */
function goodFriday(year) {
  const { getHolidays } = createRequire(import.meta.url)('feiertagejs');
  return getHolidays(year, 'ALL')
    .find(({ name }) => name === 'KARFREITAG')
    .date.getTime();
}

/**
 * The environment that sets a program's clock to that instant, from which it continues.
 *
 * @param {string} library from `ensureLibrary`
 */
export function environmentAt({ at, zone }, library, now = new Date()) {
  const offset = Math.round((at.getTime() - now.getTime()) / second);
  return {
    TZ: zone,
    LD_PRELOAD: [library, process.env.LD_PRELOAD].filter(Boolean).join(':'),
    FAKETIME: `${offset < 0 ? '' : '+'}${offset}s`,
    // Timers use the monotonic clock, which is unchanged.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    KONTOR_CLOCK: at.toISOString(),
    KONTOR_CLOCK_SHIFT: String(offset * second),
  };
}

/** Removes shared-memory files of the library left by killed processes. */
export function sweep() {
  const memory = '/dev/shm';
  for (const name of existsSync(memory) ? readdirSync(memory) : []) {
    const pid = Number(name.match(/^(?:sem\.)?faketime_(?:shm|sem)_(\d+)$/)?.[1]);
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(memory, name), { force: true });
  }
}

/** The library, installed if missing, as root on Debian; undefined without one. */
export function ensureLibrary() {
  return installed() ?? (installDebianPackages([debianPackage]) ? installed() : undefined);
}

/** A working library, tested by setting another day for Node.js. */
function installed() {
  const at = new Date('2031-05-04T03:02:01Z');
  return libraries().find((library) => {
    const env = { ...process.env, ...environmentAt({ at, zone: 'UTC' }, library) };
    const { stdout } = spawnSync(node, ['-p', 'new Date().toISOString()'], { env, encoding: 'utf8' });
    return stdout?.startsWith('2031-05-04T03:02');
  });
}

/** Debian has one folder per processor architecture. */
function libraries() {
  return libraryFolders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    .map((folder) => join(folder, libraryFile))
    .filter((file) => existsSync(file));
}
