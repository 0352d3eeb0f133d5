import { z } from 'zod';
import type { Day } from '../../../base/day.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Database } from '../../../platform/server/database.ts';
import type { HttpServer } from '../../../platform/server/http/http.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import { type Authentication, administratorOf } from '../../../platform/server/http/request-context.ts';
import { onboardingModes } from '../model.ts';
import { removeSample } from './removal.ts';
import { type SampleParts, writeSampleInvoices } from './sample-documents.ts';
import { selectionInput } from './selection-input.ts';
import { begin, readState } from './state.ts';

export const onboardingBody = z.object({
  mode: z.enum(onboardingModes),
  selection: selectionInput.nullish(),
});

export interface OnboardingParts extends SampleParts {
  readonly database: Database;
}

/**
 * `POST /api/onboarding` (API-36): starts a tenant with sample data, an own selection or nothing, and returns the
 * state, like `GET`; `DELETE /api/onboarding/sample` removes the sample data (ONB-03). For administrators.
 */
export function registerOnboarding(
  app: HttpServer,
  { database, ...parts }: OnboardingParts,
  authentication: Authentication,
): void {
  const route = { onRequest: authentication.requirePerson };
  app.get('/api/onboarding', route, (request) => asWriter(database, administratorOf(request), readState));
  app.post('/api/onboarding', route, async (request) => {
    const context = administratorOf(request);
    const { mode, selection } = bodyOf(request, onboardingBody);
    const { today } = await database.inTenant(context, (tx) =>
      tx.one<{ today: Day }>('select (now() at time zone app.time_zone())::date as today'),
    );
    const written = mode === 'full' ? await writeSampleInvoices(parts, context, today) : [];
    return database.inTenant(context, async (tx) => {
      await begin(tx, context, { mode, selection: selection ?? null, commands: parts.commands, written });
      return readState(tx);
    });
  });
  app.delete('/api/onboarding/sample', route, (request) =>
    database.inTenant(administratorOf(request), removeSample),
  );
}
