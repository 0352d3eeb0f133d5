import { describe, expect, test } from 'vitest';
import type { Configuration } from '../../platform/server/configuration.ts';
import { startSandboxes } from './sandboxes.ts';

type Asked = Parameters<typeof startSandboxes>[0];

const bare: Asked = {
  datev: null,
  ms365: null,
  easybill: null,
  creditor: null,
  demo: true,
  roles: new Set(['web', 'worker']),
};
const registered: Configuration['datev'] = {
  clientId: 'own',
  clientSecret: 'own',
  authorizeUrl: 'https://login.datev.de/openid/authorize',
  tokenUrl: 'https://api.datev.de/token',
  revokeUrl: 'https://api.datev.de/revoke',
  clientsUrl: 'https://clients.example.com',
  dxsoJobsUrl: 'https://jobs.example.com',
  extfFilesUrl: 'https://files.example.com',
  documentsUrl: 'https://documents.example.com',
  isSandbox: false,
};

describe('EXP-08 EXP-14 TECH-10 sandboxes of the demo', () => {
  test('the demo is connected with them, and they show what they received', async () => {
    const { settings, played, stop } = await startSandboxes(bare, true);
    expect(settings).toMatchObject({
      datev: { isSandbox: true },
      ms365: { isSandbox: true },
      easybill: { isSandbox: true },
      creditor: { id: 'DE98ZZZ09999999999' },
    });
    expect(played.map(({ system }) => system)).toEqual([
      'DATEV',
      'Dynamics 365',
      'The marketplace',
      'easybill',
    ]);
    const shown = await Promise.all(played.slice(0, 2).map(async ({ url }) => (await fetch(url)).json()));
    expect(shown).toEqual([{ bookings: [] }, { invoices: [], vouchers: [] }]);
    expect(settings.sandboxShop).toBe(played[2]?.url);
    expect(await (await fetch(played[2]?.url ?? '')).text()).toContain('Sandbox-Shop');
    await stop();
    await expect(fetch(played[0]?.url ?? '')).rejects.toThrow('fetch failed');
  });

  test('a system with a registered application is not replaced', async () => {
    const { settings, played, stop } = await startSandboxes({ ...bare, datev: registered }, true);
    expect(settings.datev).toBe(registered);
    expect(played.map(({ system }) => system)).toEqual(['Dynamics 365', 'The marketplace', 'easybill']);
    await stop();
  });

  test.each<readonly [string, Asked, boolean]>([
    ['without the demo', { ...bare, demo: false }, true],
    ['on a database without the demo', bare, false],
    ['with separate web server and worker', { ...bare, roles: new Set(['web']) }, true],
  ])('%s there are none', async (_, configuration, hasDemo) => {
    const { settings, played } = await startSandboxes(configuration, hasDemo);
    expect({ settings, played }).toEqual({
      settings: { datev: null, ms365: null, easybill: null, creditor: null, sandboxShop: null },
      played: [],
    });
  });
});
