import { useSyncExternalStore } from 'react';
import { openStream } from './api.ts';
import { openChannel } from './channel.ts';
import { createEventReader, isOpenAfter, type LiveEvent, reconnectWait } from './live-protocol.ts';
import { withLock } from './locks.ts';
import { currentSession, onSessionChange } from './session.ts';

const lockName = 'kontor-live';
const channelName = 'kontor-live';
/** The server gives a sign of life every 20 s; whoever hears none for so long counts as gone. */
const longestSilenceMs = 50_000;

/** What the leading tab tells the others, and a new tab asks it. */
type Message =
  | { readonly type: 'sign'; readonly isOpen: boolean }
  | { readonly type: 'events'; readonly events: readonly LiveEvent[] }
  | { readonly type: 'hello' };

/**
 * Calls back with everything that the server tells this browser, in whatever tab (API-42): one tab holds the
 * stream and tells the others; when it goes, another one takes over. Where browsers have no locks, or no way from
 * tab to tab, none of them hears anything, and pages ask instead (TECH-23). Called once at start.
 */
export function followLive(onEvents: (events: readonly LiveEvent[]) => void): void {
  const channel = openChannel(channelName);
  if (channel === null) return;
  const hear = (events: readonly LiveEvent[]): void => {
    noteState(isOpenAfter(isLive, events));
    onEvents(events);
  };
  let isLeading = false;
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.type === 'hello') {
      if (isLeading) channel.postMessage({ type: 'sign', isOpen: isLive } satisfies Message);
    } else if (data.type === 'events') hear(data.events);
    else noteState(data.isOpen);
  });
  channel.postMessage({ type: 'hello' } satisfies Message);
  void withLock(lockName, async (isOfAllTabs) => {
    // Browsers open few connections at once over plain http: a stream for each tab would soon hold all of them.
    if (!isOfAllTabs) return;
    isLeading = true;
    await lead((events) => {
      hear(events);
      const message: Message =
        events.length > 0 ? { type: 'events', events } : { type: 'sign', isOpen: isLive };
      channel.postMessage(message);
    });
  });
}

/** Whether this tab hears of changes as they happen; else it has to ask for them. */
export function useIsLive(): boolean {
  return useSyncExternalStore(onStateChange, () => isLive);
}

let isLive = false;
let silence: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function onStateChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function noteState(isOpen: boolean): void {
  clearTimeout(silence);
  if (isOpen) silence = setTimeout(() => noteState(false), longestSilenceMs);
  if (isOpen === isLive) return;
  isLive = isOpen;
  for (const listener of listeners) listener();
}

/** Holds the stream, for as long as the tab lives. An empty list of events is a sign of life. */
async function lead(tell: (events: readonly LiveEvent[]) => void): Promise<never> {
  for (let failures = 0; ; failures += 1) {
    await sessionPresent();
    try {
      await readStream((events) => {
        if (events.some(({ type }) => type === 'open')) failures = -1;
        tell(events);
      });
    } catch {
      // Whatever it was, the next attempt shows whether it is over.
    }
    tell([{ type: 'gap' }]);
    const wait = reconnectWait(Math.max(failures, 0), Math.random());
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** Reads one stream to its end. Another person, or too long a silence, ends it too. */
async function readStream(tell: (events: readonly LiveEvent[]) => void): Promise<void> {
  const aborting = new AbortController();
  const person = identity();
  const stopWatching = onSessionChange(() => {
    if (identity() !== person) aborting.abort();
  });
  let watchdog = setTimeout(() => aborting.abort(), longestSilenceMs);
  try {
    const readEvents = createEventReader();
    const decoder = new TextDecoder();
    const stream = await openStream('/api/live', aborting.signal);
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(watchdog);
      watchdog = setTimeout(() => aborting.abort(), longestSilenceMs);
      tell(readEvents(decoder.decode(value, { stream: true })));
    }
  } finally {
    clearTimeout(watchdog);
    stopWatching();
  }
}

function identity(): string {
  const session = currentSession();
  return JSON.stringify([session?.tenantId, session?.userId, session?.actorId]);
}

function sessionPresent(): Promise<void> {
  if (currentSession() !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = onSessionChange(() => {
      if (currentSession() === null) return;
      stop();
      resolve();
    });
  });
}
