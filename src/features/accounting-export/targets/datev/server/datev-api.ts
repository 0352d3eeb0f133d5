import { z } from 'zod';
import { isRefusal, type Refusal, refuse } from '../../../../../base/refusal.ts';
import { type Clock, seconds } from '../../../../../platform/server/clock.ts';
import {
  callHttp,
  type HttpAnswer,
  type HttpCall,
  jsonOf,
  NoAnswer,
  retryAfter,
} from '../../../../../platform/server/http-call.ts';
import { NotYet } from '../../../../../platform/server/jobs/jobs.ts';

/** Thrown after several attempts where DATEV does not answer, is busy or broken: the job is retried later. */
export class DatevAway extends NotYet {
  /** Null where no answer came. */
  readonly status: number | null;

  constructor(status: number | null, message: string) {
    super(message);
    this.status = status;
  }
}

/** Thrown where DATEV permanently refuses a call. */
export class DatevRefused extends Error {
  readonly status: number;
  /** An error code such as `DCO01002`; null where there is none. */
  readonly code: string | null;
  readonly refusal: Refusal;

  constructor(status: number, code: string | null, refusal: Refusal) {
    super(`DATEV answered ${status} ${code ?? ''}`);
    this.status = status;
    this.code = code;
    this.refusal = refusal;
  }
}

/** The API calls for one company at DATEV. */
export interface DatevApi {
  /**
   * Calls with retries where they may help; returns a successful answer. A failed call may have been executed: `lost`
   * checks that before a retry, and if so the result is null.
   */
  call(
    method: string,
    path: string,
    body?: CallBody,
    lost?: () => Promise<boolean>,
  ): Promise<HttpAnswer | null>;
}

export type CallBody =
  | { readonly type: 'form'; readonly form: FormData }
  | { readonly type: 'json' | 'patch'; readonly json: object };

export interface DatevApiParts {
  /** `https://.../clients/455148-1` */
  readonly base: string;
  readonly applicationId: string;
  readonly company: string;
  /** `refused` is a token that was not accepted. */
  readonly token: (refused?: string) => Promise<string | Refusal>;
  /** Marks that DATEV accepts no token any more. */
  readonly deactivate: () => Promise<Refusal>;
  readonly clock: Clock;
  readonly wait: (milliseconds: number) => Promise<void>;
}

const mediaTypes = { json: 'application/json', patch: 'application/merge-patch+json' } as const;
/** The pauses between the attempts of one call. */
const pauses = [seconds(1), seconds(3), seconds(8)];
/** For a longer wait the job is retried later. */
const longestPause = seconds(60);
const passing = new Set([408, 429, 500, 502, 503, 504]);

export function datevApi(parts: DatevApiParts): DatevApi {
  let token: string | null = null;
  const tokenFor = async (refused?: string): Promise<string> => {
    const found = await parts.token(refused);
    if (isRefusal(found)) throw new DatevRefused(401, null, found);
    token = found;
    return found;
  };

  /** One attempt, renewed with another token where the first one has expired. */
  const tryOnce = async (method: string, path: string, body?: CallBody): Promise<HttpAnswer> => {
    const used = token ?? (await tokenFor());
    const answer = await send(parts, method, path, used, body);
    if (answer.status !== 401) return answer;
    const again = await send(parts, method, path, await tokenFor(used), body);
    if (again.status === 401) throw new DatevRefused(401, null, await parts.deactivate());
    return again;
  };

  return {
    call: async (method, path, body, lost) => {
      for (let tries = 0; ; tries += 1) {
        let answer: HttpAnswer | null = null;
        let reason = '';
        try {
          answer = await tryOnce(method, path, body);
        } catch (error) {
          if (!(error instanceof NoAnswer)) throw error;
          reason = error.message;
        }
        if (answer && answer.status >= 200 && answer.status < 300) return answer;
        if (answer && !passing.has(answer.status)) throw refusedBy(answer, path, parts.company);
        const pause = (answer && retryAfter(answer, parts.clock.now())) ?? pauses[tries];
        if (pauses[tries] === undefined || pause === undefined || pause > longestPause)
          throw new DatevAway(answer?.status ?? null, reason || `DATEV answers ${answer?.status}`);
        await parts.wait(pause);
        if (lost && (await lost())) return null;
      }
    },
  };
}

async function send(
  { base, applicationId }: DatevApiParts,
  method: string,
  path: string,
  token: string,
  body?: CallBody,
): Promise<HttpAnswer> {
  const headers = { authorization: `Bearer ${token}`, 'x-datev-client-id': applicationId };
  return await callHttp(`${base}${path}`, { method, ...callOf(headers, body) });
}

function callOf(headers: Readonly<Record<string, string>>, body?: CallBody): Omit<HttpCall, 'method'> {
  if (!body) return { headers };
  if (body.type === 'form') return { headers, body: body.form, patience: seconds(100) };
  return { headers: { ...headers, 'content-type': mediaTypes[body.type] }, body: JSON.stringify(body.json) };
}

const errorBody = z.object({
  error: z.string().nullish(),
  error_description: z.string().nullish(),
  title: z.string().nullish(),
});

/** The refusal for an error answer (EXP-18); any part of its body may be missing. */
function refusedBy(answer: HttpAnswer, path: string, company: string): DatevRefused {
  const { error, error_description, title } = errorBody.safeParse(jsonOf(answer)).data ?? {};
  const code = /DCO\d{5}/.exec(error ?? '')?.[0] ?? null;
  const values = { company };
  if (code === 'DCO01002' || (answer.status === 404 && path === ''))
    return new DatevRefused(answer.status, code, refuse('export_no_access_data', { values }));
  if (answer.status === 403) return new DatevRefused(403, code, refuse('export_no_permission', { values }));
  const reason = [answer.status, code, error_description ?? title].filter(Boolean).join(' ').slice(0, 200);
  return new DatevRefused(answer.status, code, refuse('export_refused_by_datev', { values: { reason } }));
}
