import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import type { Asker } from './api-fixture.ts';
import { get, post } from './api-web.ts';

type Send = (options: InjectOptions, who?: Asker) => Promise<{ status: number; body: string }>;

/** The routes of the doctor answer only to the key of the installation, not to any person (TECH-11). */
export function doctorAttempts(send: Send): Readonly<Record<string, () => Promise<void>>> {
  const isForTheDoctor = (call: InjectOptions) => async (): Promise<void> => {
    const moment = Date.now();
    for (const proof of ['', `${moment}.${'A'.repeat(43)}`, `${moment}.`, 'x'])
      for (const who of ['administrator', 'stranger', undefined] as const) {
        const answer = await send({ ...call, headers: { 'x-kontor-proof': proof } }, who);
        expect(answer).toMatchObject({ status: 404 });
      }
    expect(await send(call, 'administrator')).toMatchObject({ status: 404 });
  };
  return {
    'GET /api/installation': isForTheDoctor(get('/api/installation')),
    'GET /api/live/probe': isForTheDoctor(get('/api/live/probe')),
    'POST /api/installation/upload': isForTheDoctor(post('/api/installation/upload')),
  };
}
