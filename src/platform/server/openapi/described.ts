import type { FastifyRequest, RouteOptions } from 'fastify';
import type { z } from 'zod';
import type { HttpServer } from '../http/http.ts';

/** A file as an answer, with its media types. */
export interface FileAnswer {
  readonly file: readonly [string, ...string[]];
}

/** What a route does, takes and answers. */
export interface Described {
  /** One English sentence without a full stop. */
  readonly does: string;
  /** The group of the route in the description. */
  readonly tag: string;
  readonly query?: z.ZodType;
  /** The schema that checks the body; `bodyOf` refuses to check by another one. */
  readonly body?: z.ZodType;
  readonly mayLackBody?: true;
  /** A form with this field of files and the other fields. */
  readonly form?: { readonly files: 'file' | 'files[]'; readonly fields: z.ZodType };
  /** Null: no content. */
  readonly answer: z.ZodType | FileAnswer | null;
  /** The status of success; 200 if missing. */
  readonly status?: number;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly described?: Described;
  }
}

/** A registered route with its description. */
export interface DescribedRoute {
  readonly method: string;
  /** As registered, with parameters as `:name`. */
  readonly path: string;
  readonly described: Described;
  readonly login: 'none' | 'person' | 'own session';
  /** Whether a repeat with the same `Idempotency-Key` has one effect. */
  readonly takesKey: boolean;
}

/** The hooks that say who may call a route. */
export interface LoginHooks {
  readonly person: readonly unknown[];
  readonly ownSession: unknown;
}

/**
 * Puts the descriptions, by `METHOD /path`, into the routes registered from now on. Returns the described routes in the
 * order of registration.
 */
export function describeRoutes(
  app: HttpServer,
  descriptions: ReadonlyMap<string, Described>,
  hooks: LoginHooks,
): readonly DescribedRoute[] {
  const routes: DescribedRoute[] = [];
  app.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      const described = descriptions.get(`${method} ${route.url}`);
      if (!described) continue;
      route.config = { ...route.config, described };
      routes.push({ method, path: route.url, described, ...accessOf(route, method, hooks) });
    }
  });
  return routes;
}

function accessOf(
  { onRequest, config }: RouteOptions,
  method: string,
  hooks: LoginHooks,
): Pick<DescribedRoute, 'login' | 'takesKey'> {
  const asked: readonly unknown[] = [onRequest].flat();
  const isOfPerson = hooks.person.some((hook) => asked.includes(hook));
  const anyLogin = isOfPerson ? 'person' : 'none';
  const login = asked.includes(hooks.ownSession) ? 'own session' : anyLogin;
  return { login, takesKey: isOfPerson && method !== 'GET' && !config?.keepsNoAnswer };
}

/** Throws if the route is described with another body than it checks, or with none. */
export function requireDescribedBody({ routeOptions }: FastifyRequest, schema: z.ZodType): void {
  const { described } = routeOptions.config;
  if (described && described.body !== schema)
    throw new Error(`the description of ${routeOptions.url} has another body than the route checks`);
}
