import { describe, expect, test } from 'vitest';
import { plainLine } from './plain-line.ts';

describe('VAL-05 a line of text', () => {
  test.each([
    ['Ina\u202egreB', 'InagreB'],
    ['\u2066Ina\u2069 \u200fBerg\u061c', 'Ina Berg'],
    ['Ina\r\nBcc: all@demo.test', 'Ina Bcc: all@demo.test'],
    ['Ina\u2028Berg\u2029', 'Ina Berg'],
    ['demo\u200b', 'demo'],
    ['de\u00admo\ufeff', 'demo'],
    ['d\u200demo\u200c', 'demo'],
    ['\u200d\u3164', ''],
    ['de\u{e0061}mo\u{e0100}', 'demo'],
    ['demo\ufe0f\u200d 1\u{e0020}', 'demo 1'],
    ['de\u2065mo\ufffa', 'demo'],
    ['\tIna\u0000\u001b[2JBerg\u0085 ', 'Ina [2JBerg'],
  ])('%j becomes %j', (typed, kept) => {
    expect(plainLine(typed)).toBe(kept);
  });

  test.each([
    'Käßler & Söhne',
    'بيرغ',
    'שלום',
    '👩\u200d🔧',
    'a  b',
    'क्\u200dष',
    '1\ufe0f\u20e3',
    '🏴\u{e0067}\u{e0062}\u{e007f}',
  ])('%j is unchanged', (name) => {
    expect(plainLine(name)).toBe(name);
  });
});
