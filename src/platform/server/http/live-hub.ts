import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Log } from '../log.ts';
import { RefusedForNow } from '../refused-for-now.ts';

/** A changed document: kind, id, and its current version. */
export interface Change {
  readonly kind: string;
  readonly id: number;
  readonly version: number;
}

/** What a person may see, read when a stream opens; changed rights end the stream (AUTH-20). */
export interface Sight {
  /** The person and the person's task groups; joining or leaving a group changes the token version. */
  readonly persons: readonly number[];
}

/** Somebody with an open stream. */
export interface Watcher<Seen extends Sight = Sight> {
  readonly context: Context;
  readonly sight: Seen;
}

/** Knows who sees which documents (TECH-12). */
export interface Sights<Seen extends Sight = Sight> {
  /** Refuses a token that is no longer valid. */
  of(context: Context): Promise<Seen>;
  /**
   * The changes that each watcher of the tenant sees, or null for one whose token is no longer valid. Asks the
   * database once for all people, whoever is online.
   */
  seenBy(
    tenantId: number,
    watchers: readonly Watcher<Seen>[],
    changes: readonly Change[],
  ): Promise<readonly (readonly Change[] | null)[]>;
}

/** One open stream, as the hub sees it. */
export interface LiveStream {
  send(text: string): void;
  /** Sends a goodbye and closes. */
  end(): void;
}

export interface LiveSettings {
  /** How long a tenant's changes are collected before one query asks who sees them. */
  readonly collectMs: number;
  /** Tenants asked for at once; the rest of the pool is for requests. */
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

/** All streams of one person with the same rights. */
interface Audience<Seen extends Sight> extends Watcher<Seen> {
  readonly streams: Set<LiveStream>;
}

/** The people of a tenant with open streams, and the changes that they do not know yet. */
interface Hall<Seen extends Sight> {
  readonly tenantId: number;
  /** By person and rights. */
  readonly audiences: Map<string, Audience<Seen>>;
  /** By document, so that only the last change of each is sent. */
  pending: Map<string, Change>;
  isOverflown: boolean;
  isScheduled: boolean;
}

const announcement = z.object({ tenant: z.int(), kind: z.string(), id: z.int(), version: z.int() });

/** Forwards the database's notifications to the open streams of this server, to each person only visible ones. */
export class LiveHub<Seen extends Sight = Sight> {
  readonly #sights: Sights<Seen>;
  readonly #settings: LiveSettings;
  readonly #log: Pick<Log, 'warn'>;
  /** By tenant. */
  readonly #halls = new Map<number, Hall<Seen>>();
  readonly #waiting: Hall<Seen>[] = [];
  #running = 0;

  constructor(sights: Sights<Seen>, log: Pick<Log, 'warn'>, settings: LiveSettings = liveSettings) {
    this.#sights = sights;
    this.#log = log;
    this.#settings = settings;
  }

  /** Number of open streams. */
  get size(): number {
    return this.#audiences().reduce((sum, { streams }) => sum + streams.size, 0);
  }

