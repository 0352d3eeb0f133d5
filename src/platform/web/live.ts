import { useSyncExternalStore } from 'react';
import { openStream } from './api.ts';
import { openChannel } from './channel.ts';
import { createEventReader, isOpenAfter, type LiveEvent, reconnectWait } from './live-protocol.ts';
import { withLock } from './locks.ts';
import { currentSession, onSessionChange } from './session.ts';
import { createSignal } from './signal.ts';

const lockName = 'kontor-live';
const channelName = 'kontor-live';
/** The server sends a heartbeat every 20 s; a connection silent for this long counts as dead. */
const longestSilenceMs = 50_000;

/** Messages of the leading tab to the others, and `hello` of a new tab. */
type Message =
  | { readonly type: 'sign'; readonly isOpen: boolean }
  | { readonly type: 'events'; readonly events: readonly LiveEvent[] }
  | { readonly type: 'hello' };

/**
 * Calls back with every live event of the server for this browser (API-42): one tab holds the stream and forwards
 * events to the others; when it closes, another takes over. In browsers without locks or channels between tabs there
 * are no events, and pages poll instead (TECH-23). Called once at start.
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
    // Browsers open few connections at once over plain http: one stream per tab would soon use up all of them.
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

/** Whether this tab receives live events; else it has to poll. */
export function useIsLive(): boolean {
  return useSyncExternalStore(changes.subscribe, () => isLive);
}

let isLive = false;
let silence: ReturnType<typeof setTimeout> | undefined;
const changes = createSignal();

function noteState(isOpen: boolean): void {
  clearTimeout(silence);
  if (isOpen) silence = setTimeout(() => noteState(false), longestSilenceMs);
  if (isOpen === isLive) return;
  isLive = isOpen;
  changes.notify();
}

/** Holds the stream while the tab lives. An empty list of events is a heartbeat. */
async function lead(notify: (events: readonly LiveEvent[]) => void): Promise<never> {
  for (let failures = 0; ; failures += 1) {
    await sessionPresent();
    try {
      await readStream((events) => {
        if (events.some(({ type }) => type === 'open')) failures = -1;
        notify(events);
      });
    } catch {
      // The next attempt shows whether the cause is gone.
    }
    notify([{ type: 'gap' }]);
    const wait = reconnectWait(Math.max(failures, 0), Math.random());
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** Reads one stream to its end, a change of person, or too long a silence. */
async function readStream(notify: (events: readonly LiveEvent[]) => void): Promise<void> {
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
      notify(readEvents(decoder.decode(value, { stream: true })));
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
