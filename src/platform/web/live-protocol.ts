/** Events without details; `signals` in `live-hub.ts` explains them. */
const signals = ['open', 'gap', 'left', 'end'] as const;
type Signal = (typeof signals)[number];

/** An event of a live stream (API-42). */
export type LiveEvent = { readonly type: Signal } | { readonly type: 'change'; readonly change: Change };

/** A changed document. */
export interface Change {
  readonly kind: string;
  readonly id: number;
  readonly version: number;
}

/** A parser of the stream's text; chunks may be cut anywhere. Skips unknown events. */
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

/** Whether the stream is open after these events. */
export function isOpenAfter(isOpen: boolean, events: readonly LiveEvent[]): boolean {
  const last = events.findLast(({ type }) => type === 'open' || type === 'gap' || type === 'end');
  return last === undefined ? isOpen : last.type === 'open';
}

const firstWaitMs = 500;
const longestWaitMs = 30_000;

/**
 * Milliseconds until the next attempt to connect: doubles with every failure, with jitter from `random` (0 to 1), so
 * that not all browsers reconnect at once after a restart of the server.
 */
export function reconnectWait(failures: number, random: number): number {
  const longest = Math.min(firstWaitMs * 2 ** failures, longestWaitMs);
  return Math.round(longest * (0.5 + random / 2));
}

/** Milliseconds until changes are loaded: soon after a quiet time, else at least `apartMs` after the last load. */
export function readingWait(
  now: number,
  lastReading: number | null,
  soonMs: number,
  apartMs: number,
): number {
  return lastReading === null ? soonMs : Math.max(soonMs, lastReading + apartMs - now);
}
