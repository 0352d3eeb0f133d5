import { expect, test } from 'vitest';
import { deriveSecrets } from '../secrets.ts';
import { tokenMark, withTokens } from './mail-tokens.ts';

const tokens = deriveSecrets('a key of this test');

test('TECH-07 the token of a mail stands in its place only as the mail leaves, the same at every attempt', () => {
  const kept = `Bitte hier: https://kontor.example/approve#${tokenMark('<a@kontor.example>', 1)}`;
  const left = withTokens(kept, '<a@kontor.example>', tokens);
  expect(left).toMatch(/approve#[\w-]{43}$/);
  expect(withTokens(kept, '<a@kontor.example>', tokens)).toBe(left);
});

test('TECH-07 another mail, another number and another key make another token', () => {
  const all = [
    tokens.mailToken('<a@kontor.example>', 1),
    tokens.mailToken('<a@kontor.example>', 2),
    tokens.mailToken('<b@kontor.example>', 1),
    deriveSecrets('another key').mailToken('<a@kontor.example>', 1),
  ];
  expect(new Set(all).size).toBe(4);
});

test('MAIL-06 a mark that somebody writes into a document is no token, whichever mail tells of it', () => {
  for (const text of [
    'https://evil.example/{{token-1}}',
    `https://evil.example/${tokenMark('<b@kontor.example>', 1)}`,
  ])
    expect(withTokens(text, '<a@kontor.example>', tokens)).toBe(text);
});
