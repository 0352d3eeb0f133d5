import { z } from 'zod';
import { isTimeZone } from '../../../base/day.ts';
import { Refused, refuse } from '../../../base/refusal.ts';
import { type Context, isAuditor } from '../../../platform/context.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import type { Database } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import {
  type Authentication,
  contextOf,
  requireOneself,
} from '../../../platform/server/http/request-context.ts';
import { HostRefused, type OutgoingHosts } from '../../../platform/server/outgoing.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';
import { pushKinds } from '../push.ts';
import { areDeviceKeys } from './encryption.ts';
import { forgetDevice, ownDevice, saveDevice } from './subscriptions.ts';

export interface PushRouteParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'seal' | 'pushKey'>;
  readonly hosts: OutgoingHosts;
}

const hour = z.int().min(0).max(24);
const deviceBody = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(1000),
  p256dh: z.string().max(200),
  auth: z.string().max(100),
  kinds: z.array(z.enum(pushKinds)).max(pushKinds.length),
  from: hour.max(23),
  to: hour.min(1),
  days: z.array(z.int().min(1).max(7)).min(1).max(7),
  zone: z.string().max(64).refine(isTimeZone),
});

/** Notices on the device of the caller's session (MOB-03). */
export function registerPush(app: HttpServer, parts: PushRouteParts, authentication: Authentication): void {
  const { database, secrets } = parts;
  const personal = { onRequest: [authentication.requirePerson, requireOneself] };

  app.get('/api/push', personal, async (request) => ({
    public_key: secrets.pushKey.publicKey,
    device: await ownDevice(database, contextOf(request)),
  }));

  app.post('/api/push', personal, async (request) => {
    const context = contextOf(request);
    refuseAuditors(context);
    const { endpoint, p256dh, auth, kinds, from, to, days, zone } = bodyOf(request, deviceBody);
    if (from === to) throw new Refused(refuse('validation_failed', { field: 'to' }));
    if (!areDeviceKeys({ p256dh, auth })) throw new Refused(refuse('validation_failed', { field: 'p256dh' }));
    await requireOpenHost(parts.hosts, endpoint);
    const device = await saveDevice(parts, context, {
      ...{ address: { endpoint, p256dh, auth }, kinds: [...new Set(kinds)] },
      hours: { from, to, days: [...new Set(days)].toSorted(), zone },
    });
    return { device };
  });

  app.delete('/api/push', personal, async (request) => {
    await forgetDevice(database, contextOf(request));
    return { success: true };
  });
}

/** Auditors have no tasks (ARC-04). */
function refuseAuditors(context: Context): void {
  if (isAuditor(context)) throw new Refused(refuse('permission_denied'));
}

/** The push service is called by the rules for outgoing calls (TECH-11). */
async function requireOpenHost(hosts: OutgoingHosts, endpoint: string): Promise<void> {
  try {
    await hosts.addressOf(new URL(endpoint).hostname.replace(/^\[|\]$/g, ''));
  } catch (error) {
    if (!(error instanceof HostRefused)) throw error;
    throw new Refused(refuse('validation_failed', { field: 'endpoint' }));
  }
}
