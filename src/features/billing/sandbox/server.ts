import { type ChanceOfFaults, Faults, type PlannedFault } from '../../../platform/sandbox/faults.ts';
import {
  answerByRoutes,
  json,
  jsonObject,
  openSandboxServer,
  type Route,
  type SandboxAnswer,
  type SandboxRequest,
  type SandboxServer,
} from '../../../platform/sandbox/http.ts';
import type { EasybillSettings } from '../../../platform/server/billing-service.ts';
import { type Clock, systemClock } from '../../../platform/server/clock.ts';
import { EasybillState, type StoredDocument, type StoredRecord } from './state.ts';

export interface EasybillSandboxParts {
  readonly port?: number;
  readonly clock?: Clock;
  readonly faults?: readonly PlannedFault[];
  readonly chance?: ChanceOfFaults;
}

export interface EasybillSandbox extends Pick<SandboxServer, 'url' | 'requests' | 'close'> {
  readonly state: EasybillState;
  readonly faults: Faults;
  /** Configuration of easybill with this sandbox's address. */
  readonly settings: EasybillSettings;
}

const apiKey = 'sandbox-key';
const base = '/rest/v1';
/** High enough not to limit a demo. */
const requestsPerMinute = 6_000;
const usualLimit = 100;

/** Customers with this id do not exist. */
export const unknownCustomer = '404';

/**
 * Simulates easybill (OP-06, OP-09): documents with drafts, finishing and cancelling, mails, direct debits, paged
 * lists, and errors. Every customer exists except one. Data is in `state` and on a web page.
 */
export async function startEasybillSandbox(parts: EasybillSandboxParts = {}): Promise<EasybillSandbox> {
  const { port, clock = systemClock } = parts;
  const faults = new Faults(parts.faults, parts.chance ?? null);
  const state = new EasybillState(clock);
  const guarded = routes(state).map((route) => ({
    ...route,
    path: `${base}${route.path}`,
    answer: withKey(route.answer),
  }));
  const answer = answerByRoutes([
    ...guarded,
    { method: 'GET', path: '/', answer: () => json(200, overview(state)) },
  ]);
  const server = await openSandboxServer({ ...(port && { port }), faults, answer });
  const settings = { apiKey, url: `${server.url}${base}`, requestsPerMinute, isSandbox: true };
  return { url: server.url, requests: server.requests, close: server.close, state, faults, settings };
}

function overview(state: EasybillState) {
  return {
    documents: [...state.documents.values()].map(shown),
    mails: state.mails.map(shownRecord),
    debits: state.debits.map(shownRecord),
  };
}

function withKey(answer: Route['answer']): Route['answer'] {
  return (request, values) =>
    request.headers.authorization === `Bearer ${apiKey}`
      ? answer(request, values)
      : failure(401, 'Unauthorized');
}

function failure(code: number, message: string, fields?: readonly string[]): SandboxAnswer {
  return json(code, { code, message, ...(fields && { arguments: fields }) });
}

function routes(state: EasybillState): readonly Route[] {
  const ofDocument =
    (run: (document: StoredDocument, request: SandboxRequest) => SandboxAnswer): Route['answer'] =>
    (request, { id = '' }) => {
      const document = state.documents.get(Number(id));
      return document ? run(document, request) : failure(404, 'Not Found');
    };
  return [
    { method: 'POST', path: '/documents', answer: (request) => addDocument(state, request) },
    { method: 'GET', path: '/documents', answer: (request) => listDocuments(state, request) },
    { method: 'GET', path: '/documents/:id', answer: ofDocument((document) => json(200, shown(document))) },
    {
      method: 'PUT',
      path: '/documents/:id/done',
      answer: ofDocument((document) => {
        state.finish(document);
        return json(200, shown(document));
      }),
    },
    {
      method: 'GET',
      path: '/documents/:id/pdf',
      answer: ofDocument((document) =>
        document.is_draft
          ? failure(404, 'Not Found')
          : { status: 200, headers: { 'content-type': 'application/pdf' }, body: pdfOf(document) },
      ),
    },
    {
      method: 'POST',
      path: '/documents/:id/cancel',
      answer: ofDocument((document) =>
        document.is_draft || document.cancel_id !== null
          ? failure(400, 'The document cannot be cancelled')
          : json(200, shown(state.cancel(document))),
      ),
    },
    {
      method: 'POST',
      path: '/documents/:id/send/email',
      answer: ofDocument((document, { body }) => {
        if (document.is_draft) return failure(400, 'A draft cannot be sent');
        state.addMail({ document_id: document.id, type: 'EMAIL', status: 'OK', ...jsonObject(body) });
        return { status: 204 };
      }),
    },
    { method: 'GET', path: '/post-boxes', answer: (request) => listRecords(state, state.mails, request) },
    { method: 'GET', path: '/sepa-payments', answer: (request) => listRecords(state, state.debits, request) },
    { method: 'POST', path: '/sepa-payments', answer: (request) => addDebit(state, request) },
  ];
}

