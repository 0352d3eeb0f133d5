import { useSyncExternalStore } from 'react';
import { currentSession } from '../../../platform/web/session.ts';
import { createSignal } from '../../../platform/web/signal.ts';
import { browserStore } from '../../../platform/web/store.ts';
import type { Entity } from '../../entity.ts';

/** An import that this browser waits for, also after its page was closed. */
export interface ImportUnderWay extends Pick<Entity, 'table' | 'route'> {
  readonly job: number;
}

const changes = createSignal();
/** The tables whose open view tells of its own import. */
const shown = new Set<string>();
let known = '';
let elsewhere: readonly ImportUnderWay[] = [];

const key = (): string => `imports:${currentSession()?.tenantId}:${currentSession()?.userId}`;

function underWay(): readonly ImportUnderWay[] {
  const texts = (browserStore.get(key()) ?? '').split(',').filter(Boolean);
  return texts.map((one) => {
    const [table = '', route = '', job] = one.split(' ');
    return { table, route, job: Number(job) };
  });
}

/** The job that imports into the table; null without one. */
export function rememberedImport(table: string): number | null {
  return underWay().find((one) => one.table === table)?.job ?? null;
}

/** Remembers the import of a table in place of an earlier one; forgets that one with null. */
export function rememberImport({ table, route }: Pick<Entity, 'table' | 'route'>, job: number | null): void {
  const others = underWay().filter((one) => one.table !== table);
  const all = job === null ? others : [...others, { table, route, job }];
  if (all.length === 0) browserStore.remove(key());
  else browserStore.set(key(), all.map((one) => `${one.table} ${one.route} ${one.job}`).join(','));
  changes.notify();
}

/** The view of the table is open, and tells of its import itself. Returns the end of that. */
export function beginShowingImport(table: string): () => void {
  shown.add(table);
  changes.notify();
  return () => {
    shown.delete(table);
    changes.notify();
  };
}

/** The imports into tables whose view is not open. */
export function importsElsewhere(): readonly ImportUnderWay[] {
  const now = [browserStore.get(key()), ...shown].join('|');
  if (now !== known) {
    known = now;
    elsewhere = underWay().filter(({ table }) => !shown.has(table));
  }
  return elsewhere;
}

export function useImportsElsewhere(): readonly ImportUnderWay[] {
  return useSyncExternalStore(changes.subscribe, importsElsewhere);
}
