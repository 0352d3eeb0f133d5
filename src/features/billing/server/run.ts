import { type Amount, absolute, compareAmounts } from '../../../base/money.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import type { Database } from '../../../platform/server/database.ts';
import { type BillingStep, listingPatience, nextStep, retryTime } from '../next-step.ts';
import { type BillingProvider, type ProviderDocument, ProviderFailure } from '../provider.ts';
import type { BillingProblem } from '../state.ts';
import {
  attemptsOf,
  begin,
  endStep,
  LeaseLost,
  leave,
  type StepEnd,
  type StoredAttempt,
  takeWork,
  type Work,
} from './work.ts';

export interface RunnerParts {
  readonly database: Database;
  readonly provider: BillingProvider;
  readonly clock: Clock;
}

/** The document is not as expected and needs a person's attention. */
class Stopped extends Error {
  readonly problem: BillingProblem;
  readonly document: ProviderDocument | null;

  constructor(problem: BillingProblem, document: ProviderDocument | null) {
    super(problem);
    this.problem = problem;
    this.document = document;
  }
}

/**
 * Processes due billings up to a limit and returns their number (OP-06, OP-09). It may be killed at any time and run
 * in parallel: the document of a month is determined once in its row, and only that one is finished.
 */
export async function runBillings(parts: RunnerParts, maxCount: number): Promise<number> {
  for (let count = 0; count < maxCount; count += 1) {
    const work = await takeWork(parts.database, parts.clock.now());
    if (!work) return count;
    try {
      await workOff(parts, work);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    }
  }
  return maxCount;
}

async function workOff(parts: RunnerParts, taken: Work): Promise<void> {
  const { database, clock } = parts;
  let work = taken;
  for (;;) {
    const attempts = await attemptsOf(database, work);
    const now = clock.now();
    const isCancelling = work.state === 'cancelling';
    const progress = {
      isCancelling,
      hasMail: work.mail_to !== null,
      hasDebit: work.debit !== null,
      attempts,
    };
    const next = nextStep(progress, now.getTime());
    if (next.do === 'wait')
      return leave(database, work, { state: work.state, dueAt: new Date(next.until) }, now);
    if (next.do === 'refuse') return leave(database, work, { state: 'refused', dueAt: now }, now);
    if (next.do === 'end')
      return leave(database, work, { state: isCancelling ? 'cancelled' : 'done', dueAt: now }, now);
    const document =
      next.do === 'take'
        ? await take(parts, work, next.step, attempts)
        : await checkUncertain(parts, work, next, attempts);
    if (document) work = { ...work, document_id: work.document_id ?? document.id };
  }
}

/** Executes a step, recorded before and after. Returns the document if the step returns one. */
async function take(
  { database, provider, clock }: RunnerParts,
  work: Work,
  step: BillingStep,
  attempts: readonly StoredAttempt[],
): Promise<ProviderDocument | undefined> {
  const id = await begin(database, work, step, clock.now());
  try {
    const document = await actions[step](provider, work);
    await endStep(database, work, id, { outcome: 'done', ...(document && { document }) }, clock.now());
    return document;
  } catch (error) {
    const now = clock.now();
    await endStep(database, work, id, endOfFailure(error, step, attempts, now.getTime()), now);
    return undefined;
  }
}

function endOfFailure(
  error: unknown,
  step: BillingStep,
  attempts: readonly StoredAttempt[],
  now: number,
): StepEnd {
  if (error instanceof Stopped) {
    const { problem, document } = error;
    return { outcome: 'refused', problem, ...(document && { document }) };
  }
  if (!(error instanceof ProviderFailure)) throw error;
  const { kind: outcome, message, wait } = error;
  if (outcome === 'refused') return { outcome, message, problem: `${step}_refused` };
  const looksFirst = step === 'finish' || step === 'cancel';
  // A step that needs a search in lists is checked at once.
  const retryAt = outcome === 'unknown' && !looksFirst ? null : retryTime(attempts, step, now, wait);
  return { outcome, message, retryAt };
}

type Action = (provider: BillingProvider, work: Work) => Promise<ProviderDocument | undefined>;

