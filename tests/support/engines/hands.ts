import { setTimeout as delay } from 'node:timers/promises';
import { longestWait } from '../depth.ts';
import type { EngineWindow } from './engine.ts';

/** What can be pressed or filled, by the word that people would use for it. */
const kinds = {
  button: 'button, [role="button"]',
  link: 'a[href]',
  tab: '[role="tab"]',
  row: 'tbody tr',
  field: 'input, textarea',
  /** A text on the original of a document. */
  print: '[data-page] span[role="presentation"]',
} as const;

type Kind = keyof typeof kinds;

/** How a key is named in the protocols. */
export const keys = { control: '\uE009', enter: '\uE007', escape: '\uE00C' } as const;

/** The eyes and hands of a person before a window. Whatever does not come in time fails with what is seen instead. */
export interface Hands {
  /** Waits until a text can be read. */
  see(text: string): Promise<void>;
  /** Waits until something holds in the page. */
  wait<Given extends readonly string[]>(
    what: string,
    holds: (...given: Given) => boolean,
    ...given: Given
  ): Promise<void>;
  /**
   * Presses the first one whose name has these words in it, in the middle, as soon as it stands still and nothing
   * lies above it. A field has the keyboard then.
   */
  press(kind: Kind, name: string): Promise<void>;
  /** Where the middle of the first element is that the selector finds and that shows this text. */
  placeOf(selector: string, name: string): Promise<Place>;
  drag(from: Place, to: Place): Promise<void>;
  /** Types into whatever has the keyboard; the keys of `held` are down meanwhile. */
  type(text: string, held?: string): Promise<void>;
}

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export function handsOn(window: EngineWindow): Hands {
  /** Asks until the answer is something. */
  const answer = async <Answer, Given extends readonly string[]>(
    what: string,
    question: (...given: Given) => Answer | null | false,
    ...given: Given
  ): Promise<Answer> => {
    let refused: unknown = null;
    for (const deadline = performance.now() + longestWait; ; await delay(50)) {
      try {
        const answered = await window.ask(question, ...given);
        if (answered !== null && answered !== false) return answered;
      } catch (failure) {
        // While a page goes, there is none to ask.
        refused = failure;
      }
      if (performance.now() > deadline) {
        const seen = await window.ask(seenText).catch(String);
        throw new Error(`${what} did not come; seen: ${seen}`, { cause: refused });
      }
    }
  };
  const wait: Hands['wait'] = async (what, holds, ...given) => void (await answer(what, holds, ...given));
  /** A window that was just made wider moves its elements for a moment: asks until two answers are the same. */
  const placeOf: Hands['placeOf'] = async (selector, name) => {
    for (let before = ''; ; await delay(50)) {
      const place = await answer(`${selector} with “${name}”`, findPlace, selector, name);
      const [x = 0, y = 0, width = 0] = place.map(Number);
      if (place.join() === before) return { x, y, width };
      before = place.join();
    }
  };
  const mouse = (actions: readonly object[]) => window.perform([{ type: 'pointer', id: 'mouse', actions }]);
  return {
    wait,
    placeOf,
    see: (text) =>
      wait(`“${text}”`, (wanted) => document.body.innerText.replace(/\s+/g, ' ').includes(wanted), text),
    press: async (kind, name) => {
      const { x, y } = await placeOf(kinds[kind], name);
      await mouse([
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]);
      if (kind === 'field') await wait(`the keyboard in “${name}”`, hasKeyboard, name);
    },
    drag: async (from, to) =>
      await mouse([
        { type: 'pointerMove', x: from.x, y: from.y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerMove', x: Math.round((from.x + to.x) / 2), y: to.y },
        { type: 'pointerMove', x: to.x, y: to.y },
        { type: 'pointerUp', button: 0 },
      ]),
    type: async (text, held) => {
      const typed = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      const actions = held
        ? [{ type: 'keyDown', value: held }, ...typed, { type: 'keyUp', value: held }]
        : typed;
      await window.perform([{ type: 'key', id: 'keyboard', actions }]);
    },
  };
}

/** Runs in the page. */
function seenText(): string {
  return `${location.pathname} ${document.body.innerText.replace(/\s+/g, ' ').slice(0, 600)}`;
}

/** Runs in the page: whether the field of that name has the keyboard. */
function hasKeyboard(name: string): boolean {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  const labels = [...(field.labels ?? [])].map((label) => label.textContent);
  return [...labels, field.getAttribute('aria-label'), field.placeholder, field.name].some((own) =>
    own?.replace(/\s+/g, ' ').includes(name),
  );
}

/** Runs in the page: x, y and width of the first element of that name which nothing covers; null where there is none. */
function findPlace(selector: string, name: string): readonly string[] | null {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    const names = [element, ...labels].map(
      (one) => `${one.getAttribute('aria-label') ?? ''} ${one.textContent}`,
    );
    const own = [...names, element.getAttribute('placeholder'), element.getAttribute('name')];
    if (!own.some((one) => one?.replace(/\s+/g, ' ').includes(name))) continue;
    if (element.matches(':disabled') || !element.checkVisibility({ visibilityProperty: true })) continue;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
    const above = document.elementFromPoint(x, y);
    if (above !== null && (element.contains(above) || labels.some((label) => label.contains(above))))
      return [x, y, Math.round(width)].map(String);
  }
  return null;
}
