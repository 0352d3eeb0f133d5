import type { Browser, BrowserContext } from '@playwright/test';

interface WithAlerts {
  kontorAlertsOfSuccess?: string[];
}

/**
 * Records in the pages of a context each failure message that one act of a person shows together with a success.
 * Every input of the person begins another act.
 */
export async function watchAlerts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const found: string[] = [];
    (window as WithAlerts).kontorAlertsOfSuccess = found;
    let failures: string[] = [];
    let isSaved = false;
    for (const type of ['pointerdown', 'keydown', 'change', 'drop', 'paste']) {
      window.addEventListener(
        type,
        () => {
          failures = [];
          isSaved = false;
        },
        true,
      );
    }
    const look = (node: Node): void => {
      if (!(node instanceof HTMLElement)) return;
      const shown = [node, ...node.querySelectorAll<HTMLElement>('[data-toast]')];
      isSaved ||= shown.some(({ dataset }) => dataset.toast === 'saved');
      failures.push(
        ...shown
          .filter(({ dataset }) => dataset.toast === 'failed')
          .map(({ textContent }) => textContent ?? ''),
      );
      if (isSaved) found.push(...failures.splice(0));
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) addedNodes.forEach(look);
    }).observe(document, { childList: true, subtree: true });
  });
}

/** The failure messages that stood beside a success in the open windows. */
export async function alertsOfSuccess(browser: Browser): Promise<readonly string[]> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const found = pages.map((page) =>
    // A window that is closing or without an address has no record.
    page.evaluate(() => (window as WithAlerts).kontorAlertsOfSuccess ?? []).catch(() => []),
  );
  return (await Promise.all(found)).flat();
}
