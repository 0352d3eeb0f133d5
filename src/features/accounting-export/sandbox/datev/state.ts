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
  /** `YYYY-MM`; null: the caller looks after the fiscal year himself. */
  readonly month: string | null;
  readonly files: ReceivedFile[];
  readonly protocol: ProtocolEntry[];
  /** How it ends; null as long as it is open. */
  result: JobStatus | null;
  /** How often it was looked at since it was finalised. */
  looks: number;
}

/** An invoice as the tax adviser has it before him: one data file of a job. */
export interface Booking {
  readonly clientId: string;
  readonly jobId: string;
  /** Of the document in document.xml; null where it has none. */
  readonly guid: string | null;
  readonly invoiceNumber: string;
  /** The consolidated amount, gross; negative for a credit note or a reversal. */
  readonly amount: string;
  readonly currency: string;
  readonly date: string;
  readonly month: string;
  readonly folder: string;
  /** The elements of each `accountsPayableLedger` by their names. */
  readonly parts: readonly Readonly<Record<string, string>>[];
}

/** A document in "Belege online": the images that are stapled together. */
export interface DatevDocument {
  readonly clientId: string;
  readonly guid: string | null;
  /** Null: it came by accounting:documents. */
  readonly jobId: string | null;
  readonly documentType: string | null;
  readonly files: readonly ReceivedFile[];
}

/** A file of bookings of accounting:extf-files. */
export interface ExtfJob {
  readonly id: string;
  readonly clientId: string;
  readonly filename: string;
  readonly referenceId: string | null;
  /** As DATEV reads the bytes: without a mark of its encoding, as windows-1252. */
  readonly text: string;
  readonly timestamp: string;
  readonly hasFailed: boolean;
  looks: number;
}

/** Everything that the sandbox of DATEV has received. */
export class DatevState {
  readonly clock: Clock;
  readonly oauth: OAuthServer;
  readonly clients: Map<string, DatevClient>;
  readonly jobs = new Map<string, DxsoJob>();
  readonly bookings: Booking[] = [];
  readonly documents: DatevDocument[] = [];
  readonly extfJobs = new Map<string, ExtfJob>();

  /** Whether a company that it does not know behaves as the first one. */
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

  /** Lets a company behave in another way from now on. */
  change(clientId: string, values: Partial<DatevClient>): void {
    const client = this.clients.get(clientId);
    if (!client) throw new Error(`the sandbox has no client ${clientId}`);
    this.clients.set(clientId, { ...client, ...values });
  }

  /**
   * Invoices that the tax adviser has twice: bookings of one company with the same GUID, or with the same number, amount
   * and creditor. DATEV takes both, and somebody pays twice.
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
