import type { Browser, BrowserContext } from '@playwright/test';

interface WithEvidence {
  kontorEvidence?: string[];
}

/** Records the last actions in the pages of a context and their results, for the report of a failed journey. */
export async function keepEvidence(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const lines: string[] = [];
    (window as WithEvidence).kontorEvidence = lines;
    const note = (text: string): void => {
      lines.push(`${Math.round(performance.now())} ms ${text}`);
      if (lines.length > 40) lines.shift();
    };
    for (const type of ['pointerdown', 'pointerup', 'click', 'keydown', 'popstate', 'pagehide']) {
      const listener = (event: Event): void => {
        const target = event.target instanceof Element ? event.target : null;
        note(`${type} ${target?.tagName ?? ''} ${target?.textContent?.slice(0, 40) ?? ''}`);
        if (type === 'click') {
          setTimeout(() =>
            note(`after the click: ${location.pathname}${event.defaultPrevented ? ', prevented' : ''}`),
          );
        }
      };
      window.addEventListener(type, listener, true);
    }
    for (const type of ['error', 'unhandledrejection']) {
      window.addEventListener(type, (event) => {
        const cause: unknown =
          event instanceof ErrorEvent ? event.message : (event as PromiseRejectionEvent).reason;
        note(`${type} ${String(cause)}`);
      });
    }
  });
}

/** The records of all open windows, and their visible texts. */
export async function evidenceOf(browser: Browser): Promise<string> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const parts = pages.map(async (page) => {
    const lines = await page
      .evaluate(() => [
        ...((window as WithEvidence).kontorEvidence ?? []),
        `shown: ${document.body.innerText.replaceAll(/\s+/g, ' ').slice(0, 1500)}`,
      ])
      .catch(() => []);
    return [page.url(), ...lines].join('\n  ');
  });
  return (await Promise.all(parts)).join('\n');
}
