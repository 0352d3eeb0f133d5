import type { DynamicsSandbox } from '../../src/features/accounting-export/sandbox/dynamics/server.ts';

const organisation = 'https://kontor.operations.dynamics.com';

/** A token of the application itself; `form` changes the request. */
export async function tokenAtMicrosoft(
  { settings }: DynamicsSandbox,
  form: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly token: Readonly<Record<string, string>> }> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
    scope: `${organisation}/.default`,
    ...form,
  });
  const answer = await fetch(settings.tokenUrl, { method: 'POST', body });
  return { status: answer.status, token: (await answer.json()) as Record<string, string> };
}

export interface DataAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Empty where the answer is not JSON. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The content of `innererror`; empty without an error. */
  readonly reason: string;
}

export type DataCall = (
  method: string,
  path: string,
  body?: object | string,
  headers?: Readonly<Record<string, string>>,
) => Promise<DataAnswer>;

/** Calls the data service; the path follows `/data/`. */
export async function dynamicsCaller(sandbox: DynamicsSandbox): Promise<DataCall> {
  const { token } = await tokenAtMicrosoft(sandbox);
  return async (method, path, body, headers = {}) => {
    const answer = await fetch(`${sandbox.settings.dynamicsUrl}/data/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token.access_token}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const read = text.startsWith('{')
      ? (JSON.parse(text) as { error?: { innererror: { message: string } } })
      : {};
    const reason = read.error?.innererror.message ?? '';
    return { status: answer.status, headers: answer.headers, text, reason, body: { ...read } };
  };
}

/** The line of a vendor with the whole gross; the account is escaped. */
export const vendorLine = {
  AccountType: 'Vend',
  AccountDisplayValue: 'US\\-101',
  Invoice: 'R-1',
  InvoiceDate: '2026-05-02',
  Date: '2026-05-03',
  Credit: 119,
  Currency: 'EUR',
};

/** A line of the other side. */
export const ledgerLine = {
  AccountType: 'Ledger',
  AccountDisplayValue: '600150--007-',
  Date: '2026-05-03',
  Debit: 119,
  Currency: 'EUR',
};

/** Creates a journal in that company and returns its number. */
export async function newJournal(call: DataCall, dataAreaId = 'demf'): Promise<string> {
  const { body } = await call('POST', 'VendInvoiceJournalHeaders', { dataAreaId, JournalName: 'APInvoice' });
  return String(body.JournalBatchNumber);
}
