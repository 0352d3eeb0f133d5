import { z } from 'zod';
import { archiveStates } from '../../../features/archive/model.ts';
import { ownBody } from '../../../features/archive/server/routes.ts';
import { miss, noInput } from '../../../features/help/server/routes.ts';
import { testMailStates } from '../../../features/help/test-mail.ts';
import { onboardingModes } from '../../../features/onboarding/model.ts';
import { onboardingBody } from '../../../features/onboarding/server/routes.ts';
import { documentationLanguages } from '../../../features/process-documentation/model.ts';
import { textBody, versionBody } from '../../../features/process-documentation/server/routes.ts';
import { confirmation } from '../../../features/rights-review/server/routes.ts';
import { personBody, tokenBody } from '../../../features/session/server/account-routes.ts';
import { grantBody } from '../../../features/session/server/service-tokens/routes.ts';
import { testBody as signOnTestBody } from '../../../features/session/server/sign-on/test-route.ts';
import { tableMimes } from '../../../platform/server/files/files-type.ts';
import { address, type Descriptions, day, id, instant, outcome, pdf, row, rows, success } from './answers.ts';

const token = z.object({ token: z.string().describe('Told once') });
const secret = z.object({ secret: z.string().describe('Told once') });
const sessions = z.array(
  z.looseObject({
    id: z.uuid(),
    started_at: instant,
    last_used_at: instant,
    acting_name: z.string().nullable(),
  }),
);

/** Who may enter, and how. */
const access: Descriptions = {
  'POST /api/auth/api-token': {
    does: 'Issues the API token of a person, in place of the former one',
    tag: 'Access',
    body: tokenBody,
    answer: token,
    status: 201,
  },
  'DELETE /api/auth/api-token/:user_id': {
    does: 'Revokes the API token of a person',
    tag: 'Access',
    answer: success,
  },
  'GET /api/auth/service-token/calls': {
    does: 'Lists the writing calls that a token of a service account can name',
    tag: 'Access',
    answer: z.object({ calls: z.array(z.string()) }),
  },
  'POST /api/auth/service-token': {
    does: 'Grants a token to a service account; without `id` it waits for a second administrator',
    tag: 'Access',
    body: grantBody,
    answer: z.object({ id: id.nullable() }),
    status: 201,
  },
  'POST /api/auth/service-token/:id/secret': {
    does: 'Makes the secret of a granted token, in place of the former one',
    tag: 'Access',
    answer: token,
    status: 201,
  },
  'DELETE /api/auth/service-token/:id': {
    does: 'Revokes a token of a service account',
    tag: 'Access',
    answer: success,
  },
  'GET /api/auth/session': { does: 'Lists the own sessions', tag: 'Access', answer: sessions },
  'DELETE /api/auth/session': { does: 'Ends all own sessions', tag: 'Access', answer: success },
  'DELETE /api/auth/session/:id': { does: 'Ends an own session', tag: 'Access', answer: success },
  'GET /api/auth/person/:user_id/session': {
    does: 'Lists the sessions of a person',
    tag: 'Access',
    answer: sessions,
  },
  'DELETE /api/auth/person/:user_id/session': {
    does: 'Ends all sessions and the API token of a person',
    tag: 'Access',
    answer: success,
  },
  'DELETE /api/auth/person/:user_id/session/:id': {
    does: 'Ends a session of a person',
    tag: 'Access',
    answer: success,
  },
  'DELETE /api/auth/person/:user_id/sign-on': {
    does: 'Removes the accounts at login services that are bound to a person',
    tag: 'Access',
    answer: success,
  },
  'GET /api/auth/invitation/:user_id': {
    does: 'Shows the last invitation of a person',
    tag: 'Access',
    answer: z.object({
      invitation: z
        .looseObject({
          created_at: instant,
          sent_at: instant.nullable(),
          state: z.string(),
          expires_at: instant,
        })
        .nullable(),
    }),
  },
  'POST /api/auth/invitation': {
    does: 'Invites a person again',
    tag: 'Access',
    body: personBody,
    answer: success,
    status: 201,
  },
  'POST /api/auth/sign-on/test': {
    does: 'Tests a login service',
    tag: 'Access',
    body: signOnTestBody,
    answer: outcome,
  },
  'GET /api/rights': {
    does: 'Lists the rights of all people, with their confirmations',
    tag: 'Access',
    answer: z.object({ people: rows, sha256: z.string(), reviews: rows, is_due: z.boolean() }),
  },
  'GET /api/rights/review/:id': {
    does: 'Shows the rights of all people as they were confirmed',
    tag: 'Access',
    answer: z.looseObject({ id, people: rows, is_complete: z.boolean() }),
  },
  'POST /api/rights/confirm': {
    does: 'Confirms the rights of all people as they were shown',
    tag: 'Access',
    body: confirmation,
    answer: z.object({ is_complete: z.boolean() }),
  },
};

