import { parseArgs } from 'node:util';

export interface Options {
  /** 1 is 200,000 requests with 600,000 lines. */
  readonly scale: number;
  /** How long each side of a figure runs at each concurrency. */
  readonly seconds: number;
  /** How many requests are under way at once, for figures that do not say it themselves. */
  readonly concurrencies: readonly number[];
  /** The names of the figures to measure; all without it. */
  readonly figures: readonly string[] | undefined;
  /** Where the result is written as JSON. */
  readonly json: string | undefined;
}

export const usage = `npm run bench -- [options]
  --scale FACTOR     1 (the default) is 200,000 requests with 600,000 lines in 20 tenants
  --seconds SECONDS  how long each side of a figure runs at each concurrency (default 5)
  --at-once A,B      how many requests are under way at once (default 1,10,50)
  --figures A,B      only these: list, list_involved, search, by_key, aggregate, overview, product_search, audit_verify, approve,
                     sheet_list, sheet_save, csv_import
  --json FILE        writes the result as JSON, too`;

/** Throws with a sentence for the person who typed it. */
export function readOptions(parameters: string[]): Options {
  const { values } = parseArgs({
    args: parameters,
    options: {
      scale: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '5' },
      'at-once': { type: 'string', default: '1,10,50' },
      figures: { type: 'string' },
      json: { type: 'string' },
    },
  });
  return {
    scale: positive('scale', values.scale),
    seconds: positive('seconds', values.seconds),
    concurrencies: values['at-once'].split(',').map((count) => positive('at-once', count)),
    figures: values.figures?.split(','),
    json: values.json,
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not ${text}`);
  return value;
}
