import { newKey } from '../../../platform/web/sealed.ts';
import type { Row, Rows } from './rows.ts';

/** A week, in milliseconds: the store ends with it, as the keys of repeated commands do (SHEET-21). */
export const weekMs = 7 * 24 * 60 * 60_000;
/** A clock set back further than this, in milliseconds, ends the store. */
const clockErrorMs = 60 * 60_000;

/** The person and session to which a store belongs. */
export interface Owner {
  readonly tenantId: number;
  readonly userId: number;
  readonly sessionId: string | null;
}

interface OwnerRow extends Row, Owner {
  readonly key: CryptoKey;
  readonly salt: Uint8Array<ArrayBuffer>;
  /** When the server last answered this session, in milliseconds since 1970. */
  readonly contactAt: number;
}

/** The rows of one person; those of anybody else are gone once it is open. */
export interface OwnedStore {
  readonly rows: Rows;
  readonly key: CryptoKey;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly now: () => number;
  /** Notes that the server has answered. */
  readonly touch: () => Promise<void>;
  /** Whether the server answered within the last week; deletes everything otherwise. */
  readonly isAlive: () => Promise<boolean>;
}

const ownerId = 'owner';

/** Opens the store for a person. What is older than a week, or belongs to another person or session, is deleted. */
export async function openOwnedStore(
  rows: Rows,
  owner: Owner,
  now: () => number = Date.now,
): Promise<OwnedStore> {
  const known = await rows.get<OwnerRow>('owner', ownerId);
  const isOwn = known !== undefined && isSame(known, owner) && isWithinWeek(known.contactAt, now());
  let present: OwnerRow = isOwn ? known : await startedAnew(rows, owner, now());
  return {
    rows,
    key: present.key,
    salt: present.salt,
    now,
    touch: async () => {
      // A minute more or less does not matter.
      if (Math.abs(now() - present.contactAt) < 60_000) return;
      present = { ...present, contactAt: now() };
      await rows.put({ owner: present });
    },
    isAlive: async () => {
      if (isWithinWeek(present.contactAt, now())) return true;
      await rows.clear();
      return false;
    },
  };
}

export function isWithinWeek(at: number, now: number): boolean {
  return now - at < weekMs && at - now < clockErrorMs;
}

async function startedAnew(rows: Rows, owner: Owner, now: number): Promise<OwnerRow> {
  await rows.clear();
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const row = { id: ownerId, ...owner, key: await newKey(), salt, contactAt: now };
  await rows.put({ owner: row });
  return row;
}

function isSame(known: Owner, owner: Owner): boolean {
  return (
    known.tenantId === owner.tenantId && known.userId === owner.userId && known.sessionId === owner.sessionId
  );
}