/** What leaves the company as files. */
const handedOut: Descriptions = {
  'GET /api/archive-export': {
    does: 'Lists the archives of the company',
    tag: 'Archive',
    answer: z.object({
      clients: z.array(z.object({ id, name: z.string() })),
      archives: z.array(z.looseObject({ id: z.uuid(), state: z.enum(archiveStates) })),
      audited: z.object({ from: day, to: day }).nullable(),
    }),
  },
  'POST /api/archive-export': {
    does: 'Makes an archive in the background',
    tag: 'Archive',
    body: ownBody,
    answer: z.object({ id: z.uuid() }),
    status: 202,
  },
  'POST /api/archive-export/:id/ticket': {
    does: 'Makes an address of an archive that is valid for a minute without a token',
    tag: 'Archive',
    answer: address,
  },
  'GET /api/archive-export/:id/file': {
    does: 'Sends an archive, for a person or for the ticket in the address',
    tag: 'Archive',
    query: z.object({ ticket: z.string().optional() }),
    answer: { file: ['application/zip'] },
  },
  'GET /api/data-protection': {
    does: 'Lists the people who left',
    tag: 'Data protection',
    answer: z.object({ leavers: rows }),
  },
  'GET /api/data-protection/person/:id/file': {
    does: 'Sends everything that is kept about a person',
    tag: 'Data protection',
    answer: { file: ['application/json'] },
  },
  'GET /api/data-protection/register': {
    does: 'Sends a draft of the register of processing',
    tag: 'Data protection',
    query: z.object({ lang: z.enum(documentationLanguages).optional() }),
    answer: { file: [tableMimes.xlsx] },
  },
  'GET /api/process-documentation': {
    does: 'Shows the process documentation, its gaps and versions',
    tag: 'Process documentation',
    query: z.object({ lang: z.enum(documentationLanguages).optional() }),
    answer: z.looseObject({
      lang: z.string(),
      parts: rows,
      gaps: rows,
      versions: rows,
      isChanged: z.boolean(),
    }),
  },
  'POST /api/process-documentation/text': {
    does: 'Saves a text of the company, or the explanation of a gap',
    tag: 'Process documentation',
    body: textBody,
    answer: success,
  },
  'POST /api/process-documentation/version': {
    does: 'Makes a version of the process documentation',
    tag: 'Process documentation',
    body: versionBody,
    answer: z.looseObject({ number: id, sha256: z.string(), made_at: instant }),
    status: 201,
  },
  'GET /api/process-documentation/version/:number/file': {
    does: 'Sends a version of the process documentation',
    tag: 'Process documentation',
    answer: pdf,
  },
};

/** How the company uses the product. */
const usage: Descriptions = {
  'POST /api/webhook/:id/secret': {
    does: 'Makes the secret of a webhook; the former one signs for two more days',
    tag: 'Webhooks',
    answer: secret,
    status: 201,
  },
  'POST /api/webhook/delivery/:id/again': {
    does: 'Sends a message to a webhook again',
    tag: 'Webhooks',
    answer: success,
  },
  'GET /api/billing': {
    does: 'Shows what the company pays for a month',
    tag: 'Billing',
    query: z.object({ month: z.string().optional().describe('YYYY-MM') }),
    answer: row,
  },
  'GET /api/billing/:id/pdf': { does: 'Sends an invoice of the operator', tag: 'Billing', answer: pdf },
  'GET /api/billing/mandate': {
    does: 'Shows the mandate for direct debits',
    tag: 'Billing',
    answer: row,
  },
  'GET /api/onboarding': {
    does: 'Shows how far the company has begun',
    tag: 'Beginning',
    answer: z.looseObject({ mode: z.enum(onboardingModes).nullable(), has_company: z.boolean() }),
  },
  'POST /api/onboarding': {
    does: 'Begins with sample data, an own selection or nothing',
    tag: 'Beginning',
    body: onboardingBody,
    answer: z.looseObject({ mode: z.enum(onboardingModes).nullable(), has_company: z.boolean() }),
  },
  'DELETE /api/onboarding/sample': { does: 'Removes the sample data', tag: 'Beginning', answer: row },
  'POST /api/help/test-mail': {
    does: 'Sends a test mail to oneself',
    tag: 'Help',
    body: noInput,
    mayLackBody: true,
    answer: z.object({
      state: z.enum(testMailStates),
      recipient: z.string(),
      reason: z.string().nullable(),
      redirected: z.boolean(),
    }),
  },
  'POST /api/help/miss': {
    does: 'Notes a search in the manual that found nothing',
    tag: 'Help',
    body: miss,
    answer: null,
    status: 204,
  },
  'GET /api/help/miss': {
    does: 'Lists searches in the manual that found nothing',
    tag: 'Help',
    answer: z.object({ misses: rows }),
  },
};

export const administrationRoutes: Descriptions = { ...access, ...handedOut, ...usage };
