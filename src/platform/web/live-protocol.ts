/** Events without details; the server says at `signals` what each of them means. */
const signals = ['open', 'gap', 'left', 'end'] as const;
type Signal = (typeof signals)[number];

/** What the server tells on a live stream (API-42). */
export type LiveEvent = { readonly type: Signal } | { readonly type: 'change'; readonly change: Change };

/** A document that moved. */
export interface Change {
  readonly kind: string;
  readonly id: number;
  readonly version: number;
}

/** A reader of the stream's text; chunks may be cut anywhere. What it does not know, it passes over. */
export function createEventReader(): (chunk: string) => readonly LiveEvent[] {
  let rest = '';
  return (chunk) => {
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap(eventOf);
  };
}

function eventOf(block: string): readonly LiveEvent[] {
  const fields = new Map(
    block.split('\n').map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name, value.join(':').trim()];
    }),
  );
  const name = fields.get('event');
  const type = signals.find((signal) => signal === name);
  if (type !== undefined) return [{ type }];
  if (name !== 'change') return [];
  const change = readChange(fields.get('data') ?? '');
  return change === null ? [] : [{ type: 'change', change }];
}

function readChange(text: string): Change | null {
  try {
    const { kind, id, version } = JSON.parse(text) as Partial<Change>;
    const isChange = typeof kind === 'string' && typeof id === 'number' && typeof version === 'number';
    return isChange ? { kind, id, version } : null;
  } catch {
    return null;
  }
}

/** Whether the stream tells everything after these events, when it did or did not before them. */
export function isOpenAfter(isOpen: boolean, events: readonly LiveEvent[]): boolean {
  const last = events.findLast(({ type }) => type === 'open' || type === 'gap' || type === 'end');
  return last === undefined ? isOpen : last.type === 'open';
}

const firstWaitMs = 500;
const longestWaitMs = 30_000;

/**
 * Milliseconds until the next attempt to connect: doubled with every failure, and spread by `random` (0 to 1), so
 * that not all browsers come back in the same moment after a restart of the server.
 */
export function reconnectWait(failures: number, random: number): number {
  const longest = Math.min(firstWaitMs * 2 ** failures, longestWaitMs);
  return Math.round(longest * (0.5 + random / 2));
}

/**
 * Milliseconds until what was collected is read anew: soon after a quiet time, else so that at least `apartMs` lie
 * between two readings.
 */
export function readingWait(
  now: number,
  lastReading: number | null,
  soonMs: number,
  apartMs: number,
): number {
  return lastReading === null ? soonMs : Math.max(soonMs, lastReading + apartMs - now);
}
