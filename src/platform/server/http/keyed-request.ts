import { createHash, type Hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { KeyedRequest } from '../../context.ts';
import { sentKey } from '../idempotency.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The reason for not storing the answer: it contains a secret, and a repeat gets a new one. */
    readonly keepsNoAnswer?: string;
  }
}

const forms = new WeakMap<FastifyRequest, Hash>();

/**
 * The key of a request that may write, from the header `idempotency-key` (SHEET-21); undefined without one, and if
 * the answer cannot be stored. Refuses `invalid_type` unless it is a UUID.
 */
export function keyedRequest(request: FastifyRequest): KeyedRequest | undefined {
  const { method, url, headers, routeOptions } = request;
  if (method === 'GET' || method === 'HEAD' || routeOptions.config.keepsNoAnswer) return undefined;
  const key = sentKey(headers['idempotency-key']);
  if (key === undefined) return undefined;
  let begun = 0;
  return {
    key,
    content: () => ({
      method,
      url,
      body: request.body ?? null,
      form: forms.get(request)?.copy().digest('hex') ?? null,
    }),
    nextPlace: () => begun++,
  };
}

/** Adds a received part of a form to the content of its keyed request, because forms are not in the body. */
export function formArrived(request: FastifyRequest, name: string, content: string | Buffer): void {
  if (request.headers['idempotency-key'] === undefined) return;
  const form = forms.get(request) ?? createHash('sha256');
  forms.set(request, form.update(JSON.stringify([name, content.length])).update(content));
}
