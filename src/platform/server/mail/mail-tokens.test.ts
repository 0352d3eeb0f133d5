import { expect, test } from 'vitest';
import { deriveSecrets } from '../secrets.ts';
import { tokenMark, withTokens } from './mail-tokens.ts';

const tokens = deriveSecrets('a key of this test');

test('TECH-07 the token of a mail is inserted only on sending, the same at every attempt', () => {
  const kept = `Bitte hier: https://kontor.example/approve#${tokenMark('<a@kontor.example>', 1)}`;
  const left = withTokens(kept, '<a@kontor.example>', tokens);
  expect(left).toMatch(/approve#[\w-]{43}$/);
  expect(withTokens(kept, '<a@kontor.example>', tokens)).toBe(left);
});

test('TECH-07 another mail, number or key gives another token', () => {
  const all = [
    tokens.mailToken('<a@kontor.example>', 1),
    tokens.mailToken('<a@kontor.example>', 2),
    tokens.mailToken('<b@kontor.example>', 1),
    deriveSecrets('another key').mailToken('<a@kontor.example>', 1),
  ];
  expect(new Set(all).size).toBe(4);
});

test('MAIL-06 a mark written into a document by a person never becomes a token', () => {
  for (const text of [
    'https://evil.example/{{token-1}}',
    `https://evil.example/${tokenMark('<b@kontor.example>', 1)}`,
  ])
    expect(withTokens(text, '<a@kontor.example>', tokens)).toBe(text);
});
