import { callSpan } from './telemetry/tracing.ts';

/** The answer of an external system. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Within the size limit. */
  readonly bytes: Buffer;
  readonly text: string;
}

export interface HttpCall {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams | FormData | Uint8Array<ArrayBuffer>;
  /** Time limit for the whole call in milliseconds; half a minute if missing. */
  readonly patience?: number;
}

/** Thrown for a missing, truncated or oversized answer: whether the request was carried out is unknown. */
export class NoAnswer extends Error {}

const usualPatience = 30_000;
const longestAnswer = 5 * 1024 * 1024;

/**
 * Calls an external system. Follows no redirects, which would carry tokens to other hosts, and limits the size of the
 * answer. Throws `NoAnswer`; errors never contain headers or body.
 */
export async function callHttp(url: string, call: HttpCall): Promise<HttpAnswer> {
  const { method, headers = {}, body, patience = usualPatience } = call;
  const signal = AbortSignal.timeout(patience);
  try {
    return await callSpan(method, async (traced, answered) => {
      const sent = { ...headers, ...traced };
      const response = await fetch(url, {
        method,
        headers: sent,
        body: body ?? null,
        redirect: 'manual',
        signal,
      });
      answered(response.status);
      const bytes = await bytesOf(response);
      return { status: response.status, headers: response.headers, bytes, text: bytes.toString('utf8') };
    });
  } catch (error) {
    const { host } = new URL(url);
    throw new NoAnswer(`${host} does not answer: ${reasonOf(error)}`);
  }
}

async function bytesOf(response: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > longestAnswer) throw new Error('the answer is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The code of the cause; the message of `fetch` is only "fetch failed". */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return 'unknown';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}

/** The Retry-After of the answer in milliseconds; null if missing or unreadable. */
export function retryAfter({ headers }: Pick<HttpAnswer, 'headers'>, now: Date): number | null {
  const text = headers.get('retry-after') ?? '';
  if (/^\d{1,6}$/.test(text)) return Number(text) * 1000;
  const day = Date.parse(text);
  return Number.isNaN(day) ? null : Math.max(0, day - now.getTime());
}

/** Null if the answer is no JSON. */
export function jsonOf({ text }: Pick<HttpAnswer, 'text'>): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
