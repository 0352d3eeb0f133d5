import { createHash, randomBytes } from 'node:crypto';
import { monthOf } from '../../src/base/month.ts';
import type { DatevSandbox } from '../../src/features/accounting-export/sandbox/datev/server.ts';
import { today } from './today.ts';

export const everyDatevScope =
  'openid accounting:clients:read accounting:dxso-jobs accounting:documents datev:accounting:extf-files-import datev:accounting:clients';

const redirectUri = 'http://localhost:8080/callback';

export interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly error?: string;
}

/** Signs in like a person, with plain requests, and redeems the code. */
export async function signInAtDatev(
  sandbox: DatevSandbox,
  scope = everyDatevScope,
  changed: { readonly verifier?: string; readonly redirectUri?: string; readonly secret?: string } = {},
): Promise<{ readonly status: number; readonly token: TokenAnswer; readonly code: string }> {
  const { settings } = sandbox;
  const verifier = randomBytes(32).toString('base64url');
  const address = new URL(settings.authorizeUrl);
  address.search = new URLSearchParams({
    response_type: 'code',
    client_id: settings.clientId,
    redirect_uri: redirectUri,
    scope,
    state: 'the state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    enableWindowsSso: 'true',
  }).toString();
  const page = await (await fetch(address)).text();
  const back = new URL((/id="agree" href="([^"]+)"/.exec(page)?.[1] ?? '').replaceAll('&#38;', '&'));
  if (back.searchParams.get('state') !== 'the state') throw new Error('the state did not come back');
  const code = back.searchParams.get('code') ?? '';
  const answer = await tokenAtDatev(sandbox, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: changed.redirectUri ?? redirectUri,
    code_verifier: changed.verifier ?? verifier,
    ...(changed.secret !== undefined && { client_secret: changed.secret }),
  });
  return { ...answer, code };
}

/** Requests a token; the application's credentials are in the form. */
export async function tokenAtDatev(
  { settings }: DatevSandbox,
  form: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly token: TokenAnswer }> {
  const { clientId, clientSecret } = settings;
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form });
  const answer = await fetch(settings.tokenUrl, { method: 'POST', body });
  return { status: answer.status, token: (await answer.json()) as TokenAnswer };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Null where the answer is empty or not JSON. */
  readonly body: unknown;
}

/** Calls an interface with the token and the application's header. */
export type DatevCall = (method: string, url: string, init?: RequestInit) => Promise<Answer>;

export function callerOf({ settings }: DatevSandbox, accessToken: string): DatevCall {
  return async (method, url, init = {}) => {
    const answer = await fetch(url, {
      ...init,
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        'x-datev-client-id': settings.clientId,
        ...init.headers,
      },
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null };
  };
}

/** One file in the form of the jobs interface. */
export function fileForm(name: string, content: string, part = 'files'): { readonly body: FormData } {
  const form = new FormData();
  form.set(part, new Blob([content]), name);
  return { body: form };
}

export const readyForWork = {
  headers: { 'content-type': 'application/merge-patch+json' },
  body: '{"ready":"true"}',
} satisfies RequestInit;

export interface LedgerInvoice {
  readonly guid: string;
  readonly number: string;
  readonly amount: string;
  /** Gross of each part; the whole amount where missing. */
  readonly parts?: readonly string[];
  readonly month?: string;
  readonly folder?: string;
}

const dataFile = ({ number }: LedgerInvoice) => `data-${number}.xml`;
const imageFile = ({ number }: LedgerInvoice) => `image-${number}.pdf`;

/** The archive, the data files and the images of these invoices, in upload order. */
export function ledgerFiles(
  invoices: readonly LedgerInvoice[],
  month: string,
): readonly (readonly [name: string, content: string])[] {
  return [
    ...invoices.flatMap((invoice) => [
      [dataFile(invoice), ledgerOf(invoice, month)] as const,
      [imageFile(invoice), '%PDF-1.7'] as const,
    ]),
    [
      'document.xml',
      `<?xml version="1.0" encoding="utf-8"?><archive xmlns="http://xml.datev.de/bedi/tps/document/v06.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="6.0"><header/><content>${invoices
        .map(
          (invoice) =>
            `<document guid="${invoice.guid}"><extension xsi:type="accountsPayableLedger" datafile="${dataFile(invoice)}"><property key="1" value="${invoice.month ?? month}"/><property key="3" value="${invoice.folder ?? 'Eingangsrechnungen'}"/></extension><extension xsi:type="File" name="${imageFile(invoice)}"/></document>`,
        )
        .join('')}</content></archive>`,
    ],
  ];
}

function ledgerOf({ number, amount, parts = [amount] }: LedgerInvoice, month: string): string {
  const date = `${month}-15`;
  const ledgers = parts.map(
    (part) =>
      `<accountsPayableLedger><date>${date}</date><amount>${part}</amount><accountNo>4400</accountNo><currencyCode>EUR</currencyCode><invoiceId>${number}</invoiceId><bpAccountNo>70010</bpAccountNo></accountsPayableLedger>`,
  );
  return `<LedgerImport xmlns="http://xml.datev.de/bedi/tps/ledger/v060" version="6.0" xml_data="Kopie nur zur Verbuchung berechtigt nicht zum Vorsteuerabzug"><consolidate consolidatedAmount="${amount}" consolidatedDate="${date}" consolidatedInvoiceId="${number}" consolidatedCurrencyCode="EUR">${ledgers.join('')}</consolidate></LedgerImport>`;
}

/** Sends these invoices as one job, finalises it, and returns the job. */
export async function sendJob(
  { settings }: DatevSandbox,
  call: DatevCall,
  clientId: string,
  invoices: readonly LedgerInvoice[],
): Promise<string> {
  const jobs = `${settings.dxsoJobsUrl}/clients/${clientId}/dxso-jobs`;
  const month = monthOfNow();
  const created = await call('POST', jobs, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ import_type: 'accountsPayableLedgerImport', accounting_month: month }),
  });
  const job = `${jobs}/${(created.body as { id: string }).id}`;
  for (const [name, content] of ledgerFiles(invoices, month))
    await call('POST', `${job}/files`, fileForm(name, content));
  await call('PUT', job, readyForWork);
  return job;
}

export function monthOfNow(): string {
  return monthOf(today());
}
