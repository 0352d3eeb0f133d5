import { type ChanceOfFaults, Faults, type PlannedFault } from '../../../../platform/sandbox/faults.ts';
import {
  answerByRoutes,
  json,
  jsonObject,
  openSandboxServer,
  type Route,
  type SandboxAnswer,
  type SandboxRequest,
  type SandboxServer,
} from '../../../../platform/sandbox/http.ts';
import { type Clock, days, hours, systemClock } from '../../../../platform/server/clock.ts';
import type { Ms365Settings } from '../../../../platform/server/connected-systems.ts';
import { OAuthServer } from '../oauth.ts';
import { combined } from './accounts.ts';
import { answerBatch } from './batch.ts';
import { answerForEntity, type EntitySet } from './entities.ts';
import { DynamicsError, errorAnswer, malformed } from './errors.ts';
import { journalHeaders, journalLines } from './journal.ts';
import { pendingAttachments, pendingHeaders, pendingLines, postedInvoices } from './pending.ts';
import { type DynamicsCompany, type DynamicsSetup, DynamicsState } from './state.ts';

export interface DynamicsSandboxParts {
  readonly port?: number;
  readonly clock?: Clock;
  readonly faults?: readonly PlannedFault[];
  readonly chance?: ChanceOfFaults;
  /** Differences from `standardSetup`. */
  readonly setup?: Partial<DynamicsSetup>;
}

export interface DynamicsSandbox extends Pick<SandboxServer, 'url' | 'requests' | 'maxAtOnce' | 'close'> {
  readonly state: DynamicsState;
  readonly faults: Faults;
  /** The Microsoft 365 settings with the addresses of this sandbox. */
  readonly settings: Ms365Settings;
}

const application = { clientId: 'kontor-sandbox', clientSecret: 'sandbox-secret' };
const sets: readonly EntitySet[] = [
  journalHeaders,
  journalLines,
  pendingHeaders,
  pendingLines,
  pendingAttachments,
  postedInvoices,
];

const strictCompany: Omit<DynamicsCompany, 'dataAreaId'> = {
  vendors: new Set(['US-101', 'DE-001', '70010']),
  journalNames: new Set(['APInvoice']),
  mainAccounts: new Set(['600150', '600160', '140600']),
  closedUntil: '2020-12-31',
  forbidden: [{ MainAccount: '600160', CostCenter: '007' }],
};

/** Two companies with few master data, so that unknown values are detected. */
export const standardSetup: DynamicsSetup = {
  companies: [
    { dataAreaId: 'usmf', ...strictCompany },
    { dataAreaId: 'demf', ...strictCompany },
  ],
  defaultCompany: 'usmf',
  delimiter: '-',
  ledgerDimensions: ['MainAccount', 'BusinessUnit', 'CostCenter', 'ProfitCenter'],
  defaultDimensions: ['BusinessUnit', 'CostCenter', 'ProfitCenter'],
  pageSize: 10_000,
};

/** A company that accepts any master data, but keeps closed periods. */
export const openSetup: Partial<DynamicsSetup> = {
  companies: ['demf', 'usmf'].map((dataAreaId) => ({
    dataAreaId,
    vendors: 'all',
    journalNames: 'all',
    mainAccounts: 'all',
    closedUntil: '2020-12-31',
    forbidden: [],
  })),
};

/**
 * Simulates the Microsoft identity platform and Dynamics 365 Finance (EXP-14): invoice journals, pending vendor
 * invoices, display values of dimensions, and batches. `state` holds the received data; without a port, any free one
 * is used.
 */
export async function startDynamicsSandbox(parts: DynamicsSandboxParts = {}): Promise<DynamicsSandbox> {
  const { clock = systemClock, port } = parts;
  const faults = new Faults(parts.faults, parts.chance ?? null);
  const oauth = new OAuthServer({
    ...application,
    clock,
    accessLifetime: hours(1),
    refreshLifetime: (scopes) => (scopes.has('offline_access') ? days(90) : null),
    needsChallenge: false,
    rotates: false,
    allowsApplication: true,
    scopeProblem,
  });
  const state = new DynamicsState(oauth, { ...standardSetup, ...parts.setup });
  const signIn = answerByRoutes(signInRoutes(oauth, state));
  const answer = (request: SandboxRequest) =>
    request.path.startsWith('/data/') ? answerData(state, request) : signIn(request);
  const server = await openSandboxServer({ port, faults, answer });
  return { ...server, state, faults, settings: settingsAt(server.url) };
}

