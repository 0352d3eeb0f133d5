import { describe, expect, it } from 'vitest';
import {
  approved,
  ordered,
  submitted,
  unselected,
  withLine,
} from '../../../tests/support/procurement-setups.ts';
import {
  acted,
  approver,
  company,
  draft,
  facts,
  line,
  situation,
} from '../../../tests/support/procurement-situation.ts';
import { idOf, written } from '../../../tests/support/timeline-notation.ts';
import { isRefusal } from '../../base/refusal.ts';
import { coupledPrice, editRights, type SaveOutcome, save } from './editing.ts';
import type { ProcurementFacts, ProcurementSituation } from './facts.ts';
import { lineFieldNames } from './fields.ts';
import type { Procurement, ProcurementFields, ProcurementLine } from './model.ts';

function saving(
  at: ProcurementSituation,
  head: Partial<ProcurementFields>,
  lines: readonly ProcurementLine[] = at.document.lines,
) {
  return save(at, { head: { ...at.document.head, ...head }, lines });
}

function saved(...args: Parameters<typeof saving>): SaveOutcome {
  const result = saving(...args);
  if (isRefusal(result)) throw new Error(JSON.stringify(result));
  return result;
}

const changeOrder = { roles: ['user-price', 'user-change-order'] };

/** Documents in each step, with persons and their expected rights. */
function rights(document: Procurement, name: string, roles: string[] = []): string {
  const { head, lines } = editRights(situation(document, name, { roles }));
  const shown = (fields: 'all' | readonly string[]) => (fields === 'all' ? 'all' : String(fields.length));
  return `head ${shown(head)}, lines ${shown(lines)}`;
}

describe('PROC-13 the fields that each role may edit', () => {
  const cleared = acted(approved(), 'C', 'send_to_clearing', { comment: 'check' });
  const done = acted(ordered(), 'D', 'finish_delivery', { confirmations: 'all' });

  it.each<[string, Procurement, string, string[], string]>([
    ['draft: the creator all', draft(), 'U', [], 'head all, lines all'],
    ['draft: others nothing', draft(), 'X', ['user-admin'], 'head 0, lines 0'],
    ['open: the selector lines and prices', submitted([unselected]), 'P', [], 'head 0, lines all'],
    ['open: the creator nothing', submitted([unselected]), 'U', [], 'head 0, lines 0'],
    ['approval: the approver nothing', submitted(), 'A', [], 'head 0, lines 0'],
    ['approval: user-change-order all', submitted(), 'X', ['user-change-order'], 'head all, lines all'],
    ['approved: the order sender order data and lines', approved(), 'C', [], 'head 2, lines all'],
    ['approved: user-change-order all', approved(), 'X', ['user-change-order'], 'head all, lines all'],
    ['ordered: nothing', ordered(), 'D', ['user-change-order'], 'head 0, lines 0'],
    ['clearing: the assignee all', cleared, 'K', [], 'head all, lines all'],
    ['clearing: others nothing', cleared, 'U', ['user-change-order'], 'head 0, lines 0'],
    ['completed: nothing', done, 'D', ['user-admin'], 'head 0, lines 0'],
  ])('%s', (_, document, name, roles, expected) => {
    expect(rights(document, name, roles)).toBe(expected);
  });

  it('a refusal without permission names the field and suggests clearing', () => {
    expect(saving(situation(submitted(), 'A'), { name: 'Anders' })).toMatchObject({
      code: 'no_edit_permission',
      field: 'name',
    });
    const dearer = withLine(submitted(), { quantity: '11' }).lines;
    expect(saving(situation(submitted(), 'A'), {}, dearer)).toMatchObject({ field: 'lines.0.quantity' });
    expect(saving(situation(submitted(), 'A'), {}, [])).toMatchObject({
      code: 'no_edit_permission',
      field: 'lines',
    });
  });

  it('saving unchanged content is allowed for everybody and changes nothing', () => {
    const document = submitted();
    const result = saved(situation(document, 'A'), {}, withLine(document, { price_netto: '100.0' }).lines);
    expect(result.timeline).toBe(document.timeline);
  });
});

