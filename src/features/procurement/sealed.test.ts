import { describe, expect, it } from 'vitest';
import { approved, ordered, submitted } from '../../../tests/support/procurement-setups.ts';
import { acted, company, facts, situation, stored } from '../../../tests/support/procurement-situation.ts';
import { idOf } from '../../../tests/support/timeline-notation.ts';
import { isRefusal } from '../../base/refusal.ts';
import { totals } from '../../document/totals.ts';
import { save } from './editing.ts';
import type { LineFields, Procurement, ProcurementFields } from './model.ts';
import { decide, may, type ProcurementAction } from './steps.ts';

type Change = (document: Procurement) => Procurement;

const everyRight = ['user-price', 'user-change-order', 'user-admin'];

const head =
  (change: Partial<ProcurementFields>): Change =>
  (document) => ({ ...document, head: { ...document.head, ...change } });
const eachLine =
  (change: Partial<LineFields>): Change =>
  (document) => {
    const lines = document.lines.map((line) => ({ ...line, ...change }));
    const { total_netto, total_tax, total_brutto } = totals(lines);
    return { ...document, head: { ...document.head, total_netto, total_tax, total_brutto }, lines };
  };

/** Every field that an approval of a request covers, changed so that it exceeds the approval. */
const changes: readonly (readonly [string, Change])[] = [
  ['a currency with a higher rate', head({ currency: 'GBP', exchange_rate: '25' })],
  ['the price', eachLine({ price_netto: '20000', price_brutto: '23800' })],
  ['the quantity', eachLine({ quantity: '11' })],
  ['the supplier', eachLine({ supplier_id: 8 })],
  ['no supplier', eachLine({ supplier_id: null })],
  ['the department', head({ department_id: 9 })],
  ['the cost center', head({ cost_center_id: 9 })],
  ['no cost center', head({ cost_center_id: null })],
  ['the cost center of a line', eachLine({ cost_center_id: 9 })],
  ['the ledger account', head({ ledger_account_id: 9 })],
  ['the company', head({ client_id: 9 })],
  ['the delivery address', head({ delivery_address_id: 9 })],
  ['goods that become freight', eachLine({ kind: 'freight' })],
];

const outward: readonly ProcurementAction[] = [
  'to_order',
  'to_delivery',
  'send_order',
  'confirm_order',
  'complete_order',
];

/** Takes every outgoing action, with all questions confirmed. */
function leaves(document: Procurement): readonly string[] {
  const people = ['C', 'K', 'A', 'X'];
  return outward.filter((action) =>
    people.some((name) => {
      const at = situation(document, name, { roles: everyRight });
      const input = { confirmations: 'all', supplier_id: document.lines[0]?.supplier_id ?? null } as const;
      return may(action, at) === true && !isRefusal(decide(action, at, input));
    }),
  );
}

function savedBy(name: string, document: Procurement, change: Change, given = facts()): Procurement {
  const become = change(document);
  const at = situation(document, name, { roles: everyRight, facts: given });
  const result = save(at, { head: become.head, lines: become.lines, confirmations: 'all' });
  if (isRefusal(result)) throw new Error(JSON.stringify(result));
  return stored(document, result);
}

const clearing = (document: Procurement) =>
  acted(document, 'C', 'send_to_clearing', { comment: 'Bitte prüfen' });

describe('APPR-18 the covered content of an approval', () => {
  it('can be ordered while unchanged', () => {
    expect(leaves(approved())).toEqual(['send_order', 'confirm_order']);
    expect(leaves(clearing(approved()))).toContain('to_order');
  });

  it.each(changes)('%s: a change that bypasses the form cannot be ordered', (_name, change) => {
    expect(leaves(change(approved()))).toEqual([]);
    expect(leaves(change(ordered()))).toEqual([]);
    expect(leaves(change(clearing(approved())))).toEqual([]);
  });

  it.each(changes)(
    '%s: changed at the order by a person with all rights, it is approved again',
    (_name, change) => {
      const document = savedBy('C', approved(), change);
      expect(document.head.status).toBe('approval');
      expect(leaves(document)).toEqual([]);
    },
  );

  it.each(changes)('%s: a change during approval restarts approval', (_name, change) => {
    const waiting = submitted();
    const document = savedBy('X', waiting, change);
    expect(document.head.status).toBe('approval');
    expect(document.timeline.currentEntryNo).toBeGreaterThan(waiting.timeline.currentEntryNo);
    // Approvers cannot approve content that they were not asked about.
    expect(may('approve', situation(change(waiting), 'A'))).toMatchObject({ code: 'approval_outgrown' });
  });

  it.each([
    ['the person who takes the goods', head({ consignee_id: idOf('B') })],
    ['the billing address', head({ billing_address_text: 'Am Markt 2' })],
  ])(
    'PROC-13 %s: a change is recorded in the timeline, and ordered without a new approval',
    (_name, change) => {
      const document = savedBy('C', approved(), change);
      expect(document.timeline.entries.map(({ note }) => note)).toContainEqual(
        expect.objectContaining({
          code: 'approval_outgrown',
          values: expect.objectContaining({ parts: 'delivery' }),
        }),
      );
      expect(leaves(document)).toEqual(['send_order', 'confirm_order']);
    },
  );

  it('APPR-10 leaves the approval where nobody has to approve any more, and returns to it with the approvers', () => {
    const { approval } = facts();
    const nobody = facts({
      company: { ...company, min_approval: 0 },
      approval: { ...approval, pool: [] },
    });
    const dearer: Change = (document) =>
      eachLine({ quantity: '1000' })(head({ cost_center_id: 9 })(document));
    const elsewhere = savedBy('X', submitted(), dearer, nobody);
    expect(elsewhere.head.status).toBe('approved');
    const back = savedBy('X', elsewhere, head({ cost_center_id: 3 }));
    expect(back.head.status).toBe('approval');
    expect(leaves(back)).toEqual([]);
  });

  it('PROC-42 a tolerance applies to amounts only', () => {
    const tolerant = facts();
    const given = {
      ...tolerant,
      company: tolerant.company && { ...tolerant.company, price_tolerance_percent: '10' },
    };
    const dearer = eachLine({ quantity: '11' })(clearing(approved()));
    expect(may('to_order', situation(dearer, 'K', { facts: given }))).toBe(true);
    const elsewhere = eachLine({ supplier_id: 8 })(clearing(approved()));
    expect(may('to_order', situation(elsewhere, 'K', { facts: given }))).not.toBe(true);
  });
});
