/** What is done at the provider, in this order; cancelling comes alone. */
export const billingSteps = ['draft', 'finish', 'mail', 'debit', 'cancel'] as const;
export type BillingStep = (typeof billingSteps)[number];

/**
 * - `begun`: it left, or was about to; nobody has written down what came of it.
 * - `unknown`: no answer came, or none that says whether it was carried out.
 * - `later`: it was certainly not carried out, and is tried again.
 */
export const stepOutcomes = ['begun', 'done', 'unknown', 'later', 'refused'] as const;
export type StepOutcome = (typeof stepOutcomes)[number];

export interface Attempt {
  readonly step: BillingStep;
  readonly outcome: StepOutcome;
  /** In milliseconds since 1970, as all times here. */
  readonly begunAt: number;
  readonly retryAt: number | null;
}

export interface Progress {
  readonly isCancelling: boolean;
  readonly hasMail: boolean;
  readonly hasDebit: boolean;
  /** In the order in which they began. */
  readonly attempts: readonly Attempt[];
}

export type Next =
  | { readonly do: 'take'; readonly step: BillingStep }
  /** Look whether it was carried out. `isProof`: whatever is not found by now was not. */
  | { readonly do: 'settle'; readonly step: BillingStep; readonly isProof: boolean }
  | { readonly do: 'wait'; readonly until: number }
  | { readonly do: 'refuse'; readonly step: BillingStep }
  | { readonly do: 'end' };

/** How long the provider may take until its lists show what it has carried out, with a request that is still under way. */
export const listingPatience = 15 * 60_000;
const firstRetry = 60_000;
const longestRetry = 60 * 60_000;

/**
 * What a billing does next. A step whose outcome nobody knows is never repeated before a look has shown that it was not
 * carried out; finishing and cancelling begin with that look, as a document tells by itself what it is.
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

/** When to try again what failed so often, unless the provider says how long it wants to be left alone. */
export function retryTime(
  attempts: readonly Attempt[],
  step: BillingStep,
  now: number,
  wait: number | null,
): number {
  const failed = attempts.filter((attempt) => attempt.step === step && attempt.outcome !== 'done').length;
  return now + (wait ?? Math.min(longestRetry, firstRetry * 2 ** Math.max(0, failed - 1)));
}
