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
export interface Rights {
  /** The person and the person's task groups; joining or leaving a group changes the token version. */
  readonly persons: readonly number[];
}

/** Somebody with an open stream. */
export interface Subscriber<Own extends Rights = Rights> {
  readonly context: Context;
  readonly rights: Own;
}

/** Knows who sees which documents (TECH-12). */
export interface Visibility<Own extends Rights = Rights> {
  /** Refuses a token that is no longer valid. */
  rightsOf(context: Context): Promise<Own>;
  /**
   * The changes that each subscriber of the tenant sees, or null for one whose token is no longer valid. Asks the
   * database once for all people, whoever is online.
   */
  visibleTo(
    tenantId: number,
    subscribers: readonly Subscriber<Own>[],
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
interface Audience<Own extends Rights> extends Subscriber<Own> {
  readonly streams: Set<LiveStream>;
}

/** The people of a tenant with open streams, and the changes that they do not know yet. */
interface TenantAudiences<Own extends Rights> {
  readonly tenantId: number;
  /** By person and rights. */
  readonly audiences: Map<string, Audience<Own>>;
  /** By document, so that only the last change of each is sent. */
  pending: Map<string, Change>;
  isOverflown: boolean;
  isScheduled: boolean;
}

const announcement = z.object({ tenant: z.int(), kind: z.string(), id: z.int(), version: z.int() });

/** Forwards the database's notifications to the open streams of this server, to each person only visible ones. */
export class LiveHub<Own extends Rights = Rights> {
  readonly #visibility: Visibility<Own>;
  readonly #settings: LiveSettings;
  readonly #log: Pick<Log, 'warn'>;
  /** By tenant. */
  readonly #tenants = new Map<number, TenantAudiences<Own>>();
  readonly #waiting: TenantAudiences<Own>[] = [];
  #running = 0;

  constructor(visibility: Visibility<Own>, log: Pick<Log, 'warn'>, settings: LiveSettings = liveSettings) {
    this.#visibility = visibility;
    this.#log = log;
    this.#settings = settings;
  }

  /** Number of open streams. */
  get size(): number {
    return this.#audiences().reduce((sum, { streams }) => sum + streams.size, 0);
  }

  /** Adds a stream of the person and returns its removal; refuses more than the limit. */
  join({ context, rights }: Subscriber<Own>, stream: LiveStream): () => void {
    const tenant = this.#tenants.get(context.tenantId) ?? newTenant<Own>(context.tenantId);
    const { audiences } = tenant;
    const own = [...audiences.values()].filter((audience) => audience.context.userId === context.userId);
    const count = own.reduce((sum, audience) => sum + audience.streams.size, 0);
    if (count >= this.#settings.streamsPerPerson) throw new RefusedForNow(60);
    const key = [context.userId, context.actorId, context.means, context.tokenVersion].join();
    const audience = audiences.get(key) ?? { context, rights, streams: new Set<LiveStream>() };
    audience.streams.add(stream);
    audiences.set(key, audience);
    this.#tenants.set(tenant.tenantId, tenant);
    return () => {
      if (!audience.streams.delete(stream) || audience.streams.size > 0) return;
      audiences.delete(key);
      if (audiences.size === 0) this.#tenants.delete(tenant.tenantId);
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
    const { tenant: tenantId, ...change } = parsed;
    const tenant = this.#tenants.get(tenantId);
    if (!tenant) return;
    if (change.kind !== 'lb_user' && change.kind !== 'document_person') {
      this.#note(tenant, change);
      return;
    }
    for (const audience of tenant.audiences.values()) {
      if (change.kind === 'lb_user') endOutdated(audience, change);
      else if (audience.rights.persons.includes(change.id)) sendTo(audience, signals.left);
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

  #audiences(): Audience<Own>[] {
    return [...this.#tenants.values()].flatMap(({ audiences }) => [...audiences.values()]);
  }

  #note(tenant: TenantAudiences<Own>, change: Change): void {
    tenant.pending.set(`${change.kind} ${change.id}`, change);
    if (tenant.pending.size > this.#settings.maxChanges) {
      tenant.pending.clear();
      tenant.isOverflown = true;
    }
    if (!tenant.isScheduled) this.#schedule(tenant);
  }

  /** Under load a tenant's changes are collected longer, until a query is free. */
  #schedule(tenant: TenantAudiences<Own>): void {
    tenant.isScheduled = true;
    void delay(this.#settings.collectMs).then(() => {
      this.#waiting.push(tenant);
      this.#work();
    });
  }

  #work(): void {
    while (this.#running < this.#settings.concurrency) {
      const tenant = this.#waiting.shift();
      if (!tenant) return;
      this.#running += 1;
      void this.#deliver(tenant).finally(() => {
        this.#running -= 1;
        this.#work();
      });
    }
  }

  async #deliver(tenant: TenantAudiences<Own>): Promise<void> {
    const changes = [...tenant.pending.values()];
    const { isOverflown } = tenant;
    Object.assign(tenant, { pending: new Map(), isOverflown: false, isScheduled: false });
    const audiences = [...tenant.audiences.values()];
    if (audiences.length === 0) return;
    if (isOverflown) {
      sendToAll(audiences, signals.open);
      return;
    }
    try {
      const seen = await this.#visibility.visibleTo(tenant.tenantId, audiences, changes);
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

function newTenant<Own extends Rights>(tenantId: number): TenantAudiences<Own> {
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
function endOutdated(audience: Audience<Rights>, { id, version }: Change): void {
  const { userId, actorId, tokenVersion } = audience.context;
  if ((id === userId && version !== tokenVersion) || (id === actorId && actorId !== userId)) {
    endStreams(audience);
  }
}

function sendToAll(audiences: readonly Audience<Rights>[], text: string): void {
  for (const audience of audiences) sendTo(audience, text);
}

/** Copied, because a stream may leave while sending. */
function sendTo(audience: Audience<Rights>, text: string): void {
  for (const stream of [...audience.streams]) stream.send(text);
}

function endStreams(audience: Audience<Rights>): void {
  for (const stream of [...audience.streams]) stream.end();
}
