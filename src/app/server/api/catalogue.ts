import type { Described } from '../../../platform/server/openapi/described.ts';
import { accountingRoutes } from './accounting.ts';
import { administrationRoutes } from './administration.ts';
import { documentRoutes } from './documents.ts';
import { listRoutes } from './lists.ts';
import { systemRoutes } from './system.ts';

/** The described routes of the product, by `METHOD /path`. A test demands each route here or in `unpublished`. */
export const catalogue: ReadonlyMap<string, Described> = new Map(
  Object.entries({
    ...documentRoutes,
    ...accountingRoutes,
    ...listRoutes,
    ...administrationRoutes,
    ...systemRoutes,
  }),
);

/** Routes without a description: the beginning of their path, with the reason. */
export const unpublished: Readonly<Record<string, string>> = {
  '/api/operator/': "belongs to the operator's pages; tenants cannot call it",
  '/scim/v2/': 'describes itself by SCIM (`/scim/v2/Schemas`), for the token of a directory alone',
  '/api/auth/login': 'is a step of the login in the browser',
  '/api/auth/access-token': 'is a step of the login in the browser',
  '/api/auth/refresh-token': 'is a step of the login in the browser',
  '/api/auth/logout': 'is a step of the login in the browser',
  '/api/auth/passkey/': 'is a step of a passkey in the browser',
  '/api/auth/sign-on/start': 'is a step of the login in the browser',
  '/api/auth/sign-on/finish': 'is a step of the login in the browser',
  '/api/auth/impersonate': 'changes the session of the browser',
  '/api/approval': 'is called by the page that a mail links to, with the token of the mail',
  '/api/contract/calendar/:file': 'is the calendar itself; `POST /api/contract/calendar` tells its address',
  '/api/push': 'keeps the device of a session in the browser',
  '/api/invoice/share': 'is answered by the service worker; the server only reports that it is missing',
  '/api/punchin/notice/': 'is called by marketplaces in their own format',
  '/api/punchin/return/': 'is called by marketplaces in their own format',
  '/api/punchout/launch': 'is a page that leads to a marketplace',
  '/api/installation': 'is called by `npm run doctor` with a proof of the secret key',
  '/api/live/probe': 'is called by `npm run doctor` with a proof of the secret key',
  '/api/demo/': 'exists in the demo only',
  '/api/dev/': 'exists during development only',
  '/dev/': 'exists during development only',
  '/.well-known/': 'is a text for those who look for vulnerabilities',
  '/manifest.webmanifest': 'is a file of the front end',
};
