import { setTimeout as delay } from 'node:timers/promises';
import type { Actor } from './cast.ts';
import type { Chance } from './chance.ts';
import { type Document, documentFields } from './documents.ts';
import { type Invoice, invoiceFields } from './invoices.ts';

/** The final result of an intent. */
export type Ending =
  | {
      readonly kind: 'accepted';
      readonly id: number;
      readonly document: Document | null;
      readonly invoice: Invoice | null;
    }
  | { readonly kind: 'refused'; readonly code: string; readonly confirmation: string | null };

/** One intent of a person: a command with its key, repeated until it is answered. */
export interface Call {
  readonly key: string;
  readonly actor: Actor;
  /** Without `procurement_`; with `invoice_` for invoices; or `hand_over`, the only command on people. */
  readonly command: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The request as loaded by the person; null for a new draft. */
  readonly seen: Document | null;
  /** The invoice as loaded by the person. */
  readonly invoice?: Invoice;
  /** The number of absences begun or ended before. */
  readonly epoch: number;
  attempts: number;
  /** When the last attempt began, in milliseconds since 1970. */
  attemptedAt: number;
  ending: Ending | null;
  /** Begin and end in milliseconds since 1970. */
  readonly begunAt: number;
  endedAt: number;
}

/** An intended command. */
export type Intent = Pick<Call, 'actor' | 'command' | 'input' | 'seen' | 'invoice'>;

export type AcceptedCall = Call & { readonly ending: Extract<Ending, { kind: 'accepted' }> };

export function isAccepted(call: Call): call is AcceptedCall {
  return call.ending?.kind === 'accepted';
}

/** Whether it is a command on supplier invoices. */
export function isOnInvoice({ command }: Pick<Call, 'command'>): boolean {
  return command.startsWith('invoice_');
}

/** From this epoch on the person is away, or back; no other absence changes meanwhile. */
export interface Absence {
  readonly epoch: number;
  readonly personId: number;
  readonly substituteId: number | null;
}

interface ApiError {
  readonly message: string;
  readonly extensions: { readonly code: string; readonly confirm?: { readonly hash: string } };
}

interface Answer {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly ApiError[];
}

/** Longer than any wait allowed by the product, so that a violation is noticed; in milliseconds. */
const longestAnswer = 20_000;
/** The outcome is unknown: the command is repeated with the same key. */
const isUnclear = (code: string): boolean =>
  ['unexpected', 'database_away', 'transaction_timeout', 'storage_full'].includes(code);

const pauseBeforeRepeat = 60;
/** A server that keeps answering `unexpected` has a bug; one that has just lost its database does so for a moment. */
const maxUnexpected = 100;

/** The types of a command's arguments, except those of the document. */
const argumentTypes: Readonly<Record<string, string>> = {
  id: 'bigint!',
  expected_version: 'Int!',
  comment: 'String',
  confirmations: '[String!]',
  person_id: 'bigint',
  mention_ids: '[bigint!]',
  supplier_id: 'bigint!',
  confirmation_no: 'String',
  confirmed_on: 'date',
  receipts: '[procurement_receive_receipts_input!]!',
  from_id: 'bigint!',
  to_id: 'bigint!',
  head: 'procurement_save_head_input',
  lines: '[procurement_save_lines_input!]',
  marketplace_id: 'bigint',
  punchout_cart_id: 'bigint!',
  positions: '[Int!]',
};

/** The common results of all clients, for all addresses. */
export interface Deeds {
  readonly log: Call[];
  readonly absences: Absence[];
  /** Requested login mails: accepted, or with an unknown outcome. */
  readonly logins: { accepted: number; unclear: number };
  /** The number of attempts. */
  attempts: number;
}

/** The wait for an answer, by the clock of `performance`, in milliseconds. */
export interface Wait {
  readonly from: number;
  readonly to: number;
}

