import type { Delivery, MailTransport } from '../../src/platform/server/mail/mail-smtp.ts';
import type { TestDatabase } from './database.ts';

/** A list of orders by number, as a regular export keeps it. */
export const orderList = {
  of: 'list',
  search: { tab: 'procurement', sort: 'number' },
  kind: 'procurement',
  columns: ['number', 'name', 'net'],
  is_per_line: false,
} as const;

/** The input of a weekly export to the own address. */
export const weeklyOrders = {
  ...{ name: 'Bestellungen', content: orderList, format: 'csv', language: 'de' },
  ...{ rhythm: 'weekly', at_minute: 390, weekdays: [1], month_day: null },
};

/** A mail server that answers as told, and keeps the attached files. */
export class PlayedMailServer {
  /** Null: the product has no mail server. */
  answer: Delivery | null = null;
  readonly files: string[] = [];

  transport(): MailTransport | null {
    const { answer, files } = this;
    if (answer === null) return null;
    return {
      compose: async () => Buffer.alloc(0),
      send: async ({ attachments = [] }, beforeEnd) => {
        await beforeEnd?.();
        files.push(...attachments.map(({ bytes }) => bytes.toString('utf8')));
        return answer;
      },
    };
  }
}

interface RunRow {
  readonly state: string;
  readonly target: string | null;
  readonly file_name: string | null;
  readonly row_count: number | null;
  readonly problem: { readonly code: string; readonly values: object } | null;
}

/** The runs of a regular export, the first one first. */
export function runsOf(db: TestDatabase, id: number): Promise<RunRow[]> {
  return db.sql<RunRow>(
    'select state, target, file_name, row_count, problem from scheduled_export_run where scheduled_export_id = $1 order by id',
    [id],
  );
}
