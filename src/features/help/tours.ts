/**
 * The guided tours by page (ONB-05), with their steps in order and a selector for each. Steps without an element on
 * the page are skipped. The texts are `tour.PAGE.STEP.title` and `.text`.
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

/** Set in the browser session after keyboard input; no tour starts while it is set. */
export const toursRestKey = 'tours-rest';

export type TourPage = keyof typeof tours;

export interface TourStep {
  readonly name: string;
  /** Selector of the element. */
  readonly target: string;
}

export function stepsOf(page: TourPage): readonly TourStep[] {
  return Object.entries(tours[page]).map(([name, target]) => ({ name, target }));
}

/** The page with a tour at an address, or null. */
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
