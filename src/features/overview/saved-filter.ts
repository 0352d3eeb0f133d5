import type { Fields } from '../../entity/field.ts';
import { text } from '../../entity/kinds/text.ts';

export const longestFilterName = 60;

/** What a person types of a saved filter (OVW-04): a name, as plain a line as other names are. */
export const savedFilterFields = {
  name: text({ required: true, max: longestFilterName }),
} satisfies Fields;
