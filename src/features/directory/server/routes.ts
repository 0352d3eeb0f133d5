import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { Context } from '../../../platform/context.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { type HttpServer, inScope } from '../../../platform/server/http/http.ts';
import { bodyOf } from '../../../platform/server/http/request-body.ts';
import { type Authentication, contextOf } from '../../../platform/server/http/request-context.ts';
import { idInPath } from '../../../platform/server/http/row-id.ts';
import type { Json } from '../attributes.ts';
import { type Filter, parseFilter } from '../filter.ts';
import { patchBody } from '../patch.ts';
import { maxResults, resourceTypes, schemas, serviceProviderConfig } from '../service.ts';
import { changeGroup, createGroup, findGroup, listGroups, removeGroup } from './groups.ts';
import {
  changePerson,
  createPerson,
  type Found,
  findInDirectory,
  listPeople,
  type Paging,
  type PersonChange,
  removePerson,
} from './people.ts';
import { answerScimError, listAnswer, type Page, scimType, wantedParts } from './scim-answer.ts';

interface DirectoryParts {
  readonly database: Database;
  readonly publicUrl: string;
}

type Query = Readonly<Record<string, string | undefined>>;

/** What a kind of resource does; every `tx` acts as `writer` of the directory's tenant. */
interface Resources {
  /** As in the address, such as `Users`. */
  readonly path: string;
  list(
    tx: Tx,
    base: string,
    list: Paging & { readonly filter: Filter | null; readonly query: Query },
  ): Promise<Page>;
  find(tx: Tx, base: string, id: number, query: Query): Promise<Found>;
  create(tx: Tx, context: Context, body: Json): Promise<number>;
  change(tx: Tx, context: Context, change: PersonChange): Promise<void>;
  remove(tx: Tx, context: Context, id: number, requireVersion: PersonChange['requireVersion']): Promise<void>;
  /** Answers a changed resource, which Entra ID does not want of groups with all their members. */
  readonly answersPatch: boolean;
}

const people: Resources = {
  path: 'Users',
  list: listPeople,
  find: findInDirectory,
  create: createPerson,
  change: changePerson,
  remove: removePerson,
  answersPatch: true,
};

const groups: Resources = {
  path: 'Groups',
  list: (tx, base, { query, ...list }) => listGroups(tx, base, { ...list, hasMembers: wantsMembers(query) }),
  find: (tx, base, id, query) => findGroup(tx, base, id, wantsMembers(query)),
  create: createGroup,
  change: changeGroup,
  remove: removeGroup,
  answersPatch: false,
};

function wantsMembers(query: Query): boolean {
  return 'members' in wantedParts({ members: [] }, query);
}

/**
 * The directory of a company creates, changes and blocks people and tells its groups (AUTH-33): SCIM 2.0, RFC 7643 and
 * 7644, below `/scim/v2`, with the token of a service account that is the tenant's directory.
 */
export function registerDirectory(
  app: HttpServer,
  parts: DirectoryParts,
  { requireDirectory }: Authentication,
): void {
  const base = `${parts.publicUrl}/scim/v2`;
  inScope(app, async (scope) => {
    scope.setErrorHandler((error, request, reply) => answerScimError(error, request, reply));
    scope.addHook('onRequest', requireDirectory);
    registerDiscovery(scope, base);
    for (const resources of [people, groups]) {
      registerReading(scope, { ...parts, base, resources });
      registerWriting(scope, { ...parts, base, resources });
    }
  });
}

/** What the product can do, for clients that ask first (RFC 7644, 4). */
function registerDiscovery(scope: HttpServer, base: string): void {
  const config = serviceProviderConfig(base);
  scope.get('/scim/v2/ServiceProviderConfig', async (_request, reply) => reply.type(scimType).send(config));
  for (const [path, all] of [
    ['ResourceTypes', resourceTypes(base)],
    ['Schemas', schemas(base)],
  ] as const) {
    scope.get(`/scim/v2/${path}`, async (_request, reply) =>
      reply.type(scimType).send(listAnswer({ total: all.length, startIndex: 1, resources: all })),
    );
    scope.get(`/scim/v2/${path}/:id`, async (request, reply) => {
      const { id } = request.params as { readonly id: string };
      const found = all.find((one) => one.id === id);
      if (found === undefined) throw new Refused(refuse('not_found'));
      return reply.type(scimType).send(found);
    });
  }
}

interface Served {
  readonly database: Database;
  readonly base: string;
  readonly resources: Resources;
}

