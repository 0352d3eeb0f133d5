import multipart, { type FastifyMultipartOptions } from '@fastify/multipart';
import type { HttpServer } from './http.ts';

/**
 * Makes the routes of a scope accept only forms with files: parsing JSON of their allowed size would block for too
 * long (API-44).
 */
export async function takeForms(scope: HttpServer, options: FastifyMultipartOptions = {}): Promise<void> {
  scope.removeContentTypeParser('application/json');
  await scope.register(multipart, options);
}
