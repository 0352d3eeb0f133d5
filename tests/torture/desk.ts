import type { Api, Ending, Intent } from './calls.ts';
import type { Actor, Cast } from './cast.ts';
import type { Chance } from './chance.ts';
import type { ReadFigures } from './figures.ts';
import type { Gate } from './gate.ts';
import type { Bill } from './invoices.ts';
import type { Templates } from './templates.ts';

/** An unfinished invoice, as last seen. */
export interface KnownInvoice {
  readonly status: string;
  readonly bill: Bill;
}

/** Shared by the clients: the documents that all of them work on. */
export interface Desk {
  readonly api: Api;
  readonly cast: Cast;
  readonly templates: Templates;
  /** Unfinished documents, as last seen. */
  readonly documents: Map<number, { readonly status: string; readonly creator: Actor }>;
  readonly invoices: Map<number, KnownInvoice>;
  /** Ids of orders to be invoiced, the newest last. */
  readonly orders: number[];
  /** People who enter invoices, the main one first. */
  readonly accountants: readonly Actor[];
  readonly figures: ReadFigures;
  /** The number of documents of each kind in work at once. */
  readonly size: number;
  readonly gate: Gate;
  readonly isOver: () => boolean;
}

export interface Client {
  readonly desk: Desk;
  readonly chance: Chance;
  /** Unique to this round. */
  readonly text: string;
}

/** The largest number of confirmations. */
const maxConfirmations = 4;

/** Confirms every question immediately (API-41); each confirmation is a new intent. */
export async function confirming(
  { desk, chance }: { readonly desk: Pick<Desk, 'api'>; readonly chance: Chance },
  intent: Intent,
): Promise<Ending> {
  const confirmations: string[] = [];
  for (let times = 0; ; times += 1) {
    const input = confirmations.length > 0 ? { ...intent.input, confirmations } : intent.input;
    const ending = await desk.api.run(chance, { ...intent, input });
    if (ending.kind === 'accepted' || ending.confirmation === null || times === maxConfirmations)
      return ending;
    confirmations.push(ending.confirmation);
  }
}
