import { setTimeout as delay } from 'node:timers/promises';
import { longestWait } from '../depth.ts';
import type { EngineWindow } from './engine.ts';

/** Elements that can be pressed or filled, by the common word for them. */
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

/** Key names in the protocols. */
export const keys = { control: '\uE009', enter: '\uE007', escape: '\uE00C' } as const;

/** Reading and input like a person at a window. On a timeout the failure shows what is visible instead. */
export interface Hands {
  /** Waits until a text is readable. */
  see(text: string): Promise<void>;
  /** Waits until a condition holds in the page. */
  wait<Given extends readonly string[]>(
    what: string,
    holds: (...given: Given) => boolean,
    ...given: Given
  ): Promise<void>;
  /**
   * Presses the middle of the first element whose name contains these words, as soon as it is at rest and uncovered.
   * A field then has the focus.
   */
  press(kind: Kind, name: string): Promise<void>;
  /** The middle of the first element found by the selector that shows this text. */
  placeOf(selector: string, name: string): Promise<Place>;
  drag(from: Place, to: Place): Promise<void>;
  /** Types into the focused element, with the keys of `held` down. */
  type(text: string, held?: string): Promise<void>;
}

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export function handsOn(window: EngineWindow): Hands {
  /** Repeats the question until it has an answer. */
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
        // During navigation there is no page to ask.
        refused = failure;
      }
      if (performance.now() > deadline) {
        const seen = await window.ask(seenText).catch(String);
        throw new Error(`${what} did not arrive; seen: ${seen}`, { cause: refused });
      }
    }
  };
  const wait: Hands['wait'] = async (what, holds, ...given) => void (await answer(what, holds, ...given));
  /** Elements move briefly after resizing a window: repeats until two answers are equal. */
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

/** Runs in the page: whether the field of that name has the focus. */
function hasKeyboard(name: string): boolean {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  const labels = [...(field.labels ?? [])].map((label) => label.textContent);
  return [...labels, field.getAttribute('aria-label'), field.placeholder, field.name].some((own) =>
    own?.replace(/\s+/g, ' ').includes(name),
  );
}

/** Runs in the page: x, y and width of the first uncovered element of that name; null without one. */
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
