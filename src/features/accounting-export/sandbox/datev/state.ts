import type { Clock } from '../../../../platform/server/clock.ts';
import type { OAuthServer } from '../oauth.ts';
import { type DatevClient, sandboxClients } from './clients.ts';

export interface ProtocolEntry {
  readonly time: string;
  readonly text: string;
  readonly context?: string;
  readonly type: 'information' | 'warning' | 'error';
  readonly filename: string;
}

export interface ReceivedFile {
  readonly name: string;
  readonly content: Buffer;
}

/** 0 open, 1 running, 2 processed, 3 failed, 4 partly processed. */
export type JobStatus = 0 | 1 | 2 | 3 | 4;

/** A data transfer of accounting:dxso-jobs. */
export interface DxsoJob {
  readonly id: string;
  readonly clientId: string;
  /** `YYYY-MM`; null where the caller chooses the fiscal year. */
  readonly month: string | null;
  readonly files: ReceivedFile[];
  readonly protocol: ProtocolEntry[];
  /** The final status; null while the job is open. */
  result: JobStatus | null;
  /** The number of status queries since finalisation. */
  looks: number;
}

/** An invoice as the tax adviser sees it: one data file of a job. */
export interface Booking {
  readonly clientId: string;
  readonly jobId: string;
  /** The GUID of the document in document.xml; null where it has none. */
  readonly guid: string | null;
  readonly invoiceNumber: string;
  /** The consolidated gross amount; negative for a credit note or a reversal. */
  readonly amount: string;
  readonly currency: string;
  readonly date: string;
  readonly month: string;
  readonly folder: string;
  /** The elements of each `accountsPayableLedger` by name. */
  readonly parts: readonly Readonly<Record<string, string>>[];
}

/** A document in "Belege online": its images together. */
export interface DatevDocument {
  readonly clientId: string;
  readonly guid: string | null;
  /** Null for documents from accounting:documents. */
  readonly jobId: string | null;
  readonly documentType: string | null;
  readonly files: readonly ReceivedFile[];
}

/** A booking file of accounting:extf-files. */
export interface ExtfJob {
  readonly id: string;
  readonly clientId: string;
  readonly filename: string;
  readonly referenceId: string | null;
  /** The text as DATEV decodes it: without a byte order mark as windows-1252. */
  readonly text: string;
  readonly timestamp: string;
  readonly hasFailed: boolean;
  looks: number;
}

/** Everything that the DATEV sandbox has received. */
export class DatevState {
  readonly clock: Clock;
  readonly oauth: OAuthServer;
  readonly clients: Map<string, DatevClient>;
  readonly jobs = new Map<string, DxsoJob>();
  readonly bookings: Booking[] = [];
  readonly documents: DatevDocument[] = [];
  readonly extfJobs = new Map<string, ExtfJob>();

  /** Whether an unknown company behaves like the first one. */
  private readonly takesEvery: boolean;

  constructor(clock: Clock, oauth: OAuthServer, takesEvery = false) {
    this.takesEvery = takesEvery;
    this.clock = clock;
    this.oauth = oauth;
    this.clients = new Map(sandboxClients(clock).map((client) => [client.id, client]));
  }

  clientOf(clientId: string): DatevClient | undefined {
    const found = this.clients.get(clientId);
    const [first] = this.clients.values();
    if (found || !first || !this.takesEvery || !/^\d{1,7}-\d{1,5}$/.test(clientId)) return found;
    const other = {
      ...first,
      id: clientId,
      name: `Mandant ${clientId}`,
      fiscalYears: [...first.fiscalYears],
    };
    this.clients.set(clientId, other);
    return other;
  }

  /** Changes the behaviour of a company. */
  change(clientId: string, values: Partial<DatevClient>): void {
    const client = this.clients.get(clientId);
    if (!client) throw new Error(`the sandbox has no client ${clientId}`);
    this.clients.set(clientId, { ...client, ...values });
  }

  /**
   * Invoices that the tax adviser has twice: bookings of one company with the same GUID, or with the same number,
   * amount and creditor. DATEV accepts both, which leads to double payment.
   */
  get doubles(): Booking[][] {
    const byGuid = Map.groupBy(this.bookings, ({ clientId, jobId, guid }) => `${clientId} ${guid ?? jobId}`);
    const byContent = Map.groupBy(this.bookings, (booking) =>
      JSON.stringify([
        booking.clientId,
        booking.invoiceNumber,
        booking.amount,
        booking.parts[0]?.bpAccountNo ?? booking.parts[0]?.supplierName,
      ]),
    );
    const found = [...byGuid.values(), ...byContent.values()].filter((group) => group.length > 1);
    return found.filter(
      (group, index) => found.findIndex((other) => group.every((each) => other.includes(each))) === index,
    );
  }
}