function registerReading(scope: HttpServer, { database, base, resources }: Served): void {
  scope.get(`/scim/v2/${resources.path}`, async (request, reply) => {
    const query = queryOf(request);
    const { filter } = query;
    const list = { ...pagingOf(query), filter: filter ? parseFilter(filter) : null, query };
    const page = await asWriter(database, contextOf(request), (tx) => resources.list(tx, base, list));
    const kept = page.resources.map((one) => wantedParts(one, query));
    return reply.type(scimType).send(listAnswer({ ...page, resources: kept }));
  });

  scope.get(`/scim/v2/${resources.path}/:id`, async (request, reply) => {
    const [id, query] = [idInPath(request), queryOf(request)];
    const found = await asWriter(database, contextOf(request), (tx) => resources.find(tx, base, id, query));
    if (versionsOf(request.headers['if-none-match']).includes(found.version)) return reply.code(304).send();
    return answer(reply, found, query);
  });
}

function registerWriting(scope: HttpServer, { database, base, resources }: Served): void {
  const { path } = resources;
  const changes = async (request: FastifyRequest, change: PersonChange['change']): Promise<Found> => {
    const [id, context] = [idInPath(request), contextOf(request)];
    const requireVersion = requiredVersion(request);
    return await asWriter(database, context, async (tx) => {
      await resources.change(tx, context, { id, change, requireVersion });
      return await resources.find(tx, base, id, queryOf(request));
    });
  };

  scope.post(`/scim/v2/${path}`, async (request, reply) => {
    const context = contextOf(request);
    const found = await asWriter(database, context, async (tx) => {
      const id = await resources.create(tx, context, resourceIn(request));
      return await resources.find(tx, base, id, queryOf(request));
    });
    const { location } = found.resource.meta as { readonly location: string };
    return answer(reply.code(201).header('location', location), found, queryOf(request));
  });

  scope.put(`/scim/v2/${path}/:id`, async (request, reply) =>
    answer(reply, await changes(request, { body: resourceIn(request) }), queryOf(request)),
  );

  scope.patch(`/scim/v2/${path}/:id`, async (request, reply) => {
    const { Operations: operations } = bodyOf(request, patchBody);
    const found = await changes(request, { operations });
    const query = queryOf(request);
    if (!resources.answersPatch && query.attributes === undefined)
      return reply.code(204).header('etag', found.version).send();
    return answer(reply, found, query);
  });

  scope.delete(`/scim/v2/${path}/:id`, async (request, reply) => {
    const [id, context] = [idInPath(request), contextOf(request)];
    const requireVersion = requiredVersion(request);
    await asWriter(database, context, (tx) => resources.remove(tx, context, id, requireVersion));
    return reply.code(204).send();
  });
}

/** The query, in which nothing is named twice. */
function queryOf({ query }: FastifyRequest): Query {
  const repeated = Object.entries(query as object).find(([, value]) => typeof value !== 'string');
  if (repeated) throw new Refused(refuse('scim_value', { values: { path: repeated[0] } }));
  return query as Query;
}

function answer(reply: FastifyReply, { resource, version }: Found, query: Query): FastifyReply {
  return reply.header('etag', version).type(scimType).send(wantedParts(resource, query));
}

const anyResource = z.record(z.string(), z.unknown());

function resourceIn(request: FastifyRequest): Json {
  return bodyOf(request, anyResource);
}

/** The part of a list that is asked for; numbers out of range are the nearest allowed ones (RFC 7644, 3.4.2.4). */
function pagingOf({ startIndex, count }: Query): Paging {
  return {
    startIndex: Math.max(1, wholeOf(startIndex, 1, 'startIndex')),
    count: Math.min(maxResults, Math.max(0, wholeOf(count, maxResults, 'count'))),
  };
}

function wholeOf(text: string | undefined, missing: number, path: string): number {
  if (text === undefined) return missing;
  if (!/^-?\d{1,9}$/.test(text)) throw new Refused(refuse('scim_value', { values: { path } }));
  return Number(text);
}

function versionsOf(header: string | undefined): readonly string[] {
  return (header ?? '').split(',').map((one) => one.trim());
}

/** Refuses `scim_version` if `If-Match` names another version (RFC 7644, 3.14). */
function requiredVersion(request: FastifyRequest): (version: string) => void {
  const header = request.headers['if-match'];
  const wanted = versionsOf(header);
  return (version) => {
    if (header !== undefined && !wanted.includes('*') && !wanted.includes(version))
      throw new Refused(refuse('scim_version'));
  };
}
