import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Log } from '../log.ts';
import { RefusedForNow } from '../refused-for-now.ts';
import { refusalOfError } from './http-errors.ts';

/** A changed document: kind, id, and its current version. */
export interface Change {
  readonly kind: string;
  readonly id: number;
  readonly version: number;
}

/** The changes whose rows the person can see, found as reader in one transaction. */
export type Visible = (context: Context, changes: readonly Change[]) => Promise<readonly Change[]>;

/** One open stream, as the hub sees it. */
export interface LiveStream {
  send(text: string): void;
  /** Sends a goodbye and closes. */
  end(): void;
}

export interface LiveSettings {
  /** How long changes are collected before one query asks which of them a person sees. */
  readonly collectMs: number;
  /** Concurrent visibility queries; the rest of the pool is for requests. */
  readonly concurrency: number;
  /** Above this number of changes browsers reload everything instead. */
  readonly maxChanges: number;
  /** Open streams of one person on this server; a browser has one. */
  readonly streamsPerPerson: number;
}

export const liveSettings: LiveSettings = {
  collectMs: 50,
  concurrency: 2,
  maxChanges: 500,
  streamsPerPerson: 20,
};

/** The events of a stream besides `change`. */
export const signals = {
  /** All changes follow from now on; data loaded earlier may be outdated. */
  open: 'event: open\ndata: {}\n\n',
  /** Changes are missed until the next `open`. */
  gap: 'event: gap\ndata: {}\n\n',
  /** A document no longer concerns the person; its id is not sent, because the person may not see it any more. */
  left: 'event: left\ndata: {}\n\n',
};

/** All streams of one person with the same rights; one query serves them all. */
interface Audience {
  readonly context: Context;
  /** The person and the person's task groups; joining or leaving a group changes the token version. */
  readonly persons: readonly number[];
  readonly streams: Set<LiveStream>;
  /** By document, so that only the last change of each is sent. */
  pending: Map<string, Change>;
  isOverflown: boolean;
  isScheduled: boolean;
}

const announcement = z.object({ tenant: z.int(), kind: z.string(), id: z.int(), version: z.int() });

/** Forwards the database's notifications to the open streams of this server, to each person only visible ones. */
export class LiveHub {
  readonly #visible: Visible;
  readonly #settings: LiveSettings;
  readonly #log: Pick<Log, 'warn'>;
  /** By tenant, then by person and rights. */
  readonly #tenants = new Map<number, Map<string, Audience>>();
  readonly #waiting: Audience[] = [];
  #running = 0;

  constructor(visible: Visible, log: Pick<Log, 'warn'>, settings: LiveSettings = liveSettings) {
    this.#visible = visible;
    this.#log = log;
    this.#settings = settings;
  }

  /** Number of open streams. */
  get size(): number {
    let streams = 0;
    for (const audiences of this.#tenants.values()) {
      for (const audience of audiences.values()) streams += audience.streams.size;
    }
    return streams;
  }

