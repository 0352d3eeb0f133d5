import { type D365Dimension, d365Dimensions } from '../../../master-data/d365-dimensions.ts';
import type { DimensionValues } from './model.ts';

/** What a segment of a display value is about. */
export type Segment = 'account' | D365Dimension;

/** In which order, and between which signs, an organisation writes its segments (EXP-14). */
export interface Layout {
  readonly delimiter: string;
  /** Null: a segment that we have nothing for. */
  readonly order: readonly (Segment | null)[];
}

/** The name of the main account among the dimensions of Dynamics 365, which nobody can change there. */
const mainAccount = 'MainAccount';
const segments: readonly Segment[] = ['account', ...d365Dimensions];
const usualDelimiter = '-';

const markOf = (segment: Segment): string => `k${segments.indexOf(segment)}`;

/** The body of the question how Dynamics 365 writes marks for these dimensions, by their names there. */
export function layoutQuestion(names: Readonly<Partial<Record<D365Dimension, string>>>, hasAccount: boolean) {
  const named = d365Dimensions.flatMap((dimension) => {
    const name = names[dimension];
    return name === undefined ? [] : [[name, markOf(dimension)] as const];
  });
  const asked = hasAccount ? [[mainAccount, markOf('account')] as const, ...named] : named;
  return {
    _attributeNames: asked.map(([name]) => name),
    _attributeValues: asked.map(([, mark]) => mark),
  };
}

/** The layout that an answer shows; null where it is none, so that nothing is booked by guessing. */
export function layoutOf(answer: string): Layout | null {
  const delimiter = /[^k0-9]/.exec(answer)?.[0] ?? usualDelimiter;
  const order: (Segment | null)[] = [];
  for (const text of answer.split(delimiter)) {
    const segment = segments.find((one) => markOf(one) === text);
    if (segment === undefined && text !== '') return null;
    order.push(segment ?? null);
  }
  return { delimiter, order };
}

/** A value as it stands inside a display value: a delimiter or a backslash in it is escaped by a backslash. */
export function escaped(value: string, { delimiter }: Pick<Layout, 'delimiter'>): string {
  return value.replaceAll('\\', '\\\\').replaceAll(delimiter, `\\${delimiter}`);
}

/** One string of the segments; those without a value keep their delimiters. */
export function displayValue(
  layout: Layout,
  values: DimensionValues & { readonly account?: string },
): string {
  return layout.order
    .map((segment) => escaped((segment === null ? undefined : values[segment]) ?? '', layout))
    .join(layout.delimiter);
}

/** A dimension that something is booked by and that the organisation does not write; undefined where there is none. */
export function missingDimension({ order }: Layout, values: DimensionValues): D365Dimension | undefined {
  return d365Dimensions.find((dimension) => values[dimension] !== undefined && !order.includes(dimension));
}
