import type { RefusalCode, RefusalValue } from '../../../base/refusal.ts';
import type { UnsentCommand, UnsentFile } from '../../../platform/web/offline.ts';
import { open, openBytes, type Sealed, seal, sealBytes } from '../../../platform/web/sealed.ts';
import { type DocumentKind, isDocumentTable } from '../../../timeline/kinds.ts';
import { isWithinWeek, type OwnedStore } from './owned-store.ts';
import type { Row } from './rows.ts';

/** Acts that may wait for the network: they rest on the content version that the person saw, or only add something. */
export const waitingActs = ['approve', 'decline', 'comment', 'receive', 'file'] as const;
export type WaitingAct = (typeof waitingActs)[number];

/** The number of waiting things, and the bytes of one file. */
const mostWaiting = 50;
export const largestFile = 10 * 1024 * 1024;

/** Why the server refused a thing that had waited. */
export interface WaitingRefusal {
  readonly code: RefusalCode;
  readonly field: string | null;
  readonly values: Readonly<Record<string, RefusalValue>>;
}

/** Something that waits for the network. */
export interface Waiting {
  /** The key under which the server carries it out once. */
  readonly key: string;
  readonly act: WaitingAct;
  readonly kind: DocumentKind;
  readonly documentId: number;
  /** The document's number and name, as the person saw them. */
  readonly title: string;
  /** When it was made, in milliseconds since 1970. */
  readonly at: number;
  /** Null until the server refuses it. */
  readonly refusal: WaitingRefusal | null;
  readonly send:
    | { readonly mutation: string; readonly variables: UnsentCommand['variables'] }
    | { readonly name: string; readonly mime: string };
}

interface WaitingRow extends Row {
  readonly at: number;
  readonly sealed: Sealed;
}

interface FileRow extends Row {
  readonly sealed: Sealed;
}

const both = ['waiting', 'files'] as const;

/** The encrypted things that wait for the network, in the order in which they were made, for a week each. */
export interface WaitingStore {
  /** False if there are too many. A decision of which an equal one waits already is that one. */
  readonly add: (waiting: Waiting, file?: Blob) => Promise<boolean>;
  readonly all: () => Promise<readonly Waiting[]>;
  readonly fileOf: (key: string) => Promise<ArrayBuffer>;
  /** A file has got its id: what waits behind it names it by that instead of its key. */
  readonly nameFile: (key: string, id: string) => Promise<void>;
  readonly refuse: (waiting: Waiting, refusal: WaitingRefusal) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
}

export function waitingStore(store: OwnedStore): WaitingStore {
  const { rows, key: secret, now } = store;
  const written = async (waiting: Waiting): Promise<WaitingRow> => ({
    id: waiting.key,
    at: waiting.at,
    sealed: await seal(secret, waiting.key, waiting),
  });
  const all = async (): Promise<readonly Waiting[]> => {
    if (!(await store.isAlive())) return [];
    const kept = await rows.all<WaitingRow>('waiting');
    const old = kept.filter(({ at }) => !isWithinWeek(at, now()));
    if (old.length > 0)
      await rows.remove(
        both,
        old.map(({ id }) => id),
      );
    const lasting = kept.filter((row) => !old.includes(row)).toSorted((a, b) => a.at - b.at);
    return Promise.all(lasting.map(async ({ id, sealed }) => (await open(secret, id, sealed)) as Waiting));
  };
  return {
    all,
    add: async (waiting, file) => {
      const present = await all();
      if (present.some((other) => isSameDecision(other, waiting))) return true;
      if (present.length >= mostWaiting) return false;
      // Two things of one millisecond keep their order.
      const at = Math.max(waiting.at, (present.at(-1)?.at ?? 0) + 1);
      const files = file && {
        files: {
          id: waiting.key,
          sealed: await sealBytes(secret, waiting.key, await file.arrayBuffer()),
        } satisfies FileRow,
      };
      await rows.put({ waiting: await written({ ...waiting, at }), ...files });
      return true;
    },
    fileOf: async (key) => {
      const row = await rows.get<FileRow>('files', key);
      if (row === undefined) throw new Error('a waiting file has no content');
      return openBytes(secret, key, row.sealed);
    },
    nameFile: async (key, id) => {
      for (const waiting of await all()) {
        const { send } = waiting;
        if (!('mutation' in send)) continue;
        const before = JSON.stringify(send.variables);
        const after = before.replaceAll(JSON.stringify(key), JSON.stringify(id));
        const named = { ...waiting, send: { ...send, variables: JSON.parse(after) } };
        if (after !== before) await rows.put({ waiting: await written(named) });
      }
    },
    refuse: async (waiting, refusal) => rows.put({ waiting: await written({ ...waiting, refusal }) }),
    remove: (key) => rows.remove(both, [key]),
  };
}

function isSameDecision(a: Waiting, b: Waiting): boolean {
  if (a.key === b.key) return true;
  const isDecision = a.act === 'approve' || a.act === 'decline' || a.act === 'receive';
  const isRefused = a.refusal !== null;
  return isDecision && !isRefused && a.act === b.act && a.kind === b.kind && a.documentId === b.documentId;
}

/** What waits, from an unsent command or file; null if it must not wait. `titleOf` names the document. */
export function waitingOf(
  unsent: UnsentCommand | UnsentFile,
  titleOf: (kind: DocumentKind, id: number) => string,
  at: number,
): Waiting | null {
  const { key } = unsent;
  if ('file' in unsent) {
    const { kind, documentId, file } = unsent;
    if (!isDocumentTable(kind) || file.size > largestFile) return null;
    const send = { name: file.name, mime: file.type };
    return { key, act: 'file', kind, documentId, title: titleOf(kind, documentId), at, refusal: null, send };
  }
  const { mutation, variables } = unsent;
  const [, kind = '', name] = /\bdocument: ([a-z]+)_([a-z_]+)\(/.exec(mutation) ?? [];
  const act = waitingActs.find((one) => one === name);
  const { id } = variables;
  if (!isDocumentTable(kind) || act === undefined || typeof id !== 'number') return null;
  const send = { mutation, variables };
  return { key, act, kind, documentId: id, title: titleOf(kind, id), at, refusal: null, send };
}
