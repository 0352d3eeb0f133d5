import type { Day } from '../../../base/day.ts';
import type { Amount } from '../../../base/money.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { plainAnswerBytes, ReaderEnded } from '../../../platform/server/reading-cell/cell-limits.ts';
import { inCell } from '../../../platform/server/reading-cell/reading-cell.ts';
import { type PublishedRate, type RatesFile, RatesRefused } from '../published-rate.ts';
import type { RatesReading } from './rates-in-cell.ts';

/** A rate with its day. */
export interface ReferenceRate {
  readonly rate: Amount;
  readonly day: Day;
}

const readInCell = inCell<RatesFile, RatesReading>(new URL('./rates-in-cell.ts', import.meta.url), 'others', {
  seconds: 20,
  answerBytes: plainAnswerBytes,
});

/**
 * Stores the rates of an ECB file for all tenants and returns their number; existing rates of a day are replaced.
 * Throws `RatesRefused` and stores nothing if the file is invalid.
 */
export async function keepRates(database: Database, file: Uint8Array): Promise<number> {
  // Time zone of the ECB.
  const { today } = await database.atGate((tx) =>
    tx.one<{ today: Day }>(`select (now() at time zone 'Europe/Berlin')::date as today`, []),
  );
  const rates = await ratesIn({ file, today });
  await database.atGate(
    async (tx) =>
      await tx.query(
        `insert into reference_rate (currency, day, per_euro)
         select r.currency, r.day, r.per_euro
         from jsonb_to_recordset($1::jsonb) as r (currency text, day date, per_euro numeric)
         order by r.currency, r.day
         on conflict (currency, day) do update set per_euro = excluded.per_euro
           where reference_rate.per_euro is distinct from excluded.per_euro`,
        [JSON.stringify(rates)],
      ),
  );
  return rates.length;
}

/** An ended reader means an invalid file. */
async function ratesIn(file: RatesFile): Promise<readonly PublishedRate[]> {
  const read = await readInCell(null, file).catch((error: unknown): RatesReading => {
    if (error instanceof ReaderEnded) return { problem: 'the file cannot be read' };
    throw error;
  });
  if ('problem' in read) throw new RatesRefused(read.problem);
  return read.rates;
}

/**
 * Value of one unit of a currency in another, by the latest rates up to a day, at most a week old (PRICE-07);
 * undefined if unknown. Runs as writer.
 * @param day null for today
 */
export async function findRate(
  tx: Tx,
  { own, currency, day }: { readonly own: string; readonly currency: string; readonly day: Day | null },
): Promise<ReferenceRate | undefined> {
  return await tx.maybeOne<ReferenceRate>(
    `select trim_scale(rate) as rate, day
     from app.reference_rate($1, $2, coalesce($3::date, (now() at time zone app.time_zone())::date))`,
    [own, currency, day],
  );
}
