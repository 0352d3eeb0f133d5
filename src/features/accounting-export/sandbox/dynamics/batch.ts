import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { SandboxAnswer, SandboxRequest } from '../../../../platform/sandbox/http.ts';
import { bodyParts, headAndContent } from '../multipart.ts';
import { malformed } from './errors.ts';

/** The access of a batch to the state, with rollback. */
export interface BatchTarget {
  readonly answer: (request: SandboxRequest) => SandboxAnswer;
  /** Saves the state; the returned function restores it. */
  readonly remember: () => () => void;
}

interface Part {
  readonly contentType: string;
  readonly contentId: string | null;
  readonly content: Buffer;
}

/**
 * Answers every request of a batch. The outer status is always 200; a changeset is executed completely or not at all,
 * in which case its answer is the single error. Without `Prefer: odata.continue-on-error` the first error ends the
 * batch.
 */
export function answerBatch(request: SandboxRequest, target: BatchTarget): SandboxAnswer {
  const parts = readParts(request.headers['content-type'] ?? '', request.body);
  const goesOn = /continue-on-error/.test(request.headers.prefer?.toString() ?? '');
  const answers: string[] = [];
  for (const part of parts) {
    const isChangeset = part.contentType.startsWith('multipart/mixed');
    const result = isChangeset ? answerChangeset(part, request, target) : answerPart(part, request, target);
    answers.push(result.text);
    if (!result.isRight && !goesOn) break;
  }
  return { status: 200, ...multipart('batchresponse', answers, '\r\n') };
}

interface PartResult {
  readonly text: string;
  readonly isRight: boolean;
}

function answerChangeset(part: Part, outer: SandboxRequest, target: BatchTarget): PartResult {
  const goBack = target.remember();
  const texts: string[] = [];
  for (const inner of readParts(part.contentType, part.content)) {
    const result = answerPart(inner, outer, target, ['POST', 'PATCH', 'DELETE']);
    texts.push(result.text);
    if (result.isRight) continue;
    goBack();
    return { text: changeset([result.text]), isRight: false };
  }
  return { text: changeset(texts), isRight: true };
}

function changeset(texts: readonly string[]): string {
  const { headers, body } = multipart('changesetresponse', texts, '\r\n');
  return `Content-Type: ${headers['content-type']}\r\n\r\n${body}`;
}

function answerPart(
  part: Part,
  outer: SandboxRequest,
  target: BatchTarget,
  methods: readonly string[] = ['GET', 'POST', 'PATCH', 'DELETE'],
): PartResult {
  const request = innerRequest(part, outer);
  if (!methods.includes(request.method)) throw malformed(`A changeset cannot hold '${request.method}'.`);
  const { status, headers = {}, body = '' } = target.answer(request);
  const lines = [
    'Content-Type: application/http',
    'Content-Transfer-Encoding: binary',
    ...(part.contentId === null ? [] : [`Content-ID: ${part.contentId}`]),
    '',
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ];
  return { text: lines.join('\r\n'), isRight: status < 400 };
}

function innerRequest({ contentType, content }: Part, outer: SandboxRequest): SandboxRequest {
  const split = headAndContent(content) ?? { head: content.toString('utf8'), content: Buffer.alloc(0) };
  const [, method = '', address = ''] = /^(\w+) (\S+) HTTP\/1\.1/.exec(split.head.trimStart()) ?? [];
  if (!contentType.startsWith('application/http') || method === '')
    throw malformed('A part of the batch is no request.');
  const url = new URL(address, `http://${outer.headers.host}/data/`);
  const headers = [...split.head.matchAll(/^([\w-]+): *(.*?)\r?$/gm)].map(([, name = '', value = '']) => [
    name.toLowerCase(),
    value,
  ]);
  return {
    method,
    path: url.pathname,
    query: url.searchParams,
    headers: { host: outer.headers.host, ...Object.fromEntries(headers) },
    body: split.content,
  };
}

function readParts(contentType: string, body: Buffer): Part[] {
  const parts = bodyParts(contentType, body);
  if (!parts) throw malformed('The batch is not readable.');
  return parts.map((part) => {
    const split = headAndContent(part);
    if (!split) throw malformed('A part of the batch is not readable.');
    const header = (name: string) => new RegExp(`^${name}: *(.*?)\\r?$`, 'im').exec(split.head)?.[1] ?? null;
    return {
      contentType: header('content-type') ?? '',
      contentId: header('content-id'),
      content: split.content,
    };
  });
}

function multipart(name: string, texts: readonly string[], end: string) {
  const boundary = `${name}_${randomUUID()}`;
  const body = texts.map((text) => `--${boundary}\r\n${text}\r\n`).join('');
  return {
    headers: { 'content-type': `multipart/mixed; boundary=${boundary}` },
    body: `${body}--${boundary}--${end}`,
  };
}