/** The product's API for a client whose connection may break at any time. */
export class Api {
  #url: string;
  readonly deeds: Deeds;
  readonly waits: Wait[] = [];

  constructor(
    url: string,
    deeds: Deeds = { log: [], absences: [], logins: { accepted: 0, unclear: 0 }, attempts: 0 },
  ) {
    this.#url = url;
    this.deeds = deeds;
  }

  /** Sends further requests to another address. */
  direct(url: string): void {
    this.#url = url;
  }

  /** Sends the same command with the same key until it is accepted or refused (API-39). */
  async run(chance: Chance, intent: Intent): Promise<Ending> {
    const call: Call = {
      ...intent,
      epoch: this.deeds.absences.length,
      key: chance.uuid(),
      attempts: 0,
      attemptedAt: 0,
      ending: null,
      begunAt: Date.now(),
      endedAt: 0,
    };
    this.deeds.log.push(call);
    // Some give up waiting, and some click twice.
    const patience = chance.share(0.06) ? 1 + chance.below(25) : longestAnswer;
    const isDoubled = chance.share(0.04);
    const { query, variables } = commandText(call);
    for (let unexpected = 0; ; ) {
      call.attempts += 1;
      call.attemptedAt = Date.now();
      const wait = call.attempts === 1 ? patience : longestAnswer;
      const twin = isDoubled && call.attempts === 1 ? this.#post(call.actor, query, variables, wait) : null;
      const answer = await this.#post(call.actor, query, variables, wait);
      await twin;
      const ending = answer && endingOf(answer, call);
      if (ending && (ending.kind === 'accepted' || !isUnclear(ending.code))) {
        call.ending = ending;
        call.endedAt = Date.now();
        return ending;
      }
      if (ending?.kind === 'refused' && ending.code === 'unexpected') unexpected += 1;
      if (unexpected > maxUnexpected) throw new Error(`${call.command} always ends in "unexpected"`);
      await delay(pauseBeforeRepeat);
    }
  }

  /**
   * Begins or ends an absence with a substitute. Has no key, but may be repeated. Refused for circles and long chains
   * of substitutes (APPR-15).
   */
  async setAbsence(admin: Actor, personId: number, substituteId: number | null): Promise<void> {
    const query = `mutation ($id: bigint!, $set: lb_user_set_input!) {
      update_lb_user_by_pk(pk_columns: { id: $id }, _set: $set) { id } }`;
    const absence_from = substituteId === null ? null : '2001-01-01';
    const set = { substitute_id: substituteId, absence_from, absence_to: null };
    for (let unexpected = 0; unexpected < maxUnexpected; unexpected += 1) {
      const answer = await this.#post(admin, query, { id: personId, set }, longestAnswer);
      if (answer?.data?.update_lb_user_by_pk)
        return void this.deeds.absences.push({
          epoch: this.deeds.absences.length + 1,
          personId,
          substituteId,
        });
      if (['substitute_circle', 'substitute_chain'].includes(answer?.errors?.[0]?.extensions.code ?? ''))
        return;
      if (answer === null) unexpected = 0;
      await delay(pauseBeforeRepeat);
    }
    throw new Error(`no administrator can set the substitute ${substituteId} of ${personId}`);
  }

  /** Reads data, as soon as a server answers. */
  async look(actor: Actor, query: string, variables: object): Promise<NonNullable<Answer['data']>> {
    for (let failures = 0; ; ) {
      const answer = await this.#post(actor, query, variables, longestAnswer);
      if (answer?.data) return answer.data;
      if (answer) failures += 1;
      if (failures > maxUnexpected) throw new Error(`looking always ends in ${JSON.stringify(answer)}`);
      await delay(pauseBeforeRepeat);
    }
  }

