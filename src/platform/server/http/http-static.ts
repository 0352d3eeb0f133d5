import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyRequest } from 'fastify';
import { Refused, refuse } from '../../../base/refusal.ts';
import type { HttpServer } from './http.ts';
import { answerError } from './http-errors.ts';
import { isServerPath } from './http-headers.ts';

/** File names below carry a digest of the content and never change. */
const hashedFolder = `${sep}assets${sep}`;

/**
 * Serves the built front end. Every path that is no file, no call and no asset is a page of it (NAV-01), and
 * gets `index.html`, which is asked for anew each time. Without a built front end there are no pages.
 */
export async function serveFrontEnd(app: HttpServer, directory: string): Promise<void> {
  const isBuilt = existsSync(join(directory, 'index.html'));
  app.setNotFoundHandler((request, reply) => {
    if (isBuilt && isPage(request)) return reply.sendFile('index.html');
    return answerError(new Refused(refuse('not_found')), request, reply);
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

function isPage({ method, url }: FastifyRequest): boolean {
  return ['GET', 'HEAD'].includes(method) && !isServerPath(url) && !url.startsWith('/assets/');
}
