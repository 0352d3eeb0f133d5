import { z } from 'zod';
import { type Chart, chartNames } from '../chart/chart.ts';
import type { Selection } from '../selection.ts';

/** Longer than any valid value, so that the field's rules report the problem. */
const text = () => z.string().max(1_000);

/** API input of a selection (API-36). */
export const selectionInput: z.ZodType<Selection> = z.strictObject({
  company: z
    .strictObject({
      ...{ name: text(), address: text(), zipcode: text(), city: text() },
      vat_number: text().nullish(),
    })
    .exactOptional(),
  departments: z
    .array(z.strictObject({ name: text() }))
    .max(200)
    .exactOptional(),
  cost_centers: z
    .array(z.strictObject({ number: text(), name: text(), budget: text().nullish() }))
    .max(500)
    .exactOptional(),
  accounts: z
    .strictObject({
      chart: z.enum(chartNames as [Chart, ...Chart[]]),
      numbers: z.array(z.string().max(9)).max(500),
    })
    .exactOptional(),
  posting_keys: z.array(z.string().max(9)).max(100).exactOptional(),
  people: z
    .array(z.strictObject({ name: text(), email: text(), approves: z.boolean() }))
    .max(200)
    .exactOptional(),
});
