import { useRef, useState } from 'react';
import type { Question } from '../../base/refusal.ts';
import { gql } from './api.ts';
import { ApiRefusal } from './failure.ts';
import { waitForNetwork } from './offline.ts';
import { queryClient } from './query.ts';
import { toastFailure } from './toasts.tsx';
import { uniqueKey } from './unique-key.ts';

type Variables = Readonly<Record<string, unknown>>;

interface Intent {
  readonly key: string;
  readonly fingerprint: string;
}

export interface Command<T> {
  /** Runs the command. Returns null if it was refused or could not be sent; the failure is already shown. */
  readonly run: (variables: Variables) => Promise<T | null>;
  readonly isPending: boolean;
  /** The refusal of the last run: fields take their errors from it. */
  readonly refusal: ApiRefusal | null;
  /** Set while the server asks for confirmation (API-41); see `CommandConfirmation`. */
  readonly confirmation: {
    readonly questions: readonly Question[];
    readonly confirm: () => void;
    readonly cancel: () => void;
  } | null;
}

/** Several commands, of which one runs at a time. */
export interface Commands<T> extends Omit<Command<T>, 'run'> {
  readonly run: (mutation: string, variables: Variables) => Promise<T | null>;
}

export interface CommandOptions<T> {
  readonly onDone?: (result: T) => void;
  /** Return true if the form shows the refusal, so that no toast is needed. */
  readonly onRefused?: (refusal: ApiRefusal) => boolean;
  /** Whether the person has already confirmed what the server asks (API-41). */
  readonly isReported?: (asked: Question) => boolean;
  /**
   * Called when the command waits for the network, as after success (MOB-04); without it, and for acts that must not
   * wait, a lost request is a failure.
   */
  readonly onWaiting?: () => void;
}

/**
 * Runs one GraphQL command (API-39). The mutation takes `$idempotency_key: uuid!`, and `$confirmations: [String!]` if
 * the command may ask back, besides its own variables. A run with the same variables after a lost request reuses the
 * key, so that it takes effect once. Success invalidates everything cached.
 */
export function useCommand<T>(mutation: string, options: CommandOptions<T> = {}): Command<T> {
  const commands = useCommands(options);
  return { ...commands, run: (variables) => commands.run(mutation, variables) };
}

/** Asks the person to confirm; `CommandConfirmation` shows `confirmation`. */
export function useConfirmation(): {
  readonly ask: (questions: readonly Question[]) => Promise<boolean>;
  readonly confirmation: Command<unknown>['confirmation'];
} {
  const [waiting, setWaiting] = useState<{
    questions: readonly Question[];
    answer: (confirmed: boolean) => void;
  } | null>(null);
  const ask = (questions: readonly Question[]): Promise<boolean> =>
    new Promise((resolve) => {
      setWaiting({
        questions,
        answer: (confirmed) => {
          setWaiting(null);
          resolve(confirmed);
        },
      });
    });
  return {
    ask,
    confirmation: waiting && {
      questions: waiting.questions,
      confirm: () => waiting.answer(true),
      cancel: () => waiting.answer(false),
    },
  };
}

/** As `useCommand`, with the mutation chosen at each run. */
export function useCommands<T>(options: CommandOptions<T> = {}): Commands<T> {
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<ApiRefusal | null>(null);
  const { ask, confirmation } = useConfirmation();
  const intent = useIntent();

  const attempt = async (
    mutation: string,
    variables: Variables,
    confirmations: readonly string[],
  ): Promise<T | null> => {
    const input = confirmations.length === 0 ? variables : { ...variables, confirmations };
    const key = intent.keyOf(JSON.stringify([mutation, input]));
    const sent = { ...input, idempotency_key: key };
    try {
      const result = await gql<T>(mutation, sent);
      intent.reached();
      return result;
    } catch (failure) {
      if (options.onWaiting && (await waitForNetwork(failure, { key, mutation, variables: sent }))) {
        intent.reached();
        options.onWaiting();
        return null;
      }
      const asked = failure instanceof ApiRefusal ? failure.questions : [];
      if (asked.length === 0) throw failure;
      const unreported = asked.filter(
        (question) => confirmations.includes(question.hash) || !options.isReported?.(question),
      );
      const isConfirmed = unreported.length === 0 || (await ask(unreported));
      const hashes = asked.map(({ hash }) => hash);
      return isConfirmed ? attempt(mutation, variables, [...confirmations, ...hashes]) : null;
    }
  };

  const run = async (mutation: string, variables: Variables): Promise<T | null> => {
    setPending(true);
    setRefusal(null);
    try {
      const result = await attempt(mutation, variables, []);
      if (result === null) return null;
      void queryClient.invalidateQueries();
      options.onDone?.(result);
      return result;
    } catch (failure) {
      const refused = failure instanceof ApiRefusal ? failure : null;
      setRefusal(refused);
      if (refused === null || !options.onRefused?.(refused)) toastFailure(failure);
      if (refused !== null && isOutdated(refused)) void queryClient.invalidateQueries();
      return null;
    } finally {
      setPending(false);
    }
  };

  return { run, isPending, refusal, confirmation };
}

/** The idempotency key of an intended action, stable across retries. */
export function useIntent(): {
  /** The previous key while the input is the same and not yet accepted, else a new one. */
  readonly keyOf: (fingerprint: string) => string;
  /** Accepted: the same input is a new action from now on. */
  readonly reached: () => void;
} {
  const intent = useRef<Intent | null>(null);
  return {
    keyOf: (fingerprint) => {
      if (intent.current?.fingerprint !== fingerprint) intent.current = { key: uniqueKey(), fingerprint };
      return intent.current.key;
    },
    reached: () => {
      intent.current = null;
    },
  };
}

/** Somebody else was faster, and the screen is outdated (ERR-08). */
function isOutdated(refusal: ApiRefusal): boolean {
  return refusal.code === 'timeline_changed' || refusal.code === 'timeline_locked';
}
