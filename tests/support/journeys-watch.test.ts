import { setTimeout as delay } from 'node:timers/promises';
import type { TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import { afterEach, expect, test, vi } from 'vitest';
import JourneysWatch, { endWhenStalled } from './journeys-watch.ts';

const journey = { title: 'an order is placed' } as TestCase;
const step = {
  title: 'Click on "Bestellen"',
  location: { file: 'order.spec.ts', line: 7, column: 1 },
} as TestStep;

let watch: JourneysWatch | undefined;
afterEach(() => {
  watch?.onEnd();
  vi.restoreAllMocks();
});

test('TECH-19 ends a journey that begins no further step, and reports its current step', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  watch = new JourneysWatch({ silence: 500 });
  const result = { workerIndex: 3 } as TestResult;
  const limits = {
    stalled: vi.fn<(milliseconds: number) => void>(),
    other: vi.fn<(milliseconds: number) => void>(),
  };
  const stops = [
    endWhenStalled({ workerIndex: 3, setTimeout: limits.stalled }),
    endWhenStalled({ workerIndex: 4, setTimeout: limits.other }),
  ];
  watch.onTestBegin(journey, result);
  watch.onStepBegin(journey, result, step);
  await vi.waitFor(() => expect(limits.stalled).toHaveBeenCalledWith(1), 20_000);
  for (const stop of stops) stop();
  expect(printed.mock.calls.join()).toContain('"an order is placed" has done nothing for 0.5 s');
  expect(printed.mock.calls.join()).toContain('Click on "Bestellen" (order.spec.ts:7)');
  expect(limits.other).not.toHaveBeenCalled();
});

test('TECH-19 leaves a journey with progressing steps alone, however long it takes', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  watch = new JourneysWatch({ silence: 5_000 });
  const result = { workerIndex: 5 } as TestResult;
  watch.onTestBegin(journey, result);
  for (let round = 0; round < 30; round += 1) {
    watch.onStepBegin(journey, result, step);
    await delay(100);
    watch.onStepEnd(journey, result, step);
  }
  watch.onTestEnd(journey, result);
  expect(printed).not.toHaveBeenCalled();
});
