import { expect, test } from 'vitest';
import { xmlText } from './xml-text.ts';

test('what has a meaning in XML is written as a text', () => {
  expect(xmlText('<a b="c">&]]>')).toBe('&lt;a b=&quot;c&quot;&gt;&amp;]]&gt;');
});

test('what XML cannot hold is left out, and halves of signs are replaced', () => {
  expect(xmlText('a\u0000\u0008\u001b\ufffe\uffffb\tc')).toBe('ab\tc');
  expect(xmlText('x\ud83dy\ud83d\ude80')).toBe('x\ufffdy\ud83d\ude80');
});
