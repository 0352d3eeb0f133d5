import { malformed } from './errors.ts';
import type { Row } from './state.ts';

/** Whether a row matches a filter. */
export type RowFilter = (row: Row) => boolean;

const tokenPattern = /\s*(?:(\()|(\))|((?:[A-Za-z.]+)?'(?:[^']|'')*')|([^\s()']+))/y;

/** Parses a `$filter` of comparisons by `eq`, joined by `and` and `or`; everything else is refused, including `in`. */
export function readFilter(text: string, fields: ReadonlySet<string>): RowFilter {
  const tokens = tokensOf(text);
  let at = 0;
  const take = () => {
    const token = tokens[at];
    at += 1;
    return token ?? '';
  };

  const comparison = (): RowFilter => {
    if (tokens[at] === '(') {
      take();
      const inner = alternatives();
      if (take() !== ')') throw malformed('A closing parenthesis is missing in the filter.');
      return inner;
    }
    const field = take();
    const operator = take();
    if (operator !== 'eq') throw malformed(`The operator '${operator}' is not supported.`);
    if (!fields.has(field)) throw malformed(`Could not find a property named '${field}'.`);
    const value = literal(take());
    return (row) => isSame(row[field], value);
  };
  const joined = (word: string, part: () => RowFilter, join: (parts: RowFilter[]) => RowFilter) => () => {
    const parts = [part()];
    while (tokens[at] === word) {
      take();
      parts.push(part());
    }
    return join(parts);
  };
  const conjunction = joined('and', comparison, (parts) => (row) => parts.every((part) => part(row)));
  const alternatives = joined('or', conjunction, (parts) => (row) => parts.some((part) => part(row)));

  const filter = alternatives();
  if (at !== tokens.length) throw malformed(`Syntax error in the filter '${text}'.`);
  return filter;
}

/** Parses the key of an address, such as `dataAreaId='usmf',LineNumber=1`. */
export function readKey(text: string): Row {
  const pairs = text.match(/\w+=(?:[\w.]*'(?:[^']|'')*'|[^,']+)/g) ?? [];
  if (pairs.join(',') !== text) throw malformed(`The key '${text}' is not readable.`);
  return Object.fromEntries(
    pairs.map((pair) => {
      const equals = pair.indexOf('=');
      return [pair.slice(0, equals), literal(pair.slice(equals + 1))];
    }),
  );
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  const rest = text.trimEnd();
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < rest.length) {
    const found = tokenPattern.exec(rest);
    if (!found) throw malformed(`Syntax error in the filter '${text}'.`);
    tokens.push(found[0].trim());
  }
  return tokens;
}

/** Quoted texts, enumerations such as `Microsoft.Dynamics.DataEntities.NoYes'Yes'`, numbers, instants. */
function literal(token: string): string | number {
  const quoted = /^[A-Za-z.]*'((?:[^']|'')*)'$/.exec(token)?.[1];
  if (quoted !== undefined) return quoted.replaceAll("''", "'");
  if (/^-?\d+(\.\d+)?$/.test(token)) return Number(token);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(token)) return token;
  throw malformed(`'${token}' is no value.`);
}

/** Codes are compared case-insensitively, like in the product's database. */
function isSame(stored: string | number | undefined, value: string | number): boolean {
  return typeof stored === 'string' && typeof value === 'string'
    ? stored.toLowerCase() === value.toLowerCase()
    : stored === value;
}
