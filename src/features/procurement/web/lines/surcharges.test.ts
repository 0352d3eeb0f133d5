import { describe, expect, it } from 'vitest';
import { newLine, withNewSupplier, withSupplier } from '../draft/draft.ts';
import { chargingSuppliers, withSurcharge } from './surcharges.ts';

const typed = { ...newLine('a', null), description: 'Bohrer' };
const osterkamp = { id: 1, name: 'Osterkamp' };

describe('PROC-34 surcharges per supplier', () => {
  it('are offered once per supplier of the lines, known or new', () => {
    const lines = [
      withSupplier(typed, osterkamp),
      withSupplier(typed, osterkamp),
      withNewSupplier(typed, 'Meier'),
      typed,
      newLine('blank', null),
    ];
    expect(chargingSuppliers(lines)).toEqual([
      { supplier: osterkamp, new_supplier: '' },
      { supplier: null, new_supplier: 'Meier' },
    ]);
  });

  it('become a line of that supplier', () => {
    const from = { supplier: osterkamp, new_supplier: '' };
    expect(withSurcharge(newLine('b', null), 'freight', 'Frachtkosten', from)).toMatchObject({
      kind: 'freight',
      description: 'Frachtkosten',
      supplier: osterkamp,
      quantity: '1',
    });
    expect(withSurcharge(newLine('b', null), 'minimum_order', 'Mindermengenzuschlag', null)).toMatchObject({
      kind: 'surcharge',
    });
  });
});
