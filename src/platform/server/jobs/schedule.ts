import { type ParsedCronItem, parseCronItems } from 'graphile-worker';
import { isClockOff } from '../../readiness.ts';
import { minutes, seconds } from '../clock.ts';
import { type ClockOffset, clockOffset } from '../database/clock-offset.ts';
import type { Database } from '../database.ts';
import type { Log } from '../log.ts';
import { repeatedly } from '../repeatedly.ts';

/** Interval of checks for due tasks. */
const looksEvery = seconds(5);
/** A missed task is queued once if it is not older than this. */
const longestMissed = minutes(60);

export interface ScheduleParts {
  readonly database: Database;
  readonly log: Log;
  /** Tasks with their schedule, as five fields of crontab in UTC. */
  readonly schedule: Readonly<Record<string, string>>;
}

export interface Schedule {
  /** Throws while the clock of this node is wrong: another node takes the task, or this one later. */
  requireClock(): void;
  stop(): Promise<void>;
}

/**
 * Queues scheduled tasks when due by the clock of the database, each once, however many nodes run (AUD-10). A node
 * whose clock differs by more than five seconds logs that and queues none.
 */
export async function keepSchedule(parts: ScheduleParts): Promise<Schedule> {
  const { log } = parts;
  const items = parseCronItems(Object.entries(parts.schedule).map(([task, match]) => ({ task, match })));
  let seen: number | undefined;
  let aheadSeconds = 0;
  const look = async () => {
    try {
      const found = await queueDue(parts, items, seen);
      if (isClockOff(found.aheadSeconds) && !isClockOff(aheadSeconds))
        log.error(
          { databaseAheadSeconds: found.aheadSeconds },
          'the clock of this node is wrong: scheduled work pauses until it matches the database',
        );
      if (!isClockOff(found.aheadSeconds) && isClockOff(aheadSeconds))
        log.info('the clock of this node is correct again');
      aheadSeconds = found.aheadSeconds;
      // Tasks due while the clock is wrong are queued once it is right, unless another node has queued them.
      if (!isClockOff(aheadSeconds)) seen = found.now;
    } catch (error) {
      log.error({ err: error }, 'due tasks could not be queued');
    }
  };
  const looking = repeatedly(look, looksEvery);
  await looking.first;
  return {
    requireClock: () => {
      if (isClockOff(aheadSeconds)) throw new Error('the clock of this node is wrong');
    },
    stop: looking.stop,
  };
}

/** Queues the tasks due since `seen`, and returns the current time. */
async function queueDue(
  { database }: ScheduleParts,
  items: readonly ParsedCronItem[],
  seen: number | undefined,
): Promise<ClockOffset> {
  return await database.atGate(async (tx) => {
    const clock = await clockOffset((text) => tx.query(text));
    const { now, aheadSeconds } = clock;
    if (isClockOff(aheadSeconds)) return clock;
    // `seen` may be from a clock that has been corrected since.
    const after = seen === undefined ? now : seen > now ? now - minutes(1) : seen;
    for (const { task, due } of dueTasks(items, after, now))
      await tx.fixed('select app.queue_scheduled($1, $2)', [task, new Date(due)]);
    return clock;
  });
}

/** The tasks due after one moment and up to another, each with its latest due minute; in milliseconds since 1970. */
function dueTasks(
  items: readonly Pick<ParsedCronItem, 'task' | 'match'>[],
  after: number,
  until: number,
): readonly { readonly task: string; readonly due: number }[] {
  const found = new Map<string, number>();
  const first = Math.max(Math.floor(after / minutes(1)) + 1, Math.ceil((until - longestMissed) / minutes(1)));
  for (let minute = first; minute * minutes(1) <= until; minute += 1) {
    const moment = new Date(minute * minutes(1));
    const digest = {
      min: moment.getUTCMinutes(),
      hour: moment.getUTCHours(),
      date: moment.getUTCDate(),
      month: moment.getUTCMonth() + 1,
      dow: moment.getUTCDay(),
    };
    for (const { task, match } of items) if (match(digest)) found.set(task, moment.getTime());
  }
  return [...found].map(([task, due]) => ({ task, due }));
}
