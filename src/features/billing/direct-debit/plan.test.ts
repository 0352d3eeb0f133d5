import { describe, expect, test } from 'vitest';
import { creditorId, debitBill } from '../../../../tests/support/debit-bill.ts';
import { type DebitBill, planDebits } from './plan.ts';

const today = '2026-11-03';

function planned(change: Partial<DebitBill> = {}, day = today) {
  const bill = { ...debitBill, ...change };
  const plan = planDebits([bill], day, creditorId).get(bill);
  return plan?.problem ?? plan?.collection;
}
const mandate = (change: Partial<DebitBill['mandate']>) => ({ mandate: { ...debitBill.mandate, ...change } });

describe('OP-09 DATA-07 the plan of a collection', () => {
  test('collects the exact amount once, with the data announced on the invoice', () => {
    expect(planned()).toEqual({
      reference: 'kontor-7-2026-10',
      mandate: 'M-1',
      mandateDay: '2026-01-02',
      scheme: 'CORE',
      sequence: 'FRST',
      day: '2026-11-16',
      amount: '117.81',
      holder: 'Müller & Söhne GmbH',
      iban: 'DE02120300000000202051',
      bic: null,
      address: null,
      text: 'Abrechnung Oktober 2026, Rechnung RE-00001',
      amendment: null,
      creditorId,
    });
  });

  test.each<readonly [string, Partial<DebitBill>]>([
    ['collected', { isCollected: true }],
    ['at_provider', { way: 'provider' }],
    ['credited', { amount: '0.00' }],
    [
      'no_address',
      { iban: 'CH9300762011623852957', bic: 'KBSZCH22XXX', address: { ...debitBill.address, town: ' ' } },
    ],
    ['not_finished', { state: 'open' }],
    ['not_finished', { state: 'cancelled' }],
    ['not_finished', { documentNumber: null }],
    ['not_finished', { reported: null }],
    ['no_mandate', mandate({ agreement: false })],
    ['no_mandate', mandate({ date: null })],
    ['no_mandate', mandate({ reference: null })],
    ['no_mandate', mandate({ reference: 'M 1' })],
    ['wrong_account', { iban: null }],
    ['wrong_account', { iban: 'DE02120300000000202052' }],
    ['wrong_account', { bic: 'RZTIAT22274' }],
    // Outside of the European Economic Area a BIC is mandatory; outside of SEPA there is no direct debit.
    ['wrong_account', { iban: 'CH9300762011623852957' }],
    ['wrong_account', { iban: 'TR330006100519786457841326', bic: 'TGBATRIS' }],
    ['not_announced', { announcement: null }],
    ['not_announced', mandate({ reference: 'M-2' })],
    ['mandate_ended', { isEnded: true }],
    ['mandate_expired', mandate({ date: '2023-11-15' })],
    ['mandate_expired', mandate({ date: '2020-01-01', lastUse: '2023-11-15' })],
  ])('does not collect: %s', (problem, change) => expect(planned(change)).toBe(problem));

  test('a mandate expires 36 months after its last use', () => {
    expect(planned(mandate({ date: '2023-11-16' }))).toMatchObject({ day: '2026-11-16' });
    expect(planned(mandate({ date: '2020-01-01', lastUse: '2023-11-16' }))).toMatchObject({
      sequence: 'RCUR',
    });
  });

  test('a Swiss account has BIC and address', () => {
    expect(planned({ iban: 'CH9300762011623852957', bic: 'KBSZCH22XXX' })).toMatchObject({
      bic: 'KBSZCH22XXX',
      address: { street: 'Hovestieg 24', country: 'DE' },
    });
  });

  test('a returned collection gets a new reference', () => {
    expect(planned({ tries: 1 })).toMatchObject({ reference: 'kontor-7-2026-10-2' });
    // A rejected collection did not use the mandate.
    expect(planned({ tries: 1 })).toMatchObject({ sequence: 'FRST' });
    expect(planned({ tries: 1, ...mandate({ lastUse: '2026-11-10' }) })).toMatchObject({ sequence: 'RCUR' });
  });

  test('only the final bill of an archived tenant ends the mandate', () => {
    const used = mandate({ lastUse: '2026-10-15' });
    expect(planned({ archivedOn: '2026-10-20', ...used })).toMatchObject({ sequence: 'FNAL' });
    expect(planned({ archivedOn: '2026-11-02', ...used })).toMatchObject({ sequence: 'RCUR' });
    expect(planned({ archivedOn: '2026-10-20' })).toMatchObject({ sequence: 'FRST' });
  });

  test('a new account or creditor id is reported once, and the mandate continues', () => {
    const used = mandate({ lastUse: '2026-10-15' });
    const former = { iban: 'DE89370400440532013000', creditorId };
    expect(planned({ ...used, former })).toMatchObject({
      sequence: 'RCUR',
      amendment: { isOtherAccount: true, formerCreditorId: null },
    });
    const same = { iban: 'DE02120300000000202051', creditorId };
    expect(planned({ ...used, former: same })).toMatchObject({ amendment: null });
    expect(planned({ ...used, former: { ...same, creditorId: 'AT61ZZZ01234567890' } })).toMatchObject({
      amendment: { isOtherAccount: false, formerCreditorId: 'AT61ZZZ01234567890' },
    });
  });

  test('among several bills in a file the earliest month is first', () => {
    const october = debitBill;
    const september = { ...debitBill, month: '2026-09' };
    const plans = planDebits([october, september], today, creditorId);
    expect(plans.get(september)?.collection?.sequence).toBe('FRST');
    expect(plans.get(october)?.collection?.sequence).toBe('RCUR');
  });
});
