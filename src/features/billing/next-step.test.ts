import { describe, expect, it, test } from 'vitest';
import { type Attempt, listingPatience, nextStep, type Progress, retryTime } from './next-step.ts';

const now = 1_000_000_000;
const attempt = (
  step: Attempt['step'],
  outcome: Attempt['outcome'],
  more: Partial<Attempt> = {},
): Attempt => ({
  step,
  outcome,
  begunAt: now - 1_000,
  retryAt: null,
  ...more,
});
const progress = (attempts: readonly Attempt[], more: Partial<Progress> = {}): Progress => ({
  isCancelling: false,
  hasMail: true,
  hasDebit: true,
  attempts,
  ...more,
});
const done = (...steps: Attempt['step'][]) => steps.map((step) => attempt(step, 'done'));

describe('OP-06 OP-09 the next step of a billing', () => {
  it('is draft, finish, mail, direct debit, end', () => {
    expect(nextStep(progress([]), now)).toEqual({ do: 'take', step: 'draft' });
    expect(nextStep(progress(done('draft')), now)).toEqual({ do: 'take', step: 'finish' });
    expect(nextStep(progress(done('draft', 'finish')), now)).toEqual({ do: 'take', step: 'mail' });
    expect(nextStep(progress(done('draft', 'finish', 'mail')), now)).toEqual({ do: 'take', step: 'debit' });
    expect(nextStep(progress(done('draft', 'finish', 'mail', 'debit')), now)).toEqual({ do: 'end' });
    const bare = { hasMail: false, hasDebit: false };
    expect(nextStep(progress(done('draft', 'finish'), bare), now)).toEqual({ do: 'end' });
    expect(nextStep(progress(done('draft'), { isCancelling: true }), now)).toEqual({
      do: 'take',
      step: 'cancel',
    });
  });

  test.each(['begun', 'unknown'] as const)('never repeats a draft, mail or debit that is %s', (outcome) => {
    for (const step of ['draft', 'mail', 'debit'] as const) {
      const before = done(...(['draft', 'finish', 'mail'] as const).filter((name) => name !== step));
      const recent = nextStep(progress([...before, attempt(step, outcome)]), now);
      expect(recent).toEqual({ do: 'settle', step, isProof: false });
      const old = attempt(step, outcome, { begunAt: now - listingPatience });
      expect(nextStep(progress([...before, old]), now)).toEqual({ do: 'settle', step, isProof: true });
    }
  });

  it('checks the document before it finishes or cancels it', () => {
    const begun = [...done('draft'), attempt('finish', 'begun')];
    expect(nextStep(progress(begun), now)).toEqual({ do: 'take', step: 'finish' });
    const cancelling = [...done('draft', 'finish'), attempt('cancel', 'unknown')];
    expect(nextStep(progress(cancelling, { isCancelling: true }), now)).toEqual({
      do: 'take',
      step: 'cancel',
    });
  });

  it('waits until the retry time, and stops after a refusal', () => {
    const later = attempt('draft', 'later', { retryAt: now + 5 });
    expect(nextStep(progress([later]), now)).toEqual({ do: 'wait', until: now + 5 });
    expect(nextStep(progress([later]), now + 5)).toEqual({ do: 'take', step: 'draft' });
    expect(nextStep(progress([attempt('draft', 'refused')]), now)).toEqual({ do: 'refuse', step: 'draft' });
  });

  it('retries at growing intervals, or when the provider allows', () => {
    const failed = (count: number) => Array.from({ length: count }, () => attempt('draft', 'later'));
    expect(retryTime(failed(1), 'draft', now, null)).toBe(now + 60_000);
    expect(retryTime(failed(3), 'draft', now, null)).toBe(now + 240_000);
    expect(retryTime(failed(30), 'draft', now, null)).toBe(now + 3_600_000);
    expect(retryTime(failed(3), 'draft', now, 7_000)).toBe(now + 7_000);
  });
});
