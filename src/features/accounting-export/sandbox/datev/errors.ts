import { randomUUID } from 'node:crypto';
import { json, type SandboxAnswer } from '../../../../platform/sandbox/http.ts';

/** Faults of accounting:dxso-jobs and accounting:documents with their status. */
const dcoFaults = {
  DCO01001: [400, 'InvalidResourceModificationFault'],
  DCO01002: [400, 'InvalidDxsoImportTargetFault'],
  DCO01003: [400, 'InvalidDxsoJobIdFault'],
  DCO01004: [400, 'MultipartUploadFault'],
  DCO01005: [403, 'ScopeFault'],
  DCO01006: [400, 'InvalidDcoClientIdFault'],
  DCO01007: [400, 'InvalidDxsoJobStateFault'],
  DCO01008: [400, 'InvalidMessageBodyFault'],
  DCO01009: [400, 'InvalidAccountingBasicData'],
  DCO01012: [409, 'KeyConflictFault'],
  DCO01013: [403, 'AuthentificationTypeFault'],
  DCO01015: [400, 'UnsupportedFileTypeFault'],
  DCO01016: [400, 'FileSizeFault'],
  DCO01017: [400, 'MissingMandatoryParameterFault'],
  DCO01018: [400, 'MissingMandatoryHeaderFault'],
  DCO01219: [400, 'ContentTypeDoesNotMatchFileExtensionFault'],
} as const;

export type DcoCode = keyof typeof dcoFaults;

export function dcoFault(code: DcoCode): SandboxAnswer {
  const [status, name] = dcoFaults[code];
  return json(status, {
    error: `#${code}`,
    error_description: `restapi.${name}`,
    error_uri: `https://apps.datev.de/knowledge/help/search?q=${code}`,
    request_id: randomUUID(),
  });
}

/** An error with nothing but the request id. */
export function bareFault(status: number): SandboxAnswer {
  return json(status, { request_id: randomUUID() });
}

/** Titles of the problems of extf-files and clients. */
const problems = {
  1008828: [400, 'Invalid query parameters'],
  1008829: [403, 'Missing required scope'],
  1008831: [400, 'Missing request body'],
  1008832: [400, 'Invalid header field'],
  1008833: [413, 'File too large'],
  1008834: [400, 'Invalid EXTF-header'],
  1008835: [400, 'Invalid path'],
} as const;

/** A field with its problem. */
export interface AffectedElement {
  readonly name: string;
  readonly reason: string;
}

/** The body of a problem answer, also repeated by a failed EXTF job. */
export function problemDetails(
  code: keyof typeof problems,
  detail: string,
  affected: readonly AffectedElement[] = [],
): Readonly<Record<string, unknown>> & { readonly status: number } {
  const [status, title] = problems[code];
  return {
    type: `http://www.datev.de/hilfe/${code}`,
    title,
    detail,
    ...(affected.length > 0 && { affected_elements: affected }),
    request_id: randomUUID(),
    status,
  };
}

export function problem(...values: Parameters<typeof problemDetails>): SandboxAnswer {
  const details = problemDetails(...values);
  return json(details.status, details);
}
