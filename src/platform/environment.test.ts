import { expect, test } from 'vitest';
import { environmentOf } from './environment.ts';

test.each([
  ['http://localhost:8080', 'dev'],
  ['http://127.0.0.1', 'dev'],
  ['http://kontor.local', 'dev'],
  ['https://dev.kontor.example', 'dev'],
  ['https://test.kontor.example', 'test'],
  ['https://kontor.demo.example', 'test'],
  ['https://kontor.example', 'production'],
  ['https://developers.example', 'production'],
  ['https://contest.example', 'production'],
])('GEN-15 %s is %s', (publicUrl, environment) => {
  expect(environmentOf(publicUrl)).toBe(environment);
});
