import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { seconds } from '../clock.ts';
import type { Log } from '../log.ts';

/** What happens on a channel of the database. */
export interface ChannelEvents {
  /** Somebody said something; the text is not checked. */
  readonly onMessage: (text: string) => void;
  /** From now on nothing is missed; what was said before was not heard. */
  readonly onOpen: () => void;
  /** From now on nothing is heard. */
  readonly onLost: () => void;
}

export interface Listener {
  /** Whether what is said now is heard. */
  isOpen(): boolean;
  close(): Promise<void>;
}

export interface ListenerSettings {
  /** The wait before the first attempt to connect again; each further one doubles it, up to the longest. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
  /** How often the connection proves to be alive; a silent one would look like a quiet channel. */
  readonly probeMs: number;
}

const defaults: ListenerSettings = { firstWaitMs: 100, longestWaitMs: seconds(10), probeMs: seconds(15) };

/**
 * Listens on one channel of the database, on a connection of its own, until it is closed. A lost connection is
 * replaced, with growing waits.
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
        if (!closing.signal.aborted) log.warn({ err: error, channel }, 'lost the channel of the database');
      }
      if (isOpen) events.onLost();
      isOpen = false;
      await endOf(client);
      const wait = Math.min(settings.firstWaitMs * 2 ** failures, settings.longestWaitMs);
      // Closing cuts the wait short; the loop looks at it.
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

/** Ends by the error that broke the connection, or quietly when `closing` aborts. */
async function stayConnected(
  client: pg.Client,
  channel: string,
  settings: ListenerSettings,
  closing: AbortSignal,
  events: Pick<ChannelEvents, 'onMessage' | 'onOpen'>,
): Promise<void> {
  const { promise: broken, reject } = Promise.withResolvers<never>();
  // It may break before anybody waits for it, which is no failure of the process.
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

/** A connection that does not answer any more is not waited for. */
async function endOf(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => {}), delay(1_000, undefined, { ref: false })]);
}
