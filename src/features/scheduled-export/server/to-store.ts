import { Refused, refuse } from '../../../base/refusal.ts';
import { minutes } from '../../../platform/server/clock.ts';
import { FilesAway } from '../../../platform/server/files/store/files-away.ts';
import { objectStoreAt } from '../../../platform/server/files/store/object-store.ts';
import { isStoreUrl, storeAddress } from '../../../platform/server/files/store/store-address.ts';
import { StoreRefused } from '../../../platform/server/files/store/store-call.ts';
import type { OutgoingHosts } from '../../../platform/server/outgoing.ts';
import type { Secrets } from '../../../platform/server/secrets.ts';
import type { Destination } from './runs.ts';

interface StoreParts {
  readonly secrets: Pick<Secrets, 'unseal'>;
  readonly hosts: OutgoingHosts;
}

interface Sent {
  readonly fileName: string;
  /** In bytes. */
  readonly size: number;
}

const patience = { read: minutes(1), upkeep: minutes(1) };

/**
 * Puts a file into the store of a destination, where a repeated attempt replaces it, and returns its key. The address
 * is checked by the rules of TECH-11.
 *
 * @throws Refused `export_not_delivered` with the code of the store if it refuses the file
 * @throws FilesAway if the store is away
 */
export async function sendToStore(
  { secrets, hosts }: StoreParts,
  destination: Destination,
  { fileName, size }: Sent,
  content: AsyncIterable<Buffer>,
): Promise<string> {
  const { place, region, access_key_id: keyId, secret_access_key: sealed } = destination;
  if (place === null || region === null || keyId === null || sealed === null)
    throw new Refused(refuse('export_destination_off'));
  const whole = new URL(place);
  whole.username = encodeURIComponent(keyId);
  whole.password = encodeURIComponent(secrets.unseal(sealed));
  whole.searchParams.set('region', region);
  if (!isStoreUrl(whole.href)) throw notDelivered('InvalidAddress');
  const address = { ...storeAddress(whole.href), hosts };
  const key = address.prefix + plain(fileName);
  try {
    await objectStoreAt(address, patience).put(key, size, content, null);
  } catch (error) {
    const refused = error instanceof FilesAway ? (error.cause ?? error) : error;
    throw refused instanceof StoreRefused ? notDelivered(refused.code) : error;
  }
  return key;
}

/** Signs outside of ASCII differ between stores and the programs that read them. */
function plain(name: string): string {
  return name.normalize('NFKD').replaceAll(/[^\w.-]/g, '');
}

function notDelivered(reason: string): Refused {
  return new Refused(refuse('export_not_delivered', { values: { reason } }));
}
