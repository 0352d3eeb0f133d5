import { type Refusal, refuse } from '../../../../base/refusal.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { NotYet } from '../../../../platform/server/jobs/jobs.ts';
import { type ExportTarget, targets } from '../../../export-target/targets.ts';
import type { Found } from '../../reconciling/found.ts';
import type { Entry, EntryContent, EntryEnd } from '../runs/entries.ts';
import type { RunOfCompany } from '../runs/runs.ts';

/** An invoice being sent. */
export interface SendingEntry extends Entry {
  /** `EntryContent.payload`, the decided payload. */
  readonly payload: unknown;
  readonly reference: string | null;
}

/** A batch of invoices that is sent together, with its progress. */
export interface Transfer {
  readonly id: number;
  readonly groupKey: string;
  /** The reference in the target, once known. */
  readonly reference: string | null;
  /** Whether the target may already have booked. */
  readonly isHandedOver: boolean;
  /**
   * Stores the reference in the target unless one is stored already; returns the valid one. Must be called before
   * anything binding is sent under it.
   */
  refer(reference: string): Promise<string>;
  /** Records that the target may book from now on. Must be called before the request that triggers it. */
  handOver(): Promise<void>;
  /** Stores the target's protocol. */
  keepProtocol(protocol: object): Promise<void>;
  /** Renews the sign of life; throws `NotYet` where another worker has taken the transfer. */
  stayAlive(): Promise<void>;
  /** Ends one of its invoices. Idempotent. */
  endSent(entry: SendingEntry, end: EntryEnd): Promise<void>;
}

/** An ended transfer, as known to the target. */
export type LookedTransfer = Pick<Transfer, 'id' | 'groupKey' | 'reference'>;

/** Thrown where the target still processes a transfer: the other transfers of the run continue. */
export class NotDoneYet extends NotYet {}

/** An open connection to a target for one run. */
export interface OpenTransport {
  /** The number of invoices that are decided before they are sent. */
  readonly maxTogether: number;
  /**
   * The export data of an invoice, or the reason why it cannot be exported. Runs as writer, under the lock of the
   * invoice.
   */
  book(tx: Tx, entry: Entry): Promise<EntryContent | Refusal>;
  /** The group key that invoices of one transfer share. */
  groupOf(content: EntryContent): string;
  /**
   * Sends a transfer and settles each of its entries. After an interruption it may be called again for the same
   * transfer, also by another worker, and then finds out what has arrived: each invoice is booked once. `entries`
   * contains no settled ones. Throws `NotYet` where the target has to be asked again later.
   */
  send(transfer: Transfer, entries: readonly SendingEntry[]): Promise<void>;
  /**
   * Queries the target's state of transferred invoices, by entry (EXP-29), without changing anything. Throws
   * `Refused`.
   */
  look(transfer: LookedTransfer, entries: readonly SendingEntry[]): Promise<ReadonlyMap<number, Found>>;
  /** Cleans up after the last transfer of the run, such as an empty journal. */
  close?(): Promise<void>;
}

/** A target with an online interface. */
export interface OnlineTransport {
  /** Refuses where nothing can be sent: no connection, no access to the company, a missing setting (EXP-09). */
  open(run: RunOfCompany): Promise<OpenTransport | Refusal>;
}

/** A target that the product is not registered with. */
export function notConnected(target: ExportTarget): OnlineTransport {
  const values = { target: targets[target].system };
  return { open: async () => refuse('export_not_connected', { values }) };
}
