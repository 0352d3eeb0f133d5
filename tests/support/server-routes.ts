import type { HttpServer } from '../../src/platform/server/http/http.ts';

/** All routes of a server, as `METHOD /path`; HEAD is omitted. */
export function routesOf(server: HttpServer): string[] {
  const path: string[] = [];
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', segment = '', methods = ''] =
        /^([│ ]*)[├└]── (\S+)(?: \((.*)\))?/.exec(line) ?? [];
      if (segment === '') return [];
      path.splice(indent.length / 4, path.length, segment);
      const names = methods.split(', ').filter((method) => method !== '' && method !== 'HEAD');
      return names.map((method) => `${method} ${path.join('')}`);
    });
}
