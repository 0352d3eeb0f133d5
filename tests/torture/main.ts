/**
 * `npm run torture`: clients act at random on shared purchase requests and their invoices, while nodes are frozen,
 * cut off from the database or killed, and while the single server process is killed and restarted; afterwards
 * everything stored must match a sequential history.
 */
import { parseArgs } from 'node:util';
import { type Options, torture } from './torture.ts';

const usage = `npm run torture -- [options]
  --minutes N   duration without the starts of the server (0.2)
  --clients N   number of concurrent clients (8)
  --kills N     number of kills of the process (about one every 3 seconds)
  --rounds N    number of rounds with three nodes on one database: one is cut off, one is frozen and killed (1)
  --seed N      repeats the random choices of a run`;

function optionsOf(): Options | null {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '0.2' },
      clients: { type: 'string', default: '8' },
      kills: { type: 'string' },
      rounds: { type: 'string', default: '1' },
      seed: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const seconds = 60 * positive('minutes', values.minutes);
  return {
    seconds,
    clients: wholeNumber('clients', values.clients),
    kills: wholeNumber('kills', values.kills ?? String(Math.max(1, Math.round(seconds / 3)))),
    rounds: wholeNumber('rounds', values.rounds),
    seed: wholeNumber('seed', values.seed ?? String(Date.now() % 2 ** 32)),
  };
}

function positive(name: string, value: string): number {
  const number = Number(value);
  if (!(number > 0)) throw new Error(`--${name} must be a positive number, but is "${value}".\n\n${usage}`);
  return number;
}

function wholeNumber(name: string, value: string): number {
  if (!/^\d{1,15}$/.test(value))
    throw new Error(`--${name} must be a whole number, but is "${value}".\n\n${usage}`);
  return Number(value);
}

const options = optionsOf();
if (options === null) console.log(usage);
else process.exitCode = (await torture(options)) ? 0 : 1;
