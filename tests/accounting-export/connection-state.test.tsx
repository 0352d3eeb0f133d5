import { beforeAll, expect, it } from 'vitest';
import german from '../../locales/de.json' with { type: 'json' };
import { addDays } from '../../src/base/day.ts';
import { ConnectionState } from '../../src/features/accounting-export/web/connections/ConnectionState.tsx';
import type { Connection } from '../../src/features/accounting-export/web/connections/connection-data.ts';
import { formatOf } from '../../src/platform/web/format.ts';
import { htmlOf, showGerman } from '../support/rendered.tsx';

beforeAll(showGerman);

const connection: Connection = {
  id: 1,
  state: 'active',
  problem: null,
  datev_client_id: '455148-1',
  ledger_folder: null,
  basics: null,
  connected_until: null,
  connected_at: '2026-01-05T09:00:00Z',
  connected_by: { name: 'Ina Berg' },
};
const format = formatOf('de', 2, 'Europe/Berlin');
const inDays = (count: number) => addDays(format.dayOf(new Date()), count);
const until = (count: number) => ({ connected_until: `${inDays(count)}T12:00:00Z` });

const shown = (one: Partial<Connection> | null): string =>
  htmlOf(<ConnectionState connection={one && { ...connection, ...one }} company="Nordfeld" />);

it.each([
  ['never made', null, 'nicht verbunden', null],
  ['active', until(700), 'aktiv', 700],
  ['about to expire', until(29), 'läuft bald ab', 29],
  ['over', until(-1), 'abgelaufen', -1],
  ['ended by a person', { state: 'inactive', ...until(700) }, 'getrennt', null],
  ['ended by the provider', { state: 'inactive', problem: 'export_sending' }, 'nicht aktiv', null],
] as const)('SET-05 EXP-07 shows a connection that is %s', (_, one, word, days) => {
  const page = shown(one);
  expect(page).toContain(`>${word}<`);
  if (days === null) expect(page).not.toContain('gültig bis');
  else expect(page).toContain(`gültig bis ${format.day(inDays(days))}`);
});

it('SET-05 the reason why it was ended is shown as text', () => {
  expect(shown({ state: 'inactive', problem: 'export_sending' })).toContain(german.error.export_sending);
});
