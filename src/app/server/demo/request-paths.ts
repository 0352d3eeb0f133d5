import type { DemoRequest, DemoStep } from './requests.ts';

/** The posting of a request. */
export interface DemoPlace {
  readonly department: string;
  readonly cost_center: string;
}

/** A request as a short description: who wanted what, when, and who approved. */
export interface DemoStory extends Omit<DemoRequest, 'lines' | 'steps' | keyof DemoPlace> {
  readonly place: DemoPlace;
  /** Quantities and item numbers, such as `60 BB-10080, 20 BB-31076`. */
  readonly items: string;
  /** The approvers in order; a comment follows the colon. */
  readonly approvals: readonly string[];
}

/** Prefixes of item numbers by supplier. */
const suppliers: Readonly<Record<string, string>> = {
  BB: 'Brüggemann Bürobedarf GmbH',
  LO: 'Fachbuchhandlung Lorenzen e. K.',
  KH: 'Kessler & Hahn IT-Systemhaus GmbH',
  OK: 'Osterkamp Werkzeughandel KG',
  DM: 'Donaumess Prüftechnik GmbH',
  EW: 'Elektro Wiechmann GmbH',
  ST: 'Steinbach Arbeitsschutz GmbH',
  WP: 'Weserpack Verpackungen GmbH & Co. KG',
};

/** Waits for the next approver, or for the buyer if all have approved. */
export function submitted(story: DemoStory, ...more: readonly DemoStep[]): DemoRequest {
  const { place, items, approvals, ...request } = story;
  return {
    ...request,
    ...place,
    lines: linesOf(items),
    steps: [{ by: story.by, action: 'submit' }, ...approvals.map(approval), ...more],
  };
}

/** Ordered from every supplier of its lines, waiting for the goods. */
export function ordered(story: DemoStory, ...more: readonly DemoStep[]): DemoRequest {
  const names = [...new Set(linesOf(story.items).map(({ item }) => suppliers[item.slice(0, 2)]))];
  const orders = names.map((supplier): DemoStep => ({ by: 'buyer', action: 'confirm_order', supplier }));
  return submitted(story, ...orders, { by: 'buyer', action: 'complete_order' }, ...more);
}

/** Completely delivered. */
export function delivered(story: DemoStory, comment?: string): DemoRequest {
  const received = linesOf(story.items).map(({ quantity }) => quantity);
  return ordered(
    story,
    { by: 'receiver', action: 'receive', received },
    { by: 'receiver', action: 'finish_delivery', comment },
  );
}

function approval(reported: string): DemoStep {
  const [by = '', comment] = reported.split(': ');
  return { by, action: 'approve', comment };
}

function linesOf(items: string): { item: string; quantity: string }[] {
  return items.split(', ').map((reported) => {
    const [quantity = '', item = ''] = reported.split(' ');
    return { item, quantity };
  });
}
