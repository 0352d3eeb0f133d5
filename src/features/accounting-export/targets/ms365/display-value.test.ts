import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { d365Dimensions } from '../../../master-data/d365-dimensions.ts';
import {
  displayValue,
  escaped,
  type Layout,
  layoutOf,
  layoutQuestion,
  missingDimension,
} from './display-value.ts';

/** Parses like Dynamics 365: a backslash escapes the next character. */
function segmentsOf(value: string, delimiter: string): string[] {
  const segments = [''];
  for (let at = 0; at < value.length; at += 1) {
    if (value[at] === delimiter) segments.push('');
    else {
      if (value[at] === '\\') at += 1;
      segments.push(`${segments.pop()}${value[at] ?? ''}`);
    }
  }
  return segments;
}

const layout: Layout = { delimiter: '-', order: ['account', null, 'cost_center', 'profit_center'] };

describe('EXP-14 display values of dimensions', () => {
  it('have their segments in the order that the organisation answers', () => {
    const question = layoutQuestion({ cost_center: 'CostCenter', profit_center: 'ProfitCenter' }, true);
    expect(question._attributeNames).toEqual(['MainAccount', 'CostCenter', 'ProfitCenter']);
    const [account = '', center = '', profit = ''] = question._attributeValues;
    expect(layoutOf(`${account}--${center}-${profit}`)).toEqual(layout);
    expect(layoutOf(`${profit}_${center}_`)).toEqual({
      delimiter: '_',
      order: ['profit_center', 'cost_center', null],
    });
    expect(layoutOf(account)).toEqual({ delimiter: '-', order: ['account'] });
    expect(layoutOf('600150--007')).toBeNull();
    expect(layoutQuestion({}, false)).toEqual({ _attributeNames: [], _attributeValues: [] });
  });

  it('keep the delimiters of empty segments, and escape delimiters inside values', () => {
    expect(displayValue(layout, { account: '600150', cost_center: '0-07' })).toBe('600150--0\\-07-');
    expect(escaped('US-101', layout)).toBe('US\\-101');
    expect(missingDimension(layout, { cost_center: '1', project: 'P' })).toBe('project');
    expect(missingDimension(layout, { cost_center: '1' })).toBeUndefined();
  });

  it('read back as written, for any values', () => {
    const order = fc.shuffledSubarray(['account' as const, ...d365Dimensions], { minLength: 1 });
    const values = fc.dictionary(
      fc.constantFrom('account', ...d365Dimensions),
      fc.oneof(fc.string(), fc.stringMatching(/^[-_|\\.a1]*$/)),
    );
    fc.assert(
      fc.property(order, values, fc.constantFrom('-', '_', '|', '.', '~'), (of, given, delimiter) => {
        const written = displayValue({ delimiter, order: of }, given);
        expect(segmentsOf(written, delimiter)).toEqual(of.map((segment) => given[segment] ?? ''));
      }),
    );
  });
});
