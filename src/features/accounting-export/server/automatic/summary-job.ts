import type { Amount } from '../../../../base/money.ts';
import type { Refusal } from '../../../../base/refusal.ts';
import { formatNumber } from '../../../../base/typed-number.ts';
import type { Context } from '../../../../platform/context.ts';
import { asWriter } from '../../../../platform/server/as-role.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import type { JobHandlers } from '../../../../platform/server/jobs/jobs.ts';
import { refusalText } from '../../../../platform/server/texts.ts';
import { firstProblem } from '../../../invoice/shown-booking.ts';
import { previewOf } from '../check/preview.ts';
import type { AutomaticExportParts } from './export-job.ts';
import { type Exporter, exporters, notifyExporters, seesAmounts } from './exporters.ts';

/** The daily job, with the hour of the tenant's day from which it is due. */
export const dailyExportJobs = { export_summary: 7 } as const;

/** The number of unexported invoices of a company that a mail lists. */
const maxNamed = 30;

/** The results of a company's automatic exports since the last summary. */
interface CompanyFacts {
  readonly client_id: number;
  readonly company: string;
  readonly currency: string;
  readonly is_stopped: boolean;
  readonly exported: number;
  readonly total: Amount;
}

interface NotExported {
  readonly number: string | null;
  readonly problem: Pick<Refusal, 'code' | 'values'>;
}

interface ReportedCompany extends CompanyFacts {
  readonly failed: readonly NotExported[];
  /** Waiting invoices, each with its problem. */
  readonly notReady: readonly NotExported[];
}

/**
 * Informs all people who export in the morning about automatic exports and failures with their reasons (EXP-27); once
 * per run.
 */
export function exportSummaryJobs({ database, publicUrl }: AutomaticExportParts): JobHandlers {
  return {
    export_summary: async ({ context }) => {
      const isAnything = await asWriter(database, context, (tx) =>
        tx.maybeOne('select client_id from client_automatic_export limit 1'),
      );
      if (isAnything === undefined) return { reported: 0 };
      const people = await exporters(database, context.tenantId);
      const reported = await asWriter(database, context, async (tx) => {
        const companies = await reportedCompanies(tx, context);
        if (companies.length === 0) return 0;
        await notifyExporters(tx, publicUrl, people, (exporter) => summaryFor(exporter, companies));
        return companies.length;
      });
      return { reported };
    },
  };
}

async function reportedCompanies(tx: Tx, context: Context): Promise<readonly ReportedCompany[]> {
  const companies = await tx.query<CompanyFacts & { readonly told_until: string }>(
    `with reported as (update client_automatic_export a set told_until = now() from client_automatic_export before
       where before.client_id = a.client_id returning a.client_id, before.told_until, a.stopped_at)
     select c.id as client_id, c.name as company, c.currency, t.stopped_at is not null as is_stopped, t.told_until::text,
       coalesce(sum(r.exported_count), 0)::int as exported, coalesce(sum(r.control_total), 0) as total
     from reported t join client c on c.id = t.client_id
     left join invoice_export_run r on r.client_id = c.id and r.is_automatic and r.ended_at > t.told_until and r.ended_at <= now()
     group by c.id, c.name, c.currency, t.stopped_at, t.told_until order by c.name`,
  );
  const found: ReportedCompany[] = [];
  for (const { told_until: since, ...company } of companies) {
    const failed = await tx.query<NotExported>(
      `select i.invoice_number_formatted as number, e.problem from invoice_export_entry e
       join invoice_export_run r on r.id = e.invoice_export_run_id join invoice i on i.id = e.invoice_id
       where r.client_id = $1 and r.is_automatic and r.ended_at > $2 and r.ended_at <= now() and e.state in ('failed', 'uncertain')
       order by e.id limit $3`,
      [company.client_id, since, maxNamed],
    );
    const notReady = await notReadyOf(tx, context, company.client_id);
    if (company.exported + failed.length + notReady.length > 0) found.push({ ...company, failed, notReady });
  }
  return found;
}

async function notReadyOf(tx: Tx, context: Context, clientId: number): Promise<readonly NotExported[]> {
  const waiting = await tx.query<{ id: number; number: string | null }>(
    `select id, invoice_number_formatted as number from invoice
     where client_id = $1 and status = 'export' and not is_leaving order by id limit 500`,
    [clientId],
  );
  const previews = await previewOf(
    tx,
    context,
    waiting.map(({ id }) => id),
  );
  return waiting.flatMap(({ id, number }) => {
    const problem = previews.get(id)?.problem ?? null;
    return problem === null ? [] : [{ number, problem: firstProblem(problem) }];
  });
}

/** The summary for one person; null where their companies have no news. */
function summaryFor(exporter: Exporter, all: readonly ReportedCompany[]) {
  const companies = all.filter(({ client_id }) => exporter.companies.has(client_id));
  if (companies.length === 0) return null;
  const { say } = exporter;
  const sum = (of: (company: ReportedCompany) => number): number =>
    companies.reduce((count, company) => count + of(company), 0);
  const exported = sum((company) => company.exported);
  const left = sum(({ failed, notReady }) => failed.length + notReady.length);
  return {
    subject: say('mail.export_summary.subject', { exported, left }),
    blocks: companies.flatMap((company) => blocksOf(exporter, company)),
  };
}

function blocksOf(exporter: Exporter, company: ReportedCompany): readonly string[] {
  const { say, person } = exporter;
  const { company: name, exported, total, currency, is_stopped: isStopped, failed, notReady } = company;
  const amount = seesAmounts(exporter) ? ` (${formatNumber(total, person.language, 2)} ${currency})` : '';
  const named = (kind: string, all: readonly NotExported[]): readonly string[] =>
    all.length === 0
      ? []
      : [
          [
            say(`mail.export_summary.${kind}`, { count: all.length }),
            ...all
              .slice(0, maxNamed)
              .map(({ number, problem }) => `${number ?? '–'}: ${refusalText(person.language, problem)}`),
          ].join('\n'),
        ];
  return [
    `${say('mail.export_summary.exported', { company: name, count: exported })}${amount}`,
    ...named('failed', failed),
    ...named('not_ready', notReady),
    ...(isStopped ? [say('mail.export_summary.stopped', { company: name })] : []),
  ];
}