describe('saving', () => {
  it('computes prices and totals and ignores totals in the input', () => {
    const lines = [line({ id: null, quantity: '3', price_netto: '12.35', price_brutto: '1.00' })];
    const result = saved(situation(draft([]), 'U'), {}, lines);
    expect(result.lines[0]).toMatchObject({ price_netto: '12.35', price_brutto: '14.70' });
    expect(result.head).toMatchObject({ total_netto: '37.05', total_tax: '7.04', total_brutto: '44.09' });
    expect(result.status).toBe('draft');
  });

  it('SHEET-04 drops empty lines and refuses foreign ones', () => {
    const empty = line({
      id: null,
      description: null,
      quantity: null,
      price_netto: null,
      price_brutto: null,
    });
    expect(saved(situation(draft(), 'U'), {}, [...draft().lines, empty]).lines).toHaveLength(1);
    expect(saving(situation(draft(), 'U'), {}, [line({ id: 99 })])).toMatchObject({
      code: 'not_found',
      field: 'lines.0.id',
    });
  });

  it('writes only fields that a person may fill', () => {
    const document = draft();
    const forged = { ...document.head, creator_id: 99, number: 1, approved_netto: '9999.00' };
    const lines = withLine(document, { quantity_received: '10', punchout_cart_id: 5 }).lines;
    const result = saved(situation(document, 'U'), forged, lines);
    expect(Object.keys(result.head)).not.toEqual(expect.arrayContaining(['creator_id']));
    expect(result.head).not.toHaveProperty('number');
    expect(result.lines[0]).toMatchObject({ quantity_received: '0', punchout_cart_id: null });
  });

  it('received quantities cannot be removed from the order', () => {
    const booked = acted(ordered(), 'D', 'receive', {
      receipts: [{ procurement_line_id: 1, quantity: '4' }],
    });
    const document = acted(booked, 'D', 'send_to_clearing', { comment: 'too many' });
    const at = situation(document, 'K');
    expect(saving(at, {}, withLine(document, { quantity: '3' }).lines)).toMatchObject({
      problems: [{ field: 'lines.0.quantity', code: 'number_out_of_range', values: { min: '4' } }],
    });
    expect(saving(at, {}, [])).toMatchObject({ problems: [{ field: 'lines' }] });
    expect(isRefusal(saving(at, {}, withLine(document, { quantity: '4' }).lines))).toBe(false);
  });

  it('VAL-05 refuses malformed values, also in a draft', () => {
    expect(saving(situation(draft(), 'U'), { delivery_date: '31.12.2025' })).toMatchObject({
      code: 'validation_failed',
      problems: [{ field: 'delivery_date' }],
    });
  });

  it('an item number is text: 007 is not 7', () => {
    const document = draft([line({ item_number: '7' })]);
    expect(
      saving(situation(document, 'X'), {}, withLine(document, { item_number: '007' }).lines),
    ).toMatchObject({
      code: 'no_edit_permission',
    });
  });

  it('PROC-09 PUN-08 does not change fixed cost centers and marketplace products', () => {
    const document = draft([
      line({ is_cost_center_fixed: true }),
      line({ punchout_cart_id: 3, marketplace_id: 1 }),
    ]);
    const result = saving(
      situation(document, 'U'),
      {},
      withLine(document, { cost_center_id: 9, description: 'Anderes' }).lines,
    );
    expect(result).toMatchObject({
      code: 'validation_failed',
      problems: [
        { field: 'lines.0.cost_center_id', code: 'permission_denied' },
        { field: 'lines.1.description', code: 'punchout_line_locked' },
      ],
    });
    expect(isRefusal(saving(situation(document, 'U'), {}, document.lines.slice(0, 1)))).toBe(false);
    const other = document.lines.slice(0, 1).map((one) => ({ ...one, product_id: 8, cost_center_id: 9 }));
    expect(saved(situation(document, 'U'), {}, other).lines[0]).toMatchObject({ cost_center_id: 9 });
  });

  const fixedByShop: Readonly<Record<string, Partial<ProcurementLine>>> = {
    ...{
      kind: { kind: 'freight' },
      description: { description: 'Anderes' },
      item_number: { item_number: 'Z' },
    },
    ...{ quantity: { quantity: '77' }, unit: { unit: 'Palette' }, tax: { tax: '7' } },
    ...{ price_netto: { price_netto: '77' }, price_brutto: { price_mode: 'gross', price_brutto: '77' } },
    ...{ price_mode: { price_mode: 'gross' }, price_unit: { price_unit: '1000' } },
    ...{ offer_number: { offer_number: 'A 7' }, offer_date: { offer_date: '2026-01-07' } },
    image_url: { image_url: 'https://shop.example/7.png' },
    webshop_url: { webshop_url: 'https://shop.example/7' },
    ...{ product_id: { product_id: 77 }, supplier_id: { supplier_id: 77 } },
    delivery_date: { delivery_date: '2099-07-07' },
  };
  const bookedByPerson = { cost_center_id: 77, ledger_account_id: 77, product_group_id: 77 };

  it.each(Object.entries(fixedByShop))(
    'PUN-08 TASK-15 %s of a product from a marketplace is not edited',
    (field, change) => {
      const document = draft([line({ punchout_cart_id: 3, marketplace_id: 1 })]);
      const result = saving(situation(document, 'U'), {}, withLine(document, change).lines);
      expect(result).toMatchObject({ code: 'validation_failed' });
      const problem = { field: `lines.0.${field}`, code: 'punchout_line_locked' };
      expect(isRefusal(result) && result.problems).toContainEqual(expect.objectContaining(problem));
    },
  );

  it.each(Object.entries(bookedByPerson))('PUN-08 %s of such a product remains editable', (field, value) => {
    const document = draft([line({ punchout_cart_id: 3, marketplace_id: 1 })]);
    const { lines } = saved(situation(document, 'U'), {}, withLine(document, { [field]: value }).lines);
    expect(lines).toMatchObject([{ punchout_cart_id: 3, [field]: value }]);
  });

  it('PUN-08 every line field is tested, except the position and the confirmed date', () => {
    const known = [...Object.keys(fixedByShop), ...Object.keys(bookedByPerson)];
    expect([...known, 'confirmed_delivery_date', 'sort_no'].toSorted()).toEqual(lineFieldNames.toSorted());
  });

  it('PUN-12 TASK-14 asks before a change of company that removes marketplace lines', () => {
    const document = draft([line({}), line({ punchout_cart_id: 3, marketplace_id: 1 })]);
    const at = situation(document, 'U');
    const asked = saving(at, { client_id: 2 });
    expect(asked).toMatchObject({ code: 'punchout_company_change', confirm: {} });
    const hash = isRefusal(asked) ? (asked.confirm?.hash ?? '') : '';
    const input = { head: { ...document.head, client_id: 2 }, lines: document.lines };
    const result = save(at, { ...input, confirmations: [hash] });
    expect(isRefusal(result) ? result : result.lines.map((one) => one.punchout_cart_id)).toEqual([null]);
    expect(isRefusal(saving(situation(draft([line({})]), 'U'), { client_id: 2 }))).toBe(false);
  });

  it('ROLE-07 a writer without user-price never writes amounts', () => {
    const catalogue = {
      price_netto: '5.00',
      price_brutto: '5.95',
      price_mode: 'net',
      price_unit: null,
      tax: '19',
    } as const;
    const given: ProcurementFacts = facts({ catalogPrices: new Map([[77, catalogue]]) });
    const blind = situation(draft(), 'U', { roles: [], facts: given });
    const masked = { price_netto: null, price_brutto: null, tax: null };
    const result = saved(blind, {}, [
      ...draft().lines.map((one) => ({ ...one, ...masked })),
      line({ id: null, product_id: 77, price_netto: '0.01' }),
      line({ id: null, price_netto: '0.01' }),
    ]);
    expect(result.lines.map((one) => one.price_netto)).toEqual(['100.00', '5.00', null]);
  });

  it('PRICE-02 keeps the price typed last and computes the other', () => {
    const typed = { price_mode: 'gross', price_netto: '1', price_brutto: '9.99', tax: '19' } as const;
    expect(coupledPrice(typed, 3)).toEqual({ price_netto: '8.395', price_brutto: '9.99' });
    expect(coupledPrice({ ...typed, tax: null }, 2)).toEqual({ price_netto: '9.99', price_brutto: '9.99' });
    expect(coupledPrice({ ...typed, price_brutto: null }, 2)).toEqual({
      price_netto: null,
      price_brutto: null,
    });
  });
});

