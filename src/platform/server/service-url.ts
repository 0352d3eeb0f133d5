import { z } from 'zod';

export const secureOrLocal =
  'must be an address such as https://api.example.com/v2, with http on this machine only';

/** Tokens and invoices are sent encrypted only, except on this machine. */
export function isServiceUrl(value: string): boolean {
  const parsed = URL.canParse(value) ? new URL(value) : null;
  if (!parsed || parsed.search || parsed.hash || parsed.username) return false;
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(parsed.hostname);
  return parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLocal);
}

export function withoutSlash(address: string): string {
  return address.replace(/\/$/, '');
}

/** A variable with the address of a service. */
export function serviceUrl(standard: string) {
  return z.string().refine(isServiceUrl, { error: secureOrLocal }).default(standard);
}
