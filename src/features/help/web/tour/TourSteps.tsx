import { Button, Popover } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyDown } from '../../../../platform/web/kit/use-key-down.ts';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import { stepsOf, type TourPage } from '../../tours.ts';
import classes from './TourSteps.module.css';
import { noteTour } from './tour-records.ts';
import { usePlace } from './use-place.ts';

export interface TourStepsProps {
  readonly page: TourPage;
  readonly userId: number;
  /** Called on keyboard input: hides the tour without recording it. */
  readonly onRest: () => void;
}

/** Shows the steps one after the other. Finishing and skipping record the tour; the page stays usable. */
export function TourSteps({ page, userId, onRest }: TourStepsProps): ReactNode {
  const { t } = useTranslation();
  // Skip steps whose element is missing.
  const [steps] = useState(() =>
    stepsOf(page).filter(({ target }) => document.querySelector(target) !== null),
  );
  const [at, setAt] = useState(0);
  const step = steps[at];
  const place = usePlace(step?.target ?? null);
  const card = useRef<HTMLDivElement>(null);
  const ids = { title: useId(), text: useId() };
  const end = (): void => {
    noteTour(userId, page).catch(toastFailure);
  };
  useKeys(card, end, onRest);
  useFocus(card, at, place !== null);
  if (step === undefined || place === null) return null;
  const isLast = at === steps.length - 1;
  return (
    <Popover
      opened
      position="bottom"
      withArrow
      width="min(320px, calc(100vw - 32px))"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withRoles={false}
      hideDetached={false}
      portalProps={{ target: 'main' }}
      transitionProps={{ duration: 0 }}
      zIndex={250}
    >
      <Popover.Target>
        <div key={step.name} className={classes.place} style={place} aria-hidden />
      </Popover.Target>
      <Popover.Dropdown
        ref={card}
        role="dialog"
        aria-labelledby={ids.title}
        aria-describedby={ids.text}
        tabIndex={-1}
        className={classes.card}
      >
        <h2 id={ids.title} className={classes.title}>
          {t(`tour.${page}.${step.name}.title`)}
        </h2>
        <p id={ids.text}>{t(`tour.${page}.${step.name}.text`)}</p>
        <footer className={classes.foot}>
          <span className={classes.count}>{t('tour.step_of', { step: at + 1, count: steps.length })}</span>
          {isLast ? null : (
            <Button variant="subtle" color="gray" onClick={end}>
              {t('tour.skip')}
            </Button>
          )}
          {at === 0 ? null : (
            <Button variant="default" onClick={() => setAt(at - 1)}>
              {t('tour.back')}
            </Button>
          )}
          <Button onClick={() => (isLast ? end() : setAt(at + 1))} data-tour-next>
            {t(isLast ? 'tour.done' : 'tour.next')}
          </Button>
        </footer>
      </Popover.Dropdown>
    </Popover>
  );
}

type Card = { readonly current: HTMLDivElement | null };

/** Escape skips the tour; other keyboard input on the page hides it. */
function useKeys(card: Card, onSkip: () => void, onRest: () => void): void {
  useKeyDown((event) => {
    const isInside = event.target instanceof Node && card.current?.contains(event.target) === true;
    if (event.key === 'Escape') {
      if (event.defaultPrevented) return;
      event.preventDefault();
      onSkip();
    } else if (!isInside && !['Tab', 'Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) onRest();
  });
}

/** Focuses the card, unless an input has the focus. */
function useFocus(card: Card, at: number, isThere: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step moves the focus.
  useEffect(() => {
    if (!isThere) return;
    const { activeElement: active } = document;
    const isElsewhere = active?.closest('input, textarea, select, [contenteditable]') ?? null;
    if (isElsewhere === null) card.current?.querySelector<HTMLElement>('[data-tour-next]')?.focus();
  }, [card, at, isThere]);
}
