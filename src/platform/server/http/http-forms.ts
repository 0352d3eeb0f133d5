import multipart, { type FastifyMultipartOptions } from '@fastify/multipart';
import type { HttpServer } from './http.ts';

/**
 * Makes the routes of a scope take forms with files, and nothing else: JSON of the size that they allow would be parsed for
 * longer than anybody shall wait (API-44).
 */
export async function takeForms(scope: HttpServer, options: FastifyMultipartOptions = {}): Promise<void> {
  scope.removeContentTypeParser('application/json');
  await scope.register(multipart, options);
}
