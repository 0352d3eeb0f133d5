import type { TestWeb } from './web.ts';

export interface CallOptions {
  readonly bearer?: string;
  readonly payload?: object;
  /** The calling browser. */
  readonly agent?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls a path of the web server like a browser on the internet. */
export async function callWeb(
  web: TestWeb,
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  { bearer, payload, agent, headers = {} }: CallOptions = {},
) {
  const response = await web.app.inject({
    method,
    url,
    remoteAddress: '203.0.113.77',
    headers: {
      host: 'localhost',
      ...(agent && { 'user-agent': agent }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.json() };
}