describe('PROC-13 changes of an approved order', () => {
  const dearer = (document: Procurement) => withLine(document, { quantity: '20' }).lines;

  it('changes of order data do not change the step', () => {
    const document = approved();
    const lines = withLine(document, { confirmed_delivery_date: '2025-07-01' }).lines;
    const result = saved(situation(document, 'C'), { external_order_number: 'AB-17' }, lines);
    expect(result.timeline).toEqual(document.timeline);
    expect(result.head).toMatchObject({ external_order_number: 'AB-17' });
    expect(result.head).not.toHaveProperty('approved_netto');
  });

  it('a change of lines restarts approval and keeps the order sender', () => {
    const document = approved();
    const result = saved(situation(document, 'C'), {}, dearer(document));
    expect(written(result.timeline).slice(3)).toEqual([
      '3 comment C system/past',
      '4 send-order C canceled/past-unsuccessful',
      '5* approval A -/present',
      '6 approval B -/future',
      '7 send-order C -/future',
      '8 delivery D -/future',
    ]);
    expect(result.status).toBe('approval');
    expect(result.timeline.entries[3]?.note?.code).toBe('approval_again');
  });

  it('BUD-06 asks the same questions as a submit', () => {
    const document = approved();
    const given = facts({ approval: { ...facts().approval, pool: [approver('A', '500')] } });
    expect(saving(situation(document, 'C', { facts: given }), {}, dearer(document))).toMatchObject({
      code: 'none_has_limit',
      confirm: {},
    });
  });

  it('APPR-18 order changers may change within the approval; changes outside the own task leave an audit entry', () => {
    const document = approved();
    const cheaper = withLine(document, { quantity: '9' }).lines;
    const own = saved(situation(document, 'C', changeOrder), {}, cheaper);
    expect(own.status).toBe('approved');
    expect(own.timeline.entries[3]).toMatchObject({
      status: 'system',
      note: { code: 'approval_outgrown', values: { parts: 'lines' } },
    });
    const other = saved(situation(document, 'X', changeOrder), { name: 'Anders' }, cheaper);
    expect(other.status).toBe('approved');
    expect(other.timeline.entries[3]).toMatchObject({
      status: 'auditLog',
      lbUserId: situation(document, 'X').actor.id,
      note: { code: 'document_edited', values: { fields: 'name quantity' } },
    });
  });

  it('APPR-18 PROC-42 changes beyond the tolerance restart approval for everybody', () => {
    const document = approved();
    const own = saved(situation(document, 'C', changeOrder), {}, dearer(document));
    expect(own.status).toBe('approval');
    const tolerant = facts({ company: { ...company, price_tolerance_percent: '100' } });
    const reported = saved(
      situation(document, 'C', { ...changeOrder, facts: tolerant }),
      {},
      dearer(document),
    );
    expect(reported.status).toBe('approved');
    expect(reported.timeline.entries[3]?.note).toMatchObject({
      code: 'approval_outgrown',
      amounts: { before: '1000.00', now: '2000.00' },
    });
  });
});

