import { expect, it } from 'vitest';
import { protocolLines } from './protocol-lines.ts';

const entry = {
  time: '2026-11-02',
  text: 'Zu lang',
  type: 'error',
  context: 'invoiceId',
  filename: '7-a.xml',
};
const line = { kind: 'error', text: 'Zu lang', about: '7-a.xml, invoiceId' };

it.each([
  ['as a list', [entry], [line]],
  ['with further fields', { status: 4, entries: [entry] }, [line]],
  [
    'of an unknown kind',
    [{ text: 'Fertig', type: 'done' }],
    [{ kind: 'information', text: 'Fertig', about: null }],
  ],
  ['in an unknown format', { text: 'Fertig' }, []],
  ['with invalid entries', [entry, null, 7, { type: 'error' }], [line]],
  ['that is missing', null, []],
])('EXP-08 a protocol %s is shown line by line', (_, kept, lines) => {
  expect(protocolLines(kept)).toEqual(lines);
});
