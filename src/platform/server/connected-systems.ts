import { z } from 'zod';
import { isServiceUrl, secureOrLocal, serviceUrl, withoutSlash } from './service-url.ts';

/** DATEV online: the product's registration and its addresses (EXP-07, EXP-08). */
export interface DatevSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The page where a person signs in and consents. */
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly revokeUrl: string;
  /** Bases of the APIs, without a trailing slash: `/clients/{id}` follows. */
  readonly clientsUrl: string;
  readonly dxsoJobsUrl: string;
  readonly extfFilesUrl: string;
  readonly documentsUrl: string;
  /** Whether this is the built-in sandbox of the demo. */
  readonly isSandbox: boolean;
}

/** Microsoft's identity platform: the product's registration and its addresses (EXP-14). */
export interface Ms365Settings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /**
   * Origin for the calls of every organisation instead of its own `d365_organisation_url`, without a trailing slash:
   * `/data/...` follows. Null: the organisation's own. The scope of a token always names the organisation's own.
   */
  readonly dynamicsUrl: string | null;
  /** Whether this is the built-in sandbox of the demo. */
  readonly isSandbox: boolean;
}

/** The external systems that the product is registered with. */
export interface SystemSettings {
  /** Null: DATEV online cannot be connected (EXP-07). */
  readonly datev: DatevSettings | null;
  /** Null: Dynamics 365 cannot be connected (EXP-14). */
  readonly ms365: Ms365Settings | null;
}

const signIn = 'https://login.microsoftonline.com/organizations/oauth2/v2.0';

/** The variables, with the real addresses as defaults; without an application the system is not connected. */
export const connectedSystemVariables = {
  DATEV_CLIENT_ID: z.string().optional(),
  DATEV_CLIENT_SECRET: z.string().optional(),
  DATEV_AUTHORIZE_URL: serviceUrl('https://login.datev.de/openid/authorize'),
  DATEV_TOKEN_URL: serviceUrl('https://api.datev.de/token'),
  DATEV_REVOKE_URL: serviceUrl('https://api.datev.de/revoke'),
  DATEV_CLIENTS_URL: serviceUrl('https://accounting-clients.api.datev.de/platform/v2'),
  DATEV_DXSO_JOBS_URL: serviceUrl('https://accounting-dxso-jobs.api.datev.de/platform/v2'),
  DATEV_EXTF_FILES_URL: serviceUrl('https://accounting-extf-files.api.datev.de/platform/v3'),
  DATEV_DOCUMENTS_URL: serviceUrl('https://accounting-documents.api.datev.de/platform/v2'),
  MS365_CLIENT_ID: z.string().optional(),
  MS365_CLIENT_SECRET: z.string().optional(),
  MS365_AUTHORIZE_URL: serviceUrl(`${signIn}/authorize`),
  MS365_TOKEN_URL: serviceUrl(`${signIn}/token`),
  MS365_DYNAMICS_URL: z.string().refine(isServiceUrl, { error: secureOrLocal }).optional(),
};
const variables = z.object(connectedSystemVariables);
type Variables = z.infer<typeof variables>;

/** One sentence for each system with only one of client ID and secret. */
export function connectedSystemProblems(env: Variables): string[] {
  return (['DATEV', 'MS365'] as const)
    .filter((system) => !env[`${system}_CLIENT_ID`] !== !env[`${system}_CLIENT_SECRET`])
    .map((system) => `${system}_CLIENT_ID and ${system}_CLIENT_SECRET have a meaning only together.`);
}

export function connectedSystems(env: Variables): SystemSettings {
  return { datev: datevOf(env), ms365: ms365Of(env) };
}

function datevOf(env: Variables): DatevSettings | null {
  if (!env.DATEV_CLIENT_ID || !env.DATEV_CLIENT_SECRET) return null;
  return {
    clientId: env.DATEV_CLIENT_ID,
    clientSecret: env.DATEV_CLIENT_SECRET,
    authorizeUrl: env.DATEV_AUTHORIZE_URL,
    tokenUrl: env.DATEV_TOKEN_URL,
    revokeUrl: env.DATEV_REVOKE_URL,
    clientsUrl: withoutSlash(env.DATEV_CLIENTS_URL),
    dxsoJobsUrl: withoutSlash(env.DATEV_DXSO_JOBS_URL),
    extfFilesUrl: withoutSlash(env.DATEV_EXTF_FILES_URL),
    documentsUrl: withoutSlash(env.DATEV_DOCUMENTS_URL),
    isSandbox: false,
  };
}

function ms365Of(env: Variables): Ms365Settings | null {
  if (!env.MS365_CLIENT_ID || !env.MS365_CLIENT_SECRET) return null;
  return {
    clientId: env.MS365_CLIENT_ID,
    clientSecret: env.MS365_CLIENT_SECRET,
    authorizeUrl: env.MS365_AUTHORIZE_URL,
    tokenUrl: env.MS365_TOKEN_URL,
    dynamicsUrl: env.MS365_DYNAMICS_URL ? withoutSlash(env.MS365_DYNAMICS_URL) : null,
    isSandbox: false,
  };
}
