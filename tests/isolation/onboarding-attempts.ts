import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { type Asker, marksOfB } from './api-fixture.ts';
import { get, post } from './api-web.ts';

interface Means {
  send(options: InjectOptions, who?: Asker): Promise<{ readonly status: number; readonly body: string }>;
}

/** Attempts of tenant A's people on the setup of a tenant, which is for its administrators only (API-36, ONB-04). */
export function onboardingAttempts({ send }: Means): Readonly<Record<string, () => Promise<void>>> {
  const isForAdministrators = async (options: InjectOptions): Promise<void> => {
    expect(await send(options)).toMatchObject({ status: 401 });
    expect(await send(options, 'stranger')).toMatchObject({ status: 403 });
    const asOperator = { ...options, headers: { ...options.headers, 'x-hasura-role': 'user-operator' } };
    expect(await send(asOperator, 'administrator')).toMatchObject({ status: 403 });
  };
  return {
    'GET /api/onboarding': async () => {
      await isForAdministrators(get('/api/onboarding'));
      const { status, body } = await send(get('/api/onboarding'), 'administrator');
      expect(status).toBe(200);
      expect(body).not.toMatch(marksOfB);
    },
    'POST /api/onboarding': async () => {
      await isForAdministrators(post('/api/onboarding', { mode: 'none' }));
      const { body } = await send(post('/api/onboarding', { mode: 'none' }), 'administrator');
      expect(body).not.toMatch(marksOfB);
    },
    'DELETE /api/onboarding/sample': async () => {
      await isForAdministrators({ method: 'DELETE', url: '/api/onboarding/sample' });
    },
  };
}

/** Valid bodies for the routes of the onboarding. */
export const onboardingBodies: Readonly<Record<string, () => object | null>> = {
  'POST /api/onboarding': () => ({
    mode: 'custom',
    selection: {
      company: { name: 'Neue', address: 'Weg 1', zipcode: '10115', city: 'Berlin', vat_number: null },
      departments: [{ name: 'Neue' }],
      cost_centers: [{ number: 'N1', name: 'Neue', budget: '10' }],
      accounts: { chart: 'skr03', numbers: ['4930'] },
      posting_keys: ['9'],
      people: [{ name: 'Neue', email: 'neue@welt.test', approves: true }],
    },
  }),
  'DELETE /api/onboarding/sample': () => null,
};
