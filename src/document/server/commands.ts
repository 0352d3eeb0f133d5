import type { z } from 'zod';
import { askedTogether, type Confirmations } from '../../base/confirmation.ts';
import { orRefuse, type Refusal } from '../../base/refusal.ts';
import { type Command, command } from '../../graphql/server/command.ts';
import type { Context } from '../../platform/context.ts';
import { type Act, requireMeans } from '../../platform/means.ts';
import { firstFailure } from '../../platform/server/database/first-failure.ts';
import type { Tx } from '../../platform/server/database.ts';
import { onceBegun, type Repeatable } from '../../platform/server/idempotency.ts';
import { isLinkedAction } from '../approval/mail-link.ts';
import type { DocumentFacts } from '../facts.ts';
import type { Outcome } from '../outcome.ts';
import { loadSituation } from './load-facts.ts';
import { notifyOfChange, notifyOfTakeover } from './notify.ts';
import { saveOutcome } from './outcome-store.ts';
import { saveQuestions } from './questions-store.ts';
import type { LoadedSituation, Mentioned, ServedKind, StoredDocument } from './served-kind.ts';
import { lockDocument, saveChosenApprovers } from './store.ts';

/** The input fields common to all actions, and those of some. */
interface ActionInput extends Repeatable {
  readonly id: number;
  /** Optional for REST calls, which accept the current version (API-33). */
  readonly expected_version?: number | undefined;
  readonly comment?: string | null | undefined;
  readonly person_id?: number | null | undefined;
  readonly approver_ids?: readonly number[] | null | undefined;
  readonly mention_ids?: readonly number[] | null | undefined;
  readonly confirmations?: readonly string[] | null | undefined;
}

type Inputs = Readonly<Record<string, z.ZodObject>>;

/** The input of an action; without a version the current one is accepted. */
export type InputOf<I extends Inputs, Action extends keyof I> = Omit<
  z.output<I[Action]>,
  'expected_version'
> & {
  readonly expected_version?: number | undefined;
  /** Set by the page of a mail link (MAIL-06). */
  readonly is_by_mail?: true;
};

/** The flow of the kind; the schemas of `inputs` match what its rules accept. */
interface Decider<I extends Inputs, D extends StoredDocument, F extends DocumentFacts, O extends Outcome> {
  needsFourEyes(action: keyof I & string): boolean;
  decide(action: keyof I & string, situation: LoadedSituation<D, F>, input: object): O | Refusal;
}

/** How the actions of a kind run on the server. */
export interface ServedActions<
  I extends Inputs,
  D extends StoredDocument,
  F extends DocumentFacts,
  O extends Outcome,
> {
  /** One per action; they are the arguments of its command as well. */
  readonly inputs: I;
  readonly flow: Decider<I, D, F, O>;
  /**
   * Refuses records in the input that the person may not use, beyond the document itself; runs as reader, before the
   * lock.
   */
  check?(tx: Tx, input: object): Promise<void>;
  /** The keys of inputs that name persons, besides those of every action. */
  readonly persons?: readonly string[];
  /**
   * The document as an action will change it, for actions whose approvers and budgets depend on the new content
   * (PROC-13).
   */
  readonly foreseen?: { readonly [Action in keyof I]?: (document: D, input: InputOf<I, Action>) => D };
  /** Further effects of an action outside the document, in the same transaction. */
  readonly consequences?: {
    readonly [Action in keyof I]?: (
      tx: Tx,
      context: Context,
      document: D,
      input: InputOf<I, Action>,
    ) => Promise<void>;
  };
}

/** Runs actions of a kind. */
export interface DocumentActions<I extends Inputs> {
  /** One command per action: `<kind>_<action>` (API-39). */
  readonly commands: readonly Command[];
  /** Takes an action as a person, once per key; used by mutations and REST calls (API-33). */
  take<Action extends keyof I & string>(
    tx: Tx,
    context: Context,
    action: Action,
    input: InputOf<I, Action>,
  ): Promise<{ id: number }>;
}

