import { type Refusal, refuse } from '../../base/refusal.ts';

/** Clockwise rotation of a page, in degrees. */
export const turns = [0, 90, 180, 270] as const;
export type Turn = (typeof turns)[number];

/** A shown page of an invoice before its recognition, and its further rotation. */
export interface PlannedPage {
  readonly invoice_id: number;
  /** From 1. */
  readonly page: number;
  readonly turn: Turn;
}

/** The new arrangement of received pages: one invoice per part, in order; pages in no part are left out (REC-12). */
export type PagePlan = readonly (readonly PlannedPage[])[];

/** An invoice whose pages are arranged. */
export interface PageSource {
  readonly id: number;
  /** Null if unknown until the file is read. */
  readonly pages: number | null;
}

/**
 * `sources` limits the invoices per plan, `sourcePages` the pages of one received file. `partPages` is the limit of
 * the recognition.
 */
export const pageLimits = { sources: 20, sourcePages: 200, parts: 50, partPages: 50 } as const;

export function turnedBy(turn: Turn, further: Turn): Turn {
  return ((turn + further) % 360) as Turn;
}

/** Why the plan is not possible; null if it is. */
export function planProblem(plan: PagePlan, sources: readonly PageSource[]): Refusal | null {
  if (plan.length === 0) return refuse('pages_required', { field: 'parts' });
  if (plan.length > pageLimits.parts)
    return refuse('number_out_of_range', { field: 'parts', values: { max: pageLimits.parts } });
  const used = new Set<string>();
  for (const [place, part] of plan.entries()) {
    const problem = partProblem(part, `parts.${place}`, sources, used);
    if (problem) return problem;
  }
  const without = sources.find(({ id }) => !plan.some((part) => part.some((page) => page.invoice_id === id)));
  if (without) return refuse('pages_required', { field: 'parts' });
  return null;
}

function partProblem(
  part: PagePlan[number],
  field: string,
  sources: readonly PageSource[],
  used: Set<string>,
): Refusal | null {
  if (part.length === 0) return refuse('pages_required', { field });
  if (part.length > pageLimits.partPages)
    return refuse('too_many_pages', { field, values: { max: pageLimits.partPages } });
  for (const { invoice_id, page } of part) {
    const source = sources.find(({ id }) => id === invoice_id);
    if (!source) return refuse('not_found', { field });
    const max = source.pages ?? pageLimits.sourcePages;
    if (page < 1 || page > max) return refuse('number_out_of_range', { field, values: { min: 1, max } });
    const key = `${invoice_id} ${page}`;
    if (used.has(key)) return refuse('already_exists', { field });
    used.add(key);
  }
  return null;
}

/** All pages of an invoice as shown. */
export function wholeOf(id: number, pages: number): readonly PlannedPage[] {
  return Array.from({ length: pages }, (_, place) => ({ invoice_id: id, page: place + 1, turn: 0 }));
}

/**
 * The invoice that each part keeps: that of its first page, unless an earlier part has it; null for a new invoice. An
 * invoice kept by no part has given its pages away.
 */
export function staying(plan: PagePlan): readonly (number | null)[] {
  const taken = new Set<number>();
  return plan.map(([first]) => {
    if (!first || taken.has(first.invoice_id)) return null;
    taken.add(first.invoice_id);
    return first.invoice_id;
  });
}

/** Page numbers as text: `1–3, 5`. */
export function pagesInWords(pages: readonly number[]): string {
  const runs: { from: number; to: number }[] = [];
  for (const page of pages) {
    const last = runs.at(-1);
    if (last?.to === page - 1) last.to = page;
    else runs.push({ from: page, to: page });
  }
  return runs.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}
