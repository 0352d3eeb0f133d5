import { describe, expect, it } from 'vitest';
import { refusalOfGraphql, refusalOfRest } from './failure.ts';

describe('API-04 refusals of GraphQL', () => {
  it('reads code, field, values and confirmation', () => {
    const confirm = { code: 'budget_exceeded', hash: 'abc', values: { amount: '12.50' } } as const;
    const extensions = { code: 'budget_exceeded', field: 'lines.0.price_netto', confirm, name: 'Ina Berg' };
    const refusal = refusalOfGraphql({ message: 'Budget überschritten', extensions });
    expect(refusal).toMatchObject({ code: 'budget_exceeded', field: 'lines.0.price_netto', confirm });
    expect(refusal.values).toEqual({ name: 'Ina Berg' });
    expect(refusal.message).toBe('Budget überschritten');
  });

  it('lists all questions of a step together', () => {
    const question = { code: 'possible_duplicate', hash: 'a', values: {} } as const;
    const next = { code: 'pages_differ', hash: 'b', values: {} } as const;
    const questions = (confirm?: object) =>
      refusalOfGraphql({ extensions: { code: 'possible_duplicate', confirm } }).questions.map(
        ({ hash }) => hash,
      );
    expect(questions({ ...question, further: [next] })).toEqual(['a', 'b']);
    expect(questions(question)).toEqual(['a']);
    expect(questions()).toEqual([]);
  });

  it('lists all problems of a form together', () => {
    const problems = [
      { field: 'name', code: 'specific_field_required' },
      { field: 'lines.1.quantity', code: 'number_out_of_range', values: { min: 1 } },
    ];
    const refusal = refusalOfGraphql({ extensions: { code: 'validation_failed', problems } });
    expect(refusal.problems).toEqual([
      { field: 'name', code: 'specific_field_required', values: {} },
      { field: 'lines.1.quantity', code: 'number_out_of_range', values: { min: 1 } },
    ]);
  });

  it('treats a missing code as unexpected', () => {
    expect(refusalOfGraphql({ extensions: { code: { $ne: '' } } }).code).toBe('unexpected');
    expect(refusalOfGraphql({}).code).toBe('unexpected');
  });
});

describe('ERR-14 refusals of REST', () => {
  it('turns the fields into problems', () => {
    const body = { success: false, code: 'validation_failed', fields: { email: 'specific_field_required' } };
    expect(refusalOfRest(body, 400).problems).toEqual([{ field: 'email', code: 'specific_field_required' }]);
  });

  it('treats 401 as unauthenticated regardless of the body', () => {
    expect(
      refusalOfRest({ code: 'budget_exceeded', confirm: { code: 'budget_exceeded', hash: 'h' } }, 422)
        .confirm,
    ).toEqual({
      code: 'budget_exceeded',
      hash: 'h',
    });
    expect(refusalOfRest('Bad gateway', 401).code).toBe('unauthenticated');
  });
});
