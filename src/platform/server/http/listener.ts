import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { seconds } from '../clock.ts';
import type { Log } from '../log.ts';

/** Events of a notification channel. */
export interface ChannelEvents {
  /** A notification arrived; the text is not checked. */
  readonly onMessage: (text: string) => void;
  /** Notifications arrive from now on; earlier ones may have been missed. */
  readonly onOpen: () => void;
  /** Notifications are missed from now on. */
  readonly onLost: () => void;
}

export interface Listener {
  /** Whether notifications arrive at the moment. */
  isOpen(): boolean;
  close(): Promise<void>;
}

export interface ListenerSettings {
  /** Wait before the first reconnect; doubles with each further attempt, up to the longest. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** Interval of checks that the connection is alive; a dead one would look like a quiet channel. */
  readonly probeMs: number;
}

const defaults: ListenerSettings = { firstWaitMs: 100, longestWaitMs: seconds(10), probeMs: seconds(15) };

/**
 * Listens on one notification channel, on its own connection, until closed. Replaces a lost connection with growing
 * waits.
 */
export function listen(
  parts: {
    readonly channel: string;
    readonly connect: () => pg.Client;
    readonly log: Pick<Log, 'warn'>;
    readonly settings?: ListenerSettings;
  },
  events: ChannelEvents,
): Listener {
  const { channel, connect, log, settings = defaults } = parts;
  const closing = new AbortController();
  let isOpen = false;
  const run = async () => {
    for (let failures = 0; !closing.signal.aborted; failures += 1) {
      const client = connect();
      try {
        await stayConnected(client, channel, settings, closing.signal, {
          ...events,
          onOpen: () => {
            failures = 0;
            isOpen = true;
            events.onOpen();
          },
        });
      } catch (error) {
        if (!closing.signal.aborted)
          log.warn({ err: error, channel }, 'lost the notification channel of the database');
      }
      if (isOpen) events.onLost();
      isOpen = false;
      await endOf(client);
      const wait = Math.min(settings.firstWaitMs * 2 ** failures, settings.longestWaitMs);
      // Closing aborts the wait, and the loop checks it.
      await delay(wait * (0.5 + Math.random() / 2), undefined, { signal: closing.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    isOpen: () => isOpen,
    close: () => {
      closing.abort();
      return running;
    },
  };
}

/** Throws the error that broke the connection, or returns when `closing` aborts. */
async function stayConnected(
  client: pg.Client,
  channel: string,
  settings: ListenerSettings,
  closing: AbortSignal,
  events: Pick<ChannelEvents, 'onMessage' | 'onOpen'>,
): Promise<void> {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  // It may reject before anyone awaits it, which must not end the process.
  broken.catch(() => {});
  client.on('error', reject);
  client.on('end', () => reject(new Error('the database closed the connection')));
  client.on('notification', ({ payload }) => events.onMessage(payload ?? ''));
  const onClose = () => reject(closing.reason);
  closing.addEventListener('abort', onClose, { once: true });
  try {
    await Promise.race([broken, client.connect()]);
    await Promise.race([broken, client.query(`listen ${client.escapeIdentifier(channel)}`)]);
    events.onOpen();
    for (;;) {
      await Promise.race([broken, delay(settings.probeMs, undefined, { signal: closing })]);
      await Promise.race([broken, client.query('select 1')]);
    }
  } catch (error) {
    if (!closing.aborted) throw error;
  } finally {
    closing.removeEventListener('abort', onClose);
  }
}

/** Do not wait long for a connection that may not answer. */
async function endOf(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => {}), delay(1_000, undefined, { ref: false })]);
}
