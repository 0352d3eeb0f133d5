import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Log } from '../log.ts';
import { RefusedForNow } from '../refused-for-now.ts';
import { refusalOfError } from './http-errors.ts';

/** What moved: a document by its kind and id, and the version it has now. */
export interface Change {
  readonly kind: string;
  readonly id: number;
  readonly version: number;
}

/** Those of the changes whose rows the person can see, found as reader and in one transaction. */
export type Visible = (context: Context, changes: readonly Change[]) => Promise<readonly Change[]>;

/** One open stream, as the hub sees it. */
export interface LiveStream {
  send(text: string): void;
  /** Says goodbye and closes. */
  end(): void;
}

export interface LiveSettings {
  /** Changes are collected for so long before one query asks which of them a person sees. */
  readonly collectMs: number;
  /** Queries of that kind that run at the same time; the requests of people have the rest of the pool. */
  readonly concurrency: number;
  /** More changes than this at once are not looked at one by one: the browsers read everything anew. */
  readonly mostChanges: number;
  /** Open streams of one person on this server: a browser has one. */
  readonly streamsPerPerson: number;
}

export const liveSettings: LiveSettings = {
  collectMs: 50,
  concurrency: 2,
  mostChanges: 500,
  streamsPerPerson: 20,
};

/** The events of a stream besides `change`. */
export const signals = {
  /** Everything from now on is told; what was loaded before may be outdated. */
  open: 'event: open\ndata: {}\n\n',
  /** Nothing is told until the next `open`. */
  gap: 'event: gap\ndata: {}\n\n',
  /** A document concerns the person no longer; which one is not told, as he may not see it any more. */
  left: 'event: left\ndata: {}\n\n',
};

/** All streams of one person with the same rights: they see the same, so one query serves them all. */
interface Audience {
  readonly context: Context;
  /** The person and his task groups; whoever joins or leaves a group gets another token version. */
  readonly persons: readonly number[];
  readonly streams: Set<LiveStream>;
  /** By document, so that of several changes of one document the last is told. */
  pending: Map<string, Change>;
  isOverflown: boolean;
  isScheduled: boolean;
}

const announcement = z.object({ tenant: z.int(), kind: z.string(), id: z.int(), version: z.int() });

/** Tells the open streams of this server what the database announced, each person only what he can see. */
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

  /** How many streams are open. */
  get size(): number {
    let streams = 0;
    for (const audiences of this.#tenants.values()) {
      for (const audience of audiences.values()) streams += audience.streams.size;
    }
    return streams;
  }

  /** Adds a stream of the person and answers the way to take it away; refuses one too many. */
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
   * What the database says: a document moved, or concerns a person no longer, or the tokens of a person with
   * another version are void.
   */
  announce(text: string): void {
    const said = readAnnouncement(text);
    if (said === null) {
      this.#log.warn({ text }, 'an announcement that nobody understands');
      return;
    }
    const { tenant, ...change } = said;
    for (const audience of this.#tenants.get(tenant)?.values() ?? []) {
      if (change.kind === 'lb_user') endOutdated(audience, change);
      else if (change.kind !== 'document_person') this.#note(audience, change);
      else if (audience.persons.includes(change.id)) sendTo(audience, signals.left);
    }
  }

  /** The database is heard again: whatever happened before may have been missed. */
  resume(): void {
    this.#sendAll(signals.open);
  }

  /** The database is not heard any more. */
  pause(): void {
    this.#sendAll(signals.gap);
  }

  /** Keeps idle streams alive on their way through proxies. */
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
    if (audience.pending.size > this.#settings.mostChanges) {
      audience.pending.clear();
      audience.isOverflown = true;
    }
    if (!audience.isScheduled) this.#schedule(audience);
  }

  /** Under load the changes of a person collect for longer, until it is his turn. */
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
      this.#log.warn({ err: error }, 'could not find out who sees what moved');
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

/** The rights of the person, or of whoever acts as him, are no longer those of the token (AUTH-20). */
function endOutdated(audience: Audience, { id, version }: Change): void {
  const { userId, actorId, tokenVersion } = audience.context;
  if ((id === userId && version !== tokenVersion) || (id === actorId && actorId !== userId)) {
    endStreams(audience);
  }
}

/** A stream may leave while it is told, so the set is copied. */
function sendTo(audience: Audience, text: string): void {
  for (const stream of [...audience.streams]) stream.send(text);
}

function endStreams(audience: Audience): void {
  for (const stream of [...audience.streams]) stream.end();
}