/** A token is valid for one organisation: the scope has its address without a trailing slash. */
function scopeProblem(scopes: ReadonlySet<string>): string | null {
  const isRight = [...scopes].some((scope) =>
    /^https?:\/\/[^/]+\/(\.default|user_impersonation)$/.test(scope),
  );
  return isRight ? null : 'the scope names no organisation';
}

function signInRoutes(oauth: OAuthServer, state: DynamicsState): Route[] {
  return [
    { method: 'GET', path: '/:tenant/oauth2/v2.0/authorize', answer: (request) => oauth.authorize(request) },
    { method: 'POST', path: '/:tenant/oauth2/v2.0/token', answer: (request) => oauth.token(request) },
    { method: 'POST', path: '/:tenant/oauth2/token', answer: (request) => oauth.token(request) },
    {
      method: 'GET',
      path: '/',
      answer: () => json(200, { invoices: state.invoices, vouchers: state.vouchers }),
    },
  ];
}

/** A token alone is not sufficient: the product must know the application, and its user must have the role. */
function answerData(state: DynamicsState, request: SandboxRequest): SandboxAnswer {
  if (!state.oauth.grantOf(request.headers.authorization) || !state.isAppEntered) return { status: 401 };
  if (!state.hasRole) return { status: 403 };
  try {
    if (request.path !== '/data/$batch') return answerRequest(state, request);
    if (request.method !== 'POST') return { status: 405 };
    return answerBatch(request, {
      answer: (inner) => answerRequest(state, inner),
      remember: () => {
        const kept = structuredClone(state.tables);
        return () => {
          state.tables = kept;
        };
      },
    });
  } catch (error) {
    if (error instanceof DynamicsError) return errorAnswer(error);
    throw error;
  }
}

function answerRequest(state: DynamicsState, request: SandboxRequest): SandboxAnswer {
  try {
    const [, name = '', key, action] =
      /^\/data\/(\w+)(?:\((.*)\))?(?:\/Microsoft\.Dynamics\.DataEntities\.(\w+))?$/.exec(
        decodeURIComponent(request.path),
      ) ?? [];
    if (action) return answerAction(state, `${name}.${action}`, request);
    const set = sets.find(({ table }) => table === name);
    return set ? answerForEntity(state, set, key ?? null, request) : { status: 404 };
  } catch (error) {
    if (error instanceof DynamicsError) return errorAnswer(error);
    throw error;
  }
}

/** The display value of named segments in the product's order, which clients must not assume. */
function answerAction(state: DynamicsState, name: string, request: SandboxRequest): SandboxAnswer {
  const { defaultDimensions, ledgerDimensions, delimiter } = state.setup;
  const orders: Readonly<Record<string, readonly string[]>> = {
    'DimensionSets.getSetDisplayValue': defaultDimensions,
    'DimensionCombinations.getCombinationDisplayValue': ledgerDimensions,
  };
  const order = orders[name];
  if (!order) return { status: 404 };
  if (request.method !== 'POST') return { status: 405 };
  const { _attributeNames: names, _attributeValues: values } = jsonObject(request.body) ?? {};
  if (!Array.isArray(names) || !Array.isArray(values) || names.length !== values.length)
    throw malformed('As many attribute values as attribute names are needed.');
  const named = new Map(names.map((each, index) => [String(each), String(values[index])]));
  return json(200, {
    '@odata.context': `http://${request.headers.host}/data/$metadata#Edm.String`,
    value: combined(order, delimiter, named),
  });
}

function settingsAt(url: string): Ms365Settings {
  return {
    ...application,
    isSandbox: true,
    authorizeUrl: `${url}/organizations/oauth2/v2.0/authorize`,
    tokenUrl: `${url}/organizations/oauth2/v2.0/token`,
    dynamicsUrl: url,
  };
}
