import { z } from 'zod';
import { isServiceUrl, secureOrLocal, withoutSlash } from './service-url.ts';

/** The billing service that charges the tenants, as registered for this installation (OP-09). */
export interface EasybillSettings {
  readonly apiKey: string;
  /** Base of the API, without a trailing slash: `/documents` follows. */
  readonly url: string;
  readonly requestsPerMinute: number;
  /** Whether this is the built-in sandbox of the demo. */
  readonly isSandbox: boolean;
}

export const billingServiceVariables = {
  EASYBILL_API_KEY: z.string().optional(),
  EASYBILL_URL: z
    .string()
    .refine(isServiceUrl, { error: secureOrLocal })
    .default('https://api.easybill.de/rest/v1'),
  EASYBILL_REQUESTS_PER_MINUTE: z
    .string()
    .refine((value) => /^[1-9]\d{0,4}$/.test(value), { error: 'must be a whole number from 1 to 99999' })
    .default('10'),
};
const variables = z.object(billingServiceVariables);

/** Null without a key: this installation does not charge tenants. */
export function billingService(env: z.infer<typeof variables>): EasybillSettings | null {
  if (!env.EASYBILL_API_KEY) return null;
  return {
    apiKey: env.EASYBILL_API_KEY,
    url: withoutSlash(env.EASYBILL_URL),
    requestsPerMinute: Number(env.EASYBILL_REQUESTS_PER_MINUTE),
    isSandbox: false,
  };
}
