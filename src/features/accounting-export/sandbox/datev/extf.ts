import { randomUUID } from 'node:crypto';
import {
  json,
  mediaType,
  type Route,
  type SandboxAnswer,
  type SandboxRequest,
} from '../../../../platform/sandbox/http.ts';
import { withClient } from './access.ts';
import type { DatevClient } from './clients.ts';
import { type AffectedElement, bareFault, problem, problemDetails } from './errors.ts';
import type { DatevState, ExtfJob } from './state.ts';

const scope = 'datev:accounting:extf-files-import';
const largestFile = 50 * 1024 * 1024;
const filenamePattern = /^EXTF_.{0,51}\.csv$/;
const freeText = /^[A-Za-z0-9äöüÄÖÜß\-_. +?;]{1,254}$/;
const firstLookSeconds = 1;

/** The header fields that are checked before the file is accepted, by position. */
const checkedHeader: readonly (readonly [place: number, name: string, expected: RegExp, reason: string])[] = [
  [0, 'DATEV Format Identifier', /^"?EXTF"?$/, "must be 'EXTF'"],
  [1, 'Version Number', /^700$/, 'must be 700'],
  [2, 'Data Category', /^(16|20|21|46|48|65)$/, 'is not known'],
];

/** Routes for transferring booking files: accounting:extf-files. */
export function extfRoutes(base: string, state: DatevState): Route[] {
  const jobsPath = `${base}/clients/:client/extf-files/jobs`;
  return [
    {
      method: 'POST',
      path: `${base}/clients/:client/extf-files/import`,
      answer: withClient(state, scope, 'problem', (client, request) =>
        takeFile(state, client, request, base),
      ),
    },
    {
      method: 'GET',
      path: jobsPath,
      answer: withClient(state, scope, 'problem', (client, { query }) => {
        const [skip, top] = [query.get('skip') ?? '0', query.get('top') ?? '100'].map(Number);
        if (!Number.isInteger(skip) || !Number.isInteger(top)) return problem(1008828, 'skip and top');
        const own = [...state.extfJobs.values()].filter(({ clientId }) => clientId === client.id);
        return json(
          200,
          own.slice(skip, (skip ?? 0) + (top ?? 0)).map((job) => shown(job, client)),
        );
      }),
    },
    {
      method: 'GET',
      path: `${jobsPath}/:job`,
      answer: withClient(state, scope, 'problem', (client, _, values) => {
        const job = state.extfJobs.get(values.job ?? '');
        if (job?.clientId !== client.id) return bareFault(404);
        const answer = json(200, shown(job, client));
        job.looks += 1;
        return answer;
      }),
    },
  ];
}

function takeFile(
  state: DatevState,
  client: DatevClient,
  request: SandboxRequest,
  base: string,
): SandboxAnswer {
  const { headers, body } = request;
  const header = (name: string) => headers[name]?.toString();
  const filename = header('filename') ?? '';
  const wrong: AffectedElement[] = [];
  if (mediaType(request) !== 'application/octet-stream')
    wrong.push({ name: 'Content-Type', reason: "must be 'application/octet-stream'" });
  if (!filenamePattern.test(filename)) wrong.push({ name: 'Filename', reason: 'must match EXTF_*.csv' });
  for (const name of ['reference-id', 'client-application-version'])
    if (header(name) !== undefined && !freeText.test(header(name) ?? ''))
      wrong.push({ name, reason: 'has other signs' });
  if (wrong.length > 0) return problem(1008832, 'Header fields with error', wrong);
  if (body.length === 0) return problem(1008831, 'The file is missing');
  if (body.length > largestFile) return problem(1008833, 'More than 50 MB');
  const text = decoded(body);
  const fields = text.split(/\r?\n/)[0]?.split(';') ?? [];
  const unfit = checkedHeader.filter(([place, , expected]) => !expected.test(fields[place] ?? ''));
  if (unfit.length > 0)
    return problem(
      1008834,
      'Fields with error',
      unfit.map(([, name, , reason]) => ({ name, reason })),
    );
  const job: ExtfJob = {
    id: randomUUID(),
    clientId: client.id,
    filename,
    referenceId: header('reference-id') ?? null,
    text,
    timestamp: state.clock.now().toISOString(),
    hasFailed: client.outcome === 'failed',
    looks: 0,
  };
  state.extfJobs.set(job.id, job);
  return {
    status: 202,
    headers: {
      location: `${base}/clients/${client.id}/extf-files/jobs/${job.id}`,
      'retry-after': String(firstLookSeconds),
    },
  };
}

/** Without a byte order mark, DATEV reads a file as windows-1252. */
function decoded(body: Buffer): string {
  const marks: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
    ['utf-8', [0xef, 0xbb, 0xbf]],
    ['utf-16le', [0xff, 0xfe]],
    ['utf-16be', [0xfe, 0xff]],
  ];
  const found = marks.find(([, mark]) => mark.every((byte, index) => body[index] === byte));
  return new TextDecoder(found?.[0] ?? 'windows-1252').decode(body);
}

function shown(job: ExtfJob, client: DatevClient): Readonly<Record<string, unknown>> {
  const isPending = client.outcome === 'never' || job.looks < client.looksUntilDone;
  const lines = job.text.split(/\r?\n/).filter((line) => line !== '');
  return {
    id: job.id,
    filename: job.filename,
    ...(job.referenceId !== null && { reference_id: job.referenceId }),
    timestamp: job.timestamp,
    result: isPending ? 'pending' : job.hasFailed ? 'failed' : 'succeeded',
    ...(!isPending && { number_of_accounting_records: Math.max(lines.length - 2, 0) }),
    ...(!isPending && job.hasFailed && { validation_details: problemDetails(1008834, 'Fields with error') }),
  };
}
