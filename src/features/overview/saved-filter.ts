import type { Fields } from '../../entity/field.ts';
import { text } from '../../entity/kinds/text.ts';

export const longestFilterName = 60;

/** Input of a saved filter (OVW-04): a one-line name. */
export const savedFilterFields = {
  name: text({ required: true, max: longestFilterName }),
} satisfies Fields;