  /** Requests a login mail; without a key, so a broken connection leaves the outcome unknown. */
  async askForLogin(email: string, address: string): Promise<void> {
    try {
      const { status } = await fetch(`${this.#url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ email }),
        signal: AbortSignal.timeout(longestAnswer),
      });
      if (status === 202) this.deeds.logins.accepted += 1;
      else if (status >= 500) this.deeds.logins.unclear += 1;
    } catch {
      this.deeds.logins.unclear += 1;
      await delay(pauseBeforeRepeat);
    }
  }

  /** Posts to an address other than that of the commands until the product answers. */
  async post(
    path: string,
    { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  ): Promise<{ readonly status: number; readonly text: string }> {
    for (let failures = 0; failures < maxUnexpected; ) {
      this.deeds.attempts += 1;
      try {
        const signal = AbortSignal.timeout(longestAnswer);
        const response = await fetch(`${this.#url}${path}`, { method: 'POST', headers, body, signal });
        const text = await response.text();
        if (response.status < 500) return { status: response.status, text };
        failures += 1;
      } catch {
        // No server answers for a moment.
      }
      await delay(pauseBeforeRepeat);
    }
    throw new Error(`${path} always fails`);
  }

  /** Null when the connection broke or the server failed. */
  async #post(actor: Actor, query: string, variables: object, patience: number): Promise<Answer | null> {
    this.deeds.attempts += 1;
    const from = performance.now();
    try {
      const response = await fetch(`${this.#url}/v1/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${await actor.token()}` },
        body: JSON.stringify({ query, variables }),
        signal: AbortSignal.timeout(patience),
      });
      return response.status >= 500 ? null : ((await response.json()) as Answer);
    } catch {
      return null;
    } finally {
      this.waits.push({ from, to: performance.now() });
    }
  }
}

/** The text of a command with its variables. */
export function commandText({ command, input, key }: Pick<Call, 'command' | 'input' | 'key'>) {
  const names = Object.keys(input);
  const declared = names.map((name) => `$${name}: ${typeOf(command, name)}`);
  const passed = names.map((name) => `${name}: $${name}`);
  // For deleted documents and people only the key can be returned.
  const ofDocument = isOnInvoice({ command }) ? invoiceFields : documentFields;
  const fields = ['delete_draft', 'hand_over'].includes(command) ? 'id' : ofDocument;
  const query = `mutation (${['$idempotency_key: uuid!', ...declared].join(', ')}) {
    document: ${mutationOf(command)}(${['idempotency_key: $idempotency_key', ...passed].join(', ')}) { ${fields} } }`;
  return { query, variables: { idempotency_key: key, ...input } };
}

/** The mutation of a command. */
export function mutationOf(command: string): string {
  if (isOnInvoice({ command })) return command;
  return command === 'hand_over' ? 'lb_user_hand_over' : `procurement_${command}`;
}

function typeOf(command: string, name: string): string {
  if (command === 'record_confirmation' && name === 'lines')
    return '[procurement_record_confirmation_lines_input!]!';
  const type = argumentTypes[name]?.replace(
    'procurement_save',
    isOnInvoice({ command }) ? 'invoice_save' : '$&',
  );
  if (!type) throw new Error(`no type is known for the argument ${name}`);
  const isOptional =
    ['save', 'invoice_save'].includes(command) && (name === 'id' || name === 'expected_version');
  return isOptional ? type.replace('!', '') : type;
}

function endingOf({ data, errors }: Answer, call: Call): Ending {
  const [error] = errors ?? [];
  if (error) {
    const { code, confirm } = error.extensions;
    return { kind: 'refused', code, confirmation: confirm?.hash ?? null };
  }
  // A repeat is answered with the caller's rights: null if the document is no longer visible.
  const shown = (data?.document ?? null) as (Document & Invoice) | null;
  const id = Number(shown?.id ?? call.input.id ?? 0);
  const isOfInvoice = isOnInvoice(call);
  const isOfPerson = call.command === 'hand_over';
  return {
    kind: 'accepted',
    id,
    document: isOfInvoice || isOfPerson ? null : shown,
    invoice: isOfInvoice ? shown : null,
  };
}
