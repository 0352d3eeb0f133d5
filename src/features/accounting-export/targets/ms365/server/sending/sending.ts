import type { Context } from '../../../../../../platform/context.ts';
import type { Database } from '../../../../../../platform/server/database.ts';
import type { EntryEnd } from '../../../../server/runs/entries.ts';
import type { Layout } from '../../display-value.ts';
import { refusedBy } from '../../error-text.ts';
import type { DynamicsClient, Outcome } from './client.ts';

/** Where a transfer goes; all of its invoices have it in common, whatever is set differently meanwhile. */
export interface Destination {
  readonly document: 'journal' | 'pending';
  /** The host of the organisation. */
  readonly host: string;
  readonly legalEntity: string;
  /** The journal name; empty where it is no journal. */
  readonly journalName: string;
}

/** As `invoice_export_transfer` keeps it. */
export function keyOf({ document, host, legalEntity, journalName }: Destination): string {
  return [document, host, legalEntity, journalName].join('/');
}

export function destinationOf(key: string): Destination {
  const [document, host = '', legalEntity = '', ...name] = key.split('/');
  return {
    document: document === 'pending' ? 'pending' : 'journal',
    host,
    legalEntity,
    journalName: name.join('/'),
  };
}

/** What the invoices of a transfer are sent with. */
export interface Sending {
  readonly database: Database;
  readonly context: Context;
  readonly client: DynamicsClient;
  readonly destination: Destination;
  readonly layout: Layout;
  /** `EX-000012` */
  readonly run: string;
}

/** So often an invoice whose answer is lost is sent again, each time after a look at whether it is there. */
export const mostAttempts = 4;

/** How many values one filter asks for (`in` is not supported). */
export const mostInFilter = 20;

/** Why an invoice was not taken, where that is certain. */
export function failure(outcome: Extract<Outcome, { kind: 'refused' | 'denied' }>): EntryEnd {
  const problem = outcome.kind === 'denied' ? outcome.problem : refusedBy(outcome.reason);
  return { state: 'failed', problem };
}

/** The value of a field as text; empty where it is none. */
export function textOf(row: unknown, field: string): string {
  const value = (row as Readonly<Record<string, unknown>> | null)?.[field];
  return typeof value === 'string' ? value : '';
}
