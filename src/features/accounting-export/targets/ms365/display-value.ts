import { type D365Dimension, d365Dimensions } from '../../../master-data/d365-dimensions.ts';
import type { DimensionValues } from './model.ts';

/** The content of a segment of a display value. */
export type Segment = 'account' | D365Dimension;

/** The order and delimiter of an organisation's segments (EXP-14). */
export interface Layout {
  readonly delimiter: string;
  /** Null for a segment that the product does not fill. */
  readonly order: readonly (Segment | null)[];
}

/** The fixed name of the main account among the dimensions of Dynamics 365. */
const mainAccount = 'MainAccount';
const segments: readonly Segment[] = ['account', ...d365Dimensions];
const usualDelimiter = '-';

const markOf = (segment: Segment): string => `k${segments.indexOf(segment)}`;

/** A request for the display value of marks, which reveals the order of these dimensions. */
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

/** The layout shown by an answer; null for an invalid one, so that no booking relies on a guess. */
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

/** A value inside a display value: a backslash escapes delimiters and backslashes. */
export function escaped(value: string, { delimiter }: Pick<Layout, 'delimiter'>): string {
  return value.replaceAll('\\', '\\\\').replaceAll(delimiter, `\\${delimiter}`);
}

/** Joins the segments; empty ones keep their delimiters. */
export function displayValue(
  layout: Layout,
  values: DimensionValues & { readonly account?: string },
): string {
  return layout.order
    .map((segment) => escaped((segment === null ? undefined : values[segment]) ?? '', layout))
    .join(layout.delimiter);
}

/** The first dimension of a booking that the organisation's layout lacks; undefined where there is none. */
export function missingDimension({ order }: Layout, values: DimensionValues): D365Dimension | undefined {
  return d365Dimensions.find((dimension) => values[dimension] !== undefined && !order.includes(dimension));
}
