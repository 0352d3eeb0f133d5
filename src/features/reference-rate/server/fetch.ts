import type { Database } from '../../../platform/server/database.ts';
import { callHttp } from '../../../platform/server/http-call.ts';
import { keepRates } from './store.ts';

/**
 * The task that fetches the rates of the day from the address that the operator has named. It follows nobody elsewhere and
 * reads no more than `callHttp` allows; throws `NoAnswer`, `RatesRefused`, or an error that names the status.
 */
export function fetchRates(database: Database, address: string): () => Promise<void> {
  return async () => {
    const { status, text } = await callHttp(address, {
      method: 'GET',
      headers: { accept: 'application/xml' },
    });
    if (status !== 200)
      throw new Error(`${new URL(address).host} answers ${status} instead of reference rates`);
    await keepRates(database, Buffer.from(text));
  };
}