describe('amounts and rates', () => {
  it('PRICE-04 reports the line with too large an amount, or all lines if only the total is too large', () => {
    const huge = line({ quantity: '99999999.999', price_netto: '9999.99', price_brutto: null });
    const problems = (lines: readonly ProcurementLine[]) => {
      const refused = save(situation(draft([line()]), 'U'), { head: draft().head, lines });
      return isRefusal(refused) ? refused.problems?.map(({ field, code }) => `${field} ${code}`) : 'saved';
    };
    expect(problems([line(), huge])).toEqual(['lines.1.quantity amount_too_large']);
    const half = line({ quantity: '60000000', price_netto: '9000', price_brutto: null });
    expect(problems([half, half])).toEqual(['lines amount_too_large']);
  });

  it('BUD-08 drops a rate for the own currency and keeps one for a foreign currency', () => {
    const rateOf = (currency: string) => {
      const head = { ...draft().head, currency, exchange_rate: '25' };
      const result = save(situation(draft([line()]), 'U'), { head, lines: draft().lines });
      return isRefusal(result) ? result.code : result.head.exchange_rate;
    };
    expect(rateOf('EUR')).toBeNull();
    expect(rateOf('GBP')).toBe('25');
  });

  it('TL-21 a changed value is logged in the timeline, even by the assignee', () => {
    const cleared = acted(submitted(), 'A', 'send_to_clearing', { comment: 'Bitte klären' });
    const lines = cleared.lines.map((one) => ({ ...one, price_netto: '90' }));
    const result = save(situation(cleared, 'K'), { head: cleared.head, lines });
    if (isRefusal(result)) throw new Error(result.code);
    expect(result.timeline.entries.findLast((entry) => entry.status === 'auditLog')).toMatchObject({
      lbUserId: idOf('K'),
      note: { code: 'document_edited', values: { fields: 'price_brutto price_netto' } },
    });
  });
});
