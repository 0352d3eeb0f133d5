import type { Options } from '../kind.ts';

/** One value that can be chosen, with its number or code and its name as people read them. */
export interface Choosable {
  readonly value: string | number;
  readonly number?: string | null;
  readonly name: string;
  /** Known, so that rows that have it show its name, but no longer offered. */
  readonly isRetired?: boolean;
}

/** What the drop-down of a cell offers, besides finding a value by its text. */
export interface Lookup extends Options {
  readonly offered: readonly Choosable[];
}

/** "4210 Prüffeld" */
export function labelOf({ number, name }: Choosable): string {
  return [number, name].filter(Boolean).join(' ');
}

/**
 * Finds what was meant by a text: its exact label or name, else its number or code, without regard to case
 * (SHEET-08). A text that several values answer to finds nothing, unless it is the label of one of them; values that
 * are offered come before those that are not. Values of one label are told apart by their ids, so that what a cell shows
 * always finds the same value again.
 */
export function lookup(values: readonly Choosable[]): Lookup {
  const distinct = toldApart(values);
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
  };
}

/** "Einkauf #12" where several are called Einkauf; the only one that is offered keeps its name. */
function toldApart(values: readonly Choosable[]): readonly Choosable[] {
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
