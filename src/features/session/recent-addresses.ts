import { recentAddressLimit } from '../../platform/constants.ts';

/** An address that logged in from this browser (AUTH-02). */
export interface RecentAddress {
  readonly email: string;
  readonly tenant: string;
}

/** Reads the list from local storage; drops entries that are not addresses. */
export function parseRecentAddresses(stored: string | null): readonly RecentAddress[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(list) ? list.filter(isRecentAddress).slice(0, recentAddressLimit) : [];
  } catch {
    return [];
  }
}

/** Puts the address first. Each address counts once per tenant; the oldest are dropped beyond the limit. */
export function withRecentAddress(
  list: readonly RecentAddress[],
  address: RecentAddress,
): readonly RecentAddress[] {
  return [address, ...withoutRecentAddress(list, address)].slice(0, recentAddressLimit);
}

export function withoutRecentAddress(
  list: readonly RecentAddress[],
  address: RecentAddress,
): readonly RecentAddress[] {
  return list.filter((other) => other.email !== address.email || other.tenant !== address.tenant);
}

function isRecentAddress(value: unknown): value is RecentAddress {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'email' in value &&
    typeof value.email === 'string' &&
    'tenant' in value &&
    typeof value.tenant === 'string'
  );
}
