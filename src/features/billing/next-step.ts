/** Steps at the provider in order; cancelling is separate. */
export const billingSteps = ['draft', 'finish', 'mail', 'debit', 'cancel'] as const;
export type BillingStep = (typeof billingSteps)[number];

/**
 * - `begun`: sent or about to be sent, without a recorded result.
 * - `unknown`: no answer, or one that does not tell whether it was executed.
 * - `later`: certainly not executed; will be retried.
 */
export const stepOutcomes = ['begun', 'done', 'unknown', 'later', 'refused'] as const;
export type StepOutcome = (typeof stepOutcomes)[number];

export interface Attempt {
  readonly step: BillingStep;
  readonly outcome: StepOutcome;
  /** Milliseconds since 1970, like all times here. */
  readonly begunAt: number;
  readonly retryAt: number | null;
}

export interface Progress {
  readonly isCancelling: boolean;
  readonly hasMail: boolean;
  readonly hasDebit: boolean;
  /** In order of start. */
  readonly attempts: readonly Attempt[];
}

export type Next =
  | { readonly do: 'take'; readonly step: BillingStep }
  /** Check whether it was executed. `isProof`: what is not found by now was not executed. */
  | { readonly do: 'settle'; readonly step: BillingStep; readonly isProof: boolean }
  | { readonly do: 'wait'; readonly until: number }
  | { readonly do: 'refuse'; readonly step: BillingStep }
  | { readonly do: 'end' };

/** Maximum delay until the provider's lists show an executed request, including its duration. */
export const listingPatience = 15 * 60_000;
const firstRetry = 60_000;
const longestRetry = 60 * 60_000;

/**
 * The next action of a billing. A step with unknown outcome is repeated only after a check shows that it was not
 * executed. Finishing and cancelling always check first, since the document shows its own state.
 */
export function nextStep(progress: Progress, now: number): Next {
  for (const step of stepsOf(progress)) {
    const last = progress.attempts.findLast((attempt) => attempt.step === step);
    if (last?.outcome === 'done') continue;
    return last ? nextOf(last, now) : { do: 'take', step };
  }
  return { do: 'end' };
}

function stepsOf({ isCancelling, hasMail, hasDebit }: Progress): readonly BillingStep[] {
  if (isCancelling) return ['cancel'];
  return [
    'draft',
    'finish',
    ...(hasMail ? (['mail'] as const) : []),
    ...(hasDebit ? (['debit'] as const) : []),
  ];
}

function nextOf({ step, outcome, begunAt, retryAt }: Attempt, now: number): Next {
  if (outcome === 'refused') return { do: 'refuse', step };
  if (retryAt !== null && retryAt > now) return { do: 'wait', until: retryAt };
  if (outcome === 'later' || step === 'finish' || step === 'cancel') return { do: 'take', step };
  return { do: 'settle', step, isProof: now >= begunAt + listingPatience };
}

/** Time of the next retry, with exponential delay unless the provider specifies one. */
export function retryTime(
  attempts: readonly Attempt[],
  step: BillingStep,
  now: number,
  wait: number | null,
): number {
  const failed = attempts.filter((attempt) => attempt.step === step && attempt.outcome !== 'done').length;
  return now + (wait ?? Math.min(longestRetry, firstRetry * 2 ** Math.max(0, failed - 1)));
}
