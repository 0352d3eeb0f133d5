import type { FastifyReply, FastifyRequest } from 'fastify';
import { isServerPath } from '../../page-path.ts';

/**
 * The content security policy (TECH-11): everything from our own origin, nothing inline. React sets style attributes
 * through the object model, which the policy does not cover. `blob:` serves previews of files that the browser
 * fetched with its token.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self' blob:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** Set before anything can fail, so that error answers have them too. Routes may override single ones. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply, isHttps: boolean): void {
  reply.headers(headers);
  if (isHttps) reply.header('strict-transport-security', 'max-age=31536000');
  if (isServerPath(request.url)) reply.header('cache-control', 'no-store');
}
