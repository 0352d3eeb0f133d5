import { expect, it } from 'vitest';
import { approved } from '../../tests/support/procurement-setups.ts';
import { situation } from '../../tests/support/procurement-situation.ts';
import { isRefusal } from '../base/refusal.ts';
import { occasionOf } from '../timeline/flow.ts';
import { change, remark } from '../timeline/operations.ts';
import { type Doubt, unconfirmedDoubts } from './outcome.ts';

const amount: Doubt = { code: 'invoice_exceeds_contract', amounts: { amount: '20.50' } };
const parties: Doubt = { code: 'budget_exceeded', values: { budget: 'Reise', cost_center: '4711' } };

it('CON-40 asks only for facts missing in the timeline, in any order of its entries', () => {
  const before = situation(approved(), 'C');
  expect(unconfirmedDoubts(before, [amount, parties])).toEqual([amount, parties]);
  const timeline = change(
    before.document.timeline,
    occasionOf(before),
    ...[
      { code: amount.code, values: { currency: 'EUR' }, amounts: { amount: '20.50' } },
      { code: parties.code, values: { cost_center: '4711', budget: 'Reise' }, amounts: {} },
    ].map((note) => remark({ type: 'comment', status: 'system', note })),
  );
  if (isRefusal(timeline)) throw new Error(timeline.code);
  const after = { ...before, document: { ...before.document, timeline } };
  expect(unconfirmedDoubts(after, [amount, parties])).toEqual([]);
  const more: Doubt = { ...amount, amounts: { amount: '20.51' } };
  expect(unconfirmedDoubts(after, [more, parties])).toEqual([more]);
});
