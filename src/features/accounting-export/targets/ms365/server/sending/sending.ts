import type { Context } from '../../../../../../platform/context.ts';
import type { Database } from '../../../../../../platform/server/database.ts';
import type { EntryEnd } from '../../../../server/runs/entries.ts';
import type { Layout } from '../../display-value.ts';
import { refusedBy } from '../../error-text.ts';
import type { DynamicsClient, Outcome } from './client.ts';

/** The destination of a transfer, the same for all of its invoices even if the settings change meanwhile. */
export interface Destination {
  readonly document: 'journal' | 'pending';
  /** The host of the organisation. */
  readonly host: string;
  readonly legalEntity: string;
  /** The journal name; empty for a pending invoice. */
  readonly journalName: string;
}

/** The group key in `invoice_export_transfer`. */
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

/** The shared context for sending the invoices of a transfer. */
export interface Sending {
  readonly database: Database;
  readonly context: Context;
  readonly client: DynamicsClient;
  readonly destination: Destination;
  readonly layout: Layout;
  /** `EX-000012` */
  readonly run: string;
}

/** The maximum number of attempts after lost answers, each preceded by a query whether the invoice exists. */
export const maxAttempts = 4;

/** The number of values in one filter (`in` is not supported). */
export const maxInFilter = 20;

/** The outcome of a request that was certainly not executed. */
export function failure(outcome: Extract<Outcome, { kind: 'refused' | 'denied' }>): EntryEnd {
  const problem = outcome.kind === 'denied' ? outcome.problem : refusedBy(outcome.reason);
  return { state: 'failed', problem };
}

/** The value of a text field; empty for other types. */
export function textOf(row: unknown, field: string): string {
  const value = (row as Readonly<Record<string, unknown>> | null)?.[field];
  return typeof value === 'string' ? value : '';
}
