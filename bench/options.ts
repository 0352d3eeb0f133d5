import { parseArgs } from 'node:util';
import type { Size } from './load.ts';
import { type Way, ways } from './way.ts';

/** In the largest tenant, and in all others together. */
const requestsAtScale1 = 100_000;

export interface Options {
  readonly size: Size;
  /** The duration of each side of a figure at each concurrency. */
  readonly seconds: number;
  /** The numbers of parallel requests, for figures without their own. */
  readonly concurrencies: readonly number[];
  /** The ways to reach the product. */
  readonly ways: readonly Way[];
  /** The request to profile instead of measuring. */
  readonly profile: string | undefined;
  /** Compares pages touched with those at this share of the size, instead of measuring. */
  readonly growth: number | undefined;
  /** The names of the figures to measure; by default all. */
  readonly figures: readonly string[] | undefined;
  /** The JSON file for the result. */
  readonly json: string | undefined;
}

export const usage = `npm run bench -- [options]
  --scale FACTOR     1 (the default) is 200,000 requests with 600,000 lines in 20 tenants
  --seconds SECONDS  how long each side of a figure runs at each concurrency (default 5)
  --documents NUMBER number of documents in 50 tenants, instead of --scale; the largest has a fifth, half of them invoices
  --at-once A,B      numbers of concurrent requests (default 1,10,50)
  --ways A,B         alone: the compiler in the process of the bench; http: through separate web servers, which check the
                     token on both sides (default both)
  --figures A,B      only these: list, list_involved, search, by_key, aggregate, overview, product_search, invoices, invoice_open, invoice_page, dashboards,
                     month_end, forward, audit_verify, approve, create,
                     export_run, contract_days, sheet_list, sheet_save, csv_import, mail_import, invoice_xml, invoice_text, deletion,
                     attacks (how long others wait beside each of them; by http)
  --profile NAME     measures nothing, but shows the statements of one request of a figure with their round trips, planning
                     and execution
  --growth SHARE     measures nothing, but lists the statements that touch more pages in a large tenant than in one of this
                     share of its size, such as 0.1
  --json FILE        writes the result as JSON, too`;

/** Throws with an explanation for the user. */
export function readOptions(parameters: string[]): Options {
  const { values } = parseArgs({
    args: parameters,
    options: {
      scale: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '5' },
      'at-once': { type: 'string', default: '1,10,50' },
      documents: { type: 'string' },
      ways: { type: 'string', default: ways.join() },
      profile: { type: 'string' },
      growth: { type: 'string' },
      figures: { type: 'string' },
      json: { type: 'string' },
    },
  });
  return {
    size: sizeOf(values),
    seconds: positive('seconds', values.seconds),
    concurrencies: values['at-once'].split(',').map((count) => positive('at-once', count)),
    ways: values.ways.split(',').map(wayOf),
    profile: values.profile,
    growth: values.growth === undefined ? undefined : positive('growth', values.growth),
    figures: values.figures?.split(','),
    json: values.json,
  };
}

function sizeOf({ scale, documents }: { readonly scale: string; readonly documents?: string }): Size {
  if (documents === undefined) {
    const requests = requestsAtScale1 * positive('scale', scale);
    return { tenants: 20, largest: requests, others: requests };
  }
  const all = positive('documents', documents);
  return { tenants: 50, largest: all / 10, others: (all * 4) / 5 };
}

function wayOf(name: string): Way {
  const way = ways.find((one) => one === name);
  if (way === undefined) throw new Error(`--ways accepts ${ways.join(' and ')}, not ${name}`);
  return way;
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number greater than 0, not ${text}`);
  return value;
}
