import type { Invoice } from '../../../src/features/recognition/einvoice/model.ts';
import type { Origin } from '../../../src/features/recognition/einvoice/rules/judge.ts';
import { madeUpInvoice, type Open } from '../made-up-invoice.ts';

/** Changes to an invoice, by paths such as `lines.0.price.net`. */
export type Changes = Readonly<Record<string, unknown>>;

interface Setting extends Partial<Origin> {
  /** The invoice that keeps the rule; by default a plain one of EN 16931. */
  readonly of?: () => Open<Invoice>;
  /** The place of the finding, such as `BG-25 1 / BG-27 1`; by default the whole document. */
  readonly at?: string | undefined;
}

/** A rule, and the change that breaks it. */
export interface BrokenInvoice {
  readonly rule: string;
  readonly changes: Changes;
  readonly origin: Origin;
  readonly of: () => Open<Invoice>;
  readonly at: string;
}

export function broken(rule: string, changes: Changes, setting: Setting = {}): BrokenInvoice {
  const { of = madeUpInvoice, at = '', syntax = 'ubl', isCreditNote = false } = setting;
  return { rule, changes, of: () => of(), at, origin: { syntax, isCreditNote } };
}

/** Sets values at their paths; an index after the last one extends a list. */
export function changed(invoice: Open<Invoice>, changes: Changes): Invoice {
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    const target = names.reduce<unknown>((inner, name) => valueIn(inner, name), invoice);
    if (typeof target !== 'object' || target === null) throw new Error(`there is no ${path}`);
    Object.assign(target, { [last]: value });
  }
  return invoice;
}

function valueIn(holder: unknown, name: string): unknown {
  const entry = Object.entries(Object(holder)).find(([key]) => key === name);
  if (!entry) throw new Error(`there is no ${name}`);
  return entry[1];
}
