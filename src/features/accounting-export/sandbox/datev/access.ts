import type { PathValues, SandboxAnswer, SandboxRequest } from '../../../../platform/sandbox/http.ts';
import { json } from '../../../../platform/sandbox/http.ts';
import type { Grant } from '../oauth.ts';
import type { DatevClient, Trouble } from './clients.ts';
import { bareFault, dcoFault, problem } from './errors.ts';
import type { DatevState } from './state.ts';

/** The two error formats of the APIs. */
export type ErrorStyle = 'dco' | 'problem';

const slowMilliseconds = 500;
const throttledSeconds = 1;

/** Passes on a call with valid headers, token and scope; answers others with an error. */
export function withToken(
  state: DatevState,
  request: SandboxRequest,
  scope: string,
  style: ErrorStyle,
  answer: (grant: Grant) => SandboxAnswer,
): SandboxAnswer {
  const clientId = request.headers['x-datev-client-id'];
  const grant = state.oauth.grantOf(request.headers.authorization);
  if (!grant) return bareFault(401);
  if (!clientId)
    return style === 'dco' ? dcoFault('DCO01018') : problem(1008832, 'X-DATEV-Client-Id is missing');
  if (clientId !== state.oauth.settings.clientId)
    return style === 'dco' ? dcoFault('DCO01006') : problem(1008832, 'X-DATEV-Client-Id is not known');
  return grant.scopes.has(scope) ? answer(grant) : scopeMissing(scope, style);
}

/** The same for a call about one company, which must exist, be consented to and be without trouble. */
export function withClient(
  state: DatevState,
  scope: string,
  style: ErrorStyle,
  answer: (client: DatevClient, request: SandboxRequest, values: PathValues) => SandboxAnswer,
): (request: SandboxRequest, values: PathValues) => SandboxAnswer {
  return (request, values) =>
    withToken(state, request, scope, style, (grant) => {
      const client = state.clientOf(values.client ?? '');
      if (!client) return bareFault(404);
      if (!isAgreedTo(grant, client.id)) return bareFault(403);
      if (client.trouble === 'slow')
        return { ...answer(client, request, values), afterMilliseconds: slowMilliseconds };
      return client.trouble ? troubled(client.trouble, scope, style) : answer(client, request, values);
    });
}

/** With offline access, the person consents to single companies, each named by its own scope. */
function isAgreedTo({ scopes }: Grant, clientId: string): boolean {
  return !scopes.has('offline_access') || scopes.has(`datev:iam:client:${clientId}`);
}

function scopeMissing(scope: string, style: ErrorStyle): SandboxAnswer {
  return style === 'dco' ? dcoFault('DCO01005') : problem(1008829, `Missing scope(s) are: ${scope}`);
}

function troubled(trouble: Exclude<Trouble, 'slow'>, scope: string, style: ErrorStyle): SandboxAnswer {
  switch (trouble) {
    case 'inactive':
      return bareFault(401);
    case 'no_permission':
      return bareFault(403);
    case 'scope_missing':
      return scopeMissing(scope, style);
    case 'app_not_permitted':
      return style === 'dco' ? dcoFault('DCO01013') : bareFault(403);
    case 'throttled':
      return json(429, {}, { 'retry-after': String(throttledSeconds) });
    case 'broken':
      return json(500, { title: 'Internal Server Error', status: 500 });
    case 'maintenance':
      return { status: 503 };
  }
}
