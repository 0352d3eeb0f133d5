import { describe, expect, it } from 'vitest';
import {
  refusal,
  submitted,
  unselected,
  withCompany,
  withLine,
} from '../../../tests/support/procurement-setups.ts';
import {
  acted,
  approver,
  facts,
  line,
  person,
  situation,
  stored,
} from '../../../tests/support/procurement-situation.ts';
import { idOf } from '../../../tests/support/timeline-notation.ts';
import { isRefusal } from '../../base/refusal.ts';
import { type SaveInput, save } from './editing.ts';
import type { ProcurementFacts, ProcurementSituation } from './facts.ts';
import { handsOf } from './hands.ts';
import type { Procurement } from './model.ts';

function saved(at: ProcurementSituation, input: Partial<SaveInput>): Procurement {
  const { head, lines } = at.document;
  const result = save(at, { head, lines, ...input });
  if (isRefusal(result)) throw new Error(JSON.stringify(result));
  return stored(at.document, result, at.facts);
}

describe('APPR-17 TL-27 whoever clears a request before its first approval', () => {
  it('is among those who changed it where only the delivery address is another one', () => {
    const cleared = acted(submitted([unselected]), 'P', 'send_to_clearing', { comment: 'Adresse' });
    const at = situation(cleared, 'K');
    const moved = saved(at, { head: { ...cleared.head, delivery_address_id: 77 } });
    expect(handsOf({ ...at, document: moved })).toEqual([idOf('K')]);
    const renamed = saved(at, { head: { ...cleared.head, name: 'Ordner' } });
    expect(handsOf({ ...at, document: renamed })).toEqual([]);
  });
});

describe('APPR-10 APPR-17 a colleague chosen by hand beside a person who changed the request', () => {
  const colleague = person('X', { approves_in_company: false });

  /** B may approve any value, and has raised the request, which X approves as well. */
  function raised(pool: readonly string[]): {
    readonly document: Procurement;
    readonly given: ProcurementFacts;
  } {
    const known = withCompany({ separate_check: true });
    const given = {
      ...known,
      people: new Map([...known.people, [colleague.id, colleague]]),
      approval: {
        ...facts().approval,
        pool: pool.map((name) => approver(name, null, { is_required: name === 'B' })),
        chosen: [approver('X', null, { inserted_manually: true })],
      },
    };
    const waiting = submitted([line()], given);
    const roles = ['user-price', 'user-change-order'];
    const lines = withLine(waiting, { price_netto: '120.00', price_brutto: '142.80' }).lines;
    return { document: saved(situation(waiting, 'B', { facts: given, roles }), { lines }), given };
  }

  it('is no second person, as long as another approver of the company is there', () => {
    const { document, given } = raised(['B', 'C']);
    expect(refusal('approve', situation(document, 'B', { facts: given }), {})).toMatchObject({
      code: 'separate_check_required',
    });
  });

  it('does not keep the only approver from approving', () => {
    const { document, given } = raised(['B']);
    const approved = acted(document, 'B', 'approve', { confirmations: 'all' }, given);
    expect(approved.timeline.entries.filter(({ status }) => status === 'approved')).toHaveLength(2);
  });
});
