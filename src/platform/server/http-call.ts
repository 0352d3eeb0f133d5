/** What a system that is reached over the network has answered. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** At most as long as was allowed. */
  readonly bytes: Buffer;
  readonly text: string;
}

export interface HttpCall {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams | FormData | Uint8Array<ArrayBuffer>;
  /** In milliseconds, with the answer; half a minute where it is missing. */
  readonly patience?: number;
}

/** Thrown where no answer came, or one that was cut off or too long: whether the request was carried out is not known. */
export class NoAnswer extends Error {}

const usualPatience = 30_000;
const longestAnswer = 5 * 1024 * 1024;

/**
 * Calls a system. It follows no redirects, which would carry tokens to other hosts, and reads no more than it has to.
 * Throws `NoAnswer`; neither it nor anything else names the headers or the body.
 */
export async function callHttp(url: string, call: HttpCall): Promise<HttpAnswer> {
  const { method, headers = {}, body, patience = usualPatience } = call;
  const signal = AbortSignal.timeout(patience);
  try {
    const response = await fetch(url, { method, headers, body: body ?? null, redirect: 'manual', signal });
    const bytes = await bytesOf(response);
    return { status: response.status, headers: response.headers, bytes, text: bytes.toString('utf8') };
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

/** The name of the cause says what a person needs; messages of `fetch` say "fetch failed". */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return 'unknown';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}

/** The seconds that the other side asks to wait, as milliseconds; null where it asks for none that can be read. */
export function retryAfter({ headers }: Pick<HttpAnswer, 'headers'>, now: Date): number | null {
  const text = headers.get('retry-after') ?? '';
  if (/^\d{1,6}$/.test(text)) return Number(text) * 1000;
  const day = Date.parse(text);
  return Number.isNaN(day) ? null : Math.max(0, day - now.getTime());
}

/** Null where the answer is no JSON. */
export function jsonOf({ text }: Pick<HttpAnswer, 'text'>): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