  /** Adds a stream of the person and returns its removal; refuses more than the limit. */
  join({ context, sight }: Watcher<Seen>, stream: LiveStream): () => void {
    const hall = this.#halls.get(context.tenantId) ?? newHall<Seen>(context.tenantId);
    const { audiences } = hall;
    const own = [...audiences.values()].filter((audience) => audience.context.userId === context.userId);
    const count = own.reduce((sum, audience) => sum + audience.streams.size, 0);
    if (count >= this.#settings.streamsPerPerson) throw new RefusedForNow(60);
    const key = [context.userId, context.actorId, context.means, context.tokenVersion].join();
    const audience = audiences.get(key) ?? { context, sight, streams: new Set<LiveStream>() };
    audience.streams.add(stream);
    audiences.set(key, audience);
    this.#halls.set(hall.tenantId, hall);
    return () => {
      if (!audience.streams.delete(stream) || audience.streams.size > 0) return;
      audiences.delete(key);
      if (audiences.size === 0) this.#halls.delete(hall.tenantId);
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
    const hall = this.#halls.get(tenant);
    if (!hall) return;
    if (change.kind !== 'lb_user' && change.kind !== 'document_person') this.#note(hall, change);
    else
      for (const audience of hall.audiences.values()) {
        if (change.kind === 'lb_user') endOutdated(audience, change);
        else if (audience.sight.persons.includes(change.id)) sendTo(audience, signals.left);
      }
  }

  /** Notifications arrive again; some may have been missed. */
  resume(): void {
    sendToAll(this.#audiences(), signals.open);
  }

  /** Notifications no longer arrive. */
  pause(): void {
    sendToAll(this.#audiences(), signals.gap);
  }

  /** Keeps idle streams alive through proxies. */
  beat(): void {
    sendToAll(this.#audiences(), ': beat\n\n');
  }

  endAll(): void {
    for (const audience of this.#audiences()) endStreams(audience);
  }

  #audiences(): Audience<Seen>[] {
    return [...this.#halls.values()].flatMap(({ audiences }) => [...audiences.values()]);
  }

  #note(hall: Hall<Seen>, change: Change): void {
    hall.pending.set(`${change.kind} ${change.id}`, change);
    if (hall.pending.size > this.#settings.maxChanges) {
      hall.pending.clear();
      hall.isOverflown = true;
    }
    if (!hall.isScheduled) this.#schedule(hall);
  }

  /** Under load a tenant's changes are collected longer, until a query is free. */
  #schedule(hall: Hall<Seen>): void {
    hall.isScheduled = true;
    void delay(this.#settings.collectMs).then(() => {
      this.#waiting.push(hall);
      this.#work();
    });
  }

  #work(): void {
    while (this.#running < this.#settings.concurrency) {
      const hall = this.#waiting.shift();
      if (!hall) return;
      this.#running += 1;
      void this.#deliver(hall).finally(() => {
        this.#running -= 1;
        this.#work();
      });
    }
  }

  async #deliver(hall: Hall<Seen>): Promise<void> {
    const changes = [...hall.pending.values()];
    const { isOverflown } = hall;
    Object.assign(hall, { pending: new Map(), isOverflown: false, isScheduled: false });
    const audiences = [...hall.audiences.values()];
    if (audiences.length === 0) return;
    if (isOverflown) {
      sendToAll(audiences, signals.open);
      return;
    }
    try {
      const seen = await this.#sights.seenBy(hall.tenantId, audiences, changes);
      const textOf = eventsOf(changes);
      for (const [place, audience] of audiences.entries()) {
        const visible = seen[place] ?? null;
        if (visible === null) endStreams(audience);
        else if (visible.length > 0) sendTo(audience, visible.map(textOf).join(''));
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'could not determine who sees the changed documents');
      sendToAll(audiences, signals.open);
    }
  }
}

function newHall<Seen extends Sight>(tenantId: number): Hall<Seen> {
  return { tenantId, audiences: new Map(), pending: new Map(), isOverflown: false, isScheduled: false };
}

/** The event of each change, written once for all streams. */
function eventsOf(changes: readonly Change[]): (change: Change) => string {
  const texts = new Map(
    changes.map((change) => [change, `event: change\ndata: ${JSON.stringify(change)}\n\n`]),
  );
  return (change) => texts.get(change) ?? '';
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
function endOutdated(audience: Audience<Sight>, { id, version }: Change): void {
  const { userId, actorId, tokenVersion } = audience.context;
  if ((id === userId && version !== tokenVersion) || (id === actorId && actorId !== userId)) {
    endStreams(audience);
  }
}

function sendToAll(audiences: readonly Audience<Sight>[], text: string): void {
  for (const audience of audiences) sendTo(audience, text);
}

/** Copied, because a stream may leave while sending. */
function sendTo(audience: Audience<Sight>, text: string): void {
  for (const stream of [...audience.streams]) stream.send(text);
}

function endStreams(audience: Audience<Sight>): void {
  for (const stream of [...audience.streams]) stream.end();
}
