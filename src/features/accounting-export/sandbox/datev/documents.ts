import { randomUUID } from 'node:crypto';
import {
  json,
  jsonObject,
  type Route,
  type SandboxAnswer,
  type SandboxRequest,
} from '../../../../platform/sandbox/http.ts';
import { formParts } from '../multipart.ts';
import { withClient } from './access.ts';
import type { DatevClient } from './clients.ts';
import { dcoFault } from './errors.ts';
import type { DatevState } from './state.ts';

const scope = 'accounting:documents';

const documentTypes = [
  { name: 'Rechnungseingang', category: 'invoices_received' },
  { name: 'Rechnungsausgang', category: 'outgoing_invoices' },
  { name: 'Sonstige', category: 'other_documents' },
];

/** Routes for transferring images without bookings: accounting:documents. */
export function documentRoutes(base: string, state: DatevState): Route[] {
  const documents = `${base}/clients/:client/documents`;
  return [
    {
      method: 'GET',
      path: `${base}/clients/:client/document-types`,
      answer: withClient(state, scope, 'dco', () => json(200, documentTypes)),
    },
    {
      method: 'POST',
      path: documents,
      answer: withClient(state, scope, 'dco', (client, request) =>
        takeDocument(state, client, randomUUID(), request),
      ),
    },
    {
      method: 'PUT',
      path: `${documents}/:guid`,
      answer: withClient(state, scope, 'dco', (client, request, { guid = '' }) =>
        isTaken(state, client, guid) ? dcoFault('DCO01012') : takeDocument(state, client, guid, request),
      ),
    },
  ];
}

function isTaken(state: DatevState, client: DatevClient, guid: string): boolean {
  return state.documents.some(
    (document) => document.clientId === client.id && document.guid?.toLowerCase() === guid.toLowerCase(),
  );
}

function takeDocument(
  state: DatevState,
  client: DatevClient,
  guid: string,
  request: SandboxRequest,
): SandboxAnswer {
  const parts = formParts(request);
  const file = parts?.find(({ name }) => name === 'file');
  if (!file?.filename || file.content.length === 0) return dcoFault('DCO01004');
  if (file.content.subarray(0, 2).toString() === 'PK') return dcoFault('DCO01015');
  const metadata = parts?.find(({ name }) => name === 'metadata');
  const values = metadata ? jsonObject(metadata.content) : {};
  if (!values) return dcoFault('DCO01008');
  const documentType = values.document_type === undefined ? null : String(values.document_type);
  if (documentType && !documentTypes.some(({ name }) => name === documentType)) return dcoFault('DCO01008');
  const files = [{ name: file.filename, content: file.content }];
  state.documents.push({ clientId: client.id, guid, jobId: null, documentType: documentType || null, files });
  return json(201, { id: guid, files: files.map(({ name, content }) => ({ name, size: content.length })) });
}