const actions: Readonly<Record<BillingStep, Action>> = {
  draft: (provider, work) => provider.draft(work.ordered),
  finish: async (provider, work) => {
    const document = await documentOf(provider, work);
    checkAmounts(document, work);
    if (!document.isDraft) return document;
    const finished = await provider.finish(document.id).catch(async (error: unknown) => {
      // It may have been finished meanwhile.
      const isRefused = error instanceof ProviderFailure && error.kind === 'refused';
      const now = isRefused ? await documentOf(provider, work) : null;
      if (now && !now.isDraft) return now;
      throw error;
    });
    return finished;
  },
  mail: async (provider, work) => {
    await provider.sendMail(idOf(work), work.mail_to ?? '');
    return undefined;
  },
  debit: async (provider, work) => {
    if (work.debit) await provider.debit(idOf(work), work.debit);
    return undefined;
  },
  cancel: async (provider, work) => {
    const document = await provider.document(idOf(work));
    if (!document) throw new Stopped('document_gone', null);
    if (!document.isCancelled) await provider.cancel(document.id);
    return undefined;
  },
};

async function documentOf(provider: BillingProvider, work: Work): Promise<ProviderDocument> {
  const document = await provider.document(idOf(work));
  if (!document) throw new Stopped('document_gone', null);
  if (document.isCancelled) throw new Stopped('document_cancelled', document);
  return document;
}

/** Stops unless the invoice matches the preview to the cent. */
function checkAmounts(document: ProviderDocument, { net, gross, ordered }: Work): void {
  // The provider's sign of credit notes is undocumented.
  const reported = ordered.corrects === undefined ? (amount: Amount) => amount : absolute;
  const isSame =
    compareAmounts(reported(document.net), reported(net)) === 0 &&
    compareAmounts(reported(document.gross), reported(gross)) === 0;
  if (!isSame) throw new Stopped('amount_differs', document);
}

function idOf({ document_id: id }: Work): string {
  if (id === null) throw new Error('a billing past its draft has no document');
  return id;
}

/** Checks whether a step with unknown outcome was executed. */
async function checkUncertain(
  { database, provider, clock }: RunnerParts,
  work: Work,
  { step, isProof }: { readonly step: BillingStep; readonly isProof: boolean },
  attempts: readonly StoredAttempt[],
): Promise<ProviderDocument | undefined> {
  const attempt = attempts.findLast((one) => one.step === step);
  if (!attempt) throw new Error(`no attempt of step ${step}`);
  const until = Math.max(attempt.begunAt + listingPatience, clock.now().getTime() + 1);
  const end = await lookFor(provider, work, step)
    .then((found): StepEnd => {
      if (found) return { outcome: 'done', ...(found !== true && { document: found }) };
      return isProof ? { outcome: 'later' } : { outcome: 'unknown', retryAt: until };
    })
    .catch((error: unknown): StepEnd => {
      if (!(error instanceof ProviderFailure)) throw error;
      const retryAt = retryTime(attempts, step, clock.now().getTime(), error.wait);
      return { outcome: 'unknown', message: error.message, retryAt };
    });
  await endStep(database, work, attempt.id, end, clock.now());
  return end.document;
}

/** The document, or whether a mail or direct debit exists; null if nothing is found. */
async function lookFor(
  provider: BillingProvider,
  work: Work,
  step: BillingStep,
): Promise<ProviderDocument | true | null> {
  if (step === 'draft') return ours(await provider.documentsOf(work.ordered));
  const id = idOf(work);
  const isThere =
    step === 'debit' && work.debit ? await provider.wasDebited(id, work.debit) : await provider.wasMailed(id);
  return isThere || null;
}

/** Of several documents the finished one, else the oldest. */
function ours(documents: readonly ProviderDocument[]): ProviderDocument | null {
  const standing = documents.filter(({ isCancelled }) => !isCancelled);
  const [first] = standing.toSorted(
    (left, right) => Number(left.isDraft) - Number(right.isDraft) || Number(left.id) - Number(right.id),
  );
  return first ?? null;
}
