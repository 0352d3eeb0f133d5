import { manualGroups, manualPages } from '../../src/features/help/pages.ts';
import { testMailStates } from '../../src/features/help/test-mail.ts';
import { stepsOf, type TourPage, tours } from '../../src/features/help/tours.ts';

const steps = (Object.keys(tours) as TourPage[]).flatMap((page) =>
  stepsOf(page).map(({ name }) => `${page}.${name}`),
);

/** The texts of help and tours with composed keys. */
export const helpFamilies: Readonly<Record<string, readonly string[]>> = {
  'help.group.*': manualGroups,
  'help.page.*': manualPages.map(({ id }) => id),
  'help.popup.*': ['allowed', 'blocked'],
  'help.mail.state.*': testMailStates,
  'help.tour.*': ['text', 'done', 'off'],
  'tour.*.*.title': steps,
  'tour.*.*.text': steps,
};
