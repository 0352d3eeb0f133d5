import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';
import { type Configuration, isLoopbackHost } from '../../../platform/server/configuration.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { createRateLimit } from '../../../platform/server/http/http-rate-limit.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import { isFromThisMachine } from '../../../platform/server/http/this-machine.ts';
import { findByEmail, type Person } from '../../../platform/server/person.ts';
import type { DemoPerson, ListedDemoPerson } from '../demo-person.ts';
import { createLoginToken } from './login-token.ts';
import { deviceOf, openRoutes } from './routes.ts';
import { createSessions, type SessionParts } from './sessions.ts';

/**
 * Whether this is a demo installation (ONB-08): the demo is configured, and both the listening address and PUBLIC_URL
 * are local to this machine. Requests have no influence on it.
 */
export function isDemoInstallation({
  demo = false,
  isLoopback,
  publicUrl,
}: Pick<Configuration, 'isLoopback' | 'publicUrl'> & Partial<Pick<Configuration, 'demo'>>): boolean {
  return demo && isLoopback && isLoopbackHost(new URL(publicUrl).hostname.replace(/^\[|\]$/g, ''));
}

const loginBody = z.object({ email: z.string().max(1000) });

/**
 * `GET /api/demo/people` lists the demo people by role, `POST /api/demo/login` logs one of them in (ONB-08). Both
 * exist on a demo installation only and answer this machine only. People and tenants added later are neither listed
 * nor logged in.
 */
export function registerDemoLogin(
  app: HttpServer,
  parts: SessionParts & { readonly people: readonly DemoPerson[] },
): void {
  const { database, clock, people } = parts;
  const sessions = createSessions(parts);
  const limit = createRateLimit(clock, openRoutes);
  const onRequest = async (request: FastifyRequest) => {
    if (!isFromThisMachine(request)) throw new Refused(refuse('not_found'));
    await limit(request);
  };

  app.get('/api/demo/people', { onRequest }, () => database.atGate((tx) => listed(tx, people)));

  app.post('/api/demo/login', { onRequest }, async (request) => {
    const { email } = bodyOf(request, loginBody);
    const demoPerson = people.find((person) => person.email === email);
    if (demoPerson === undefined) throw new Refused(refuse('not_found'));
    // The token that a mail would carry, used at once: from here on this is a normal login.
    const token = await database.atGate(async (tx) => {
      const person = await personOf(tx, demoPerson);
      if (person === undefined) throw new Refused(refuse('not_found'));
      return await createLoginToken(tx, person, null, clock.now());
    });
    const { jwt, refreshToken } = await sessions.logIn(token, deviceOf(request), 'demo');
    return { jwt, refresh_token: refreshToken };
  });
}

async function listed(tx: Tx, people: readonly DemoPerson[]): Promise<ListedDemoPerson[]> {
  const found: ListedDemoPerson[] = [];
  for (const demoPerson of people) {
    const person = await personOf(tx, demoPerson);
    if (person?.mayLogIn)
      found.push({
        email: demoPerson.email,
        tenant: demoPerson.tenant,
        does: demoPerson.does,
        name: person.name,
        company: person.tenantTitle,
      });
  }
  return found;
}

async function personOf(tx: Tx, { email, tenant }: DemoPerson): Promise<Person | undefined> {
  return (await findByEmail(tx, email, tenant))[0];
}
