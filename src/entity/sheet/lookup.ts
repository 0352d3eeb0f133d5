import type { Options } from '../kind.ts';

/** One value on offer, with its number or code and its name. */
export interface Choosable {
  readonly value: string | number;
  readonly number?: string | null;
  readonly name: string;
  /** Still shown in rows that have the value, but no longer on offer. */
  readonly isRetired?: boolean;
}

/** The options of a cell's drop-down, and the search for a value by its text. */
export interface Lookup extends Options {
  readonly offered: readonly Choosable[];
}

/** "4210 Prüffeld" */
export function labelOf({ number, name }: Choosable): string {
  return [number, name].filter(Boolean).join(' ');
}

/**
 * Finds a value by text: its exact label or name, else its number or code, without regard to case (SHEET-08). A text
 * that matches several values finds none, unless it is the label of one of them; values on offer take precedence.
 * Values with the same label get their ids appended, so that the text of a cell always finds its value.
 */
export function lookup(values: readonly Choosable[]): Lookup {
  const distinct = reportedApart(values);
  const labels = new Map(distinct.map((option) => [option.value, labelOf(option)]));
  const indexes = [
    Map.groupBy(distinct, (option) => folded(labelOf(option))),
    ...[labelOf, nameOf, numberOf].map((textOf) => Map.groupBy(values, (option) => folded(textOf(option)))),
  ];
  const codes = new Map(values.map(({ value }) => [folded(String(value)), value]));
  return {
    offered: distinct.filter(({ isRetired }) => !isRetired),
    labelOf: (value) => labels.get(value),
    find(text) {
      const wanted = folded(text);
      if (wanted === '') return undefined;
      for (const index of indexes) {
        const found = index.get(wanted);
        if (found) return onlyOne(found);
      }
      const code = codes.get(wanted);
      return typeof code === 'string' ? code : undefined;
    },
    isUnknown(text) {
      const wanted = folded(text);
      return !codes.has(wanted) && !indexes.some((index) => index.has(wanted));
    },
  };
}

/** "Einkauf #12" where several are called Einkauf; the only one on offer keeps its name. */
function reportedApart(values: readonly Choosable[]): readonly Choosable[] {
  const sharing = Map.groupBy(values, (option) => folded(labelOf(option)));
  return values.map((option) => {
    const alike = sharing.get(folded(labelOf(option))) ?? [];
    const offered = alike.filter(({ isRetired }) => !isRetired);
    const keepsName = alike.length === 1 || (offered.length === 1 && offered[0] === option);
    return keepsName ? option : { ...option, name: `${option.name} #${option.value}` };
  });
}

function onlyOne(found: readonly Choosable[]): string | number | undefined {
  const offered = found.filter(({ isRetired }) => !isRetired);
  const [first, second] = offered.length > 0 ? offered : found;
  return second === undefined ? first?.value : undefined;
}

function nameOf({ name }: Choosable): string {
  return name;
}

function numberOf({ number }: Choosable): string {
  return number ?? '';
}

function folded(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase('de');
}
