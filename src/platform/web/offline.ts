import type { Query, QueryFunction, QueryFunctionContext } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { AnswerLate, RequestFailed } from './failure.ts';
import { hasNetwork, onNetwork } from './network.ts';
import { currentSession } from './session.ts';
import { createSignal } from './signal.ts';
import { browserStore } from './store.ts';

/** An answer of the server and the hour of its state, in milliseconds since 1970. */
export interface KeptAnswer {
  readonly data: unknown;
  readonly at: number;
}

/** A command that could not be sent. Sent again with the same key, it takes effect once (SHEET-21). */
export interface UnsentCommand {
  readonly key: string;
  readonly mutation: string;
  /** Include the key, and the content version that the person saw. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** A file for a document that could not be sent. */
export interface UnsentFile {
  readonly key: string;
  readonly kind: string;
  readonly documentId: number;
  readonly file: File;
}

/** The part of a query that says whether its answers are kept. */
export type KeptQuery = Pick<Query, 'queryHash' | 'queryKey' | 'meta'>;

/** The part of the application that keeps things for times without network (MOB-04); it loads late (NAV-23). */
export interface OfflinePart {
  /** Does nothing for queries whose answers are not kept. */
  readonly keep: (query: KeptQuery, answer: KeptAnswer) => Promise<void>;
  readonly find: (query: KeptQuery) => Promise<KeptAnswer | null>;
  /** Whether it waits for the network from now on; the person has been told. */
  readonly wait: (unsent: UnsentCommand | UnsentFile) => Promise<boolean>;
}

/** The numbers of things of this browser that wait for the network; the things themselves are encrypted elsewhere. */
const waitingKeys = { acts: 'waitingForNetwork', uploads: 'uploadsWaiting' } as const;

/** The page has time to load before answers are kept. */
const keptAfterMs = 2_000;

const waitingChanges = createSignal();
/** Queries that show what is kept, by hash. */
const shownKept = new Map<string, QueryFunctionContext>();
let loadPart: (() => Promise<OfflinePart>) | null = null;

/** Called once at start; without it nothing is kept. */
export function provideOffline(load: () => Promise<OfflinePart>): void {
  if (loadPart === null) onNetwork(askAgain);
  loadPart = load;
}

/**
 * Asks the server. Answers are kept, and given back while there is no network. Nothing is kept or read
 * while acting as another (AUTH-21).
 */
export async function answerOrKept(
  ask: QueryFunction,
  context: QueryFunctionContext,
  query: Query,
): Promise<unknown> {
  const person = ownPerson();
  try {
    const data = await ask(context);
    const at = Date.now();
    // The answer to an earlier person must not reach the store of this one.
    const keep = async (): Promise<void> => {
      const part = await loadPart?.();
      if (ownPerson() === person) await part?.keep(query, { data, at });
    };
    if (person !== null) setTimeout(() => void keep().catch(noteUnkept), keptAfterMs);
    return data;
  } catch (failure) {
    // A request that was lost while others arrive is repeated.
    if (person === null || !(failure instanceof RequestFailed) || hasNetwork()) throw failure;
    const kept = await findKept(query);
    if (kept === null || ownPerson() !== person) throw failure;
    shownKept.set(query.queryHash, context);
    // After the query has stored the answer under the present time.
    setTimeout(() => query.setState({ dataUpdatedAt: kept.at }));
    return kept.data;
  }
}

/** Whether an unsent command or file waits for the network now. A late answer may still come, so it does not wait. */
export async function waitForNetwork(failure: unknown, unsent: UnsentCommand | UnsentFile): Promise<boolean> {
  if (!(failure instanceof RequestFailed) || failure instanceof AnswerLate) return false;
  if (loadPart === null || ownPerson() === null) return false;
  try {
    return await (await loadPart()).wait(unsent);
  } catch (cause) {
    noteUnkept(cause);
    return false;
  }
}

/** The number of things that wait for the network: acts on documents, and files that become invoices. */
export function waitingCount(): number {
  return Object.values(waitingKeys).reduce((sum, key) => sum + Number(browserStore.get(key) ?? 0), 0);
}

export function noteWaiting(what: keyof typeof waitingKeys, count: number): void {
  const key = waitingKeys[what];
  if (count === Number(browserStore.get(key) ?? 0)) return;
  if (count === 0) browserStore.remove(key);
  else browserStore.set(key, String(count));
  waitingChanges.notify();
}

export function useWaitingCount(): number {
  return useSyncExternalStore(waitingChanges.subscribe, waitingCount);
}

/** What is shown from the store is asked again when the network is back. */
function askAgain(): void {
  if (!hasNetwork()) return;
  const shown = [...shownKept.values()];
  shownKept.clear();
  for (const { client, queryKey } of shown) void client.invalidateQueries({ queryKey, exact: true });
}

async function findKept(query: KeptQuery): Promise<KeptAnswer | null> {
  try {
    return (await (await loadPart?.())?.find(query)) ?? null;
  } catch (failure) {
    noteUnkept(failure);
    return null;
  }
}

/** Identifies the person and the session; null without a login, and while acting as another. */
function ownPerson(): string | null {
  const session = currentSession();
  if (session === null || session.isImpersonating) return null;
  return [session.tenantId, session.userId, session.sessionId].join(':');
}

/** Browsers may refuse to store: then the pages work with the network only. */
function noteUnkept(failure: unknown): void {
  console.warn('Nothing is kept for times without network:', failure);
}