  /** Adds a stream of the person and returns its removal; refuses more than the limit. */
  join(context: Context, persons: readonly number[], stream: LiveStream): () => void {
    const audiences = this.#tenants.get(context.tenantId) ?? new Map<string, Audience>();
    const own = [...audiences.values()].filter((audience) => audience.context.userId === context.userId);
    const count = own.reduce((sum, audience) => sum + audience.streams.size, 0);
    if (count >= this.#settings.streamsPerPerson) throw new RefusedForNow(60);
    const key = [context.userId, context.actorId, context.means, context.tokenVersion].join();
    const audience = audiences.get(key) ?? newAudience(context, persons);
    audience.streams.add(stream);
    audiences.set(key, audience);
    this.#tenants.set(context.tenantId, audiences);
    return () => {
      if (!audience.streams.delete(stream) || audience.streams.size > 0) return;
      audiences.delete(key);
      if (audiences.size === 0) this.#tenants.delete(context.tenantId);
    };
  }

  /**
   * A notification: a document changed, no longer concerns a person, or a person's tokens of other versions became
   * void.
   */
  announce(text: string): void {
    const parsed = readAnnouncement(text);
    if (parsed === null) {
      this.#log.warn({ text }, 'an unknown announcement');
      return;
    }
    const { tenant, ...change } = parsed;
    for (const audience of this.#tenants.get(tenant)?.values() ?? []) {
      if (change.kind === 'lb_user') endOutdated(audience, change);
      else if (change.kind !== 'document_person') this.#note(audience, change);
      else if (audience.persons.includes(change.id)) sendTo(audience, signals.left);
    }
  }

  /** Notifications arrive again; some may have been missed. */
  resume(): void {
    this.#sendAll(signals.open);
  }

  /** Notifications no longer arrive. */
  pause(): void {
    this.#sendAll(signals.gap);
  }

  /** Keeps idle streams alive through proxies. */
  beat(): void {
    this.#sendAll(': beat\n\n');
  }

  endAll(): void {
    for (const audience of this.#audiences()) endStreams(audience);
  }

  #audiences(): Audience[] {
    return [...this.#tenants.values()].flatMap((audiences) => [...audiences.values()]);
  }

  #sendAll(text: string): void {
    for (const audience of this.#audiences()) sendTo(audience, text);
  }

  #note(audience: Audience, change: Change): void {
    audience.pending.set(`${change.kind} ${change.id}`, change);
    if (audience.pending.size > this.#settings.maxChanges) {
      audience.pending.clear();
      audience.isOverflown = true;
    }
    if (!audience.isScheduled) this.#schedule(audience);
  }

  /** Under load a person's changes are collected longer, until a query is free. */
  #schedule(audience: Audience): void {
    audience.isScheduled = true;
    void delay(this.#settings.collectMs).then(() => {
      this.#waiting.push(audience);
      this.#work();
    });
  }

  #work(): void {
    while (this.#running < this.#settings.concurrency) {
      const audience = this.#waiting.shift();
      if (!audience) return;
      this.#running += 1;
      void this.#deliver(audience).finally(() => {
        this.#running -= 1;
        this.#work();
      });
    }
  }

  async #deliver(audience: Audience): Promise<void> {
    const changes = [...audience.pending.values()];
    const { isOverflown } = audience;
    Object.assign(audience, { pending: new Map(), isOverflown: false, isScheduled: false });
    if (audience.streams.size === 0) return;
    try {
      const seen = isOverflown ? [] : await this.#visible(audience.context, changes);
      const text = seen.map((change) => `event: change\ndata: ${JSON.stringify(change)}\n\n`).join('');
      if (isOverflown) sendTo(audience, signals.open);
      else if (text !== '') sendTo(audience, text);
    } catch (error) {
      if (refusalOfError(error).code === 'unauthenticated') {
        endStreams(audience);
        return;
      }
      this.#log.warn({ err: error }, 'could not determine who sees the changed documents');
      sendTo(audience, signals.open);
    }
  }
}

function newAudience(context: Context, persons: readonly number[]): Audience {
  return { context, persons, streams: new Set(), pending: new Map(), isOverflown: false, isScheduled: false };
}

function readAnnouncement(text: string): z.infer<typeof announcement> | null {
  try {
    return announcement.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * The rights of the person, or of the one acting for the person, have changed since the token was issued (AUTH-20).
 */
function endOutdated(audience: Audience, { id, version }: Change): void {
  const { userId, actorId, tokenVersion } = audience.context;
  if ((id === userId && version !== tokenVersion) || (id === actorId && actorId !== userId)) {
    endStreams(audience);
  }
}

/** Copied, because a stream may leave while sending. */
function sendTo(audience: Audience, text: string): void {
  for (const stream of [...audience.streams]) stream.send(text);
}

function endStreams(audience: Audience): void {
  for (const stream of [...audience.streams]) stream.end();
}
