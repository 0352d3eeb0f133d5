import { type Refusal, refuse } from '../../../../base/refusal.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { NotYet } from '../../../../platform/server/jobs/jobs.ts';
import { type ExportTarget, targets } from '../../../export-target/targets.ts';
import type { Found } from '../../reconciling/found.ts';
import type { Entry, EntryEnd, Leaving } from '../runs/entries.ts';
import type { RunOfCompany } from '../runs/runs.ts';

/** An invoice that is on its way. */
export interface SendingEntry extends Entry {
  /** What was decided to leave: `Leaving.told`. */
  readonly told: unknown;
  readonly reference: string | null;
}

/** A stack of invoices that leaves together, as far as it has come. */
export interface Transfer {
  readonly id: number;
  readonly groupKey: string;
  /** Under which the target knows it, once it is known. */
  readonly reference: string | null;
  /** Whether the target may have booked already. */
  readonly isHandedOver: boolean;
  /**
   * Keeps under which the target knows it, unless another one is kept already; answers the one that counts. To be called
   * before anything is sent under it that counts.
   */
  refer(reference: string): Promise<string>;
  /** Notes that from now on the target may book. To be called before the request that makes it do so. */
  handOver(): Promise<void>;
  /** Keeps what the target says of it. */
  keepProtocol(protocol: object): Promise<void>;
  /** Gives a sign of life; throws `NotYet` where another worker has taken the transfer over. */
  stayAlive(): Promise<void>;
  /** Ends one of its invoices. Repeating it does nothing. */
  settle(entry: SendingEntry, end: EntryEnd): Promise<void>;
}

/** A transfer that has ended, as the target knows it. */
export type LookedTransfer = Pick<Transfer, 'id' | 'groupKey' | 'reference'>;

/** Thrown where the target still works on what it has: the other transfers of the run go on meanwhile. */
export class NotDoneYet extends NotYet {}

/** A way to a target that is open for one run. */
export interface OpenWay {
  /** So many invoices are decided before they are sent. */
  readonly mostTogether: number;
  /** What leaves of an invoice, or by name why nothing does. Runs as writer, under the lock of the invoice. */
  book(tx: Tx, entry: Entry): Promise<Leaving | Refusal>;
  /** What the invoices of one transfer have in common. */
  groupOf(leaving: Leaving): string;
  /**
   * Sends a transfer and settles each of its entries. It may be called again for the same transfer after any break, by
   * another worker too, and then finds out what has arrived: each invoice is booked once. Entries that have been settled are
   * not among `entries`. Throws `NotYet` where the target has to be asked again later.
   */
  send(transfer: Transfer, entries: readonly SendingEntry[]): Promise<void>;
  /** What the target holds of invoices that it was handed, by their entries (EXP-29); nothing there is changed. Throws `Refused` by name. */
  look(transfer: LookedTransfer, entries: readonly SendingEntry[]): Promise<ReadonlyMap<number, Found>>;
  /** Tidies up after the last transfer of the run, such as an empty journal. */
  close?(): Promise<void>;
}

/** A target that is reached over the network. */
export interface OnlineWay {
  /** Refused by name where nothing can leave: no connection, no access to the company, a missing setting (EXP-09). */
  open(run: RunOfCompany): Promise<OpenWay | Refusal>;
}

/** The way to a system that the product is not registered with. */
export function notConnected(target: ExportTarget): OnlineWay {
  const values = { target: targets[target].system };
  return { open: async () => refuse('export_not_connected', { values }) };
}
