import { describe, expect, it } from 'vitest';
import { type NewRecordLine, newRecordProblems } from './new-records.ts';

const line: NewRecordLine = {
  kind: 'item',
  description: 'Messuhr 0,01 mm',
  supplier_id: 7,
  product_id: null,
  new_supplier: null,
  save_to_catalogue: false,
};

function problems(changes: Partial<NewRecordLine>, ...roles: string[]): string[] {
  return newRecordProblems({ roles }, [line, { ...line, ...changes }]).map(
    ({ field, code }) => `${field} ${code}`,
  );
}

describe('PROC-08 a new supplier', () => {
  it('needs the role for it', () => {
    const change = { supplier_id: null, new_supplier: 'Messzeug Meier' };
    expect(problems(change)).toEqual(['lines.1.supplier_id permission_denied']);
    expect(problems(change, 'user-can-insert-supplier')).toEqual([]);
    expect(problems(change, 'user-admin')).toEqual([]);
  });

  it('VAL-29 has a name of at most 50 characters', () => {
    const change = { supplier_id: null, new_supplier: 'M'.repeat(51) };
    expect(problems(change, 'user-can-insert-supplier')).toEqual(['lines.1.supplier_id value_too_long']);
  });
});

describe('PROC-08 a new product', () => {
  const role = 'user-can-insert-product';

  it('needs the role for it', () => {
    expect(problems({ save_to_catalogue: true })).toEqual(['lines.1.save_to_catalogue permission_denied']);
    expect(problems({ save_to_catalogue: true }, role)).toEqual([]);
  });

  it('VAL-35 needs a name and a supplier', () => {
    expect(problems({ save_to_catalogue: true, description: ' ', supplier_id: null }, role)).toEqual([
      'lines.1.description specific_field_required',
      'lines.1.supplier_id specific_field_required',
    ]);
  });

  it('may have a new supplier', () => {
    const change = { save_to_catalogue: true, supplier_id: null, new_supplier: 'Messzeug Meier' };
    expect(problems(change, role, 'user-can-insert-supplier')).toEqual([]);
  });

  it('PROC-34 is not created from freight or from an existing product', () => {
    expect(problems({ save_to_catalogue: true, kind: 'freight' }, role)).toHaveLength(1);
    expect(problems({ save_to_catalogue: true, product_id: 3 }, role)).toHaveLength(1);
  });
});
