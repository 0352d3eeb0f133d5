import { describe, expect, it } from 'vitest';
import {
  refusal,
  submitted,
  unselected,
  withCompany,
  withLine,
} from '../../../tests/support/procurement-setups.ts';
import { acted, facts, situation } from '../../../tests/support/procurement-situation.ts';
import { idOf, written } from '../../../tests/support/timeline-notation.ts';
import type { Procurement } from './model.ts';
import { personChoices } from './planned-steps.ts';
import { may, offers } from './steps.ts';

describe('product selection', () => {
  const open = () => submitted([unselected]);
  const select = (document: Procurement) =>
    withLine(document, { supplier_id: 7, price_netto: '10.00', price_brutto: '11.90' });

  it('TASK-02 leads to approval by the approvers that the selected value needs', () => {
    const document = open();
    expect(written(document.timeline).slice(1, 3)).toEqual([
      '1* select-product P -/present',
      '2 approval A -/future',
    ]);
    const dear = withLine(select(document), { price_netto: '100.00' });
    expect(written(acted(dear, 'P', 'to_approval', {}).timeline).slice(2)).toEqual([
      '2* approval A -/present',
      '3 approval B -/future',
      '4 send-order C -/future',
      '5 delivery D -/future',
    ]);
  });

  it('TL-12 TASK-02 leads to order placement and skips planned approvals that are no longer needed', () => {
    const document = select(open());
    const nobody = withCompany({ min_approval: 0 }, { approval: { ...facts().approval, pool: [] } });
    expect(may('to_approval', situation(document, 'P', { facts: nobody }))).toMatchObject({
      code: 'step_not_possible',
    });
    const result = acted(document, 'P', 'to_order', {}, nobody);
    expect(written(result.timeline).slice(1)).toEqual([
      '1 select-product P approved/past',
      '2 approval (none) approved/past',
      '3* send-order C -/present',
      '4 delivery D -/future',
    ]);
    expect(result.head).toMatchObject({ status: 'approved', approved_netto: '100.00' });
    expect(may('to_order', situation(document, 'P'))).toMatchObject({ code: 'step_not_possible' });
  });

  it('RDEF-01 selection, order placement, goods receipt and clearing go to the company’s default persons', () => {
    const formClient = {
      user_select_product_id: idOf('M'),
      user_send_order_id: idOf('N'),
      user_consignee_id: idOf('X'),
      user_clearing_id: idOf('C'),
    };
    const given = facts({ roleDefaults: { ...facts().roleDefaults, formClient } });
    const document = submitted([unselected], given);
    const of = (type: string) => written(document.timeline).find((entry) => entry.includes(` ${type} `));
    expect(of('select-product')).toContain(' M ');
    expect(of('send-order')).toContain(' N ');
    // The form already names a receiver; the company's person comes next.
    expect(personChoices('delivery', situation(document, 'M', { facts: given }))).toEqual([
      idOf('D'),
      idOf('X'),
    ]);
    const clear = offers(situation(document, 'M', { facts: given })).find(
      ({ key }) => key === 'send_to_clearing',
    );
    expect(clear?.personChoices?.[0]).toBe(idOf('C'));
  });

  it('PROC-12 needs supplier and price on every line', () => {
    const result = refusal('to_approval', situation(open(), 'P'), {});
    expect(result.problems?.map((problem) => problem.field)).toEqual([
      'lines.0.supplier_id',
      'lines.0.price_netto',
    ]);
  });

  it('RDEF-06 goes through all selectors before approval', () => {
    const given = facts({
      productGroups: new Map([[2, { name: 'Büro', user_select_product_id: idOf('N') }]]),
    });
    const document = submitted([{ ...unselected, product_group_id: 2 }, unselected], given);
    expect(may('to_approval', situation(document, 'N', { facts: given }))).toMatchObject({
      code: 'step_not_possible',
    });
    const next = acted(document, 'N', 'to_next_selection', {}, given);
    expect(written(next.timeline)[2]).toBe('2* select-product P -/present');
    expect(acted(select(next), 'P', 'to_approval', {}, given).head.status).toBe('approval');
  });
});
