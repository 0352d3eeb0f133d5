import { request } from 'node:http';
import { orderOfPayload } from '../../features/procurement/order-payload.ts';
import type { NotifyBuyer } from '../../features/punchout/sandbox/desk.ts';
import { asWriter } from '../../platform/server/as-role.ts';
import { seconds } from '../../platform/server/clock.ts';
import type { Configuration } from '../../platform/server/configuration.ts';
import type { Database } from '../../platform/server/database.ts';
import { systemContext } from '../../platform/server/jobs/jobs.ts';

/**
 * Sends an order notice from the demo's marketplace to this process (PUN-10): over HTTP like any shop, at the address
 * shown in the marketplace's form. The target is fixed, independent of user input.
 */
export function tellsUs(
  { host, port, publicUrl }: Pick<Configuration, 'host' | 'port' | 'publicUrl'>,
  database: Database,
): NotifyBuyer {
  return async ({ payloadId }, message) => {
    const path = await noticePath(database, payloadId);
    const body = Buffer.from(message);
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const call = request(
      {
        ...{
          host: reachableHost(host),
          port,
          path,
          method: 'POST',
          agent: false,
          signal: AbortSignal.timeout(seconds(30)),
        },
        headers: {
          host: new URL(publicUrl).host,
          'content-type': 'text/xml; charset=UTF-8',
          'content-length': body.length,
        },
      },
      (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('error', reject);
        answer.on('end', () => resolve(Buffer.concat(pieces).toString('utf8')));
      },
    );
    call.on('error', reject);
    call.end(body);
    return await promise;
  };
}

/** A server that listens on all addresses is reachable on this machine, too. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  return host === '::' ? '::1' : host;
}

/**
 * The shop only knows the order as sent; a real shop would have been given the marketplace's address by an
 * administrator.
 */
async function noticePath(database: Database, payload: string): Promise<string> {
  const named = orderOfPayload(payload);
  if (!named) throw new Error('The order comes from another system.');
  const order = await asWriter(database, systemContext(named.tenantId), (tx) =>
    tx.maybeOne<{ marketplace_id: number | null }>(
      'select marketplace_id from procurement_supplier_order where id = $1',
      [named.orderId],
    ),
  );
  return `/api/punchin/notice/${named.tenantId}/${order?.marketplace_id ?? 0}`;
}
