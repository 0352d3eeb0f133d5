import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { Refused, refuse } from '../../../base/refusal.ts';
import { isPagePath } from '../../page-path.ts';
import type { HttpServer } from './http.ts';
import { answerError } from './http-errors.ts';

/** Files in this folder have a content hash in their name and never change. */
const hashedFolder = `${sep}assets${sep}`;

/**
 * Serves the built front end. Every path that is no file, call or asset is a page (NAV-01) and gets `index.html`,
 * which is never cached. Without a built front end there are no pages. A path that exists only for other methods is
 * refused with `method_not_allowed`.
 */
export async function serveFrontEnd(app: HttpServer, directory: string): Promise<void> {
  const isBuilt = existsSync(join(directory, 'index.html'));
  const isPage = (path: string): boolean => isBuilt && isPagePath(path);
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const allowed = isPage(path) ? reading : methodsOf(app, path);
    if (isPage(path) && reading.includes(request.method)) return reply.sendFile('index.html');
    if (allowed.length === 0) return answerError(new Refused(refuse('not_found')), request, reply);
    reply.header('allow', allowed.join(', '));
    return answerError(new Refused(refuse('method_not_allowed')), request, reply);
  });
  if (!isBuilt) return;
  await app.register(fastifyStatic, {
    root: directory,
    index: ['index.html'],
    cacheControl: false,
    // The build places compressed copies next to the files.
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes(hashedFolder);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/** The methods that read a page. */
export const reading: readonly string[] = ['GET', 'HEAD'];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The methods of a path, except the front end's wildcard route. */
function methodsOf(app: HttpServer, path: string): readonly string[] {
  return methods.filter((method) => {
    const route = app.findRoute({ method, url: path });
    return route !== null && !('*' in route.params);
  });
}
