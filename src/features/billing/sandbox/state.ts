import type { Clock } from '../../../platform/server/clock.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface StoredDocument {
  readonly id: number;
  readonly fields: Fields;
  readonly amount: number;
  readonly amount_net: number;
  is_draft: boolean;
  number: string | null;
  cancel_id: number | null;
  readonly createdAt: number;
}

export interface StoredRecord {
  readonly id: number;
  readonly fields: Fields;
  readonly createdAt: number;
}

/** Content of the operator's account. Records appear in lists only after `listingDelay` milliseconds. */
export class EasybillState {
  readonly documents = new Map<number, StoredDocument>();
  readonly mails: StoredRecord[] = [];
  readonly debits: StoredRecord[] = [];
  listingDelay = 0;
  readonly #clock: Clock;
  #lastId = 1_000;
  #lastNumber = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  addDocument(fields: Fields): StoredDocument {
    const { net, gross } = totalsOf(fields);
    const document: StoredDocument = {
      ...{ id: this.#nextId(), fields, amount: gross, amount_net: net },
      ...{ is_draft: true, number: null, cancel_id: null, createdAt: this.#clock.now().getTime() },
    };
    this.documents.set(document.id, document);
    return document;
  }

  /** Repeating it changes nothing. */
  finish(document: StoredDocument): void {
    if (!document.is_draft) return;
    this.#lastNumber += 1;
    document.is_draft = false;
    const series = document.fields.type === 'CREDIT' ? 'GS' : 'RE';
    document.number = `${series}-${String(this.#lastNumber).padStart(5, '0')}`;
  }

  /** Returns the cancelling document. */
  cancel(document: StoredDocument): StoredDocument {
    const { type: _, ...rest } = document.fields;
    const storno: StoredDocument = {
      ...{ id: this.#nextId(), fields: { ...rest, type: 'STORNO', ref_id: document.id } },
      ...{ amount: -document.amount, amount_net: -document.amount_net, is_draft: false },
      ...{ number: document.number, cancel_id: null, createdAt: this.#clock.now().getTime() },
    };
    this.documents.set(storno.id, storno);
    document.cancel_id = storno.id;
    return storno;
  }

  addMail(fields: Fields): void {
    this.mails.push(this.#record(fields));
  }

  addDebit(fields: Fields): StoredRecord {
    const debit = this.#record(fields);
    this.debits.push(debit);
    return debit;
  }

  /** Whether lists show it yet. */
  isListed({ createdAt }: { readonly createdAt: number }): boolean {
    return createdAt + this.listingDelay <= this.#clock.now().getTime();
  }

  #record(fields: Fields): StoredRecord {
    return { id: this.#nextId(), fields, createdAt: this.#clock.now().getTime() };
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }
}

/** In cents; the total is rounded once, like at easybill. */
function totalsOf({ items }: Fields): { readonly net: number; readonly gross: number } {
  let net = 0;
  let gross = 0;
  for (const item of Array.isArray(items) ? (items as Fields[]) : []) {
    const price = Number(item.single_price_net ?? 0) * Number(item.quantity ?? 1);
    net += price;
    gross += price * (100 + Number(item.vat_percent ?? 0));
  }
  return { net: Math.round(net), gross: Math.round(gross / 100) };
}
