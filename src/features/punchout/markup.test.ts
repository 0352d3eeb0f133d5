import { describe, expect, it } from 'vitest';
import { shownText } from './item.ts';

describe('PUN-16 texts of shops lose their markup', () => {
  it.each([
    ['<b>Bürostuhl</b> „Köln“', 'Bürostuhl „Köln“'],
    ['Bohrer<br/>HSS<p class="x">6&nbsp;mm</p>', 'Bohrer\nHSS\n6 mm'],
    ['<style>p { color: red }</style><script>alert(1)</script>Kabel<!-- neu -->', 'Kabel'],
    ['Klebeb&auml;nder &amp; Rollen &#8364; &#x41;', 'Klebebänder & Rollen € A'],
    ['<ul><li>eins</li><li>zwei</li></ul>', 'eins\nzwei'],
  ])('%s', (sent, shown) => {
    expect(shownText(sent)).toBe(shown);
  });

  it.each(['Ø < 10 mm > 5 mm', 'A&B', 'R&D; Labor', 'Vektor <x, y>', '<script>alert(1)</script>'])(
    'but keep %s',
    (sent) => {
      expect(shownText(sent)).toBe(sent);
    },
  );
});
