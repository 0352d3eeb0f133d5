import { z } from 'zod';
import { asWriter } from '../../../../platform/server/as-role.ts';
import type { Database, Tx } from '../../../../platform/server/database.ts';
import { readFile } from '../../../../platform/server/files/files.ts';
import type { CleanedJobs, Job } from '../../../../platform/server/jobs/jobs.ts';
import {
  beginReading,
  countingEnds,
  readerAnswered,
} from '../../../../platform/server/reading-cell/tries.ts';
import type { ContractParties, ContractReading } from '../../../recognition/contract-reading.ts';
import { keptReading } from '../../../recognition/kept-reading.ts';
import { type KnownParties, NotReadable, type ReadingFailure } from '../../../recognition/reading.ts';
import { ownCompanies } from '../../../recognition/server/store.ts';
import { type KnownPartner, partnerOf } from '../../partner.ts';
import { contractRecognitionJob, endReading, findReading } from './recognitions.ts';

/** Reads a contract of a tenant in the reading cell; throws `NotReadable`. */
export type ContractReader = (
  tenantId: number,
  bytes: Buffer,
  known: KnownParties,
) => Promise<ContractReading>;

export interface ContractRecognitionParts {
  readonly database: Database;
  readonly read: ContractReader;
}

const jobInput = z.object({ contract_id: z.int() });

/** The result of a reading and its duration in milliseconds. */
type Ending = ({ readonly reading: ContractReading } | { readonly failure: ReadingFailure }) & {
  readonly milliseconds: number;
};

/**
 * The job that reads a contract document, and its final failure handler. Reading runs outside any transaction. After
 * a crash of the worker it is tried once more, but not a third time (TECH-20). The contract is not changed (CON-01).
 */
export function contractRecognitionJobs(parts: ContractRecognitionParts): CleanedJobs {
  return {
    handlers: {
      [contractRecognitionJob]: (job) => {
        jobInput.parse(job.input);
        return recognise(parts, job);
      },
    },
    givenUp: {
      [contractRecognitionJob]: (job) => conclude(parts, job, { failure: 'unexpected', milliseconds: 0 }),
    },
  };
}

async function recognise(parts: ContractRecognitionParts, job: Job): Promise<{ state: string }> {
  const found = await asWriter(parts.database, job.context, async (tx) => {
    const reading = await findReading(tx, job.id);
    if (!reading) return 'dropped';
    if (!(await beginReading(tx, 'contract', job.id))) return 'not_safe';
    const [file, own] = await Promise.all([readFile(tx, reading.file_id), ownCompanies(tx)]);
    return { bytes: file.bytes, own };
  });
  if (found === 'dropped') return { state: 'dropped' };
  if (found === 'not_safe') return await conclude(parts, job, { failure: 'not_safe', milliseconds: 0 });
  await job.progress(10);
  const { bytes, own } = found;
  const inTenant = (run: (tx: Tx) => Promise<unknown>) => asWriter(parts.database, job.context, run);
  const ending = await countingEnds(inTenant, 'contract', job.id, () =>
    readWithin(parts, job.context.tenantId, bytes, { own }),
  );
  return await conclude(parts, job, ending);
}

async function readWithin(
  { read }: ContractRecognitionParts,
  tenantId: number,
  bytes: Buffer,
  known: KnownParties,
): Promise<Ending> {
  const start = performance.now();
  try {
    const reading = keptReading(await read(tenantId, bytes, known));
    return { reading, milliseconds: performance.now() - start };
  } catch (error) {
    if (!(error instanceof NotReadable)) throw error;
    return { failure: error.failure, milliseconds: performance.now() - start };
  }
}

async function conclude(
  { database }: ContractRecognitionParts,
  job: Job,
  ending: Ending,
): Promise<{ state: string }> {
  return await asWriter(database, job.context, async (tx) => {
    await readerAnswered(tx, 'contract', job.id);
    const row = await findReading(tx, job.id);
    if (!row) return { state: 'dropped' };
    if ('failure' in ending) {
      endReading(tx, row.id, { state: 'failed', failure: ending.failure }, ending.milliseconds);
      return { state: 'failed' };
    }
    const { reading, pages, parties } = ending.reading;
    const { price = null, ...fields } = ending.reading.fields;
    const partner = partnerOf(await knownPartners(tx, parties), parties);
    const read = {
      reading,
      pages,
      fields,
      price,
      partner: partner?.read ?? null,
      supplierId: partner?.id ?? null,
    };
    endReading(tx, row.id, { state: 'done', read }, ending.milliseconds);
    return { state: 'done' };
  });
}

/** Suppliers that match a code or name on the document. Runs as writer. */
async function knownPartners(
  tx: Tx,
  { vatIds, ibans, names }: ContractParties,
): Promise<readonly KnownPartner[]> {
  const values = (read: ContractParties['names']): readonly string[] => [
    ...new Set(read.map(({ value }) => value)),
  ];
  return await tx.fixed<KnownPartner>(
    `select id, name, vat_number, iban from supplier
     where active and (vat_number = any ($1::text[]) or iban = any ($2::text[]) or lower(name) = any ($3::text[]))
     order by id limit 50`,
    [values(vatIds), values(ibans), values(names).map((name) => name.toLowerCase())],
  );
}
