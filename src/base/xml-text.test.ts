import { expect, test } from 'vitest';
import { xmlText } from './xml-text.ts';

test('escapes characters with a meaning in XML', () => {
  expect(xmlText('<a b="c">&]]>')).toBe('&lt;a b=&quot;c&quot;&gt;&amp;]]&gt;');
});

test('drops characters that XML cannot contain, and replaces unpaired surrogates', () => {
  expect(xmlText('a\u0000\u0008\u001b\ufffe\uffffb\tc')).toBe('ab\tc');
  expect(xmlText('x\ud83dy\ud83d\ude80')).toBe('x\ufffdy\ud83d\ude80');
});
