import type { FastifyRequest } from 'fastify';
import { Refused, refuse } from '../../../base/refusal.ts';
import { counted } from '../fairness/work.ts';
import type { HttpServer } from './http.ts';
import { askerOf, countArrived } from './http-shares.ts';

/** Limits on the shape of a body: above the limits of every command, so that those are reported first. */
const maxCounts = {
  /** Nesting depth; the deepest legitimate body is a filter of sixty levels within its request. */
  nested: 100,
  /** Objects and lists in one body: five thousand rows with their children. */
  containers: 100_000,
  /** Members of one list, and keys of one object. */
  members: 20_000,
  keys: 2_000,
};
/** Characters of a body that is parsed without yielding to others. */
const smallBody = 16 * 1024;

/**
 * Parses JSON bodies as Fastify does; large ones wait for their turn, and the shape of each is checked before parsing
 * (API-48).
 */
export function readJson(app: HttpServer): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    ['application/json', 'application/scim+json'],
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string) => {
      const asker = askerOf(request);
      countArrived(request, body.length);
      if (body.length > smallBody) await asker?.turn();
      return await counted(() => {
        refuseShape(body);
        return parsed(parse, request, body);
      }, asker);
    },
  );
}

type Parse = ReturnType<HttpServer['getDefaultJsonParser']>;

function parsed(parse: Parse, request: FastifyRequest, body: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    parse(request, body, (error, value) => (error ? reject(error) : resolve(value)));
  });
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const [openList, openObject, closeList, closeObject] = [0x5b, 0x7b, 0x5d, 0x7d];

/**
 * Throws `limit_exceeded` for a text that is nested too deeply or has too many members in one place or in total.
 * Invalid JSON is left to the parser.
 */
export function refuseShape(body: string): void {
  const counts: number[] = [];
  const limits: number[] = [];
  let containers = 0;
  for (let place = 0; place < body.length; place += 1) {
    const sign = body.charCodeAt(place);
    if (sign === quote) place = endOfString(body, place);
    else if (sign === openList || sign === openObject) {
      containers += 1;
      counts.push(1);
      limits.push(sign === openList ? maxCounts.members : maxCounts.keys);
      if (counts.length > maxCounts.nested) throw exceeded('nesting', maxCounts.nested);
      if (containers > maxCounts.containers) throw exceeded('objects and lists', maxCounts.containers);
    } else if (sign === closeList || sign === closeObject) {
      counts.pop();
      limits.pop();
    } else if (sign === comma) {
      const last = counts.length - 1;
      const count = (counts[last] ?? 0) + 1;
      const limit = limits[last] ?? 1;
      if (count > limit) throw exceeded(limit === maxCounts.keys ? 'keys' : 'list members', limit);
      counts[last] = count;
    }
  }
}

/** The end of the string that begins here. */
function endOfString(body: string, start: number): number {
  let end = start;
  for (;;) {
    end = body.indexOf('"', end + 1);
    if (end === -1) return body.length;
    let slashes = 0;
    while (body.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
}

function exceeded(what: string, limit: number): Refused {
  return new Refused(refuse('limit_exceeded', { values: { what, limit } }));
}
