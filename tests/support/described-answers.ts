import type { HttpServer } from '../../src/platform/server/http/http.ts';

/**
 * Lets each JSON answer that differs from its route's description fail; call it before the server is ready. Answers of
 * GraphQL are large and described by its schema.
 */
export function checkAnswers(app: HttpServer): void {
  app.addHook('onSend', async ({ method, routeOptions }, { statusCode }, payload) => {
    const { described } = routeOptions.config;
    if (!described || statusCode >= 300 || typeof payload !== 'string') return;
    if (routeOptions.url === '/v1/graphql' || described.answer === null || 'file' in described.answer) return;
    const { success, error } = described.answer.safeParse(JSON.parse(payload));
    if (!success) throw new Error(`${method} ${routeOptions.url} answers otherwise than described: ${error}`);
  });
}
