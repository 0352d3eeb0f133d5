import { type ChanceOfFaults, Faults, type PlannedFault } from '../../../../platform/sandbox/faults.ts';
import {
  answerByRoutes,
  json,
  openSandboxServer,
  type Route,
  type SandboxServer,
} from '../../../../platform/sandbox/http.ts';
import { type Clock, days, hours, minutes, systemClock } from '../../../../platform/server/clock.ts';
import type { DatevSettings } from '../../../../platform/server/connected-systems.ts';
import { OAuthServer } from '../oauth.ts';
import { withClient, withToken } from './access.ts';
import { clientBasics, clientName } from './clients.ts';
import { documentRoutes } from './documents.ts';
import { bareFault } from './errors.ts';
import { extfRoutes } from './extf.ts';
import { jobRoutes } from './jobs.ts';
import { DatevState } from './state.ts';

export interface DatevSandboxParts {
  readonly port?: number;
  readonly clock?: Clock;
  readonly faults?: readonly PlannedFault[];
  readonly chance?: ChanceOfFaults;
  /** Whether unknown companies behave like the first one; otherwise they do not exist. */
  readonly takesEvery?: boolean;
}

export interface DatevSandbox extends Pick<SandboxServer, 'url' | 'requests' | 'maxAtOnce' | 'close'> {
  readonly state: DatevState;
  readonly faults: Faults;
  /** The DATEV settings with the addresses of this sandbox. */
  readonly settings: DatevSettings;
}

const application = { clientId: 'kontor-sandbox', clientSecret: 'sandbox-secret' };

/** DATEV's interfaces have separate hosts; here they have separate paths. */
const bases = {
  clients: '/accounting-clients/platform/v2',
  dxsoJobs: '/accounting-dxso-jobs/platform/v2',
  extfFiles: '/accounting-extf-files/platform/v3',
  documents: '/accounting-documents/platform/v2',
};

/** The lifetime of a refresh token: eleven hours, or about two years with offline access. */
const refreshLifetimes = { online: hours(11), offline: days(730) };

/**
 * Simulates DATEV online (EXP-07 to EXP-09): the sign-in, accounting:clients, accounting:dxso-jobs,
 * accounting:extf-files and accounting:documents. `state` holds what the tax adviser has received. Companies that
 * show one error each are in clients.ts; without a port, any free one is used.
 */
export async function startDatevSandbox(parts: DatevSandboxParts = {}): Promise<DatevSandbox> {
  const { clock = systemClock, port } = parts;
  const faults = new Faults(parts.faults, parts.chance ?? null);
  const oauth = new OAuthServer({
    ...application,
    clock,
    accessLifetime: minutes(15),
    refreshLifetime: (scopes) =>
      scopes.has('offline_access') ? refreshLifetimes.offline : refreshLifetimes.online,
    needsChallenge: true,
    rotates: true,
    allowsApplication: false,
    scopeProblem: (scopes) => (scopes.has('openid') ? null : 'openid is missing'),
  });
  const state = new DatevState(clock, oauth, parts.takesEvery);
  const answer = answerByRoutes([
    ...signInRoutes(oauth),
    ...clientRoutes(state),
    ...jobRoutes(bases.dxsoJobs, state),
    ...extfRoutes(bases.extfFiles, state),
    ...documentRoutes(bases.documents, state),
    { method: 'GET', path: '/', answer: () => json(200, { bookings: state.bookings }) },
  ]);
  const server = await openSandboxServer({ port, faults, answer });
  return { ...server, state, faults, settings: settingsAt(server.url) };
}

/** Routes of both logins: the current one, and the one that DATEV has announced. */
function signInRoutes(oauth: OAuthServer): Route[] {
  const announced = '/datevam/oauth2/realms/root/realms/user';
  return [
    ...['/openid/authorize', `${announced}/authorize`].map((path) => ({
      method: 'GET',
      path,
      answer: (request: Parameters<OAuthServer['authorize']>[0]) => oauth.authorize(request),
    })),
    ...['/token', `${announced}/access_token`].map((path) => ({
      method: 'POST',
      path,
      answer: (request: Parameters<OAuthServer['token']>[0]) => oauth.token(request),
    })),
    { method: 'POST', path: '/revoke', answer: (request) => oauth.revoke(request) },
  ];
}

/** Two interfaces list companies: only the one for jobs includes fiscal years and ledgers. */
function clientRoutes(state: DatevState): Route[] {
  const list = (base: string, scope: string, style: 'dco' | 'problem'): Route => ({
    method: 'GET',
    path: `${base}/clients`,
    answer: (request) =>
      withToken(state, request, scope, style, ({ scopes }) =>
        scopes.has('offline_access')
          ? bareFault(403)
          : json(200, [...state.clients.values()].map(clientName)),
      ),
  });
  return [
    list(bases.dxsoJobs, 'accounting:clients:read', 'dco'),
    list(bases.clients, 'datev:accounting:clients', 'problem'),
    {
      method: 'GET',
      path: `${bases.dxsoJobs}/clients/:client`,
      answer: withClient(state, 'accounting:clients:read', 'dco', (client) =>
        json(200, clientBasics(client)),
      ),
    },
    {
      method: 'GET',
      path: `${bases.clients}/clients/:client`,
      answer: withClient(state, 'datev:accounting:clients', 'problem', (client) =>
        json(200, {
          ...clientName(client),
          services: client.hasAccessData
            ? [{ name: 'Rechnungsdatenservice 1.0', scopes: ['accounting:dxso-jobs'] }]
            : [],
        }),
      ),
    },
  ];
}

function settingsAt(url: string): DatevSettings {
  return {
    ...application,
    isSandbox: true,
    authorizeUrl: `${url}/openid/authorize`,
    tokenUrl: `${url}/token`,
    revokeUrl: `${url}/revoke`,
    clientsUrl: `${url}${bases.clients}`,
    dxsoJobsUrl: `${url}${bases.dxsoJobs}`,
    extfFilesUrl: `${url}${bases.extfFiles}`,
    documentsUrl: `${url}${bases.documents}`,
  };
}
