import type { Database } from '../../../platform/server/database.ts';
import { callHttp } from '../../../platform/server/http-call.ts';
import { keepRates } from './store.ts';

/**
 * Job that fetches the daily rates from the configured address. Follows no redirects and respects the limits of
 * `callHttp`; throws `NoAnswer`, `RatesRefused`, or an error with the status.
 */
export function fetchRates(database: Database, address: string): () => Promise<void> {
  return async () => {
    const { status, text } = await callHttp(address, {
      method: 'GET',
      headers: { accept: 'application/xml' },
    });
    if (status !== 200)
      throw new Error(`${new URL(address).host} answered ${status} instead of reference rates`);
    await keepRates(database, Buffer.from(text));
  };
}
