import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { HttpServer } from './http.ts';
import { answerError } from './http-errors.ts';
import { isServerPath } from './http-headers.ts';

/** File names below carry a digest of the content and never change. */
const hashedFolder = `${sep}assets${sep}`;

/**
 * Serves the built front end. Every path that is no file, no call and no asset is a page of it (NAV-01), and
 * gets `index.html`, which is asked for anew each time. Without a built front end there are no pages. A path that is
 * there, but not for this method, is refused with `method_not_allowed`.
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
    // The build has put compressed copies beside the files.
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes(hashedFolder);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

const reading: readonly string[] = ['GET', 'HEAD'];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A path with a dot in its last part would be a file. */
function isPagePath(path: string): boolean {
  return (
    !isServerPath(path) && !path.startsWith('/assets/') && !path.slice(path.lastIndexOf('/')).includes('.')
  );
}

/** The methods that a path knows, beside that of the front end's files, which knows every path. */
function methodsOf(app: HttpServer, path: string): readonly string[] {
  return methods.filter((method) => {
    const route = app.findRoute({ method, url: path });
    return route !== null && !('*' in route.params);
  });
}
