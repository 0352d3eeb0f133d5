/**
 * The guided tours (ONB-05): each page that has one, its steps in their order, and the element that each points to. A
 * step whose element is not on the page is passed over. The texts are `tour.PAGE.STEP.title` and `.text`.
 */
export const tours = {
  tasks: {
    tabs: 'main [role="tablist"]',
    list: 'main [role="tabpanel"]',
    search: 'header button:has(kbd)',
    help: 'header nav > button:not([aria-haspopup])',
  },
  overview: { find: '[data-page-search]', tools: '[data-tour="tools"]' },
  request: { head: '[data-tour="head"]', lines: '[data-tour="lines"]', action: '[data-tour="action"]' },
  invoice: { original: '[data-tour="original"]', head: '[data-tour="head"]', action: '[data-tour="action"]' },
  contract: { head: '[data-tour="head"]', action: '[data-tour="action"]' },
  dashboard: { range: '[data-tour="range"]', figures: '[data-tour="figures"]' },
  admin: { areas: '[data-tour="areas"]', list: '[data-page-search]' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

/** While this stands in the session of the browser, no tour begins: somebody works by keyboard. */
export const toursRestKey = 'tours-rest';

export type TourPage = keyof typeof tours;

export interface TourStep {
  readonly name: string;
  /** The first element that this selector finds. */
  readonly target: string;
}

export function stepsOf(page: TourPage): readonly TourStep[] {
  return Object.entries(tours[page]).map(([name, target]) => ({ name, target }));
}

/** The page with a tour that stands at an address; null where there is none. */
export function tourOf(path: string, tab: unknown): TourPage | null {
  switch (path) {
    case '/overview':
      return tab === undefined || tab === 'tasks' ? 'tasks' : 'overview';
    case '/procurement/form':
      return 'request';
    case '/invoice/form':
      return 'invoice';
    case '/contract/form':
      return 'contract';
    case '/dashboard':
      return 'dashboard';
    default:
      return path.startsWith('/admin/') ? 'admin' : null;
  }
}