function addDocument(state: EasybillState, { body }: SandboxRequest): SandboxAnswer {
  const fields = jsonObject(body);
  const customer = String(fields?.customer_id ?? '');
  if (!fields || !customer || customer === unknownCustomer) {
    return failure(400, 'Validation failed', ['customer_id']);
  }
  return json(201, shown(state.addDocument(fields)));
}

const neededOfDebit = [
  ...['document_id', 'debitor_name', 'debitor_iban', 'mandate_id', 'mandate_date_of_signature'],
  ...['local_instrument', 'sequence_type', 'amount', 'reference'],
];

function addDebit(state: EasybillState, { body }: SandboxRequest): SandboxAnswer {
  const fields = jsonObject(body) ?? {};
  const missing = neededOfDebit.filter((name) => fields[name] === undefined || fields[name] === '');
  if (missing.length > 0) return failure(400, 'Validation failed', missing);
  if (String(fields.reference).length > 35) return failure(400, 'Validation failed', ['reference']);
  return json(201, shownRecord(state.addDebit(fields)));
}

/** Ignores unknown filters, including our own key, like easybill. */
function listDocuments(state: EasybillState, { query }: SandboxRequest): SandboxAnswer {
  const found = [...state.documents.values()].filter((document) => {
    const { fields } = document;
    const isMatching = (name: string) => !query.has(name) || String(fields[name] ?? '') === query.get(name);
    const isDraft = query.get('is_draft') === '1';
    return (
      state.isListed(document) &&
      ['type', 'customer_id', 'document_date'].every(isMatching) &&
      (query.has('is_draft') ? document.is_draft === isDraft : !document.is_draft)
    );
  });
  return listed(found.map(shown), query);
}

function listRecords(
  state: EasybillState,
  records: readonly StoredRecord[],
  { query }: SandboxRequest,
): SandboxAnswer {
  const found = records.filter(
    (record) =>
      state.isListed(record) &&
      (!query.has('document_id') || String(record.fields.document_id) === query.get('document_id')),
  );
  return listed(found.map(shownRecord), query);
}

/** Returns the limit applied, not the one requested. */
function listed(all: readonly object[], query: URLSearchParams): SandboxAnswer {
  const limit = Math.min(usualLimit, Number(query.get('limit') ?? usualLimit));
  const page = Number(query.get('page') ?? 1);
  const items = all.slice((page - 1) * limit, page * limit);
  return json(200, { page, pages: Math.ceil(all.length / limit), limit, total: all.length, items });
}

function shown({ id, fields, amount, amount_net, is_draft, number, cancel_id }: StoredDocument): object {
  return { ...fields, id, amount, amount_net, is_draft, number, cancel_id, status: null, edited_at: null };
}

function shownRecord({ id, fields }: StoredRecord): object {
  return { ...fields, id };
}

/** A page showing the document's number. */
function pdfOf({ number, amount }: StoredDocument): string {
  const drawn = `BT /F1 18 Tf 60 780 Td (${number ?? ''}  ${(amount / 100).toFixed(2)} EUR) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, place) => {
    const offset = file.length;
    file += `${place + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  const head = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return `${file}${head}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
}
