import type { Api, Ending, Intent } from './calls.ts';
import type { Actor, Cast } from './cast.ts';
import type { Chance } from './chance.ts';
import type { ReadFigures } from './figures.ts';
import type { Gate } from './gate.ts';
import type { Bill } from './invoices.ts';
import type { Templates } from './templates.ts';

/** An invoice that can still move, as somebody last saw it. */
export interface KnownInvoice {
  readonly status: string;
  readonly bill: Bill;
}

/** What the clients share: the documents that all of them work on. */
export interface Desk {
  readonly api: Api;
  readonly cast: Cast;
  readonly templates: Templates;
  /** Documents that can still move, as somebody last saw them. */
  readonly documents: Map<number, { readonly status: string; readonly creator: Actor }>;
  readonly invoices: Map<number, KnownInvoice>;
  /** Ids of orders that suppliers charge, the newest last. */
  readonly orders: number[];
  /** Who brings invoices, the one before all others first. */
  readonly accountants: readonly Actor[];
  readonly figures: ReadFigures;
  /** How many documents of each kind are worked on at once. */
  readonly size: number;
  readonly gate: Gate;
  readonly isOver: () => boolean;
}

export interface Client {
  readonly desk: Desk;
  readonly chance: Chance;
  /** Of this round alone. */
  readonly text: string;
}

/** Nobody confirms more often than this. */
const mostConfirmations = 4;

/** Confirms what is asked, as a person who does not hesitate (API-41); each time it is a new intent. */
export async function confirming(
  { desk, chance }: { readonly desk: Pick<Desk, 'api'>; readonly chance: Chance },
  intent: Intent,
): Promise<Ending> {
  const confirmations: string[] = [];
  for (let times = 0; ; times += 1) {
    const input = confirmations.length > 0 ? { ...intent.input, confirmations } : intent.input;
    const ending = await desk.api.run(chance, { ...intent, input });
    if (ending.kind === 'accepted' || ending.confirmation === null || times === mostConfirmations)
      return ending;
    confirmations.push(ending.confirmation);
  }
}
