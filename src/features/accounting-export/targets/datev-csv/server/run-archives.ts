import { retentionYears } from '../../../../../platform/constants.ts';
import type { Context } from '../../../../../platform/context.ts';
import { asWriter } from '../../../../../platform/server/as-role.ts';
import type { Database } from '../../../../../platform/server/database.ts';
import { storeStream } from '../../../../../platform/server/files/files.ts';
import { type ZipEntry, zip } from '../../../../../platform/server/files/zip.ts';
import { type Period, periodOf } from '../../../booking-day.ts';
import type { LoadedCompany } from '../../../server/content/load-company.ts';
import {
  type OriginalFile,
  originalBytes,
  originalFiles,
  withRendered,
} from '../../../server/content/original-files.ts';
import { archiveFileName, type Batch } from '../../../server/extf/batch.ts';
import { noteFile, type Run } from '../../../server/runs/runs.ts';
import { archiveName, documentFileName } from '../archive-name.ts';
import { archiveXml, maxArchiveDocuments, maxArchiveFiles } from '../document-xml.ts';

/** The maximum bytes of documents in one archive, which is read and written in pieces. */
const maxBytes = 200 * 1024 * 1024;

interface Document {
  readonly guid: string;
  readonly number: string | null;
  readonly day: string;
  readonly files: readonly OriginalFile[];
}

/** A reversal refers to the documents of the reversed export. */
const selectDocuments = `select i.guid, i.number_printed as number, e.booked_on as day,
    ${originalFiles} as files
  from invoice_export_entry e join invoice i on i.id = e.invoice_id
  where e.invoice_export_run_id = $1 and e.state = 'exported' and not e.is_reversal and i.file_id is not null
  order by e.id`;

const selectMoment = `select now() as now, to_char(now() at time zone app.time_zone(), 'YYYYMMDDHH24MISSMS') as made_at,
  to_char(now() at time zone app.time_zone(), 'YYYY-MM-DD"T"HH24:MI:SS') as created_at`;

/** Writes the documents of a run's exported invoices by month; parts that already exist are kept. */
export async function writeRunArchives(
  database: Database,
  context: Context,
  run: Run,
  company: LoadedCompany,
): Promise<void> {
  const { documents, moment, written } = await asWriter(database, context, async (tx) => {
    const [found, at, known] = await Promise.all([
      tx.fixed<Document>(selectDocuments, [run.id]),
      tx.one<Moment>(selectMoment),
      tx.fixed<{ key: string }>(
        `select from_day || ' ' || part as key from invoice_export_file
           where invoice_export_run_id = $1 and content = 'documents'`,
        [run.id],
      ),
    ]);
    return {
      // Files beyond the limit were embedded in the original, which still contains them.
      documents: found.map((document) => ({
        ...document,
        files: withRendered(document.files).slice(0, maxArchiveFiles),
      })),
      moment: at,
      written: new Set(known.map(({ key }) => key)),
    };
  });
  const months = Map.groupBy(documents, ({ day }) => periodOf(day, company.fiscal_year_start).from);
  for (const some of months.values()) {
    const period = periodOf(some[0]?.day ?? '', company.fiscal_year_start);
    for (const [place, part] of parts(some).entries()) {
      if (written.has(`${period.from} ${place + 1}`)) continue;
      await writePart(
        { database, context, run, company, moment },
        { period, part: place + 1, documents: part },
      );
    }
  }
}

interface Moment {
  readonly made_at: string;
  readonly created_at: string;
  readonly now: string;
}

interface Surroundings {
  readonly database: Database;
  readonly context: Context;
  readonly run: Run;
  readonly company: LoadedCompany;
  readonly moment: Moment;
}

interface Part {
  readonly period: Period;
  readonly part: number;
  readonly documents: readonly Document[];
}

async function writePart(
  { database, context, run, company, moment }: Surroundings,
  { period, part, documents }: Part,
): Promise<void> {
  const batch: Batch = { company, period, madeAt: moment.made_at, label: '' };
  const file = {
    tenantId: context.tenantId,
    name: archiveFileName(batch, part),
    mime: 'application/zip',
    receivedBy: 'export',
    createdById: context.userId || null,
    showsAmounts: true,
    retentionYears: retentionYears.invoice,
  } as const;
  const entries = archiveEntries(database, context, moment, documents);
  const fileId = await storeStream(database, context, file, zip(entries));
  await asWriter(database, context, (tx) =>
    noteFile(tx, context, run, { fileId, content: 'documents', period, part, count: documents.length }),
  );
}

function archiveEntries(
  database: Database,
  context: Context,
  moment: Moment,
  documents: readonly Document[],
): readonly ZipEntry[] {
  const taken = new Set<string>();
  const named = documents.map(({ files, ...document }) => ({
    ...document,
    description: document.number,
    files: files.map((file) => ({ ...file, name: archiveName(file.name, taken) })),
  }));
  const head = { createdAt: moment.created_at, generator: 'Kontor' };
  return [
    { name: documentFileName, at: new Date(moment.now), content: archiveXml({ ...head, documents: named }) },
    ...named.flatMap(({ files }) =>
      files.map((file) => ({
        name: file.name,
        at: new Date(file.created_at),
        content: bytesOf(database, context, file),
      })),
    ),
  ];
}

async function* bytesOf(database: Database, context: Context, file: OriginalFile): AsyncGenerator<Buffer> {
  yield await originalBytes(database, context, file);
}

/** Splits the documents into parts that fit into one archive each. */
function parts(documents: readonly Document[]): readonly (readonly Document[])[] {
  const made: Document[][] = [];
  let bytes = 0;
  for (const document of documents) {
    const size = document.files.reduce((total, file) => total + file.size, 0);
    const last = made.at(-1);
    if (last === undefined || last.length === maxArchiveDocuments || bytes + size > maxBytes) {
      made.push([document]);
      bytes = size;
    } else {
      last.push(document);
      bytes += size;
    }
  }
  return made;
}
