import { describe, expect, it } from 'vitest';
import { completedMention, mentionsIn, startedMention } from './mention.ts';

const ina = { id: 1, name: 'Ina Berg' };
const torsten = { id: 2, name: 'Torsten Lüders' };

describe('TASK-23 mentions in a comment', () => {
  it.each([
    ['@', { start: 0, typed: '' }],
    ['@I', { start: 0, typed: 'I' }],
    ['Bitte @Ina B', { start: 6, typed: 'Ina B' }],
    ['(@lü', { start: 1, typed: 'lü' }],
    ['Passt das?', null],
    ['post@nordfeld', null],
    ['@Ina Berg, bitte', null],
    ['@ Ina', null],
    ['@Ina\nweiter', null],
    [`@${'x'.repeat(41)}`, null],
  ])('%j: %j', (text, expected) => {
    expect(startedMention(text, text.length)).toEqual(expected);
  });

  it('considers only the text before the caret', () => {
    expect(startedMention('Bitte @In bis morgen', 9)).toEqual({ start: 6, typed: 'In' });
    expect(startedMention('Bitte @In bis morgen', 3)).toBeNull();
  });

  it('completes the name and moves the caret after it', () => {
    expect(completedMention('Bitte @In bis morgen', 9, { start: 6, typed: 'In' }, ina)).toEqual({
      text: 'Bitte @Ina Berg bis morgen',
      caret: 16,
    });
  });

  it('asks each person still named in the text, once', () => {
    expect(mentionsIn('@Ina Berg bitte', [ina, torsten, ina])).toEqual([ina]);
    expect(mentionsIn('Bitte', [ina])).toEqual([]);
  });
});
