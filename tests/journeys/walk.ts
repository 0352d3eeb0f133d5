import { expect, type Locator, type Page } from '@playwright/test';
import { type Language, languages, languageTag } from '../../src/base/language.ts';
import { isDeep } from '../support/depth.ts';
import { axeFindings } from './accessibility.ts';
import { textFindings } from './text-findings.ts';

/** The windows of the checks; contrast depends on the scheme, overflow on the width. */
const windows = {
  desk: { name: 'desk, light', scheme: 'light', viewport: { width: 1440, height: 900 } },
  phone: { name: 'phone, dark', scheme: 'dark', viewport: { width: 390, height: 844 } },
} as const;
type WindowName = keyof typeof windows;
const windowNames = Object.keys(windows) as WindowName[];

const otherLanguages = languages.filter((language) => language !== 'de');

export interface LookOptions {
  /** Restricts the check to one window; by default both. */
  readonly only?: WindowName;
  /** The element under the mouse, to open its tooltip. */
  readonly over?: Locator;
}

/** One person's walk through the product, which notes the problems of each view. */
export interface Walk {
  readonly page: Page;
  /** Opens an address, and checks the view. */
  readonly visit: (address: string, options?: LookOptions) => Promise<void>;
  /** Checks the current view, such as a dialog: accessibility, texts in all languages, errors. */
  readonly look: (what: string, options?: LookOptions) => Promise<void>;
  /** Console messages of the browser that this walk expects for an answer. */
  readonly expectRefused: (reported: RegExp) => void;
}

/** Takes a walk in its own window and expects no problems in any window, language and scheme. */
export async function walk(page: Page, take: (walk: Walk) => Promise<void>): Promise<void> {
  const errors: string[] = [];
  const refused: RegExp[] = [];
  let place = '';
  let looks = 0;
  let spoken: Language = 'de';
  page.on('pageerror', ({ message }) => errors.push(`${place} error: ${message}`));
  page.on('console', (message) => {
    const reported = `${message.text()} ${message.location().url}`;
    if (message.type() === 'error' && !refused.some((pattern) => pattern.test(reported)))
      errors.push(`${place} console: ${reported}`);
  });
  const look: Walk['look'] = async (what, { only, over } = {}) => {
    // Only the intended element is under the mouse.
    await page.mouse.move(0, 0);
    const opened = await openedCount(page);
    const findings: string[] = [];
    const names = windowsOf(only, looks);
    for (const name of names) {
      place = `${what} (${windows[name].name})`;
      await openWindow(page, name);
      await bringIntoView(page);
      if (over !== undefined) await openTooltip(page, over);
      // Only a new view sends requests: another window shows the same data.
      await settled(page, name === names[0] ? 120 : 40);
      for (const finding of await axeFindings(page, opened > 0 && !isDeep ? openable : undefined))
        findings.push(`${place} ${finding}`);
      for (const language of spokenAt(looks)) {
        if (language !== spoken) await speak(page, language);
        spoken = language;
        await bringIntoView(page);
        for (const finding of await calmTextFindings(page)) findings.push(`${place} ${language} ${finding}`);
      }
      if (!(await isStillOpen(page, opened))) findings.push(`${place} open elements have closed`);
    }
    looks += 1;
    await openWindow(page, 'desk');
    expect.soft([...errors.splice(0), ...findings], what).toEqual([]);
  };
  const visit: Walk['visit'] = async (address, options) => {
    place = address;
    await page.goto(address);
    await page.locator('h1, h2').first().waitFor();
    await look(address, options);
  };
  await openWindow(page, 'desk');
  await take({ page, visit, look, expectRefused: (reported) => refused.push(reported) });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
  expect(errors).toEqual([]);
}

/** The deep form checks every window, the other one a single window: the phone every fourth time. */
function windowsOf(only: WindowName | undefined, looks: number): readonly WindowName[] {
  if (only !== undefined) return [only];
  if (isDeep) return windowNames;
  return [looks % 4 === 3 ? 'phone' : 'desk'];
}

/**
 * The deep form checks every language; the other one German, and every third time another language, so that each is
 * combined with both windows. German is last, because the walk continues in German.
 */
function spokenAt(looks: number): readonly Language[] {
  if (isDeep) return [...otherLanguages, 'de'];
  const turn = Math.floor(looks / 3) % otherLanguages.length;
  return [...otherLanguages.filter((_, place) => looks % 3 === 0 && place === turn), 'de'];
}

async function openWindow(page: Page, name: WindowName): Promise<void> {
  const { scheme, viewport } = windows[name];
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
}

/** A menu hides while its anchor is out of view, as may happen in a narrower window or another language. */
async function bringIntoView(page: Page): Promise<void> {
  await page.evaluate(() => {
    const opener = document.querySelector('[aria-haspopup][aria-expanded="true"]') ?? document.activeElement;
    opener?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}

/** An element anchored to a field may need a moment to follow it in another language. */
async function calmTextFindings(page: Page): Promise<readonly string[]> {
  if ((await textFindings(page)).length === 0) return [];
  await settled(page, 120);
  return await textFindings(page);
}

async function openTooltip(page: Page, over: Locator): Promise<void> {
  await page.mouse.move(0, 0);
  await over.hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
}

/** Whether as much is open as before; elements hidden while moving get a moment to reappear. */
async function isStillOpen(page: Page, opened: number): Promise<boolean> {
  if ((await openedCount(page)) >= opened) return true;
  await settled(page, 120);
  return (await openedCount(page)) >= opened;
}

/** Elements opened above a page. Only the deep form checks the page behind them again. */
const openable = '[role="dialog"], [role="menu"], [role="listbox"]';

/** The number of open dialogs, menus and lists. */
async function openedCount(page: Page): Promise<number> {
  return await page.locator(openable).filter({ visible: true }).count();
}

/** Sets the language like another tab of this browser; the page follows at once (I18N-02). */
async function speak(page: Page, language: Language): Promise<void> {
  await page.evaluate(
    async ({ value, tag }) => {
      const task = () => new Promise((resolve) => setTimeout(resolve));
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      localStorage.setItem('lang', value);
      window.dispatchEvent(new StorageEvent('storage', { key: 'lang', newValue: value }));
      while (document.documentElement.lang !== tag) await task();
      await frame();
    },
    { value: language, tag: languageTag(language) },
  );
}

/** Waits until nothing is loading or moving, and nothing has changed for some milliseconds. */
async function settled(page: Page, silence: number): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('[aria-busy="true"], [class*="Skeleton"]') === null,
  );
  await page.evaluate(
    (quiet) =>
      new Promise<void>((resolve) => {
        const isMoving = (): boolean =>
          document.getAnimations().some(({ effect }) => {
            const { endTime, progress } = effect?.getComputedTiming() ?? {};
            return progress !== null && endTime !== Number.POSITIVE_INFINITY;
          });
        const done = (): void => {
          if (isMoving()) {
            timer = setTimeout(done, 40);
            return;
          }
          observer.disconnect();
          resolve();
        };
        let timer = setTimeout(done, quiet);
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, quiet);
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        setTimeout(done, 3_000);
      }),
    silence,
  );
}
