/** `npm run invoice:read -- FILE...`: prints the reading of each file, as one JSON object per line and file. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { NotReadable } from '../src/features/recognition/reading.ts';
import { documentReader } from '../src/features/recognition/server/reader.ts';
import { runCommand, UsageError } from './command.ts';

const { read: readDocument } = documentReader();

const amounts = new Set([
  'totalNet',
  'totalTax',
  'totalGross',
  'duePayable',
  'ratePercent',
  'basis',
  'tax',
  'percentage',
  'base',
  'amount',
  'prepaid',
  'rounding',
  'quantity',
  'unitNetPrice',
  'unitGrossPrice',
  'priceBaseQuantity',
  'discountPercent',
  'taxPercent',
  'lineNet',
]);

/** Amounts are numbers, as in the files of known values. */
function withNumbers(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return amounts.has(name) ? Number(value) : value;
  if (Array.isArray(value)) return value.map((one) => withNumbers(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withNumbers(inner, key === 'value' ? name : key)]),
  );
}

const noCompanies = { own: [] };
/** The id of no tenant. */
const nobody = 0;

async function read(file: string): Promise<Record<string, unknown>> {
  const startedAt = performance.now();
  const ms = () => Math.round(performance.now() - startedAt);
  try {
    const reading = await readDocument(nobody, await readFile(file), noCompanies);
    const { fields, taxRows, adjustments, discounts, lines, allIbans, eInvoice, warnings } = reading;
    return {
      reading: reading.reading,
      ms: ms(),
      documentKind: reading.documentKind,
      pages: reading.pages,
      ...(withNumbers(fields) as Record<string, unknown>),
      allIbans,
      taxBreakdown: withNumbers(taxRows),
      adjustments: withNumbers(adjustments),
      discounts: withNumbers(discounts),
      lineItems: withNumbers(lines),
      ...(eInvoice && { eInvoice }),
      warnings,
    };
  } catch (error) {
    // One unexpected file must not stop the others.
    const failure = error instanceof NotReadable ? error.failure : String(error);
    return { failure, ms: ms() };
  }
}

await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  if (positionals.length === 0) throw new UsageError('Files are required: npm run invoice:read -- FILE ...');
  for (const file of positionals) {
    console.log(JSON.stringify({ file: basename(file), ...(await read(file)) }));
  }
  process.exit();
});