export function documentActions<
  I extends Inputs,
  D extends StoredDocument,
  F extends DocumentFacts,
  O extends Outcome,
>(served: ServedKind<D, F, O>, actions: ServedActions<I, D, F, O>): DocumentActions<I> {
  const { name: kind } = served.kind;
  const take: DocumentActions<I>['take'] = (tx, context, action, input) => {
    const given = input as unknown as ActionInput;
    requireMeans(context, actOf(actions.flow, action, input));
    return onceBegun(tx, context, {
      command: `${kind}_${action}`,
      input: given,
      known: given.id,
      begin: () => lockChecked(tx, context, served, actions, input),
      run: (document) => runAction(tx, context, served, actions, action, input, document),
    });
  };
  const commands = Object.keys(actions.inputs).map((action) =>
    command({
      name: `${kind}_${action}`,
      input: actions.inputs[action] as z.ZodObject,
      result: kind,
      act: actOf(actions.flow, action),
      run: (tx, context, input) => take(tx, context, action, input as InputOf<I, string>),
    }),
  );
  return { commands, take };
}

/** The means of sign-in that an action requires (AUTH-29, AUTH-30). */
function actOf<I extends Inputs>(
  flow: { needsFourEyes(action: keyof I & string): boolean },
  action: keyof I & string,
  input: { readonly is_by_mail?: true } = {},
): Act {
  if (input.is_by_mail && isLinkedAction(action)) return 'linked_task';
  return flow.needsFourEyes(action) ? 'four_eyes' : 'work';
}

/** Checks the records in the input and locks the document, in one round trip. */
async function lockChecked<
  I extends Inputs,
  D extends StoredDocument,
  F extends DocumentFacts,
  O extends Outcome,
>(
  tx: Tx,
  context: Context,
  served: ServedKind<D, F, O>,
  { check }: ServedActions<I, D, F, O>,
  input: object,
): Promise<D> {
  const { id, expected_version: version = null } = input as ActionInput;
  const checked = Promise.resolve(check?.(tx, input));
  const [, document] = await firstFailure(checked, lockDocument(tx, context, served, id, version));
  return document;
}

/** Decides, writes and takes a number, in this order, in the transaction that locks the document. */
async function runAction<
  I extends Inputs,
  D extends StoredDocument,
  F extends DocumentFacts,
  O extends Outcome,
  Action extends keyof I & string,
>(
  tx: Tx,
  context: Context,
  served: ServedKind<D, F, O>,
  actions: ServedActions<I, D, F, O>,
  action: Action,
  input: InputOf<I, Action>,
  document: D,
): Promise<{ id: number }> {
  const given = input as unknown as ActionInput;
  const { id, comment } = given;
  const writer = tx.as('writer');
  const mentioned = mentionedIn(given, actions.persons ?? []);
  const foreseen = actions.foreseen?.[action]?.(document, input) ?? document;
  const situation = { ...(await loadSituation(writer, context, served, foreseen, mentioned)), document };
  const decide = (confirmations: Confirmations) =>
    actions.flow.decide(action, situation, { ...input, confirmations });
  const decided = orRefuse(askedTogether(decide, given.confirmations));
  if (mentioned.approverIds)
    saveChosenApprovers(writer, context, served.kind, id, situation.facts.approval.chosen);
  const outcome = await saveOutcome(writer, context, served, situation, decided, input);
  saveQuestions(writer, context, document, outcome, comment);
  await actions.consequences?.[action]?.(writer, context, document, input);
  notifyOfChange(writer, context, document.storedTimeline, outcome.timeline, comment);
  if (action === 'accept') notifyOfTakeover(writer, document.storedTimeline.id);
  return { id };
}

function mentionedIn(input: ActionInput, persons: readonly string[]): Mentioned {
  const values = new Map<string, unknown>(Object.entries(input));
  const named = persons.map((name) => values.get(name)).filter((id) => typeof id === 'number');
  return {
    personIds: [input.person_id, ...named, ...(input.mention_ids ?? [])],
    approverIds: input.approver_ids,
  };
}
