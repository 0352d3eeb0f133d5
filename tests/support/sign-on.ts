import { deriveSecrets } from '../../src/platform/server/secrets.ts';
import { type TestWeb, testConfiguration } from './web.ts';

export interface IssuerColumns {
  readonly issuer: string;
  readonly applicationId?: string;
  readonly organisation?: readonly [claim: string, value: string];
  readonly trustsAddresses?: boolean;
}

/** Stores a registration with the secret `geheim` for a tenant; returns its id. */
export async function storeIssuer(
  { sql }: Pick<TestWeb, 'sql'>,
  tenantId: number,
  { issuer, applicationId = 'kontor', organisation, trustsAddresses = false }: IssuerColumns,
): Promise<number> {
  const [row] = await sql<{ id: string }>(
    `insert into sign_on_issuer (tenant_id, name, issuer, application_id, application_secret, organisation_claim,
       organisation, trusts_addresses) values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      tenantId,
      'Firma',
      issuer,
      applicationId,
      deriveSecrets(testConfiguration.secretKey).seal('geheim'),
      organisation?.[0] ?? null,
      organisation?.[1] ?? null,
      trustsAddresses,
    ],
  );
  return Number(row?.id);
}

/** The address of the issuer's page, and the cookie that the browser keeps until it is sent back. */
export interface BegunSignOn {
  readonly url: URL;
  readonly cookie: string;
}

/** A browser that logs in by single sign-on. */
export function signOnBrowser(web: TestWeb) {
  const post = async (path: string, payload: object, cookie?: string) => {
    const response = await web.app.inject({
      method: 'POST',
      url: `/api/auth/sign-on/${path}`,
      remoteAddress: '203.0.113.77',
      headers: { host: 'localhost', ...(cookie && { cookie }) },
      payload,
    });
    const set = [response.headers['set-cookie'] ?? []].flat().map((one) => one.split(';')[0] ?? '');
    return { status: response.statusCode, body: response.json(), cookie: set.join('; ') };
  };
  return {
    post,
    begin: async (tenant: string, more: object = {}): Promise<BegunSignOn> => {
      const { body, cookie } = await post('start', { tenant, ...more });
      if (typeof body.url !== 'string') throw new Error(`not begun: ${JSON.stringify(body)}`);
      return { url: new URL(body.url), cookie };
    },
    finish: (issuerId: number, search: string, cookie?: string) =>
      post('finish', { issuer_id: issuerId, search }, cookie),
  };
}
